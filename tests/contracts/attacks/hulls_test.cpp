// SPDX-License-Identifier: MIT
#include <cstdint>
#include <functional>
#include <vector>

#include <thrustline/convex_hull.hpp>

#include "attack.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// Two triangles, and room for their hulls.
struct arrays {
  std::vector<float> coordinates{0, 0, 1, 0, 0, 1, 5, 5, 6, 5, 5, 6}, vertices = coordinates;
  std::vector<std::int64_t> offsets{0, 3, 6}, indices = std::vector<std::int64_t>(6), hulls = offsets;

  point_sets<float> sets() const { return {coordinates.data(), 6, offsets.data(), 2}; }

  hull_outputs<float> outputs() {
    hull_outputs<float> out;
    out.indices = indices.data(), out.coordinates = vertices.data(), out.offsets = hulls.data();
    return out;
  }
};

} // namespace

TEST_CASE("functions of hulls refuse bad sets") {
  arrays a;
  std::vector<float> bad = a.coordinates;
  bad[7] = static_cast<float>(not_a_number);
  const std::int64_t falls[] = {0, 4, 3}, ends_early[] = {0, 3, 5};
  const auto with = [&](auto change) {
    return std::vector<std::function<void(executor const&)>>{[&, change](executor const& on) {
                                                               auto sets = a.sets();
                                                               change(sets);
                                                               convex_hull(on, sets, {}, a.outputs());
                                                             },
                                                             [&, change](executor const& on) {
                                                               auto sets = a.sets();
                                                               change(sets);
                                                               convex_hull(on, sets);
                                                             },
                                                             [&, change](executor const& on) {
                                                               auto sets = a.sets();
                                                               change(sets);
                                                               convex_hulls(on, sets);
                                                             },
                                                             [&, change](executor const& on) {
                                                               auto sets = a.sets();
                                                               change(sets);
                                                               convex_hull_points(on, sets);
                                                             }};
  };
  const auto check = [&](const char* argument, const char* word, auto change) {
    for (auto const& call : with(change))
      check_attacks({{argument, word, call}});
  };
  check("coordinates", "6 points", [](auto& s) { s.coordinates = nullptr; });
  check("coordinates", "aligned to 4", [](auto& s) { s.coordinates = misaligned(s.coordinates); });
  check("coordinates", "point 3", [&](auto& s) { s.coordinates = bad.data(); });
  check("points", "-1", [](auto& s) { s.points = -1; });
  check("points", "1152921504606846976", [](auto& s) { s.points = huge; });
  check("series", "-1", [](auto& s) { s.series = -1; });
  check("series", "1152921504606846976", [](auto& s) { s.series = huge; });
  check("offsets", "2 sets", [](auto& s) { s.offsets = nullptr; });
  check("offsets", "aligned to 8", [](auto& s) { s.offsets = misaligned(s.offsets); });
  check("offsets", "offsets[2] = 3", [&](auto& s) { s.offsets = falls; });
  check("offsets", "offsets[2] = 5", [&](auto& s) { s.offsets = ends_early; });
  check("sets.where", "must be 0 to 1, is 77", [](auto& s) { s.where = static_cast<memory>(77); });
}

TEST_CASE("convex_hull refuses bad options and outputs") {
  arrays a;
  const auto with = [&](auto change) {
    return [&, change](executor const& on) {
      hull_outputs<float> out = a.outputs();
      hull_options options;
      change(out, options);
      convex_hull(on, a.sets(), options, out);
    };
  };
  check_attacks({
      {"invalid", "must be 0 to 1, is 77", with([](auto&, auto& o) { o.invalid(static_cast<invalid>(77)); })},
      {"outputs.capacity", "-2", with([](auto& out, auto&) { out.capacity = -2; })},
      {"outputs.capacity", "6 vertices", with([](auto& out, auto&) { out.capacity = 5; })},
      {"outputs.where", "must be 0 to 1, is 77", with([](auto& out, auto&) { out.where = static_cast<memory>(77); })},
      {"outputs.indices", "aligned to 8", with([](auto& out, auto&) { out.indices = misaligned(out.indices); })},
      {"outputs.coordinates", "aligned to 4",
       with([](auto& out, auto&) { out.coordinates = misaligned(out.coordinates); })},
      {"outputs.offsets", "aligned to 8", with([](auto& out, auto&) { out.offsets = misaligned(out.offsets); })},
      {"outputs.indices", "overlaps coordinates",
       with([&](auto& out, auto&) { out.indices = reinterpret_cast<std::int64_t*>(a.coordinates.data()); })},
      {"outputs.coordinates", "overlaps coordinates",
       with([&](auto& out, auto&) { out.coordinates = a.coordinates.data() + 2; })},
      {"outputs.offsets", "overlaps offsets", with([&](auto& out, auto&) { out.offsets = a.offsets.data(); })},
      {"outputs.offsets", "overlaps outputs.indices", with([](auto& out, auto&) { out.offsets = out.indices; })},
      {"outputs.offsets", "overlaps outputs.indices",
       with([](auto& out, auto&) { out.offsets = out.indices + 5, out.capacity = 6; })},
      {"outputs.offsets", "overlaps outputs.coordinates", with([](auto& out, auto&) {
         out.offsets = reinterpret_cast<std::int64_t*>(out.coordinates + 10), out.capacity = 6;
       })},
  });
}
