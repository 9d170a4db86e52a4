// SPDX-License-Identifier: MIT
// The model's tables beside its equations in double, and the recurrence beside all segmentations of short columns.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "check_stixels.hpp"
#include "direct_recurrence.hpp"
#include "random_numbers.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr stixel_mode both_modes[] = {stixel_mode::corrected, stixel_mode::faithful};
const stereo_camera camera{704.7082, 0.8, 384};

double gaussian_or_outlier(double d, double mu, double sigma, double outliers, double range) {
  const double pi = std::acos(-1.);
  const double inside = (std::erf((range - mu) / (std::sqrt(2) * sigma)) - std::erf(-mu / (std::sqrt(2) * sigma))) / 2;
  return std::min(std::log(range / outliers), std::log(inside) + std::log(sigma * std::sqrt(2 * pi)) -
                                                  std::log(1 - outliers) + (d - mu) * (d - mu) / (2 * sigma * sigma));
}

/// f(segmentation) for every way to cut `rows` rows into stixels.
template <class F>
void for_each_segmentation(std::int32_t rows, std::vector<raised_stixel>& begun, F f) {
  const std::int32_t base = begun.empty() ? 0 : begun.back().top + 1;
  if (base == rows) {
    f(begun);
    return;
  }
  for (std::int32_t top = base; top < rows; ++top)
    for (stixel_class kind : {stixel_class::ground, stixel_class::object, stixel_class::sky}) {
      begun.push_back({base, top, kind});
      for_each_segmentation(rows, begun, f);
      begun.pop_back();
    }
}

} // namespace

TEST_CASE("costs of pixels are those of the equations") {
  const stixel_parameters p;
  const int range = 128;
  const std::int64_t rows = 768;
  const road_model road{0.230868, 302.288};
  for (stixel_mode mode : both_modes) {
    const stixel_world::model_tables tables(rows, range, mode, p, camera);
    const auto sigma = [&](double q) { return std::hypot(p.object_noise, q * q * p.object_depth / (704.7082 * 0.8)); };
    CHECK(sigma(10) == doctest::Approx(2.07).epsilon(0.01));
    for (int f = 0; f < range; f += 3)
      for (int q = 0; q < range; ++q) {
        // The faithful mode takes both the noise and the normaliser by the measured disparity.
        const double of = mode == stixel_mode::faithful ? q : f;
        const double wanted = gaussian_or_outlier(of + (q - f), of, sigma(of), p.outliers, range);
        REQUIRE(tables.units.nats(tables.object_costs[static_cast<std::size_t>(f * range + q)]) ==
                doctest::Approx(wanted).epsilon(1e-5));
      }
    const stixel_world::model_view view = tables.view();
    const stixel_world::road_tables of_road(tables, road);
    CHECK(of_road.horizon == 767 - 303);
    for (float d : {0.f, 0.1f, 0.3f, 2.f, 100.f})
      CHECK(tables.units.nats(view.sky(d)) ==
            doctest::Approx(gaussian_or_outlier(d, 0, 0.1, 0.4, range)).epsilon(1e-4));
    const double tilt = -std::atan((384 - 302.288) / 704.7082), height = 0.8 * std::cos(tilt) / 0.230868;
    CHECK(tilt == doctest::Approx(-0.115436).epsilon(1e-5));
    CHECK(height == doctest::Approx(3.4421).epsilon(1e-4));
    for (std::int64_t v = 0; v < of_road.horizon; v += 7) {
      const double mu = 0.230868 * static_cast<double>(of_road.horizon - v);
      const double x = static_cast<double>(of_road.horizon - v) / 704.7082 + (mode == stixel_mode::faithful ? tilt : 0);
      const double by_height = 0.05 * x / height, by_tilt = 0.05 * std::acos(-1.) / 180;
      const double noise =
          std::hypot(2, 704.7082 * 0.8 / height * std::sqrt(by_height * by_height + by_tilt * by_tilt));
      for (float d : {0.f, static_cast<float>(mu), static_cast<float>(mu + 4), 127.f})
        REQUIRE(tables.units.nats(of_road.ground[static_cast<std::size_t>(v)].costs(
                    d - of_road.ground[static_cast<std::size_t>(v)].disparity)) ==
                doctest::Approx(gaussian_or_outlier(d, mu, noise, 0.15, range)).epsilon(1e-3));
    }
  }
}

TEST_CASE("the table's logarithms are within 0.002") {
  const stixel_world::cost_units units{0x1p18};
  const auto values = stixel_world::make_log_table(1024, units);
  const stixel_world::log_table log{values.data()};
  random_numbers numbers(3);
  for (int i = 0; i < 20000; ++i) {
    const auto x = static_cast<float>(std::exp(numbers.uniform() * std::log(0x1p20) + std::log(0x1p-10)));
    if (x <= 1024)
      REQUIRE(std::fabs(units.nats(log(x)) - std::log(static_cast<double>(x))) < 0.00201);
  }
  CHECK(log(0) == log(0x1p-10f));
  CHECK(log(-3) == log(0x1p-10f));
  CHECK(units.nats(log(1024)) == doctest::Approx(std::log(1024)).epsilon(1e-3));
}

TEST_CASE("means and whole numbers of disparities") {
  CHECK(stixel_world::mean_disparity(0, 0, 1) == 0);
  CHECK(stixel_world::mean_disparity(49 * 7, 49, 1) == 7); // not 7 less one bit, which a floor would make 6
  for (int i = 0; i < 4000; ++i) {
    const float x = static_cast<float>(i) / 31;
    CHECK(stixel_world::table_row(x, stixel_mode::faithful) == static_cast<int>(std::floor(x)));
    CHECK(stixel_world::table_row(x, stixel_mode::corrected) == static_cast<int>(std::lrint(x)));
  }
}

TEST_CASE("no sum of the tallest images overflows") {
  for (std::int64_t rows : {1, 2, 440, 768, 4096, 1 << 17})
    for (int range : {2, 128, 1024}) {
      const stixel_world::cost_units units = stixel_world::fitting_units(rows, range, {});
      CHECK(units.per_nat >= 16);
      CHECK(units.per_nat * (std::log(range / 0.15) * static_cast<double>(rows) + 50) < 0x1p29);
      const int bits = stixel_world::fitting_disparity_units(rows, range).bits;
      CHECK(bits >= 0);
      CHECK(std::ldexp(static_cast<double>(rows) * range, bits) <= 0x1p31);
    }
  CHECK(stixel_world::fitting_units(440, 128, {}).per_nat == 0x1p16);
}

TEST_CASE("no segmentation of a short column costs less, but where the best one below decides about an object") {
  random_numbers numbers(7);
  int free_of_order = 0, better = 0;
  for (int run = 0; run < 150; ++run) {
    const std::int32_t rows = 2 + static_cast<std::int32_t>(numbers.below(5));
    const road_model road{0.5 + 4 * numbers.uniform(), static_cast<double>(rows) * numbers.uniform()};
    const auto options = stixel_options{}.max_disparity(32).mode(both_modes[run % 2]);
    frame_model model(rows, {30, 0.5, 3}, road, options);
    std::vector<std::int32_t> column;
    const int bits = stixel_world::fitting_disparity_units(rows, 32).bits;
    for (std::int32_t v = 0; v < rows; ++v)
      column.push_back(numbers.below(10) == 0 ? stixel_world::missing
                                              : static_cast<std::int32_t>(numbers.below(31 << bits)));
    model.direct.read(column);
    const auto found = model.direct.solve();
    CHECK(model.direct.cost_of(found.stixels) == found.total);
    cost least = stixel_world::infinite;
    bool decided_by_object = false;
    std::vector<raised_stixel> begun;
    for_each_segmentation(rows, begun, [&](std::vector<raised_stixel> const& s) {
      if (const cost c = model.direct.cost_of(s); c < least) {
        least = c;
        decided_by_object = false;
        for (std::size_t i = 1; i < s.size(); ++i)
          decided_by_object =
              decided_by_object || (s[i - 1].kind == stixel_class::object && s[i].kind != stixel_class::ground);
      }
    });
    CHECK(found.total >= least);
    if (!decided_by_object) {
      CHECK(found.total == least);
      ++free_of_order;
    }
    better += found.total > least;
  }
  CHECK(free_of_order > 40);
  MESSAGE(better, " of 150 have a better segmentation than the recurrence finds");
}
