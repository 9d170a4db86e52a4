// SPDX-License-Identifier: MIT
#include "commands/info_command.hpp"

#include <iostream>

#include <thrustline/executor.hpp>
#include <thrustline/version.hpp>

#include "commands/names.hpp"
#include "formats/dataset.hpp"
#include "terminal/errors.hpp"

namespace thrustline_program {

int info_command() {
  const thrustline::build_information build = thrustline::build();
  std::cout << "thrustline   " << thrustline::version() << "\n"
            << "build        " << build.build_type << ", " << build.compiler << ", CCCL " << build.cccl
            << (build.threads.empty() ? ", one CPU thread" : ", " + build.threads) << "\n"
            << "CUDA         "
            << (build.cuda_toolkit.empty() ? "not compiled in"
                                           : build.cuda_toolkit + ", architectures " + build.cuda_architectures)
            << "\n"
            << "CPU          " << thrustline::executor::cpu().name() << "\n"
            << "GPU          "
            << (thrustline::executor::cuda_available() ? thrustline::executor::cuda().name() : "none found") << "\n"
            << "engines      " << list_of(engine_names) << "\n"
            << "metrics      " << list_of(metric_names) << "\n"
            << "formats      " << list_of(format_names())
            << "; written only: topojson; points of hulls: f32, f64; images: png, pgm\n";
  return success;
}

} // namespace thrustline_program
