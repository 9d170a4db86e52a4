// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <thrustline/error.hpp>

#include "arrays.hpp"
#include "cuda_calls.hpp"
#include "module.hpp"

/// Device memory for results that no array library of the caller's takes, and views of arrays that only have
/// __cuda_array_interface__.
namespace thrustline::python {
namespace {

#ifdef THRUSTLINE_PYTHON_CUDA
void* allocate(std::size_t bytes, int device) {
  const current_device here(device);
  void* data = nullptr;
  const cudaError_t code = cudaMalloc(&data, bytes);
  if (code == cudaErrorMemoryAllocation) {
    cudaGetLastError(); // leaves no error for the next call
    throw out_of_memory("cudaMalloc", bytes);
  }
  check_cuda(code, "cudaMalloc");
  return data;
}

void release(void* data) noexcept { cudaFree(data); }

void copy_from_host(void* to, const void* from, std::size_t bytes, int device) {
  const current_device here(device);
  check_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  check_cuda(cudaStreamSynchronize(cudaStreamLegacy), "cudaStreamSynchronize"); // the copy may go on after it returns
}

/// The integer at an address of device memory. Work that writes it must have ended.
std::int64_t read_int64(std::uintptr_t address) {
  std::int64_t value = 0;
  check_cuda(cudaMemcpy(&value, reinterpret_cast<const void*>(address), sizeof value, cudaMemcpyDeviceToHost),
             "cudaMemcpy");
  return value;
}

/// The device whose memory is at an address; 0 if that is no memory of CUDA, which the call that reads it finds.
int device_at(std::uintptr_t address) {
  cudaPointerAttributes found{};
  if (cudaPointerGetAttributes(&found, reinterpret_cast<const void*>(address)) != cudaSuccess)
    cudaGetLastError(); // leaves no error for the next call
  return std::max(found.device, 0);
}
#else
[[noreturn]] void* allocate(std::size_t, int) { throw std::runtime_error("this build of thrustline has no CUDA"); }
void release(void*) noexcept {}
void copy_from_host(void*, const void*, std::size_t, int) {}
[[noreturn]] std::int64_t read_int64(std::uintptr_t) {
  throw std::runtime_error("this build of thrustline has no CUDA");
}
int device_at(std::uintptr_t) { return 0; }
#endif

/// Bytes of device memory, freed with the object. They cannot be freed before work that uses them has ended: cudaFree
/// waits for the device.
class device_memory {
public:
  device_memory(std::size_t bytes, int device)
      : bytes_(bytes), device_(device), data_(bytes ? allocate(bytes, device) : nullptr) {}
  ~device_memory() {
    if (data_)
      release(data_);
  }
  device_memory(device_memory const&) = delete;
  device_memory& operator=(device_memory const&) = delete;

  /// Copies as many bytes as there are here from host memory; they are there on return.
  void write(array const& from) {
    const auto* const source = elements_of<std::uint8_t>(from, memory::host, static_cast<std::int64_t>(bytes_), "from");
    if (bytes_ > 0)
      copy_from_host(data_, source, bytes_, device_);
  }

  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(data_); }

private:
  std::size_t bytes_;
  int device_;
  void* data_;
};

nb::dlpack::dtype type_named(std::string const& name) {
  if (name == "float32")
    return nb::dtype<float>();
  if (name == "float64")
    return nb::dtype<double>();
  if (name == "int32")
    return nb::dtype<std::int32_t>();
  if (name == "int64")
    return nb::dtype<std::int64_t>();
  if (name == "uint8")
    return nb::dtype<std::uint8_t>();
  if (name == "uint16")
    return nb::dtype<std::uint16_t>();
  if (name == "bool")
    return nb::dtype<bool>();
  throw invalid_argument("dtype", "there is no " + name + " here");
}

/// A DLPack capsule of dense memory at an address of a CUDA device, which `owner` keeps alive.
output_array view_at(std::uintptr_t address, std::vector<std::size_t> const& shape, std::string const& type, int device,
                     nb::handle owner) {
  return output_array(reinterpret_cast<void*>(address), shape.size(), shape.data(), owner, nullptr, type_named(type),
                      nb::device::cuda::value, device);
}

std::string name_of(nb::dlpack::dtype type) {
  for (const char* name : {"float32", "float64", "int32", "int64", "uint8", "uint16", "bool"})
    if (type == type_named(name))
      return name;
  return "of DLPack's type " + std::to_string(type.code) + " with " + std::to_string(type.bits) + " bits";
}

/// Address, shape, name of the type, and whether it is dense, of an array.
nb::tuple read_capsule(array const& a) {
  nb::list shape;
  for (std::size_t k = 0; k < a.ndim(); ++k)
    shape.append(a.shape(k));
  return nb::make_tuple(reinterpret_cast<std::uintptr_t>(a.data()), shape, name_of(a.dtype()),
                        is_dense(a.shape_ptr(), a.stride_ptr(), a.ndim()));
}

} // namespace

void bind_device_memory(nb::module_& module) {
  nb::class_<device_memory>(module, "DeviceMemory")
      .def(nb::init<std::size_t, int>())
      .def("write", &device_memory::write)
      .def_prop_ro("address", &device_memory::address);
  module.def("read_int64", &read_int64);
  module.def("device_at", &device_at);
  module.def("read_capsule", &read_capsule);
  module.def("device_view", &view_at, nb::rv_policy::reference);
}

} // namespace thrustline::python
