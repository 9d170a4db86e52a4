# The benchmarks of stixels, on the tests' made scenes and on real images, which the program's readers read.
if(NOT TARGET thrustline_formats)
  message(STATUS "Thrustline: without the benchmarks of stixels, which need THRUSTLINE_EXAMPLES for its readers")
  return()
endif()
function(stixel_benchmark name source)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE thrustline_bench_support thrustline_formats)
  target_include_directories(${name} PRIVATE
    "${PROJECT_SOURCE_DIR}/examples/thrustline" "${PROJECT_SOURCE_DIR}/tests/support" "${PROJECT_SOURCE_DIR}/tests/stixels")
endfunction()
stixel_benchmark(bench_stixels stixels.cpp)
stixel_benchmark(bench_evaluation evaluation.cpp)
