# The sources of stixels.
target_sources(thrustline PRIVATE stixels.cpp cpu/stixels_on_cpu.cpp no_cuda_stixels.cpp)
