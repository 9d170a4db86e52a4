# What all of our own targets share. Nothing here reaches a user of the library.

# Machine code is packed to about an eighth; the driver unpacks it when it loads the program.
set(thrustline_packing --compress-mode=size)

# The host code of CUDA units only launches kernels: -O1 takes the least time to compile. Device code is not affected.
# nvcc hands its own -O to the C++ compiler, behind all of -Xcompiler.
string(REGEX REPLACE "-O[0-9s]" "-O1" CMAKE_CUDA_FLAGS_RELEASE "${CMAKE_CUDA_FLAGS_RELEASE}")

add_library(thrustline_private INTERFACE)
target_compile_features(thrustline_private INTERFACE cxx_std_17)
target_include_directories(thrustline_private SYSTEM INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${THRUSTLINE_CCCL_INCLUDE}>)
target_compile_definitions(thrustline_private INTERFACE
  # Host code sees Thrust's CPU systems only; CUDA sources keep nvcc's default.
  $<$<COMPILE_LANGUAGE:CXX>:THRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP>
  THRUSTLINE_FP_CONTRACT_OFF
  $<$<COMPILE_LANGUAGE:CXX>:THRUSTLINE_OPENMP_SIMD>)
target_compile_options(thrustline_private INTERFACE
  # The one answer of every engine needs each operation rounded by itself, whatever flags a parent project sets.
  $<$<COMPILE_LANGUAGE:CXX>:-fno-fast-math>
  $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>
  # No value changes, but selects between numbers need no branch and vectorise.
  $<$<COMPILE_LANGUAGE:CXX>:-fno-trapping-math>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-math-errno>
  # "omp simd" without the OpenMP runtime.
  $<$<COMPILE_LANGUAGE:CXX>:-fopenmp-simd>
  $<$<COMPILE_LANGUAGE:CUDA>:--extended-lambda>
  "$<$<COMPILE_LANGUAGE:CUDA>:${thrustline_packing}>"
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-fno-fast-math,-ffp-contract=off>
  $<$<COMPILE_LANGUAGE:CXX>:-Wall>
  $<$<COMPILE_LANGUAGE:CXX>:-Wextra>
  $<$<COMPILE_LANGUAGE:CXX>:-Wpedantic>
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wconversion>
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wshadow=local> # a constructor's parameters may be called as the members they set
  # -Wno-maybe-uninitialized: GCC's guess about CUB's scans at -O1 is wrong.
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wno-maybe-uninitialized>)
if(THRUSTLINE_WERROR)
  target_compile_options(thrustline_private INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Werror>
    $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>
    $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Werror>)
endif()
if(THRUSTLINE_SANITIZE)
  target_compile_options(thrustline_private INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${THRUSTLINE_SANITIZE}>
    $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize-recover=all>
    # thrust::reference picks its system through a null pointer that it never reads (CCCL 3.0); AddressSanitizer still
    # catches every null pointer that is read.
    $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=null>
    # Without these checks GCC takes three fifths of the time. AddressSanitizer catches accesses outside of objects; the
    # fuzzers, which clang compiles with them, cover alignment in the readers of files.
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-sanitize=alignment,object-size,pointer-overflow>
    $<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer>)
  target_link_options(thrustline_private INTERFACE -fsanitize=${THRUSTLINE_SANITIZE})
endif()
