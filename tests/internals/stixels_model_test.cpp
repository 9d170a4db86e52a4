// SPDX-License-Identifier: MIT
// Compares the model's tables with its equations in double, and the recurrence with all segmentations of short columns.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "check_stixels.hpp"
#include "direct_recurrence.hpp"
#include "random_numbers.hpp"
#include "sanitized.hpp"

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

/// Finds the least cost of all ways to cut a column into stixels.
class all_segmentations {
public:
  std::int64_t least = stixel_world::infinite;
  /// Least cost of those in which only ground lies on objects: the costs of others depend on which object they are on.
  std::int64_t least_without_order = stixel_world::infinite;

  explicit all_segmentations(direct_model const& model) : model_(model) { go_on(nullptr, 0, false); }

private:
  /// What is forbidden stays so, whatever is put on top of it.
  void go_on(const raised_stixel* below, std::int64_t total, bool is_ordered) {
    const std::int32_t base = below ? below->top + 1 : 0;
    if (base == model_.rows()) {
      least = std::min(least, total);
      if (!is_ordered)
        least_without_order = std::min(least_without_order, total);
      return;
    }
    for (std::int32_t top = base; top < model_.rows(); ++top)
      for (stixel_class kind : {stixel_class::ground, stixel_class::object, stixel_class::sky}) {
        const raised_stixel s{base, top, kind};
        if (const cost added = model_.cost_on(below, s); added != stixel_world::infinite)
          go_on(&s, total + added,
                is_ordered || (below && below->kind == stixel_class::object && kind != stixel_class::ground));
      }
  }

  direct_model const& model_;
};

/// A column of levels of any length, some of them far away, with noise and holes.
std::vector<std::int32_t> short_column(std::int32_t rows, int range, random_numbers& numbers) {
  const int bits = stixel_world::fitting_disparity_units(rows, range).bits;
  const std::int64_t usual_length = 1 + numbers.below(5);
  std::vector<std::int32_t> column;
  double level = 0;
  for (std::int32_t v = 0; v < rows; ++v) {
    if (v == 0 || numbers.below(usual_length) == 0)
      level = numbers.below(5) == 0 ? 0 : (range - 3) * numbers.uniform();
    const double measured = level + 2 * numbers.uniform();
    column.push_back(numbers.below(10) == 0 ? stixel_world::missing
                                            : static_cast<std::int32_t>(std::ldexp(measured, bits)));
  }
  return column;
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

TEST_CASE("the share of a Gaussian in the range is right where its mean is far outside") {
  for (int deviations = 1; deviations <= 30; ++deviations) {
    const double tail = std::erfc(deviations / std::sqrt(2.)) / 2;
    for (double expected : {128 + 2. * deviations, -2. * deviations})
      CHECK(stixel_world::gaussian_or_outlier::share_inside(expected, 2, 128) == doctest::Approx(tail).epsilon(1e-9));
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

// The recurrence keeps the cheapest of the objects that end in a row, although the cost of a stixel on it may depend on
// which object that is. So it may miss a segmentation in which this decides, but no other one.
TEST_CASE("no segmentation costs less where no object order decides") {
  random_numbers numbers(7);
  constexpr int range = 32;
  std::int64_t columns = 0, stixels = 0, with_order = 0, better = 0;
  for (auto const& [least_rows, most_rows, times] :
       {std::array{2, 7, sanitized ? 40 : 200}, {8, sanitized ? 10 : 12, sanitized ? 80 : 240}})
    for (std::int32_t rows = least_rows; rows <= most_rows; ++rows)
      for (int time = 0; time < times; ++time) {
        CAPTURE(rows);
        CAPTURE(time);
        const road_model road{0.5 + 4 * numbers.uniform(), rows * numbers.uniform()};
        stixel_parameters parameters;
        parameters.missing = time % 4 < 2 ? 0 : 0.25;
        if (time % 8 < 4)
          parameters.object_depth = 0.2; // so that one object may be close behind another
        const auto options = stixel_options{}.max_disparity(range).mode(both_modes[time % 2]).parameters(parameters);
        frame_model model(rows, {30, 0.5, 3}, road, options);
        model.direct.read(short_column(rows, range, numbers));
        const auto found = model.direct.solve();
        REQUIRE(model.direct.cost_of(found.stixels) == found.total);
        const all_segmentations all(model.direct);
        REQUIRE(found.total >= all.least);
        REQUIRE(found.total <= all.least_without_order);
        ++columns;
        stixels += static_cast<std::int64_t>(found.stixels.size());
        with_order += all.least < all.least_without_order;
        better += found.total > all.least;
      }
  CHECK(2 * stixels > 3 * columns);
  CHECK(with_order > columns / 5);
  MESSAGE(better, " of ", columns, " have a better segmentation than the recurrence finds");
}
