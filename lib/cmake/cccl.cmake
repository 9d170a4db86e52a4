# Sets THRUSTLINE_CCCL_INCLUDE: the folder of Thrust's headers for the host code, the CUDA Toolkit's or any CCCL 3.

# Older ones are passed over: they may lie beside, as those of an older CUDA Toolkit do.
function(thrustline_is_cccl_3 result folder)
  if(NOT EXISTS "${folder}/thrust/version.h")
    set(${result} FALSE PARENT_SCOPE)
    return()
  endif()
  file(STRINGS "${folder}/thrust/version.h" version REGEX "#define THRUST_VERSION [0-9]+")
  string(REGEX REPLACE ".*THRUST_VERSION ([0-9]+).*" "\\1" version "${version}")
  if(version LESS 300000)
    message(STATUS "Thrustline: skips Thrust ${version} in ${folder}, which is older than CCCL 3")
    set(${result} FALSE PARENT_SCOPE)
  else()
    set(${result} TRUE PARENT_SCOPE)
  endif()
endfunction()

# The package nvidia-cuda-cccl has them beside other Python packages: pip names their folder so.
set(folders_of_packages ${CMAKE_PREFIX_PATH})
list(TRANSFORM folders_of_packages APPEND /nvidia/cu13/include)
find_path(THRUSTLINE_CCCL_INCLUDE thrust/version.h
          HINTS ${CUDAToolkit_INCLUDE_DIRS} "${PROJECT_SOURCE_DIR}/.deps/nvidia/cu13/include" /usr/local/cuda/include
                ${folders_of_packages}
          PATH_SUFFIXES cccl
          VALIDATOR thrustline_is_cccl_3
          DOC "Folder of CCCL 3's headers (holds thrust/version.h)")
if(NOT THRUSTLINE_CCCL_INCLUDE)
  message(FATAL_ERROR "CCCL 3's headers were not found: install the CUDA Toolkit 13 or the package nvidia-cuda-cccl "
                      "(.ci/install does), or set THRUSTLINE_CCCL_INCLUDE to the folder that holds thrust/version.h")
endif()
thrustline_is_cccl_3(found_cccl_3 "${THRUSTLINE_CCCL_INCLUDE}") # it may have been given
if(NOT found_cccl_3)
  message(FATAL_ERROR "THRUSTLINE_CCCL_INCLUDE is ${THRUSTLINE_CCCL_INCLUDE}, which does not hold CCCL 3.0 or newer")
endif()
