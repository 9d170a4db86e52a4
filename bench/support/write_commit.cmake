# cmake -DREPOSITORY=<its folder> -DFILE=<source file> -P write_commit.cmake
# Writes a source file that returns the commit of the repository, if that has changed.
execute_process(COMMAND git -C "${REPOSITORY}" describe --always --dirty OUTPUT_VARIABLE commit
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT "${FILE}" @ONLY CONTENT [[
#include "support/result_file.hpp"

namespace thrustline::bench {

std::string built_from() { return "@commit@"; }

} // namespace thrustline::bench
]])
