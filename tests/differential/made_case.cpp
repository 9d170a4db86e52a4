// SPDX-License-Identifier: MIT
#include "made_case.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <type_traits>

namespace thrustline::differential {
namespace {

using test::random_numbers;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A whole number from least to most.
std::int64_t between(random_numbers& numbers, std::int64_t least, std::int64_t most) {
  return least + numbers.below(most - least + 1);
}

bool one_in(random_numbers& numbers, std::int64_t count) { return numbers.below(count) == 0; }

using place = std::array<std::int64_t, 3>;

place random_place(random_numbers& numbers, std::int64_t extent) {
  return {between(numbers, -extent, extent), between(numbers, -extent, extent), between(numbers, -extent, extent)};
}

/// Series of lattice points, all coordinates within +-extent.
class lattice_series {
public:
  lattice_series(random_numbers& numbers, std::int64_t points, std::int64_t extent)
      : numbers_(numbers), points_(points), extent_(extent) {}

  /// Any places: on a small lattice most distances are ties.
  void scattered() {
    for (std::int64_t i = 0; i < points_; ++i)
      made.push_back(random_place(numbers_, extent_));
  }

  void walk() {
    place at = random_place(numbers_, extent_);
    for (std::int64_t i = 0; i < points_; ++i) {
      for (std::int64_t& x : at)
        x = std::clamp(x + between(numbers_, -1, 1), -extent_, extent_);
      made.push_back(at);
    }
  }

  /// A few positions again and again.
  void laps() {
    std::vector<place> positions;
    for (std::int64_t k = between(numbers_, 2, 12); k > 0; --k)
      positions.push_back(random_place(numbers_, extent_));
    for (std::size_t i = 0; i < static_cast<std::size_t>(points_); ++i)
      made.push_back(positions[i % positions.size()]);
  }

  /// Neighbours of one place.
  void rest() {
    const place home = random_place(numbers_, extent_ - 1);
    for (std::int64_t i = 0; i < points_; ++i) {
      const place step = random_place(numbers_, 1);
      made.push_back({home[0] + step[0], home[1] + step[1], home[2] + step[2]});
    }
  }

  /// Teeth of one height, with faults.
  void comb() {
    const std::int64_t height = between(numbers_, 1, extent_), fault = between(numbers_, 3, 50);
    for (std::int64_t i = 0; i < points_; ++i) {
      const std::int64_t tooth = i % 2 ? height : -height;
      made.push_back({i * extent_ / std::max<std::int64_t>(points_, 1), i % fault ? tooth : 0, tooth / 2});
    }
  }

  /// There and back along a straight line.
  void shuttle() {
    const place direction = random_place(numbers_, 2);
    const std::int64_t way = std::max<std::int64_t>(extent_ / 2, 1), turn = between(numbers_, 1, way);
    for (std::int64_t i = 0; i < points_; ++i) {
      const std::int64_t along = turn - std::abs(i % (2 * turn) - turn);
      made.push_back({along * direction[0], along * direction[1], along * direction[2]});
    }
  }

  /// Each point a few times.
  void repeat() {
    const std::int64_t times = between(numbers_, 2, 9);
    for (std::size_t i = 0; i < made.size(); ++i)
      made[i] = made[i - i % static_cast<std::size_t>(times)];
  }

  std::vector<place> made;

private:
  random_numbers& numbers_;
  std::int64_t points_, extent_;
};

struct lattice_shape {
  const char* name;
  void (lattice_series::*make)();
};

constexpr lattice_shape lattice_shapes[] = {
    {"scattered", &lattice_series::scattered}, {"walk", &lattice_series::walk}, {"laps", &lattice_series::laps},
    {"rest", &lattice_series::rest},           {"comb", &lattice_series::comb}, {"shuttle", &lattice_series::shuttle},
};

/// Most of the cases are small, so that there are many; a few have blocks of boxes and several threads.
std::int64_t random_size(random_numbers& numbers, std::int64_t cases) {
  if (cases >= 980 && one_in(numbers, 4))
    return between(numbers, 1020, 1028); // `fused` takes up to 1024 points
  const std::int64_t most = cases < 800 ? 24 : cases < 980 ? 300 : cases < 998 ? 3000 : 8000;
  return one_in(numbers, 6) ? numbers.below(4) : numbers.below(most + 1);
}

template <class Real, int D>
class case_maker {
public:
  case_maker(random_numbers& numbers, made_case<Real, D>& made) : numbers_(numbers), made_(made) {}

  void make() {
    choose_options();
    made_.on_lattice = !one_in(numbers_, 4);
    const std::int64_t cases = numbers_.below(1000), series = one_in(numbers_, 30) ? 0
                                                              : cases < 980        ? between(numbers_, 1, 5)
                                                                                   : 1;
    choose_lattice();
    const bool has_rings =
        D > 1 && !made_.options.closed() && made_.options.invalid() == invalid::reject && one_in(numbers_, 3);
    for (std::int64_t s = 0; s < series; ++s) {
      const std::int64_t n = std::min(random_size(numbers_, cases), made_.on_lattice ? longest_exact() : 3000);
      made_.on_lattice ? add_lattice_series(n) : add_real_series(n);
      if (has_rings)
        choose_ring();
      made_.offsets.push_back(made_.points());
    }
    if (has_rings)
      made_.options.rings(made_.rings.data(), series);
    choose_tolerances();
    if (made_.options.invalid() == invalid::ignore || (!has_rings && one_in(numbers_, 20)))
      spoil();
    if (one_in(numbers_, 4))
      choose_pins();
  }

private:
  static constexpr bool is_float = std::is_same_v<Real, float>;

  void choose_options() {
    constexpr metric metrics[] = {metric::vertical, metric::line, metric::segment};
    made_.options.metric(metrics[numbers_.below(3)]);
    made_.options.closed(D > 1 && one_in(numbers_, 4));
    made_.options.invalid(one_in(numbers_, 4) ? invalid::ignore : invalid::reject);
    made_.threads = static_cast<int>(between(numbers_, 1, 3));
  }

  bool vertical() const { return made_.options.metric() == metric::vertical; }

  /// Points of a series of values whose squares by metric segment are exact: the abscissa goes in by its fourth power.
  std::int64_t longest_exact() const { return is_float && D == 1 && !vertical() ? 48 : 8000; }

  /// Extent, origin and scale for which the library's ranks are exact: squares of areas have 24 or 53 bits.
  void choose_lattice() {
    const std::int64_t widest = is_float ? 12 : 1 << 9, most_origin = is_float ? 1 << 22 : std::int64_t{1} << 51;
    extent_ = between(numbers_, 1, one_in(numbers_, 2) ? 3 : widest);
    origin_ = one_in(numbers_, 3) ? between(numbers_, -most_origin, most_origin) : 0;
    const bool scaled = D > 1 || vertical(); // the abscissa of values has no scale
    const bool linear = vertical() && D < 3; // ranks are no squares
    if (scaled && linear && one_in(numbers_, 8)) {
      origin_ = 0;
      made_.power = is_float ? 100 : 950;
    } else if (scaled && one_in(numbers_, 2)) {
      made_.power = static_cast<int>(is_float ? between(numbers_, -40, 25) : between(numbers_, -400, 400));
    }
  }

  Real scaled(std::int64_t lattice) const {
    return static_cast<Real>(std::ldexp(static_cast<double>(lattice + origin_), made_.power));
  }

  void add_lattice_series(std::int64_t points) {
    lattice_shape const& shape = lattice_shapes[numbers_.below(std::size(lattice_shapes))];
    lattice_series series(numbers_, points, extent_);
    (series.*shape.make)();
    if (one_in(numbers_, 5))
      series.repeat();
    made_.shapes += std::string(" ") + shape.name;
    for (place const& at : series.made)
      for (int d = 0; d < D; ++d) {
        made_.lattice.push_back(at[static_cast<std::size_t>(d)]);
        made_.coordinates.push_back(scaled(at[static_cast<std::size_t>(d)]));
      }
  }

  /// A walk, rough or smooth, far from the origin or not; its first coordinate grows for metric vertical.
  void add_real_series(std::int64_t points) {
    made_.shapes += " real";
    const double far = one_in(numbers_, 3) ? 1000 * numbers_.normal() : 0, smooth = numbers_.uniform();
    double at[3] = {far, far, far}, speed[3] = {};
    for (std::int64_t i = 0; i < points; ++i)
      for (int d = 0; d < D; ++d) {
        speed[d] = smooth * speed[d] + numbers_.normal();
        at[d] += vertical() && d == 0 && D > 1 ? 0.5 + std::abs(speed[d]) : speed[d];
        made_.coordinates.push_back(static_cast<Real>(at[d]));
      }
  }

  /// Makes the series that has been added a ring, or not. A ring repeats its first point at its end.
  void choose_ring() {
    made_.rings.push_back(static_cast<std::uint8_t>(one_in(numbers_, 2) ? between(numbers_, 1, 255) : 0));
    const std::int64_t first = made_.offsets.back();
    if (made_.rings.back() == 0 || first == made_.points())
      return;
    for (std::int64_t k = D * first; k < D * (first + 1); ++k) {
      repeat_at_end(made_.coordinates, k);
      if (made_.on_lattice)
        repeat_at_end(made_.lattice, k);
    }
  }

  template <class T>
  static void repeat_at_end(std::vector<T>& values, std::int64_t i) {
    const T value = values[static_cast<std::size_t>(i)];
    values.push_back(value);
  }

  struct tolerance {
    double value;
    lattice_tolerance lattice;
  };

  tolerance any_tolerance() {
    const double value = one_in(numbers_, 10) ? 0 : std::exp2(8 * numbers_.uniform() - 3);
    return {static_cast<double>(static_cast<Real>(value)), {}};
  }

  /// Often a distance that occurs.
  tolerance quarters_of_steps() {
    const std::int64_t choice = numbers_.below(20);
    if (choice == 0)
      return {infinity, {-1}};
    const std::int64_t quarters = choice < 4 ? 0 : between(numbers_, 1, choice < 12 ? 8 : 8 * extent_);
    return {std::ldexp(static_cast<double>(quarters), made_.power - 2), {quarters}};
  }

  void choose_tolerances() {
    const auto choose = [&] { return made_.on_lattice ? quarters_of_steps() : any_tolerance(); };
    const bool each = one_in(numbers_, 3);
    tolerance chosen = choose();
    made_.options.tolerance(chosen.value);
    for (std::int64_t s = 0; s < made_.series(); ++s) {
      if (each)
        chosen = choose();
      made_.tolerances.push_back(chosen.value);
      made_.lattice_tolerances.push_back(chosen.lattice);
    }
    if (each && made_.series() > 0)
      made_.options.tolerances(made_.tolerances.data(), made_.series());
  }

  /// Makes some points invalid.
  void spoil() {
    const double share = numbers_.uniform() * numbers_.uniform();
    const Real bad[] = {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity(),
                        -std::numeric_limits<Real>::infinity(), std::numeric_limits<Real>::max() / 2};
    for (Real& x : made_.coordinates)
      if (numbers_.uniform() < share / D)
        x = bad[numbers_.below(4)];
    if (!made_.coordinates.empty() && one_in(numbers_, 3)) {
      const auto count = static_cast<std::int64_t>(made_.coordinates.size());
      made_.options.sentinel(static_cast<double>(made_.coordinates[static_cast<std::size_t>(numbers_.below(count))]));
    }
  }

  /// Pins few points, or many.
  void choose_pins() {
    const double share = numbers_.uniform() * numbers_.uniform();
    for (std::int64_t i = 0; i < made_.points(); ++i)
      made_.pins.push_back(static_cast<std::uint8_t>(numbers_.uniform() < share ? between(numbers_, 1, 255) : 0));
    made_.options.pins(made_.pins.data(), made_.points());
  }

  random_numbers& numbers_;
  made_case<Real, D>& made_;
  std::int64_t extent_ = 1, origin_ = 0;
};

} // namespace

template <class Real, int D>
void make_case(random_numbers& numbers, made_case<Real, D>& made) {
  case_maker<Real, D>(numbers, made).make();
}

template void make_case(random_numbers&, made_case<float, 1>&);
template void make_case(random_numbers&, made_case<float, 2>&);
template void make_case(random_numbers&, made_case<float, 3>&);
template void make_case(random_numbers&, made_case<double, 1>&);
template void make_case(random_numbers&, made_case<double, 2>&);
template void make_case(random_numbers&, made_case<double, 3>&);

} // namespace thrustline::differential
