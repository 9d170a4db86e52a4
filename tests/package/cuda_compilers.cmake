# Configures SOURCE_DIR in WORK_DIR with CUDA compilers that are of no use: they are said and left aside, unless CUDA is
# asked for.
file(REMOVE_RECURSE "${WORK_DIR}")
set(parts -DTHRUSTLINE_TESTS=OFF -DTHRUSTLINE_EXAMPLES=OFF -DTHRUSTLINE_INSTALL=OFF)

# configure(NAME CUDA text... ): with the compiler NAME and THRUSTLINE_CUDA=CUDA; the output must hold each text
function(configure name cuda)
  execute_process(
    COMMAND "${CMAKE_COMMAND}" -S "${SOURCE_DIR}" -B "${WORK_DIR}/${name}-${cuda}" -G "${GENERATOR}" ${parts}
            "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DTHRUSTLINE_CCCL_INCLUDE=${CCCL_INCLUDE}" "-DTHRUSTLINE_CUDA=${cuda}"
            "-DCMAKE_CUDA_COMPILER=${WORK_DIR}/${name}"
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

# fake(NAME version): a compiler that tells its version and compiles nothing
function(fake name version)
  file(WRITE "${WORK_DIR}/${name}" "#!/bin/sh\n[ \"$1\" = --version ] && echo '${version}' && exit 0\nexit 1\n")
  file(CHMOD "${WORK_DIR}/${name}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()

fake(nvcc-12 "Cuda compilation tools, release 12.9, V12.9.86")
configure(nvcc-12 AUTO "CPU engines only: [^ ]*/nvcc-12 is of CUDA 12.9, and 13.0 or newer is needed")
configure(nvcc-12 ON "THRUSTLINE_CUDA is ON, but [^ ]*/nvcc-12 is of CUDA 12.9")
fake(no-nvcc "a compiler")
configure(no-nvcc AUTO "CPU engines only: [^ ]*/no-nvcc is no working nvcc")
configure(no-nvcc ON "THRUSTLINE_CUDA is ON, but [^ ]*/no-nvcc is no working nvcc")
