# The sources of convex_hull.
target_sources(thrustline PRIVATE convex_hull.cpp)
foreach(real IN ITEMS float double)
  target_sources(thrustline PRIVATE cpu/convex_hull_on_cpu_${real}.cpp)
endforeach()
if(NOT THRUSTLINE_WITH_CUDA)
  target_sources(thrustline PRIVATE no_cuda_hull.cpp)
endif()
