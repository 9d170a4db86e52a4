// SPDX-License-Identifier: MIT
#include "commands/info_command.hpp"

#include <ostream>

#include <thrustline/executor.hpp>
#include <thrustline/version.hpp>

#include "commands/names.hpp"

namespace thrustline_program {
namespace {

template <class Value, std::size_t Count>
std::string listed(name_of_value<Value> const (&names)[Count]) {
  std::string list;
  for (auto const& [name, value] : names)
    list += (list.empty() ? "" : ", ") + std::string(name);
  return list;
}

} // namespace

void print_info(std::ostream& out) {
  const thrustline::build_information build = thrustline::build();
  out << "thrustline   " << thrustline::version() << "\n"
      << "build        " << build.build_type << ", " << build.compiler << ", CCCL " << build.cccl << "\n"
      << "CUDA         "
      << (build.cuda_toolkit.empty() ? "not compiled in"
                                     : build.cuda_toolkit + ", architectures " + build.cuda_architectures)
      << "\n"
      << "CPU          " << thrustline::executor::cpu().name() << "\n"
      << "GPU          "
      << (thrustline::executor::cuda_available() ? thrustline::executor::cuda().name() : "none found") << "\n"
      << "engines      " << listed(engine_names) << "\n"
      << "metrics      " << listed(metric_names) << "\n"
      << "formats      " << listed(format_names) << "; images: png, pgm\n";
}

} // namespace thrustline_program
