// SPDX-License-Identifier: MIT
#include "result_file.hpp"

#include <ctime>
#include <iostream>
#include <stdexcept>
#include <thread>

namespace thrustline::bench {
namespace {

std::string joined(std::vector<std::string> const& cells) {
  std::string line;
  for (std::string const& cell : cells) {
    if (!line.empty())
      line += ',';
    line += cell.find_first_of(",\"") == std::string::npos ? cell : '"' + cell + '"';
  }
  return line;
}

} // namespace

result_file::result_file(std::string const& path, std::vector<std::string> columns)
    : file_(path), columns_(columns.size()) {
  if (!file_)
    throw std::runtime_error(path + ": cannot be written");
  add_row(columns);
}

void result_file::add_row(std::vector<std::string> const& cells) {
  if (cells.size() != columns_)
    throw std::logic_error("a row of results needs one value for each column");
  const std::string line = joined(cells);
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

std::string built_from() { return THRUSTLINE_BENCH_COMMIT; }

} // namespace thrustline::bench
