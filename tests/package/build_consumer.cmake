# Builds and runs the consumer in WORK_DIR, with the compiler COMPILER, the flags FLAGS and the generator GENERATOR.
# BUILD_DIR: installs that build first and uses the package. SOURCE_DIR: uses that checkout as a subdirectory, but links
# ARCHIVE and LIBRARIES.
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")
file(REMOVE_RECURSE "${WORK_DIR}")
set(arguments -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}")
if(BUILD_DIR)
  run("installing" "${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${WORK_DIR}/installed" --config "${CONFIG}")
  # Moved, as a package may be.
  file(RENAME "${WORK_DIR}/installed" "${WORK_DIR}/moved")
  list(APPEND arguments "-DCMAKE_PREFIX_PATH=${WORK_DIR}/moved" -DCMAKE_BUILD_TYPE=Release)
else()
  list(APPEND arguments "-DTHRUSTLINE_SOURCE=${SOURCE_DIR}" "-DTHRUSTLINE_CCCL_INCLUDE=${CCCL_INCLUDE}"
       "-DTHRUSTLINE_ARCHIVE=${ARCHIVE}" "-DTHRUSTLINE_LIBRARIES=${LIBRARIES}" -DTHRUSTLINE_CUDA=OFF
       -DCMAKE_BUILD_TYPE=Debug)
endif()
run("configuring" "${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}/consumer" -B "${WORK_DIR}/build" ${arguments})
run("building" "${CMAKE_COMMAND}" --build "${WORK_DIR}/build" --target consumer --parallel 2)
run("running" "${WORK_DIR}/build/consumer")
