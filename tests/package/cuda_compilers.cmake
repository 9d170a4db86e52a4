# Configures SOURCE_DIR in WORK_DIR with unusable CUDA compilers and without GPUs: the configuration prints the reason and
# builds the CPU engines, unless CUDA is asked for.
file(REMOVE_RECURSE "${WORK_DIR}")
set(parts -DTHRUSTLINE_TESTS=OFF -DTHRUSTLINE_EXAMPLES=OFF -DTHRUSTLINE_INSTALL=OFF)

# configure(NAME CUDA text... ): with the compiler NAME, THRUSTLINE_CUDA=CUDA and the GPUs that the program `gpus` lists; the
# output must hold each text
function(configure name cuda)
  execute_process(
    COMMAND "${CMAKE_COMMAND}" -S "${SOURCE_DIR}" -B "${WORK_DIR}/${name}-${cuda}" -G "${GENERATOR}" ${parts}
            "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DTHRUSTLINE_CCCL_INCLUDE=${CCCL_INCLUDE}" "-DTHRUSTLINE_CUDA=${cuda}"
            "-DCMAKE_CUDA_COMPILER=${WORK_DIR}/${name}" "-DTHRUSTLINE_NVIDIA_SMI=${WORK_DIR}/${gpus}"
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output COMMAND_ECHO STDOUT)
  message("${output}")
  if((cuda STREQUAL "ON") EQUAL (result EQUAL 0))
    message(FATAL_ERROR "THRUSTLINE_CUDA=${cuda} with ${name} ended with ${result}")
  endif()
  string(REGEX REPLACE "[ \n]+" " " output "${output}") # errors are wrapped
  foreach(text IN LISTS ARGN)
    if(NOT output MATCHES "${text}")
      message(FATAL_ERROR "it does not say: ${text}")
    endif()
  endforeach()
endfunction()

# fake(NAME OPTION ANSWER): a program that prints ANSWER if OPTION is its first argument, and fails otherwise
function(fake name option answer)
  file(WRITE "${WORK_DIR}/${name}" "#!/bin/sh\n[ \"$1\" = ${option} ] && echo '${answer}' && exit 0\nexit 1\n")
  file(CHMOD "${WORK_DIR}/${name}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()

fake(no-gpu --query-gpu=compute_cap "No devices were found")
fake(old-gpu --query-gpu=compute_cap "6.1")
fake(hopper --query-gpu=compute_cap "9.0")
fake(nvcc-12 --version "Cuda compilation tools, release 12.9, V12.9.86")
fake(no-nvcc --version "a compiler")

set(gpus hopper)
configure(nvcc-12 AUTO "CPU engines only: [^ ]*/nvcc-12 belongs to CUDA 12.9, but 13.0 or newer is required")
configure(nvcc-12 ON "THRUSTLINE_CUDA is ON, but [^ ]*/nvcc-12 belongs to CUDA 12.9")
configure(no-nvcc AUTO "CPU engines only: [^ ]*/no-nvcc is not a working nvcc")
set(gpus no-gpu)
configure(no-nvcc AUTO "CPU engines only: no GPU was found")
configure(no-nvcc NVCC "CPU engines only: [^ ]*/no-nvcc is not a working nvcc")
configure(no-nvcc ON "THRUSTLINE_CUDA is ON, but [^ ]*/no-nvcc is not a working nvcc")
set(gpus old-gpu)
configure(nvcc-12 AUTO "CPU engines only: no GPU was found")
