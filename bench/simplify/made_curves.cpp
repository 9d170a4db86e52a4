// SPDX-License-Identifier: MIT
#include "made_curves.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "support/random_numbers.hpp"

namespace thrustline::bench {
namespace {

// Each block has its own seed, so blocks can be made in parallel, and again once their starting points are known.
constexpr std::int64_t block_points = 1 << 16;

/// Nearly normal number: sum of twelve uniform 16-bit numbers, shifted to mean 0, with variance 1.
double quick_normal(random_numbers& numbers) {
  std::uint64_t sum = 0;
  for (int draw = 0; draw < 3; ++draw)
    for (std::uint64_t bits = numbers.next(), k = 0; k < 4; ++k, bits >>= 16)
      sum += bits & 0xffff;
  return static_cast<double>(sum) * 0x1p-16 - 6;
}

struct state {
  double heading = 0, x = 0, y = 0;
};

struct walk {
  static void step(state& at, random_numbers& numbers) {
    at.x += quick_normal(numbers);
    at.y += quick_normal(numbers);
  }
};

struct smooth {
  static void step(state& at, random_numbers& numbers) {
    at.heading += 0.1 * quick_normal(numbers);
    at.x += std::cos(at.heading);
    at.y += std::sin(at.heading);
  }
};

template <class F>
void parallel_for(std::int64_t count, F f) {
  std::atomic<std::int64_t> next{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < std::max(1u, std::thread::hardware_concurrency()); ++t)
    threads.emplace_back([&] {
      for (std::int64_t i; (i = next++) < count;)
        f(i);
    });
  for (std::thread& thread : threads)
    thread.join();
}

template <class Kind, class Real>
class curve {
public:
  explicit curve(std::int64_t n) : n_(n), points_(2 * n), begin_((n + block_points - 1) / block_points) {}

  std::vector<Real> make() {
    // A block's steps need its starting direction, and its points need its starting point: in this order.
    run_blocks(&state::heading, nullptr);
    run_blocks(&state::x, &state::y);
    parallel_for(blocks(), [this](std::int64_t b) { run(b, begin_[b], true); });
    return std::move(points_);
  }

private:
  std::int64_t blocks() const { return static_cast<std::int64_t>(begin_.size()); }

  state run(std::int64_t b, state at, bool write) {
    random_numbers numbers(0x7a1e + static_cast<std::uint64_t>(b) * 0x51ed2701u);
    for (std::int64_t i = b * block_points, end = std::min(n_, i + block_points); i < end; ++i) {
      Kind::step(at, numbers);
      if (!write)
        continue;
      points_[2 * i] = static_cast<Real>(at.x);
      points_[2 * i + 1] = static_cast<Real>(at.y);
    }
    return at;
  }

  /// Sums the change of the members over the blocks.
  void run_blocks(double state::*first, double state::*second) {
    std::vector<state> end(begin_.size());
    parallel_for(blocks(), [&](std::int64_t b) { end[b] = run(b, begin_[b], false); });
    for (double state::*member : {first, second}) {
      if (!member)
        continue;
      double sum = 0;
      for (std::size_t b = 0; b < begin_.size(); ++b) {
        const double change = end[b].*member - begin_[b].*member;
        begin_[b].*member = sum;
        sum += change;
      }
    }
  }

  std::int64_t n_;
  std::vector<Real> points_;
  std::vector<state> begin_;
};

} // namespace

template <class Real>
std::vector<Real> made_curve(std::string const& kind, std::int64_t n) {
  if (kind == "walk")
    return curve<walk, Real>(n).make();
  if (kind == "smooth")
    return curve<smooth, Real>(n).make();
  throw std::invalid_argument("kind: no curve is called " + kind);
}

template <class Real>
std::vector<Real> integer_noise(std::int64_t n) {
  random_numbers numbers(85);
  std::vector<Real> values(static_cast<std::size_t>(n));
  for (Real& value : values)
    value = static_cast<Real>(numbers.next() % 8);
  return values;
}

namespace {

struct position {
  double x, y;
};

/// The number of `digits` decimals next to x, as a reader of a file gets it.
double rounded(double x, int digits) {
  const double ten = std::pow(10, digits);
  return std::round(x * ten) / ten;
}

/// Points x0 y0 x1 y1 ... of at(0), at(1), ...
template <class Real, class At>
std::vector<Real> planar_points(std::int64_t n, At at) {
  std::vector<Real> made(static_cast<std::size_t>(2 * n));
  for (std::int64_t i = 0; i < n; ++i) {
    const position p = at(i);
    made[2 * i] = static_cast<Real>(p.x);
    made[2 * i + 1] = static_cast<Real>(p.y);
  }
  return made;
}

/// The kinds of hard_line() that return to the same places; empty for others.
template <class Real>
std::vector<Real> revisiting_line(std::string const& kind, std::int64_t n) {
  if (kind == "rest")
    return planar_points<Real>(n, [numbers = random_numbers(87)](std::int64_t) mutable {
      constexpr double steps[] = {-1, 0, 0, 1};
      const std::uint64_t bits = numbers.next();
      return position{(1340510 + steps[bits % 4]) / 1e5, (5251870 + steps[bits / 4 % 4]) / 1e5};
    });
  if (kind == "laps")
    return planar_points<Real>(n, [](std::int64_t i) {
      const double angle = 6.283185307179586 * static_cast<double>(i % 100) / 100;
      return position{rounded(std::cos(angle), 6), rounded(std::sin(angle), 6)};
    });
  if (kind == "three positions")
    return planar_points<Real>(n, [](std::int64_t i) {
      constexpr position in_turn[] = {{1, 2}, {3, 5}, {2, 9}};
      return in_turn[i % 3];
    });
  if (kind == "two positions")
    return planar_points<Real>(n, [n](std::int64_t i) {
      return i == n - 1 ? position{0, 0} : i % 2 ? position{3, 5} : position{1, 2};
    });
  return {};
}

} // namespace

template <class Real>
std::vector<Real> hard_line(std::string const& kind, std::int64_t n) {
  if (kind == "integer noise")
    return integer_noise<Real>(n);
  if (std::vector<Real> line = revisiting_line<Real>(kind, n); !line.empty())
    return line;
  const auto values = [n](auto of) {
    std::vector<Real> made(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i)
      made[i] = static_cast<Real>(of(i));
    return made;
  };
  if (kind == "binary noise")
    return values([numbers = random_numbers(86)](std::int64_t) mutable { return numbers.next() % 2 == 0 ? 0 : 7; });
  if (kind == "zig-zag")
    return values([](std::int64_t i) { return i % 2; });
  if (kind == "2^k zig-zag")
    return values([](std::int64_t i) { return std::ldexp(i % 2 ? -1 : 1, static_cast<int>(i % 100) - 40); });
  if (kind == "slow 2^k zig-zag")
    return values([n](std::int64_t i) {
      return (i % 2 ? -1 : 1) * std::exp2(100 * static_cast<double>(i) / static_cast<double>(n) - 40);
    });
  if (kind == "comb")
    return values([](std::int64_t i) { return (i % 2 == 0 ? 0 : 100) + 0.001 * static_cast<double>(i); });
  const auto square_wave = [](std::int64_t i) { return i / 50 % 2 * 10; };
  if (kind == "square wave")
    return values(square_wave);
  if (kind == "rising square wave")
    return values([&](std::int64_t i) { return static_cast<double>(square_wave(i)) + 0.001 * static_cast<double>(i); });
  if (kind == "spiral")
    return planar_points<Real>(n, [](std::int64_t i) {
      const double radius = 1e-3 * static_cast<double>(i), turn = 2e-4 * static_cast<double>(i);
      return position{radius * std::cos(turn), radius * std::sin(turn)};
    });
  throw std::invalid_argument("kind: no line is called " + kind);
}

template std::vector<float> made_curve(std::string const&, std::int64_t);
template std::vector<double> made_curve(std::string const&, std::int64_t);
template std::vector<float> integer_noise(std::int64_t);
template std::vector<double> integer_noise(std::int64_t);

template std::vector<float> hard_line(std::string const&, std::int64_t);
template std::vector<double> hard_line(std::string const&, std::int64_t);

} // namespace thrustline::bench
