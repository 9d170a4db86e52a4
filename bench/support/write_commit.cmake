# cmake -DSOURCE=<folder of the repository> -DHEADER=<file> -P write_commit.cmake
# Writes a header with the commit of the repository, if that has changed.
execute_process(COMMAND git -C "${SOURCE}" describe --always --dirty OUTPUT_VARIABLE commit
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT "${HEADER}" CONTENT "#define THRUSTLINE_BENCH_COMMIT \"${commit}\"\n" @ONLY)
