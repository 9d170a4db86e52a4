// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/device_call.hpp"
#include "simplify/flow/deviation_flow.hpp"
#include "simplify/flow/engine.hpp"
#include "simplify/flow/finish_rings.hpp"
#include "simplify/flow/select_flow.hpp"
#include "simplify/flow/significance_flow.hpp"
#include "simplify/flow/write_outputs.hpp"
#include "simplify/gpu/bounded/bounded_call.cuh"
#include "simplify/gpu/fused/fused_batch.cuh"

/// Steps of a call on a GPU that are the same for points of any dimension, most of them for any type too: their kernels
/// are compiled in shared_steps.cu only. HOW: `template` there, `extern template` elsewhere.

#define THRUSTLINE_SHARED_STEPS(HOW)                                                                                   \
  THRUSTLINE_SHARED_LISTS(HOW)                                                                                         \
  THRUSTLINE_SHARED_STEPS_OF_INDEX(HOW, std::int32_t)                                                                  \
  THRUSTLINE_SHARED_STEPS_OF_INDEX(HOW, std::int64_t)                                                                  \
  THRUSTLINE_SHARED_STEPS_OF_MARK(HOW, std::uint8_t)                                                                   \
  THRUSTLINE_SHARED_STEPS_OF_MARK(HOW, float)                                                                          \
  THRUSTLINE_SHARED_STEPS_OF_MARK(HOW, double)                                                                         \
  THRUSTLINE_SHARED_STEPS_OF_REAL(HOW, float)                                                                          \
  THRUSTLINE_SHARED_STEPS_OF_REAL(HOW, double)

#define THRUSTLINE_SHARED_LISTS(HOW)                                                                                   \
  HOW std::int64_t flow::list_indices(shared_policy, std::int64_t, flow::is_kept, std::int64_t*);                      \
  HOW std::int64_t flow::count_mask(shared_policy, const std::uint8_t*, std::int64_t);                                 \
  HOW std::int64_t flow::list_kept(shared_policy, flow::kept_points const&, std::int64_t*);                            \
  HOW void flow::copy_mask(shared_policy, const std::uint8_t*, std::int64_t, std::uint8_t*);                           \
  HOW void flow::copy_indices(shared_policy, const std::int64_t*, std::int64_t, std::int64_t*);                        \
  HOW std::int64_t flow::locate_kept_segments(shared_policy, flow::kept_points const&, std::int64_t*);                 \
  HOW void flow::list_kept_segments(shared_policy, flow::kept_points const&, std::int64_t, const std::int64_t*,        \
                                    std::int64_t*);                                                                    \
  HOW std::int64_t flow::list_kept_and_keys(shared_policy, const std::uint8_t*, std::int64_t, std::int64_t*,           \
                                            std::int64_t*);                                                            \
  HOW std::int64_t flow::survey_series(shared_policy, flow::is_bad_offset, const double*);                             \
  HOW void flow::check_offsets(shared_policy, const std::int64_t*, std::int64_t, std::int64_t);                        \
  HOW void flow::check_tolerances(shared_policy, const double*, std::int64_t);                                         \
  THRUSTLINE_SHARED_STEPS_OF_RINGS(HOW)                                                                                \
  THRUSTLINE_SHARED_STEPS_OF_ENDS(HOW, flow::write_start)                                                              \
  THRUSTLINE_SHARED_STEPS_OF_ENDS(HOW, flow::flag_ends)

#define THRUSTLINE_SHARED_STEPS_OF_RINGS(HOW)                                                                          \
  HOW void flow::find_series_of_points(shared_policy, const std::int64_t*, std::int64_t, std::int64_t, std::int64_t*); \
  HOW void flow::lay_out_opened(shared_policy, flow::ring_layout const&, const std::int64_t*, std::int64_t*,           \
                                std::int64_t*);                                                                        \
  HOW void flow::find_kept_starts(shared_policy, flow::ring_layout const&, const std::uint8_t*, std::int64_t*);        \
  HOW void flow::gather_flags(shared_policy, const std::uint8_t*, const std::int64_t*, std::int64_t, std::uint8_t,     \
                              std::uint8_t*);                                                                          \
  HOW void flow::gather_pins(shared_policy, flow::ring_layout const&, const std::uint8_t*, const std::int64_t*,        \
                             const std::int64_t*, std::uint8_t*);                                                      \
  HOW void flow::replace_closings(shared_policy, flow::replace_closing const&);                                        \
  HOW std::int64_t flow::locate_chosen(shared_policy, const std::int64_t*, const std::int64_t*, std::int64_t,          \
                                       std::int64_t*);                                                                 \
  HOW void flow::find_origins_of_chosen(shared_policy, flow::origin_of_chosen const&, std::int64_t, std::int64_t,      \
                                        std::int64_t*);                                                                \
  HOW void flow::gather_tolerances(shared_policy, flow::gather_tolerance const&, std::int64_t);                        \
  HOW void flow::pin_points(shared_policy, const std::int64_t*, std::int64_t, std::uint8_t*);                          \
  HOW std::int64_t flow::count_ring_states(shared_policy, flow::ring_state_is const&, std::int64_t);                   \
  HOW std::int64_t flow::list_indices(shared_policy, std::int64_t, flow::is_incomplete, std::int64_t*);

#define THRUSTLINE_SHARED_STEPS_OF_ENDS(HOW, WRITE)                                                                    \
  HOW void flow::find_ends_by_offsets(shared_policy, const std::int64_t*, std::int64_t, WRITE);                        \
  HOW void flow::find_ends_by_valid_points(shared_policy, const std::int64_t*, std::int64_t, const std::int64_t*,      \
                                           std::int64_t, WRITE);

#define THRUSTLINE_SHARED_STEPS_OF_INDEX(HOW, INDEX)                                                                   \
  HOW std::int64_t flow::longest_series(shared_policy, const detail::chord_ends<INDEX>*, INDEX);

#define THRUSTLINE_SHARED_STEPS_OF_MARK(HOW, MARK)                                                                     \
  THRUSTLINE_SHARED_STEPS_OF_ENDS(HOW, marked_ends_32<MARK>)                                                           \
  THRUSTLINE_SHARED_STEPS_OF_ENDS(HOW, marked_ends_64<MARK>)                                                           \
  HOW void gpu::find_unchecked_ends(shared_policy, gpu::unchecked_ends<marked_ends_32<MARK>> const&);                  \
  HOW void gpu::find_unchecked_ends(shared_policy, gpu::unchecked_ends<marked_ends_64<MARK>> const&);                  \
  HOW void flow::begin_pieces(shared_policy, flow::begin_piece<std::int32_t, MARK> const&);                            \
  HOW void flow::begin_pieces(shared_policy, flow::begin_piece<std::int64_t, MARK> const&);                            \
  HOW void flow::scatter_marks(shared_policy, const MARK*, const std::int64_t*, std::int64_t, MARK*);                  \
  HOW void flow::close_ring_marks(shared_policy, flow::ring_layout const&, const MARK*, const std::int64_t*,           \
                                  const std::int64_t*, MARK*);

#define THRUSTLINE_SHARED_STEPS_OF_REAL(HOW, REAL)                                                                     \
  HOW std::int64_t flow::first_bad(shared_policy, std::int64_t, flow::is_bad_input<REAL>);                             \
  HOW std::int64_t flow::first_bad(shared_policy, std::int64_t, flow::is_unclosed<REAL>);                              \
  HOW std::int64_t flow::list_indices(shared_policy, std::int64_t, flow::is_valid_row<REAL>, std::int64_t*);           \
  HOW void flow::find_least_rows(shared_policy, flow::ordered_rows<REAL> const&, const std::int64_t*, std::int64_t,    \
                                 std::int64_t*);                                                                       \
  HOW void flow::find_least_starts(shared_policy, flow::ordered_rows<REAL> const&, flow::ring_layout const&,           \
                                   const std::uint8_t*, std::int64_t*);                                                \
  HOW std::int64_t flow::count_significant(shared_policy, const REAL*, std::int64_t);                                  \
  HOW REAL flow::greatest_of(shared_policy, const REAL*, std::int64_t);                                                \
  THRUSTLINE_SHARED_LOOP(HOW, std::int32_t, REAL)                                                                      \
  THRUSTLINE_SHARED_LOOP(HOW, std::int64_t, REAL)

#define THRUSTLINE_SHARED_LOOP(HOW, INDEX, REAL)                                                                       \
  HOW void detail::open_segments<INDEX, REAL, gpu::device_policy>::begin(gpu::long_series<INDEX>, INDEX);              \
  HOW void detail::open_segments<INDEX, REAL, gpu::device_policy>::replace_by_halves();

namespace thrustline {

using shared_policy = gpu::device_policy const&;
template <class Mark>
using marked_ends_32 = flow::write_and_mark_ends<std::int32_t, Mark>;
template <class Mark>
using marked_ends_64 = flow::write_and_mark_ends<std::int64_t, Mark>;

THRUSTLINE_SHARED_STEPS(extern template)

} // namespace thrustline
