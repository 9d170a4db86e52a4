// SPDX-License-Identifier: MIT
#include "result_file.hpp"

#include <ctime>
#include <iostream>
#include <stdexcept>
#include <thread>
#include <utility>

namespace thrustline::bench {
namespace {

/// A cell of CSV: in quotes where it needs them, with its own quotes twice.
std::string quoted(std::string const& cell) {
  if (cell.find_first_of(",\"\n") == std::string::npos)
    return cell;
  std::string inside;
  for (char c : cell)
    inside += c == '"' ? std::string("\"\"") : std::string(1, c);
  return '"' + inside + '"';
}

std::string joined(std::vector<std::string> const& cells) {
  std::string line;
  for (std::string const& cell : cells) {
    if (!line.empty())
      line += ',';
    line += quoted(cell);
  }
  return line;
}

} // namespace

result_file::result_file(std::string const& path, std::vector<std::string> columns)
    : path_(path), columns_(std::move(columns)) {
  if (!std::ofstream(path, std::ios::app))
    throw std::runtime_error(path + ": cannot be written");
}

void result_file::add_row(std::vector<std::string> const& cells) {
  if (cells.size() != columns_.size())
    throw std::logic_error("a row of results needs one value for each column");
  if (!file_.is_open()) {
    file_.open(path_);
    write(joined(columns_));
  }
  write(joined(cells));
}

void result_file::write(std::string const& line) {
  std::cout << line << std::endl;
  file_ << line << std::endl;
  if (!file_)
    throw std::runtime_error("the results cannot be written");
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

std::string machine() {
  std::string model = "unknown CPU", line;
  std::ifstream cpus("/proc/cpuinfo");
  while (std::getline(cpus, line))
    if (line.rfind("model name", 0) == 0) {
      model = line.substr(line.find(':') + 2);
      break;
    }
  return model + " with " + std::to_string(std::thread::hardware_concurrency()) + " cores";
}

} // namespace thrustline::bench
