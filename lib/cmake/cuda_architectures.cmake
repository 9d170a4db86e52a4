# The architectures of the CUDA code: THRUSTLINE_CUDA_ARCHITECTURES, unless that is `native`, its default; then
# CMAKE_CUDA_ARCHITECTURES, then the environment's CUDAARCHS, then those of this machine's GPUs.
set(THRUSTLINE_CUDA_ARCHITECTURES native CACHE STRING
    "CUDA architectures: native (this machine's GPUs), all (for packages), or a list as CMAKE_CUDA_ARCHITECTURES takes it")
find_program(THRUSTLINE_NVIDIA_SMI nvidia-smi HINTS /usr/lib/wsl/lib DOC "Lists this machine's GPUs")

set(thrustline_oldest_architecture 75)
# The newest has PTX beside its machine code, for GPUs to come.
set(thrustline_all_architectures 75-real 80-real 86-real 89-real 90-real 100-real 120)
# Tests and packages are compiled for it on machines without a GPU.
set(thrustline_usual_architecture 90)

# Sets RESULT to the architectures of this machine's GPUs, such as 90-real. Those older than CUDA 13 supports do not
# count.
function(thrustline_native_architectures result)
  set(architectures "")
  if(THRUSTLINE_NVIDIA_SMI)
    execute_process(COMMAND "${THRUSTLINE_NVIDIA_SMI}" --query-gpu=compute_cap --format=csv,noheader
                    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_QUIET)
    if(status EQUAL 0)
      string(REGEX MATCHALL "[0-9]+\\.[0-9]" capabilities "${output}")
      foreach(capability IN LISTS capabilities)
        string(REPLACE "." "" architecture "${capability}")
        if(architecture GREATER_EQUAL thrustline_oldest_architecture)
          list(APPEND architectures ${architecture}-real)
        endif()
      endforeach()
      list(REMOVE_DUPLICATES architectures)
    endif()
  endif()
  set(${result} "${architectures}" PARENT_SCOPE)
endfunction()

# Sets RESULT to the architectures to compile for; empty: none is given and there is no GPU. Where a project that
# includes this one has enabled CUDA, CMAKE_CUDA_ARCHITECTURES is set in any case.
function(thrustline_wanted_architectures result)
  if(THRUSTLINE_CUDA_ARCHITECTURES STREQUAL "all")
    set(architectures "${thrustline_all_architectures}")
  elseif(NOT THRUSTLINE_CUDA_ARCHITECTURES STREQUAL "native")
    set(architectures "${THRUSTLINE_CUDA_ARCHITECTURES}")
  elseif(CMAKE_CUDA_ARCHITECTURES)
    set(architectures "${CMAKE_CUDA_ARCHITECTURES}")
  elseif(NOT "$ENV{CUDAARCHS}" STREQUAL "")
    set(architectures "$ENV{CUDAARCHS}")
  else()
    thrustline_native_architectures(architectures)
  endif()
  set(${result} "${architectures}" PARENT_SCOPE)
endfunction()
