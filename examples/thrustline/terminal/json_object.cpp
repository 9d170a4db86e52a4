// SPDX-License-Identifier: MIT
#include "terminal/json_object.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

#include "formats/json_text.hpp"

namespace thrustline_program {

json_object& json_object::add(std::string const& name, std::string const& value) {
  return add_raw(name, json_text(value));
}

json_object& json_object::add(std::string const& name, bool value) { return add_raw(name, value ? "true" : "false"); }

json_object& json_object::add(std::string const& name, std::int64_t value) {
  return add_raw(name, std::to_string(value));
}

json_object& json_object::add(std::string const& name, double value) {
  if (std::isnan(value))
    return add(name, "nan");
  if (std::isinf(value))
    return add(name, value > 0 ? "inf" : "-inf");
  return add_raw(name, nlohmann::json(value).dump());
}

json_object& json_object::add(std::string const& name, json_object const& value) { return add_raw(name, value.text()); }

json_object& json_object::add_raw(std::string const& name, std::string const& json) {
  members_ += (members_.empty() ? "" : ",") + json_text(name) + ":" + json;
  return *this;
}

} // namespace thrustline_program
