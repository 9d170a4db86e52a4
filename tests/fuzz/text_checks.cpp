// SPDX-License-Identifier: MIT
#include "text_checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <sstream>
#include <vector>

#include <formats/file_error.hpp>

#include "allocated_bytes.hpp"
#include "require.hpp"

namespace thrustline::fuzz {

using thrustline_program::dataset;
using thrustline_program::file_error;
using thrustline_program::read_options;

std::optional<dataset> read_or_refuse(text_reader read, read_options const& options, std::string_view text) {
  dataset data;
  data.format = options.format;
  data.text = text;
  try {
    read("input", options, data);
  } catch (file_error const& error) {
    const std::int64_t lines = 1 + std::count(text.begin(), text.end(), '\n');
    require(error.line() >= 0 && error.line() <= lines, "an error names a line of the text");
    require(std::strlen(error.what()) > 0, "an error has a message");
    return std::nullopt;
  }
  return data;
}

namespace {

using keep_mask = std::vector<std::uint8_t>;

std::optional<dataset> try_read(text_reader read, read_options const& options, std::string_view text) {
  const std::int64_t before = allocated_bytes();
  std::optional<dataset> data = read_or_refuse(read, options, text);
  require(allocated_bytes() - before <= allocation_limit{}.of(text.size()), "memory is in step with the text");
  return data;
}

void check_series(dataset const& data) {
  require(data.offsets.front() == 0 && data.offsets.back() == data.points(), "offsets span all points");
  require(std::is_sorted(data.offsets.begin(), data.offsets.end()), "offsets do not decrease");
  require(data.ring.size() == static_cast<std::size_t>(data.series()), "each series is a ring or none");
  for (std::size_t s = 0; s < data.ring.size(); ++s) {
    if (!data.ring[s] || data.offsets[s] == data.offsets[s + 1])
      continue;
    const double* const first = data.coordinates.data() + 2 * data.offsets[s];
    const double* const last = data.coordinates.data() + 2 * (data.offsets[s + 1] - 1);
    require(first[0] == last[0] && first[1] == last[1], "rings are closed");
  }
}

void check_points(dataset const& data) {
  const auto is_valid = [](double x) { return std::abs(x) <= std::numeric_limits<double>::max() / 4; };
  require(data.coordinates.size() == static_cast<std::size_t>(data.points() * data.dimensions),
          "each point has its coordinates");
  require(std::all_of(data.coordinates.begin(), data.coordinates.end(), is_valid),
          "the library accepts all coordinates");
  std::int64_t last = -1;
  for (std::int64_t begin : data.text_begin) {
    require(begin > last && begin < static_cast<std::int64_t>(data.text.size()), "points are in the order of the text");
    last = begin;
  }
}

std::string written(dataset const& data, keep_mask const& keep) {
  std::ostringstream out;
  thrustline_program::write_kept(out, data, keep);
  return out.str();
}

/// A mask that keeps the ends of all series, and any other point with this probability.
keep_mask random_mask(dataset const& data, double probability, std::mt19937_64& random) {
  std::bernoulli_distribution kept(probability);
  keep_mask keep(static_cast<std::size_t>(data.points()));
  std::generate(keep.begin(), keep.end(), [&] { return kept(random) ? 1 : 0; });
  for (std::size_t s = 0; s + 1 < data.offsets.size(); ++s)
    if (data.offsets[s] < data.offsets[s + 1])
      keep[static_cast<std::size_t>(data.offsets[s])] = keep[static_cast<std::size_t>(data.offsets[s + 1] - 1)] = 1;
  return keep;
}

std::vector<double> kept_coordinates(dataset const& data, keep_mask const& keep) {
  const auto dimensions = static_cast<std::size_t>(data.dimensions);
  std::vector<double> kept;
  for (std::size_t i = 0; i < keep.size(); ++i)
    if (keep[i])
      kept.insert(kept.end(), data.coordinates.begin() + static_cast<std::ptrdiff_t>(i * dimensions),
                  data.coordinates.begin() + static_cast<std::ptrdiff_t>((i + 1) * dimensions));
  return kept;
}

bool same_bits(std::vector<double> const& a, std::vector<double> const& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

} // namespace

void check_text(text_reader read, read_options const& options, std::string_view text) {
  const std::optional<dataset> data = try_read(read, options, text);
  if (!data)
    return;
  check_series(*data);
  check_points(*data);
  require(!data->skipped.empty() || written(*data, keep_mask(static_cast<std::size_t>(data->points()), 1)) == text,
          "writing all points gives the bytes that were read");
  std::mt19937_64 random(std::hash<std::string_view>{}(text));
  for (double probability : {0.0, 0.5, 0.9}) {
    const keep_mask keep = random_mask(*data, probability, random);
    const std::optional<dataset> again = try_read(read, options, written(*data, keep));
    require(again.has_value(), "what is written can be read");
    require(again->series() == data->series() && again->ring == data->ring, "no series is lost");
    require(same_bits(again->coordinates, kept_coordinates(*data, keep)), "kept points are read as they were");
  }
}

} // namespace thrustline::fuzz
