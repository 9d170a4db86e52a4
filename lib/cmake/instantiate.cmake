# thrustline_instantiate(TEMPLATE REALS type... [DIMENSIONS number...] [IN_PROGRAM])
#
# Adds a source of the library for each type and number: a copy of TEMPLATE.in with @Real@ and @D@ replaced. The sources
# lie in the same folder of the build tree, so that cpu/ and gpu/ stay in their paths: gpu/simplify_on_cuda.cu becomes
# gpu/simplify_on_cuda_float_1.cu and so on. Units for floats go to a target of their own (lib/CMakeLists.txt), unless
# the program needs them, too: IN_PROGRAM.
function(thrustline_instantiate template)
  cmake_parse_arguments(PARSE_ARGV 1 each "IN_PROGRAM" "" "REALS;DIMENSIONS")
  get_filename_component(folder "${template}" DIRECTORY)
  get_filename_component(name "${template}" NAME_WE)
  get_filename_component(extension "${template}" LAST_EXT)
  foreach(Real IN LISTS each_REALS)
    set(target thrustline_units)
    if(Real STREQUAL "float" AND NOT each_IN_PROGRAM)
      set(target thrustline_float_units)
    endif()
    if(each_DIMENSIONS)
      foreach(D IN LISTS each_DIMENSIONS)
        set(source "${CMAKE_CURRENT_BINARY_DIR}/${folder}/${name}_${Real}_${D}${extension}")
        configure_file("${template}.in" "${source}" @ONLY)
        target_sources(${target} PRIVATE "${source}")
      endforeach()
    else()
      set(source "${CMAKE_CURRENT_BINARY_DIR}/${folder}/${name}_${Real}${extension}")
      configure_file("${template}.in" "${source}" @ONLY)
      target_sources(${target} PRIVATE "${source}")
    endif()
  endforeach()
endfunction()
