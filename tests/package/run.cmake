# run(what command...): runs a command, shows its output and stops if it fails
function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result COMMAND_ECHO STDOUT)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${what}: ${result}")
  endif()
endfunction()
