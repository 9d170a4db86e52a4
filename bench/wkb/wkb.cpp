// SPDX-License-Identifier: MIT
// Columns of WKB: lines out of them, and the columns without dropped points, beside GEOS' reader and writer.
#include <cstdint>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <thrustline/simplify.hpp>
#include <thrustline/wkb.hpp>

#include "support/real_lines.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"
#include "support/timing.hpp"
#include "wkb/geos_geometries.hpp"

using namespace thrustline;
using namespace thrustline::bench;

namespace {

struct owned_column {
  std::vector<std::uint8_t> bytes;
  std::vector<std::int64_t> offsets{0};

  std::int64_t values() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
  wkb_column<std::int64_t> view() const { return {bytes.data(), offsets.data(), values()}; }
};

template <class Number>
void put(std::vector<std::uint8_t>& to, Number const* values, std::size_t count) {
  auto const* const bytes = reinterpret_cast<const std::uint8_t*>(values);
  to.insert(to.end(), bytes, bytes + count * sizeof *values);
}

/// Each line as a polygon of one ring, in this machine's byte order, which is little endian; the whole `copies` times.
owned_column polygons_of(real_lines const& lines, int copies) {
  owned_column column;
  for (int copy = 0; copy < copies; ++copy)
    for (std::size_t l = 0; l + 1 < lines.offsets.size(); ++l) {
      const auto first = static_cast<std::size_t>(lines.offsets[l]);
      const auto points = static_cast<std::size_t>(lines.offsets[l + 1]) - first;
      const std::uint32_t numbers[] = {3, 1, static_cast<std::uint32_t>(points)}; // Polygon, one ring
      column.bytes.push_back(1);
      put(column.bytes, numbers, 3);
      put(column.bytes, lines.xy.data() + 2 * first, 2 * points);
      column.offsets.push_back(static_cast<std::int64_t>(column.bytes.size()));
    }
  return column;
}

/// Outputs for one column, kept from call to call.
struct kept_outputs {
  explicit kept_outputs(owned_column const& column, wkb_counts const& counts)
      : xy(static_cast<std::size_t>(2 * counts.points)), line_offsets(static_cast<std::size_t>(counts.lines + 1)),
        part_offsets(static_cast<std::size_t>(counts.parts + 1)), value_offsets(column.offsets.size()),
        bytes(column.bytes.size()), offsets(column.offsets.size()) {
    lines.coordinates = xy.data();
    lines.line_offsets = line_offsets.data();
    lines.part_offsets = part_offsets.data();
    lines.value_offsets = value_offsets.data();
    lines.capacity = counts;
    selected.bytes = bytes.data();
    selected.capacity = static_cast<std::int64_t>(bytes.size());
    selected.offsets = offsets.data();
  }

  std::vector<double> xy;
  std::vector<std::int64_t> line_offsets, part_offsets, value_offsets;
  std::vector<std::uint8_t> bytes;
  std::vector<std::int64_t> offsets;
  wkb_outputs lines;
  wkb_column_outputs<std::int64_t> selected;
};

int run(arguments const& given) {
  result_file results(given.text("out"), {"date", "machine", "commit", "file", "values", "points", "bytes", "what",
                                          "median_ms", "min_ms", "gigabytes_per_s"});
  const executor on = executor::cpu(static_cast<int>(given.number("threads")));
  for (real_lines const& lines : read_lines(given.text("data"), given.words("files"))) {
    const owned_column column = polygons_of(lines, static_cast<int>(given.number("copies")));
    const wkb_counts counts = count_wkb(on, column.view());
    kept_outputs ours(column, counts);
    read_wkb(on, column.view(), wkb_ordinates::xy, ours.lines);
    std::vector<double> theirs(ours.xy.size());
    geos_geometries geos;
    geos.read(column.bytes, column.offsets);
    geos.coordinates(theirs);
    if (std::memcmp(theirs.data(), ours.xy.data(), 8 * theirs.size()) != 0)
      throw std::runtime_error(lines.name + ": GEOS reads other coordinates");

    const std::vector<std::uint8_t> all(static_cast<std::size_t>(counts.points), 1);
    if (select_wkb(on, column.view(), {all.data(), counts.points}).bytes != column.bytes)
      throw std::runtime_error(lines.name + ": a mask that keeps all changes the bytes");
    const polylines<double, 2> view(ours.xy.data(), counts.points, ours.line_offsets.data(), counts.lines);
    const std::vector<std::uint8_t> some =
        simplify_mask(on, view, simplify_options{}.tolerance(given.number("tolerance")));

    const auto select = [&](std::vector<std::uint8_t> const& mask) {
      select_wkb(on, column.view(), {mask.data(), counts.points}, ours.selected);
    };
    const std::string threads = ", threads: " + std::to_string(on.threads());
    const std::vector<std::pair<std::string, std::function<void()>>> works{
        {"memcpy of the column", [&] { std::memcpy(ours.bytes.data(), column.bytes.data(), column.bytes.size()); }},
        {"count_wkb" + threads, [&] { count_wkb(on, column.view()); }},
        {"read_wkb" + threads, [&] { read_wkb(on, column.view(), wkb_ordinates::xy, ours.lines); }},
        {"read_wkb into vectors" + threads, [&] { read_wkb(on, column.view()); }},
        {"select_wkb, all kept" + threads, [&] { select(all); }},
        {"select_wkb, simplified" + threads, [&] { select(some); }},
        {geos.name() + ", read", [&] { geos.read(column.bytes, column.offsets); }},
        {geos.name() + ", read and copy coordinates",
         [&] {
           geos.read(column.bytes, column.offsets);
           geos.coordinates(theirs);
         }},
        {geos.name() + ", write", [&] { geos.write(); }}};
    std::vector<std::function<void()>> calls;
    for (auto const& work : works)
      calls.push_back(work.second);
    const std::vector<timing> times = interleaved(calls, given.number("milliseconds"));
    for (std::size_t w = 0; w < works.size(); ++w)
      results.add(today(), machine(), given.text("commit"), lines.name, column.values(), counts.points,
                  column.bytes.size(), works[w].first, times[w].median_ms, times[w].min_ms,
                  static_cast<double>(column.bytes.size()) / times[w].min_ms * 1e-6);
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"data", "../shared/data"},
                        {"files", "islands_british_columbia.geojson"},
                        {"copies", "4"},
                        {"tolerance", "0.001"},
                        {"threads", "1"},
                        {"milliseconds", "5000"},
                        {"commit", built_from()},
                        {"out", "wkb.csv"}},
                       run);
}
