# Reads every #include of the repository and fails on one that goes against the arrows of the house:
#   examples, bench, tests -> include -> lib; in include: algorithms -> primitives, geometry -> detail.
# Prints file:line and the rule of each. SOURCE: the repository's root. ACCEPTED: exceptions in place of those below.
cmake_minimum_required(VERSION 3.25)

# Includes that break a rule and are accepted, as from>to: two files, or two folders of a cycle. Each needs a reason.
if(NOT DEFINED ACCEPTED)
  set(ACCEPTED
    # Still to be cured:
    "lib/core/gpu/host_copies.cpp>lib/core/cpu/in_parallel.hpp"
    "lib/simplify/gpu/bounded>lib/simplify/gpu"
    "lib/simplify/gpu/bounded/spines>lib/simplify/gpu/bounded"
    "lib/simplify/gpu/fused>lib/simplify/gpu"
  )
endif()

# forbid(FROM TO RULE): no file that matches FROM includes one that matches TO; both are paths from the root.
set(from_patterns)
set(to_patterns)
set(rules)
macro(forbid from to rule)
  list(APPEND from_patterns "${from}")
  list(APPEND to_patterns "${to}")
  list(APPEND rules "${rule}")
endmacro()

forbid("^include/" "^(lib|tests|bench|examples)/" "public headers include public headers only")
forbid("^lib/" "^(tests|bench|examples)/" "the library includes neither tests nor benchmarks nor examples")
forbid("^(bench|examples)/" "^(lib|tests)/" "benchmarks and examples include neither lib/ nor tests/")
forbid("^examples/" "^bench/" "examples do not include benchmarks")
forbid("^bench/" "^examples/thrustline/([^f][^/]*/|[^/]*$)" "benchmarks use the program's formats only")
forbid("^tests/" "^bench/" "tests do not include benchmarks")

forbid("^examples/thrustline/formats/" "^(include/|examples/thrustline/([^f][^/]*/|[^/]*$))"
       "formats know nothing of the library or of the rest of the program")
forbid("^examples/thrustline/(processing|pictures|terminal)/" "^examples/thrustline/(commands/|[^/]*$)"
       "only main.cpp and commands know commands")

forbid("^include/thrustline/[^/]*$" "^include/thrustline/(algorithms|primitives|geometry)/"
       "the compiled API does not include the header-only layer")
forbid("^include/thrustline/(primitives|geometry|detail)/" "^include/thrustline/algorithms/"
       "primitives and geometry do not know algorithms")
forbid("^include/thrustline/(geometry|detail)/" "^include/thrustline/primitives/"
       "geometry and detail do not know primitives")

forbid("^lib/(.*/)?cpu/" "^lib/(.*/)?gpu/" "rooms for the CPU do not include rooms for the GPU")
forbid("^lib/(.*/)?gpu/" "^lib/(.*/)?cpu/" "rooms for the GPU do not include rooms for the CPU")

# The capabilities and what each may use.
set(capabilities core simplify columns depth hull stixels)
set(core_uses)
set(simplify_uses core)
set(columns_uses core simplify)
set(depth_uses core)
set(hull_uses core)
set(stixels_uses core depth)
foreach(user IN LISTS capabilities)
  foreach(used IN LISTS capabilities)
    if(NOT user STREQUAL used AND NOT used IN_LIST ${user}_uses)
      forbid("^lib/${user}/" "^lib/${used}/" "${user} does not know ${used}")
    endif()
  endforeach()
endforeach()

# Where an include is looked for besides its own folder; the first folder that has it counts, as for the compilers.
set(include_folders include)
set(lib_folders lib include)
set(examples_folders examples/thrustline include)
set(bench_folders bench examples/thrustline include tests lib)
set(tests_folders tests/support tests tests/program lib examples/thrustline include)

set(faults 0)
set(used_exceptions)

# report(FILE LINE TEXT): prints the fault with the line's number
function(report file line text)
  file(READ "${SOURCE}/${file}" content)
  string(FIND "\n${content}" "\n${line}" begin)
  string(SUBSTRING "\n${content}" 0 ${begin} before)
  string(REGEX MATCHALL "\n" ends "${before}")
  list(LENGTH ends number)
  math(EXPR number "${number} + 1")
  message(NOTICE "${file}:${number}: ${text}")
  math(EXPR faults "${faults} + 1")
  set(faults ${faults} PARENT_SCOPE)
endfunction()

# resolve(RESULT FILE NAME QUOTED): the path from the root of what FILE includes by that name, empty if it is not ours
function(resolve result file name quoted)
  set(candidates)
  if(quoted)
    get_filename_component(folder "${file}" DIRECTORY)
    list(APPEND candidates "${folder}")
  endif()
  string(REGEX MATCH "^[^/]+" top "${file}")
  list(APPEND candidates ${${top}_folders})
  set(${result} "" PARENT_SCOPE)
  foreach(candidate IN LISTS candidates)
    if(EXISTS "${SOURCE}/${candidate}/${name}")
      cmake_path(SET path NORMALIZE "${candidate}/${name}")
      set(${result} "${path}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

set(patterns)
foreach(top IN ITEMS include lib tests bench examples)
  foreach(extension IN ITEMS hpp cpp cuh cu hpp.in cpp.in cuh.in cu.in)
    list(APPEND patterns "${SOURCE}/${top}/*.${extension}")
  endforeach()
endforeach()
file(GLOB_RECURSE files RELATIVE "${SOURCE}" ${patterns})
list(LENGTH rules last_rule)
math(EXPR last_rule "${last_rule} - 1")

set(includes 0)
set(edges) # includes from one folder to another, as from>to; the first of each in first_file_*, first_line_*
foreach(file IN LISTS files)
  get_filename_component(room "${file}" DIRECTORY)
  file(STRINGS "${SOURCE}/${file}" lines REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "([<\"])([^>\"]+)[>\"]" spelled "${line}")
    set(name "${CMAKE_MATCH_2}")
    string(COMPARE EQUAL "${CMAKE_MATCH_1}" "\"" quoted)
    resolve(target "${file}" "${name}" ${quoted})
    if(NOT target)
      if(quoted)
        report("${file}" "${line}" "includes \"${name}\", which this check does not find")
      endif()
      continue()
    endif()
    math(EXPR includes "${includes} + 1")

    set(broken)
    foreach(i RANGE ${last_rule})
      list(GET from_patterns ${i} from)
      list(GET to_patterns ${i} to)
      if(file MATCHES "${from}" AND target MATCHES "${to}")
        list(GET rules ${i} rule)
        list(APPEND broken "${rule}")
      endif()
    endforeach()
    if(file MATCHES "^tests/" AND target MATCHES "^lib/" AND NOT file MATCHES "^tests/internals/")
      list(APPEND broken "only tests/internals includes lib/")
    endif()
    if(broken AND "${file}>${target}" IN_LIST ACCEPTED)
      list(APPEND used_exceptions "${file}>${target}")
    else()
      foreach(rule IN LISTS broken)
        report("${file}" "${line}" "includes ${target}: ${rule}")
      endforeach()
    endif()

    get_filename_component(other "${target}" DIRECTORY)
    set(edge "${room}>${other}")
    if(edge IN_LIST ACCEPTED)
      list(APPEND used_exceptions "${edge}")
    elseif(NOT room STREQUAL other AND NOT edge IN_LIST edges)
      list(APPEND edges "${edge}")
      set("first_file_${edge}" "${file}")
      set("first_line_${edge}" "${line}")
      set("first_target_${edge}" "${target}")
    endif()
  endforeach()
endforeach()

# Folders that include nothing of the others, and those that none of the others include, are in no cycle.
set(left -1)
while(NOT left EQUAL count)
  list(LENGTH edges left)
  foreach(edge IN LISTS edges)
    string(REPLACE ">" ";" ends "${edge}")
    list(GET ends 0 from)
    list(GET ends 1 to)
    set(leads_on ${edges})
    list(FILTER leads_on INCLUDE REGEX "^${to}>")
    set(is_reached ${edges})
    list(FILTER is_reached INCLUDE REGEX ">${from}$")
    if(NOT leads_on OR NOT is_reached)
      list(REMOVE_ITEM edges "${edge}")
    endif()
  endforeach()
  list(LENGTH edges count)
endwhile()
foreach(edge IN LISTS edges)
  report("${first_file_${edge}}" "${first_line_${edge}}"
         "includes ${first_target_${edge}}: this include is part of a cycle of folders")
endforeach()

foreach(exception IN LISTS ACCEPTED)
  if(NOT exception IN_LIST used_exceptions)
    message(NOTICE "${exception}: no longer broken, so it need not be accepted")
    math(EXPR faults "${faults} + 1")
  endif()
endforeach()

list(LENGTH files file_count)
if(faults GREATER 0)
  message(FATAL_ERROR "${faults} faults among ${includes} includes of ${file_count} files")
endif()
if(includes LESS 1)
  message(FATAL_ERROR "no include of a file of ours was found under ${SOURCE}")
endif()
message(NOTICE "${includes} includes of ${file_count} files keep to the arrows")
