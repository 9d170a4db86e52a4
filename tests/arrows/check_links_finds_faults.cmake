# The check of links finds a function of another capability that is declared by hand, and lets it pass where it may be
# used. CHECK: the script. COMPILER, NM. WORK_DIR: a folder to make anew.
cmake_minimum_required(VERSION 3.25)

# links(USER USED RESULT OUTPUT): runs the script on two objects, of which lib/USER calls a function of lib/USED
function(links user used result output)
  file(REMOVE_RECURSE "${WORK_DIR}")
  file(WRITE "${WORK_DIR}/user.cpp" "namespace thrustline { int f(); int g() { return f(); } }\n")
  file(WRITE "${WORK_DIR}/used.cpp" "namespace thrustline { int f() { return 1; } }\n")
  set(objects)
  foreach(role IN ITEMS user used)
    set(object "${WORK_DIR}/lib/${${role}}.cpp.o")
    get_filename_component(folder "${object}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    execute_process(COMMAND "${COMPILER}" -c "${WORK_DIR}/${role}.cpp" -o "${object}" COMMAND_ERROR_IS_FATAL ANY)
    string(APPEND objects "${object}\n")
  endforeach()
  file(WRITE "${WORK_DIR}/objects.txt" "${objects}")
  execute_process(COMMAND "${CMAKE_COMMAND}" "-DOBJECTS=${WORK_DIR}/objects.txt" -DLIB=/lib "-DNM=${NM}"
                          "-DWORK_DIR=${WORK_DIR}" -P "${CHECK}"
                  RESULT_VARIABLE ended OUTPUT_VARIABLE text ERROR_VARIABLE text)
  set(${result} "${ended}" PARENT_SCOPE)
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

links(simplify/a topology/b result output)
if(result EQUAL 0 OR NOT output MATCHES "lib/simplify/a.cpp.o: needs _ZN10thrustline1fEv of lib/topology/b.cpp.o")
  message(SEND_ERROR "simplify may call the API of topology: ${output}")
endif()
links(hull/a simplify/cpu/b result output)
if(result EQUAL 0 OR NOT output MATCHES "hull does not know simplify")
  message(SEND_ERROR "hull may call simplify: ${output}")
endif()
links(simplify/cpu/a topology/cpu/b result output)
if(NOT result EQUAL 0)
  message(SEND_ERROR "simplify may not call the closure: ${output}")
endif()
