# The sources of stixels.
target_sources(thrustline PRIVATE stixels.cpp cpu/stixels_on_cpu.cpp)
if(THRUSTLINE_WITH_CUDA)
  target_sources(thrustline PRIVATE cuda/road_on_cuda.cu cuda/stixels_on_cuda.cu)
else()
  target_sources(thrustline PRIVATE no_cuda_stixels.cpp)
endif()
