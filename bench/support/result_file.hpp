// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

namespace thrustline::bench {

/// CSV file of results, written row by row and shown on standard output. A row is complete in the file when add()
/// returns, so an interrupted run keeps its measurements. Earlier results in the file stay until the first row.
class result_file {
public:
  /// Throws std::runtime_error if the file cannot be written.
  result_file(std::string const& path, std::vector<std::string> columns);

  template <class... Values>
  void add(Values const&... values) {
    add_row({text(values)...});
  }

private:
  static std::string text(std::string const& value) { return value; }
  static std::string text(const char* value) { return value; }
  template <class Number>
  static std::string text(Number value) {
    std::ostringstream out;
    out.precision(5);
    out << value;
    return out.str();
  }

  void add_row(std::vector<std::string> const& cells);
  void write(std::string const& line);

  std::string path_;
  std::vector<std::string> columns_;
  std::ofstream file_;
};

/// Date in UTC, e.g. "2026-11-21".
std::string today();

/// Model of the CPU and number of its cores, for people.
std::string machine();

/// Commit that this program was built from; "unknown" outside a repository.
std::string built_from();

} // namespace thrustline::bench
