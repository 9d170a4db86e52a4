// SPDX-License-Identifier: MIT
#include "segment_runs.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <sstream>

#include <doctest/doctest.h>

#include <thrustline/segment_columns.hpp>

#include "child.hpp"
#include "made_png.hpp"
#include "random_numbers.hpp"
#include "scratch_folder.hpp"

namespace thrustline::test {
namespace {

/// The shortest text that reads back as the same float.
std::string shortest(float value) {
  char text[32];
  for (int decimals = 0; decimals < 12; ++decimals) {
    std::snprintf(text, sizeof text, "%.*f", decimals, static_cast<double>(value));
    if (std::strtof(text, nullptr) == value)
      break;
  }
  return text;
}

} // namespace

grey_image made_street(std::int64_t columns, std::int64_t rows, int bits, std::uint64_t seed) {
  random_numbers numbers(seed);
  const int unit = bits == 16 ? 256 : 1;
  grey_image image{columns, rows, bits, {}};
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c) {
      const bool box = c / 9 % 3 == 1 && r > rows / 3 && r < 2 * rows / 3;
      const double disparity = 10 + (box ? 40 : 80. * static_cast<double>(r) / static_cast<double>(rows));
      const bool hole = numbers.below(8) == 0 || (c == 5) || r < numbers.below(4);
      image.values.push_back(hole
                                 ? std::uint16_t(0)
                                 : static_cast<std::uint16_t>(std::lround(unit * disparity) + numbers.below(2 * unit)));
    }
  return image;
}

std::string png_of(grey_image const& image) {
  return made_grey_png(static_cast<int>(image.columns), image.bits, image.values);
}

grey_image turned(grey_image const& image) {
  grey_image t{image.rows, image.columns, image.bits, {}};
  for (std::int64_t c = 0; c < image.columns; ++c)
    for (std::int64_t r = 0; r < image.rows; ++r)
      t.values.push_back(image.values[static_cast<std::size_t>(r * image.columns + c)]);
  return t;
}

std::vector<float> disparities(grey_image const& image, int invalid) {
  std::vector<float> values;
  for (std::uint16_t raw : image.values)
    values.push_back(raw == invalid ? NAN : static_cast<float>(raw) / (image.bits == 16 ? 256.f : 1.f));
  return values;
}

std::string expected_csv(std::vector<float> const& values, std::int64_t columns, std::int64_t rows, double tolerance) {
  const auto cut = segment_columns(executor::cpu(1), column_images<float>(values.data(), columns, rows),
                                   segment_columns_options{}.tolerance(tolerance).engine(engine::recursive));
  std::ostringstream text;
  text << "column,first,last,value_first,value_last\n";
  for (std::size_t c = 0; c < static_cast<std::size_t>(columns); ++c)
    for (std::int64_t s = cut.offsets[c]; s < cut.offsets[c + 1]; ++s) {
      auto const& segment = cut.values[static_cast<std::size_t>(s)];
      text << c << "," << segment.first << "," << segment.last << "," << shortest(segment.value_first) << ","
           << shortest(segment.value_last) << "\n";
    }
  return text.str();
}

std::string segmented(std::string const& bytes, arguments const& options) {
  const scratch_folder folder;
  arguments all{"segment", folder.write("in", bytes), folder.path("out.csv"), "-q"};
  all.insert(all.end(), options.begin(), options.end());
  const ended run = run_program(all);
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK(run.out + run.err == "");
  CHECK(folder.names() == std::set<std::string>{"in", "out.csv"});
  return folder.read("out.csv");
}

arguments with(arguments const& more) {
  arguments all = tolerance_2;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

} // namespace thrustline::test
