# Runs COMMAND (a list) and fails unless it ends with EXIT_CODE and its output matches the regular expression OUTPUT.
# EXIT_CODE: a number, or "failure" for any but 0.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${COMMAND} RESULT_VARIABLE ended OUTPUT_VARIABLE output ERROR_VARIABLE output)
message(NOTICE "${output}")
if(EXIT_CODE STREQUAL "failure")
  if(NOT ended MATCHES "^[1-9][0-9]*$") # a signal is words
    message(FATAL_ERROR "ends with '${ended}', expected a failure")
  endif()
elseif(NOT ended STREQUAL EXIT_CODE)
  message(FATAL_ERROR "ends with '${ended}', expected ${EXIT_CODE}")
endif()
if(NOT output MATCHES "${OUTPUT}")
  message(FATAL_ERROR "the output does not match '${OUTPUT}'")
endif()
