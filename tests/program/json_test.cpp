// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include "read_json.hpp"
#include "terminal/json_object.hpp"

using namespace thrustline::test;
using thrustline_program::json_object;

TEST_CASE("JSON: every member reads back, in its order") {
  json_object inner;
  inner.add("yes", true).add("no", false);
  json_object object;
  object.add("text", "a \"b\" \\ \n\t\x01 \xc3\xa9").add("count", std::numeric_limits<std::int64_t>::max());
  object.add("number", -3).add("inner", inner).add("empty", json_object());
  const auto read = read_ordered_json(object.text());
  CHECK(read["text"] == "a \"b\" \\ \n\t\x01 \xc3\xa9");
  CHECK(read["count"] == std::numeric_limits<std::int64_t>::max());
  CHECK(read["number"] == -3);
  CHECK(read["inner"] == nlohmann::ordered_json{{"yes", true}, {"no", false}});
  CHECK(read["empty"] == nlohmann::ordered_json::object());
  std::string names;
  for (auto const& member : read.items())
    names += member.key() + " ";
  CHECK(names == "text count number inner empty ");
}

TEST_CASE("JSON: doubles read back exactly and stay doubles") {
  const auto check = [](double value) {
    const std::string text = json_object().add("v", value).text();
    const auto read = read_json(text)["v"];
    INFO(text);
    CHECK(read.is_number_float());
    CHECK(read.get<double>() == value);
  };
  for (double value : {0.0, -0.0, 1.0, -1.0, 0.25, 1e-4, 9.9e-5, 1e14, 1e15, 1e300, 5e-324, 123456789.0, 1 / 3.0})
    check(value);
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i)
    check(std::uniform_real_distribution<double>(-1, 1)(random) *
          std::pow(10.0, std::uniform_int_distribution<int>(-20, 20)(random)));
  CHECK(json_object().add("v", 100000.0).text() == "{\"v\":100000.0}");
  CHECK(json_object().add("v", 1e-5).text() == "{\"v\":1e-05}");
}

TEST_CASE("JSON: numbers that JSON lacks become strings") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CHECK(json_object().add("v", infinity).add("w", -infinity).text() == "{\"v\":\"inf\",\"w\":\"-inf\"}");
  CHECK(json_object().add("v", std::numeric_limits<double>::quiet_NaN()).text() == "{\"v\":\"nan\"}");
}
