// SPDX-License-Identifier: MIT
#include <thrustline/version.hpp>

#include <nanobind/stl/string.h>

#include "module.hpp"

#ifdef THRUSTLINE_PYTHON_CUDA
#include <cuda_runtime_api.h>
#endif

namespace thrustline::python {
namespace {

namespace nb = nanobind;

nb::dict build_to_dict() {
  const build_information built = build();
  nb::dict d;
  d["compiler"] = built.compiler;
  d["build_type"] = built.build_type;
  d["cccl"] = built.cccl;
  d["threads"] = built.threads;
  d["cuda_toolkit"] = built.cuda_toolkit;
  d["cuda_architectures"] = built.cuda_architectures;
  return d;
}

/// What the CUDA runtime says: versions of driver and runtime (0: none), number of devices, and the error, if any.
nb::dict cuda_to_dict() {
  nb::dict d;
  int driver = 0, runtime = 0, devices = 0;
  std::string error;
#ifdef THRUSTLINE_PYTHON_CUDA
  {
    const nb::gil_scoped_release others_run;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    const cudaError_t code = cudaGetDeviceCount(&devices);
    if (code != cudaSuccess) {
      devices = 0;
      error = cudaGetErrorString(code);
      cudaGetLastError(); // leaves no error for the next call
    }
  }
#endif
  d["driver"] = driver;
  d["runtime"] = runtime;
  d["devices"] = devices;
  d["error"] = error;
  return d;
}

} // namespace

void bind_information(nb::module_& module) {
  module.def("version", &version);
  module.def("build", &build_to_dict);
  module.def("cuda", &cuda_to_dict);
}

} // namespace thrustline::python
