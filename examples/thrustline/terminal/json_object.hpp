// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace thrustline_program {

/// A JSON object (RFC 8259) on one line, its members in the order in which they were added.
class json_object {
public:
  json_object& add(std::string const& name, std::string const& value);
  json_object& add(std::string const& name, const char* value) { return add(name, std::string(value)); }
  json_object& add(std::string const& name, bool value);
  json_object& add(std::string const& name, int value) { return add(name, std::int64_t{value}); }
  json_object& add(std::string const& name, std::int64_t value);

  /// The shortest number that reads back as the same double. JSON has no infinity: that is the string "inf" or "-inf".
  json_object& add(std::string const& name, double value);

  json_object& add(std::string const& name, json_object const& value);

  std::string text() const { return "{" + members_ + "}"; }

private:
  json_object& add_raw(std::string const& name, std::string const& json);

  std::string members_;
};

/// The times of a run, a struct with seconds_read, seconds_compute and seconds_write.
template <class Summary>
json_object seconds_object(Summary const& summary) {
  json_object seconds;
  seconds.add("read", summary.seconds_read).add("compute", summary.seconds_compute).add("write", summary.seconds_write);
  return seconds;
}

} // namespace thrustline_program
