# The capabilities of lib/ and what each may use; for scripts that know two paths from the root, of which the first uses
# the second.

# forbid(FROM TO RULE): no file that matches FROM uses one that matches TO
set(from_patterns)
set(to_patterns)
set(rules)
macro(forbid from to rule)
  list(APPEND from_patterns "${from}")
  list(APPEND to_patterns "${to}")
  list(APPEND rules "${rule}")
endmacro()

# find_broken(RESULT FILE TARGET): the rules that FILE breaks by its use of TARGET
function(find_broken result file target)
  set(broken)
  foreach(from to rule IN ZIP_LISTS from_patterns to_patterns rules)
    if(file MATCHES "${from}" AND target MATCHES "${to}")
      list(APPEND broken "${rule}")
    endif()
  endforeach()
  set(${result} "${broken}" PARENT_SCOPE)
endfunction()

set(capabilities core simplify columns depth hull stixels topology wkb)
set(core_uses)
set(simplify_uses core topology)
set(columns_uses core simplify)
set(depth_uses core)
set(hull_uses core)
set(stixels_uses core depth)
set(topology_uses core simplify)
set(wkb_uses core)
foreach(user IN LISTS capabilities)
  foreach(used IN LISTS capabilities)
    if(NOT user STREQUAL used AND NOT used IN_LIST ${user}_uses)
      forbid("^lib/${user}/" "^lib/${used}/" "${user} does not know ${used}")
    endif()
  endforeach()
endforeach()

# simplify calls the closure, and the API of topology checks its lines as simplify does: the rooms of the closure,
# topology/{flow,cpu,gpu}, are below both.
forbid("^lib/simplify/" "^lib/topology/[^/]*$"
       "simplify knows the closure, topology/{flow,cpu,gpu}, and not the API of topology")
forbid("^lib/topology/(flow|cpu|gpu)/" "^lib/simplify/" "the closure does not know simplify")
