# The headers of the compiled API include nothing of Thrust, CUB or CUDA; those of the templates do, which shows that
# the check works. SOURCE_DIR, WORK_DIR, COMPILER, CCCL_INCLUDE.

# foreign_includes(RESULT header...): the files of Thrust, CUB and CUDA that these headers lead to
function(foreign_includes result)
  set(text)
  foreach(header IN LISTS ARGN)
    string(APPEND text "#include <${header}>\n")
  endforeach()
  file(WRITE "${WORK_DIR}/includes.cpp" "${text}")
  execute_process(
    COMMAND "${COMPILER}" -std=c++17 -DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP -I "${SOURCE_DIR}/include"
            -isystem "${CCCL_INCLUDE}" -M "${WORK_DIR}/includes.cpp"
    OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "[ \\\n]+" ";" found "${found}")
  list(FILTER found INCLUDE REGEX "^${CCCL_INCLUDE}/|/cuda_runtime|/driver_types\\.h")
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

file(GLOB headers RELATIVE "${SOURCE_DIR}/include" "${SOURCE_DIR}/include/thrustline/*.hpp")
foreign_includes(found ${headers})
if(found)
  message(FATAL_ERROR "The compiled API's headers include ${found}")
endif()
foreign_includes(found thrustline/algorithms/rdp.hpp)
if(NOT found)
  message(FATAL_ERROR "The check did not see that algorithms/rdp.hpp includes Thrust")
endif()
