# Steps on depth images.
target_sources(thrustline PRIVATE depth_image.cpp cpu/depth_image_on_cpu.cpp)
if(THRUSTLINE_WITH_CUDA)
  target_sources(thrustline PRIVATE cuda/depth_image_on_cuda.cu)
else()
  target_sources(thrustline PRIVATE no_cuda_depth.cpp)
endif()
