# The check of arrows finds an include that breaks a rule, for each rule, and finds nothing in a tree without faults.
# CHECK: the script. WORK_DIR: a folder to make anew.
cmake_minimum_required(VERSION 3.25)

# check(ACCEPTED RESULT OUTPUT): runs the script on the tree in WORK_DIR
function(check accepted result output)
  execute_process(COMMAND "${CMAKE_COMMAND}" "-DSOURCE=${WORK_DIR}" "-DACCEPTED=${accepted}" -P "${CHECK}"
                  RESULT_VARIABLE ended OUTPUT_VARIABLE text ERROR_VARIABLE text)
  set(${result} "${ended}" PARENT_SCOPE)
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

# tree(FILE TEXT ...): the tree in WORK_DIR holds these files; all that they include exists
function(tree)
  file(REMOVE_RECURSE "${WORK_DIR}")
  while(ARGN)
    list(POP_FRONT ARGN file text)
    file(WRITE "${WORK_DIR}/${file}" "${text}")
  endwhile()
endfunction()

# finds(FROM TO SPELLED RULE): FROM includes TO, spelled so on its second line, which breaks the rule
function(finds from to spelled rule)
  tree("${to}" "" "${from}" "// A comment.\n#include ${spelled}\n")
  check("" result output)
  if(result EQUAL 0 OR NOT output MATCHES "(^|\n)${from}:2: includes ${to}: ${rule}\n")
    message(SEND_ERROR "${from} may include ${to}: ${output}")
  endif()
  check("${from}>${to}" result output)
  if(NOT result EQUAL 0)
    message(SEND_ERROR "an accepted include of ${to} is a fault: ${output}")
  endif()
endfunction()

finds(include/thrustline/a.hpp lib/core/b.hpp "\"../../lib/core/b.hpp\"" "public headers include public headers only")
finds(lib/core/a.hpp bench/b.hpp "\"../../bench/b.hpp\"" "the library includes neither tests nor benchmarks nor examples")
finds(bench/a.cpp tests/support/b.hpp "\"support/b.hpp\"" "benchmarks and examples include neither lib/ nor tests/")
finds(bench/a.cpp lib/hull/b.hpp "<hull/b.hpp>" "benchmarks and examples include neither lib/ nor tests/")
finds(examples/a.cpp lib/hull/b.hpp "\"../lib/hull/b.hpp\"" "benchmarks and examples include neither lib/ nor tests/")
finds(examples/a.cpp bench/b.hpp "\"../bench/b.hpp\"" "examples do not include benchmarks")
finds(bench/a.cpp examples/thrustline/pictures/b.hpp "\"pictures/b.hpp\"" "benchmarks use the program's formats only")
finds(examples/thrustline/formats/a.cpp examples/thrustline/terminal/b.hpp "\"terminal/b.hpp\""
      "formats know nothing of the library or of the rest of the program")
finds(examples/thrustline/processing/a.cpp examples/thrustline/commands/b.hpp "\"commands/b.hpp\""
      "only main.cpp and commands know commands")
finds(tests/hull/a.cpp bench/b.hpp "\"../../bench/b.hpp\"" "tests do not include benchmarks")
finds(tests/hull/a.cpp lib/hull/b.hpp "\"hull/b.hpp\"" "only tests/internals includes lib/")
finds(lib/hull/a.hpp made/b.hpp "\"../../made/b.hpp\"" "made data is for tests and benchmarks")
finds(made/a.hpp tests/support/b.hpp "\"../tests/support/b.hpp\"" "made data includes public headers only")
finds(include/thrustline/a.hpp include/thrustline/geometry/b.hpp "<thrustline/geometry/b.hpp>"
      "the compiled API does not include the header-only layer")
finds(include/thrustline/geometry/a.hpp include/thrustline/algorithms/b.hpp "<thrustline/algorithms/b.hpp>"
      "primitives and geometry do not know algorithms")
finds(include/thrustline/geometry/a.hpp include/thrustline/primitives/detail/b.hpp "<thrustline/primitives/detail/b.hpp>"
      "geometry and detail do not know primitives")
finds(lib/hull/cpu/a.cpp lib/core/gpu/b.hpp "\"core/gpu/b.hpp\"" "rooms for the CPU do not include rooms for the GPU")
finds(lib/hull/gpu/deep/a.cu.in lib/hull/cpu/b.hpp "\"../../cpu/b.hpp\"" "rooms for the GPU do not include rooms for the CPU")
finds(lib/core/a.hpp lib/simplify/b.hpp "\"simplify/b.hpp\"" "core does not know simplify")
finds(lib/simplify/a.hpp lib/columns/b.hpp "\"columns/b.hpp\"" "simplify does not know columns")
finds(lib/hull/a.hpp lib/simplify/flow/b.hpp "\"simplify/flow/b.hpp\"" "hull does not know simplify")
finds(lib/wkb/a.hpp lib/simplify/b.hpp "\"simplify/b.hpp\"" "wkb does not know simplify")
finds(lib/depth/a.hpp lib/stixels/b.hpp "\"stixels/b.hpp\"" "depth does not know stixels")

finds(lib/simplify/cpu/a.hpp lib/topology/b.hpp "\"topology/b.hpp\""
      "simplify knows the closure, topology/{flow,cpu,gpu}, and not the API of topology")
finds(lib/topology/cpu/a.hpp lib/simplify/b.hpp "\"simplify/b.hpp\"" "the closure does not know simplify")
finds(lib/topology/flow/a.hpp lib/simplify/b.hpp "\"simplify/b.hpp\"" "the closure does not know simplify")

# Faults of the tree as a whole.
tree(lib/shapes/cpu/a.hpp "#include \"core/b.hpp\"\n" lib/core/b.hpp "" lib/no_cuda.cpp "#include \"core/b.hpp\"\n")
check("" result output)
if(result EQUAL 0 OR NOT output MATCHES "lib/shapes: capabilities.cmake has no rules for this room")
  message(SEND_ERROR "a room without rules is not found: ${output}")
endif()

tree(lib/hull/a.hpp "#include \"b.hpp\"\n")
check("" result output)
if(result EQUAL 0 OR NOT output MATCHES "lib/hull/a.hpp:1: includes \"b.hpp\", which this check does not find")
  message(SEND_ERROR "an include that leads nowhere is not found: ${output}")
endif()

tree(lib/hull/a.hpp "#include \"gpu/b.hpp\"\n" lib/hull/gpu/b.hpp "#include \"deep/c.hpp\"\n"
     lib/hull/gpu/deep/c.hpp "\n#  include \"hull/d.hpp\"\n" lib/hull/d.hpp "" lib/hull/e.hpp "#include \"d.hpp\"\n"
     lib/core/f.hpp "#include <vector>\n" lib/hull/cpu/g.hpp "#include \"core/f.hpp\"\n#include \"hull/d.hpp\"\n")
check("" result output)
foreach(place IN ITEMS a.hpp:1 gpu/b.hpp:1 gpu/deep/c.hpp:2)
  if(result EQUAL 0 OR NOT output MATCHES "lib/hull/${place}: [^\n]*is part of a cycle of folders")
    message(SEND_ERROR "lib/hull/${place}, which is part of a cycle, is not found: ${output}")
  endif()
endforeach()
if(output MATCHES "cpu/g.hpp")
  message(SEND_ERROR "cpu/g.hpp is part of no cycle: ${output}")
endif()
check("lib/hull/gpu/deep>lib/hull" result output)
if(NOT result EQUAL 0)
  message(SEND_ERROR "an accepted cycle is a fault: ${output}")
endif()
check("lib/hull/gpu/deep>lib/hull;lib/core/f.hpp>lib/hull/d.hpp" result output)
if(result EQUAL 0 OR NOT output MATCHES "lib/core/f.hpp>lib/hull/d.hpp: no longer broken")
  message(SEND_ERROR "an exception that accepts nothing is not found: ${output}")
endif()

tree(include/thrustline/algorithms/a.hpp "#include <thrustline/primitives/b.hpp>\n"
     include/thrustline/primitives/b.hpp "#include <thrustline/geometry/c.hpp>\n" include/thrustline/geometry/c.hpp ""
     lib/core/d.hpp "" lib/simplify/e.hpp "#include \"core/d.hpp\"\n" lib/columns/f.hpp "#include \"simplify/e.hpp\"\n"
     lib/depth/g.hpp "#include \"core/d.hpp\"\n" lib/stixels/h.hpp "#include \"depth/g.hpp\"\n"
     tests/internals/i.cpp "#include \"stixels/h.hpp\"\n")
check("" result output)
if(NOT result EQUAL 0)
  message(SEND_ERROR "a tree that keeps to all rules has faults: ${output}")
endif()
