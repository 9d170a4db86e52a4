// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <thrustline/arcs.hpp>
#include <thrustline/convex_hull.hpp>
#include <thrustline/depth_image.hpp>
#include <thrustline/map_checks.hpp>
#include <thrustline/segment_columns.hpp>
#include <thrustline/select.hpp>
#include <thrustline/significance.hpp>
#include <thrustline/stixels.hpp>
#include <thrustline/wkb.hpp>

#include "batch.hpp"
#include "compare.hpp"
#include "failing_allocations.hpp"
#include "wkb/geometry_tree.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

enum class outcome { done, out_of_memory, something_else };

template <class F>
outcome run(F f) {
  try {
    f();
    return outcome::done;
  } catch (out_of_memory const&) {
    return outcome::out_of_memory;
  } catch (...) {
    return outcome::something_else;
  }
}

/// Repeats the call with its first, second, ... allocation failing, until none fails. Returns the number of failures.
/// threads: how many the call may use; a call that cannot start several may go on with fewer.
template <class Call, class Check>
std::int64_t fail_each_allocation(int threads, Call call, Check still_usable) {
  for (std::int64_t n = 0;; ++n) {
    fail_allocation(n);
    const outcome got = run(call);
    const bool one_failed = allocations_succeed();
    CAPTURE(n);
    if (!one_failed) {
      CHECK(got == outcome::done);
      return n;
    }
    CHECK((got == outcome::out_of_memory || (threads > 1 && got == outcome::done)));
    still_usable();
  }
}

} // namespace

TEST_CASE("failed allocations are out_of_memory; executors stay usable") {
  const auto lines = mixed_batch<float, 2>(20, 4000, 95);
  const auto options = simplify_options{}.tolerance(20);
  const answer expected = reference(lines.view(), options);
  for (int threads : {1, 2})
    for (engine with : all_engines) {
      INFO("engine ", to_string(with), ", ", threads, " threads");
      const auto asked = simplify_options(options).engine(with);
      keep_mask mask(static_cast<std::size_t>(lines.points()));
      const std::int64_t failures = fail_each_allocation(
          threads, [&] { simplify(executor::cpu(threads), lines.view(), asked, mask.data()); }, [] {});
      CHECK(failures > 0); // the executor's own state, if nothing else
      CHECK(difference(mask, expected.mask) == "");

      const executor on = executor::cpu(threads);
      fail_each_allocation(
          threads, [&] { simplify_points(on, lines.view(), asked); },
          [&] { CHECK(difference(ask(on, lines.view(), asked).mask, expected.mask) == ""); });
    }
}

TEST_CASE("a failed allocation for converted points is out_of_memory") {
  auto lines = mixed_batch<float, 2>(20, 4000, 96);
  for (float& degrees : lines.coordinates)
    degrees = std::fmod(degrees, 90.f);
  const auto options = simplify_options{}.tolerance(1e5).metric(metric::great_ellipse);
  const answer expected = reference(lines.view(), options);
  const executor on = executor::cpu(1);
  const auto check = [&] { CHECK(difference(ask(on, lines.view(), options).mask, expected.mask) == ""); };
  CHECK(fail_each_allocation(
            1, [&] { simplify_points(on, lines.view(), options); }, check) > 2);
  CHECK(fail_each_allocation(
            1, [&] { significance(on, lines.view(), options); }, check) > 2);
}

TEST_CASE("a failed allocation on one of two threads is out_of_memory") {
  // Long enough for the search of the farthest point to be divided over the threads.
  constexpr std::int64_t n = 300000;
  const auto points = make<float, 2>("walk", n, 97);
  const polyline<float, 2> line(points.data(), n);
  const auto options = simplify_options{}.tolerance(100).engine(engine::recursive);
  const answer expected = reference(line, options);
  const executor on = executor::cpu(2);
  keep_mask mask(n);
  fail_each_allocation(
      2, [&] { simplify(on, line, options, mask.data()); }, [] {});
  CHECK(difference(mask, expected.mask) == "");
}

TEST_CASE("columns are split once for vectors of segments") {
  constexpr std::int64_t columns = 6, rows = 100;
  const std::vector<float> flat(columns * rows);
  std::vector<float> jagged;
  for (std::int64_t i = 0; i < columns * rows; ++i)
    jagged.push_back(static_cast<float>(i / columns % 2));
  const auto options = segment_columns_options{}.tolerance(0.25);
  for (int threads : {1, 2}) {
    const executor on = executor::cpu(threads);
    // A second pass would show in the allocations.
    const auto allocations = [&](std::vector<float> const& pixels, std::size_t segments) {
      const auto call = [&] {
        return segment_columns(on, column_images<float>(pixels.data(), columns, rows), options);
      };
      return fail_each_allocation(threads, call, [&] { CHECK(call().values.size() == segments); });
    };
    CHECK(allocations(jagged, columns * (rows - 1)) == allocations(flat, columns));
  }
}

TEST_CASE("failed allocations of line functions are out_of_memory") {
  const auto lines = mixed_batch<float, 2>(8, 900, 98);
  const auto options = simplify_options{}.tolerance(2);
  const auto n = static_cast<std::size_t>(lines.points());
  keep_mask mask(n, 1);
  std::vector<float> values(n);
  const std::vector<std::int64_t> counts(8, 20);
  const auto closed = simplify_options(options).closed(true).ring_minimum(ring_minimum::keep);
  const line_arcs<float> arcs = build_arcs(executor::cpu(1), lines.view());
  std::vector<float> all(2 * n);
  simplify_outputs<float, 2> out;
  out.kept_points = all.data();
  using call = std::function<void(executor const&)>;
  for (auto const& [name, function] : std::vector<std::pair<std::string, call>>{
           {"simplify_mask", [&](auto& on) { simplify_mask(on, lines.view(), options); }},
           {"simplify_indices", [&](auto& on) { simplify_indices(on, lines.view(), options); }},
           {"simplify_segments", [&](auto& on) { simplify_segments(on, lines.view(), options); }},
           {"simplify_counts", [&](auto& on) { simplify_counts(on, lines.view(), options); }},
           {"rings", [&](auto& on) { simplify_mask(on, lines.view(), simplify_options(options).closed(true)); }},
           {"max_deviation", [&](auto& on) { max_deviation(on, lines.view(), options, mask.data()); }},
           {"significance", [&](auto& on) { significance(on, lines.view(), options); }},
           {"significance into an array", [&](auto& on) { significance(on, lines.view(), options, values.data()); }},
           {"simplify_to_count", [&](auto& on) { simplify_to_count(on, lines.view(), options, 30, mask.data()); }},
           {"simplify_to_ratio", [&](auto& on) { simplify_to_ratio(on, lines.view(), options, 0.1, mask.data()); }},
           {"simplify_to_count of each series",
            [&](auto& on) {
              simplify_to_count(on, lines.view(), options, {counts.data(), 8}, mask.data());
            }},
           {"select", [&](auto& on) { select(on, lines.view(), mask.data(), out); }},
           {"topology",
            [&](auto& on) { simplify_mask(on, lines.view(), simplify_options(options).topology(topology::both)); }},
           {"finish_rings",
            [&](auto& on) {
              keep_mask ends = simplify_mask(on, lines.view(), closed);
              finish_rings(on, lines.view(), closed, ends.data());
            }},
           {"build_arcs", [&](auto& on) { build_arcs(on, lines.view()); }},
           {"mask_of_arcs", [&](auto&) { mask_of_arcs(arcs, mask); }},
           {"mask_of_lines", [&](auto&) { mask_of_lines(arcs, mask_of_arcs(arcs, mask)); }},
           {"count_crossings", [&](auto& on) { count_crossings(on, lines.view()); }},
           {"count_near_places", [&](auto& on) { count_near_places(on, lines.view()); }},
           {"convex_hull", [&](auto& on) { convex_hull(on, lines.view()); }},
           {"convex_hulls", [&](auto& on) { convex_hulls(on, lines.view()); }},
           {"convex_hull_points", [&](auto& on) { convex_hull_points(on, lines.view()); }},
       }) {
    INFO(name);
    for (int threads : {1, 2}) {
      const executor on = executor::cpu(threads);
      CHECK(fail_each_allocation(
                threads, [&, &function = function] { function(on); }, [] {}) > 0);
    }
  }
}

TEST_CASE("failed allocations of image functions are out_of_memory") {
  constexpr std::int64_t columns = 20, rows = 30;
  std::vector<float> pixels(columns * rows), made = pixels;
  for (std::size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = static_cast<float>(i % 7) + static_cast<float>(i / columns);
  const std::vector<std::uint16_t> raw(pixels.begin(), pixels.end());
  const dense_images<const float> disparity(pixels.data(), columns, rows);
  const dense_images<float> to(made.data(), columns, rows);
  const stereo_camera camera{500, 0.2, 10};
  std::optional<road_estimate> road;
  const auto segments =
      segment_columns(executor::cpu(1), disparity.as_columns(), segment_columns_options{}.tolerance(1));
  const column_segments drawn{segments.offsets.data(), segments.values.data(),
                              static_cast<std::int64_t>(segments.values.size())};
  const auto by = [&](engine with) { return segment_columns_options{}.tolerance(1).engine(with); };
  using call = std::function<void(executor const&)>;
  for (auto const& [name, function] : std::vector<std::pair<std::string, call>>{
           {"segment_columns", [&](auto& on) { segment_columns(on, disparity.as_columns(), by(engine::automatic)); }},
           {"composed", [&](auto& on) { segment_columns(on, disparity.as_columns(), by(engine::composed)); }},
           {"to_disparity",
            [&](auto& on) {
              to_disparity(on, {raw.data(), columns, rows}, {}, to);
            }},
           {"median_filter", [&](auto& on) { median_filter(on, disparity, 5, to); }},
           {"fill_columns", [&](auto& on) { fill_columns(on, disparity, to); }},
           {"resample_rows", [&](auto& on) { resample_rows(on, disparity, to); }},
           {"reconstruct_columns", [&](auto& on) { reconstruct_columns(on, drawn, to); }},
           {"estimate_road", [&](auto& on) { estimate_road(on, disparity, camera, {}, &road); }},
           {"stixels",
            [&](auto& on) {
              stixels(on, disparity, camera, stixel_options{}.max_disparity(16).road({1, 0}));
            }},
       }) {
    INFO(name);
    for (int threads : {1, 2}) {
      const executor on = executor::cpu(threads);
      CHECK(fail_each_allocation(
                threads, [&, &function = function] { function(on); }, [] {}) > 0);
    }
  }
}

TEST_CASE("WKB functions throw out_of_memory where an allocation fails") {
  geometry_tree line;
  line.lists = {std::vector<double>(40)};
  const byte_string value = written(line);
  owned_column<std::int32_t> column;
  for (int i = 0; i < 500; ++i) // several chunks
    column.add(value);
  const keep_mask keep(500 * 20, 1);
  const wkb_mask mask(keep.data(), 500 * 20);
  std::vector<double> coordinates(500 * 40);
  wkb_outputs lines;
  lines.coordinates = coordinates.data(), lines.capacity.points = 500 * 20;
  byte_string bytes(column.bytes.size());
  wkb_column_outputs<std::int32_t> selected;
  selected.bytes = bytes.data(), selected.capacity = static_cast<std::int64_t>(bytes.size());
  using call = std::function<void(executor const&)>;
  for (auto const& [name, function] : std::vector<std::pair<std::string, call>>{
           {"count_wkb", [&](auto& on) { count_wkb(on, column.view()); }},
           {"read_wkb", [&](auto& on) { read_wkb(on, column.view()); }},
           {"read_wkb", [&](auto& on) { read_wkb(on, column.view(), wkb_ordinates::xy, lines); }},
           {"select_wkb", [&](auto& on) { select_wkb(on, column.view(), mask); }},
           {"select_wkb", [&](auto& on) { select_wkb(on, column.view(), mask, selected); }},
       }) {
    INFO(name);
    for (int threads : {1, 2}) {
      const executor on = executor::cpu(threads);
      CHECK(fail_each_allocation(
                threads, [&, &function = function] { function(on); }, [] {}) > 0);
      fail_allocation(0);
      try {
        function(on);
        FAIL_CHECK("no exception");
      } catch (out_of_memory const& error) {
        CHECK(error.what() == name + ": out of memory");
      }
      allocations_succeed();
    }
  }
}

#if !defined(__SANITIZE_ADDRESS__) // which ends the program
TEST_CASE("sizes beyond any memory are out_of_memory, named by the call") {
  const float pixel = 1;
  const executor on = executor::cpu(1);
  column_images<float> images(&pixel, std::int64_t(1) << 45, 4); // all pixels in one place
  images.column_stride = images.row_stride = images.frame_stride = 0;
  const auto check = [](auto call, std::string const& name) {
    try {
      call();
      FAIL_CHECK("no exception");
    } catch (out_of_memory const& error) {
      CHECK(error.what() == name + ": out of memory");
      CHECK(error.bytes() == 0);
    }
  };
  check([&] { segment_columns(on, images, segment_columns_options{}.tolerance(1)); }, "segment_columns");
  const polyline<float, 1> line(&pixel, std::int64_t(1) << 50);
  check([&] { simplify_mask(on, line, simplify_options{}.tolerance(1)); }, "simplify_mask");
  check([&] { significance(on, line, simplify_options{}.tolerance(1)); }, "significance");
}
#endif

TEST_CASE("an error whose text cannot be allocated is out_of_memory") {
  const auto lines = mixed_batch<float, 2>(5, 30, 96);
  const executor on = executor::cpu(1);
  const auto bad = simplify_options{}.tolerance(-1);
  const auto no_wkb = column_of({1, 2, 3});
  for (std::function<void()> const& call : std::vector<std::function<void()>>{
           [&] { simplify_mask(on, lines.view(), bad); }, [&] { read_wkb(on, no_wkb.view()); }})
    for (std::int64_t n = 0; n < 10; ++n) {
      fail_allocation(n);
      bool refused = false;
      try {
        call();
      } catch (out_of_memory const&) {
        refused = true;
      } catch (invalid_argument const&) {
        refused = true;
      }
      allocations_succeed();
      CHECK(refused);
    }
}
