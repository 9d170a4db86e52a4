// SPDX-License-Identifier: MIT
#include "errors.hpp"

#include <algorithm>
#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <thrustline/error.hpp>
#include <thrustline/stixels.hpp>
#include <thrustline/wkb.hpp>

namespace thrustline::python {
namespace {

namespace nb = nanobind;

/// The name that Python's functions have for an argument of the library.
std::string python_name(std::string const& argument) {
  if (argument == "coordinates" || argument == "lines.where" || argument == "points")
    return "points";
  if (argument == "tolerances")
    return "tolerance";
  if (argument == "counts" || argument == "ratios")
    return argument.substr(0, 5);
  if (argument == "values" || argument == "keep_mask")
    return "mask";
  if (argument == "filtered" || argument == "filled" || argument == "resampled")
    return "out";
  if (argument == "disparity.rows")
    return "disparity";
  if (argument == "camera_height")
    return "lowest_camera";
  if (argument == "window")
    return "size";
  if (argument == "ring_start" || argument == "ring_minimum")
    return "rings." + argument.substr(5);
  if (argument == "drop_superfluous_start")
    return "rings." + argument;
  if (argument.compare(0, 5, "roads") == 0)
    return "road" + argument.substr(5);
  return argument;
}

/// The problem of an error, with the names of Python.
std::string python_problem(invalid_argument const& error) {
  const std::string problem = problem_of(error), overlaps = "overlaps ", element = error.argument() + "[";
  if (problem.compare(0, overlaps.size(), overlaps) == 0)
    return overlaps + python_name(problem.substr(overlaps.size()));
  if (problem.compare(0, element.size(), element) == 0)
    return python_name(error.argument()) + problem.substr(error.argument().size());
  return problem;
}

template <class... Arguments>
void raise(const char* name, Arguments const&... arguments) {
  const nb::object type = nb::module_::import_("thrustline.errors").attr(name);
  const nb::object error = type(arguments...);
  PyErr_SetObject(type.ptr(), error.ptr());
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (wkb_error const& error) {
    raise("WkbError", problem_of(error), error.value(), error.byte());
  } catch (invalid_point const& error) {
    raise("InvalidPoint", python_name(error.argument()), error.fault(), error.point());
  } catch (invalid_argument const& error) {
    raise("InvalidArgument", python_name(error.argument()), python_problem(error));
  } catch (cuda_error const& error) {
    raise("CudaError", std::string(error.what()), error.code());
  } catch (out_of_memory const& error) {
    raise("OutOfMemory", std::string(error.what()), error.bytes());
  } catch (road_not_found const& error) {
    raise("RoadNotFound", std::string(error.what()), error.frame());
  }
}

} // namespace

std::string problem_of(invalid_argument const& error) {
  const std::string text = error.what();
  return text.substr(std::min(text.size(), error.argument().size() + 2));
}

void translate_errors() { nb::register_exception_translator(translate); }

} // namespace thrustline::python
