# thrustline_instantiate(TEMPLATE REALS type... [DIMENSIONS number...])
#
# Adds a source of the library for each type and number: a copy of TEMPLATE.in with @Real@ and @D@ replaced. The sources
# lie in the same folder of the build tree, so that cpu/ and gpu/ stay in their paths: gpu/simplify_on_cuda.cu becomes
# gpu/simplify_on_cuda_float_1.cu and so on.
function(thrustline_instantiate template)
  cmake_parse_arguments(PARSE_ARGV 1 each "" "" "REALS;DIMENSIONS")
  get_filename_component(folder "${template}" DIRECTORY)
  get_filename_component(name "${template}" NAME_WE)
  get_filename_component(extension "${template}" LAST_EXT)
  foreach(Real IN LISTS each_REALS)
    if(each_DIMENSIONS)
      foreach(D IN LISTS each_DIMENSIONS)
        set(source "${CMAKE_CURRENT_BINARY_DIR}/${folder}/${name}_${Real}_${D}${extension}")
        configure_file("${template}.in" "${source}" @ONLY)
        target_sources(thrustline PRIVATE "${source}")
      endforeach()
    else()
      set(source "${CMAKE_CURRENT_BINARY_DIR}/${folder}/${name}_${Real}${extension}")
      configure_file("${template}.in" "${source}" @ONLY)
      target_sources(thrustline PRIVATE "${source}")
    endif()
  endforeach()
endfunction()
