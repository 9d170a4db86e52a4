// SPDX-License-Identifier: MIT
#include "scratch_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace thrustline::test {

namespace fs = std::filesystem;

scratch_folder::scratch_folder() : folder_((fs::temp_directory_path() / "thrustline-test-XXXXXX").string()) {
  if (!::mkdtemp(folder_.data()))
    throw std::runtime_error("no folder could be made in " + fs::temp_directory_path().string());
}

scratch_folder::~scratch_folder() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::string scratch_folder::write(std::string const& name, std::string const& text) const {
  std::ofstream(path(name), std::ios::binary) << text;
  return path(name);
}

std::string scratch_folder::read(std::string const& name) const { return content_of(path(name)); }

std::set<std::string> scratch_folder::names() const {
  std::set<std::string> found;
  for (auto const& entry : fs::directory_iterator(folder_))
    found.insert(entry.path().filename().string());
  return found;
}

std::string content_of(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace thrustline::test
