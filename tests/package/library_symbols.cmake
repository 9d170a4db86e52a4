# No symbol that a user's link can see mentions Thrust or CUB: their mangled names carry the version and the GPU
# architectures. LIBRARY: ours. CONTROL: a library with such a symbol, which must be found. READELF, WORK_DIR.

# visible_symbols(RESULT library): global or weak symbols of default visibility with Thrust or CUB in their names
function(visible_symbols result library)
  set(listing "${WORK_DIR}/symbols.txt")
  execute_process(COMMAND "${READELF}" -sW "${library}" OUTPUT_FILE "${listing}" COMMAND_ERROR_IS_FATAL ANY)
  file(STRINGS "${listing}" found REGEX "(GLOBAL|WEAK) +DEFAULT .*[^0-9](6thrust|3cub)")
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

visible_symbols(found "${LIBRARY}")
if(found)
  list(LENGTH found count)
  list(SUBLIST found 0 10 some)
  list(JOIN some "\n" some)
  message(FATAL_ERROR "${count} visible symbols mention Thrust or CUB:\n${some}")
endif()
visible_symbols(found "${CONTROL}")
if(NOT found)
  message(FATAL_ERROR "The check did not find the symbols of ${CONTROL}")
endif()
