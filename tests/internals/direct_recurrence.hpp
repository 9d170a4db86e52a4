// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "stixels/model/column.hpp"
#include "stixels/model/reduce_columns.hpp"
#include <thrustline/stixels.hpp>

/// The model written directly from its equations, one pair of stixels at a time: every base row, class and class below,
/// with logarithms taken where they are needed. Rows count from the bottom.
namespace thrustline::test {

using stixel_world::cost;
using stixel_world::infinite;

/// Cost of a pixel on an object whose disparity is looked up as `f`.
inline cost object_pixel(stixel_world::model_view const& model, std::int32_t f, std::int32_t measured) {
  if (measured == stixel_world::missing)
    return model.missing_on_object;
  const std::int32_t row = f < model.range ? f : model.range - 1;
  return model.object_costs[row * model.range + stixel_world::measured_row(measured, model)];
}

/// A stixel whose rows count from the bottom.
struct raised_stixel {
  std::int32_t base, top;
  stixel_class kind;
};

class direct_model {
public:
  direct_model(stixel_world::model_tables const& tables, road_model const& road)
      : model_(tables), ground_(road, tables.camera, tables.rows), tables_(tables, road) {}

  /// Reads a column: units of disparity, or missing.
  void read(std::vector<std::int32_t> const& column) {
    const auto rows = column.size(), range = static_cast<std::size_t>(model_.range);
    sum_.assign(rows + 1, 0), valid_ = sum_, ground_sum_ = sum_, sky_sum_ = sum_;
    object_sums_.assign(range, std::vector<cost>(rows + 1, 0));
    const stixel_world::model_view view = model_.view();
    for (std::size_t v = 0; v < rows; ++v) {
      const stixel_world::row_values row(view, tables_.view(), static_cast<std::int32_t>(v), column[v]);
      sum_[v + 1] = sum_[v] + row.disparity;
      valid_[v + 1] = valid_[v] + row.valid;
      ground_sum_[v + 1] = ground_sum_[v] + row.ground;
      sky_sum_[v + 1] = sky_sum_[v] + row.sky;
      for (std::size_t f = 0; f < range; ++f)
        object_sums_[f][v + 1] = object_sums_[f][v] + object_pixel(view, static_cast<std::int32_t>(f), column[v]);
    }
  }

  std::int32_t rows() const { return static_cast<std::int32_t>(sum_.size()) - 1; }

  float mean(std::int32_t base, std::int32_t top) const {
    const auto b = static_cast<std::size_t>(base), e = static_cast<std::size_t>(top) + 1;
    return stixel_world::mean_disparity(sum_[e] - sum_[b], valid_[e] - valid_[b], model_.view().disparities.unit());
  }

  cost data(raised_stixel const& s) const {
    const auto b = static_cast<std::size_t>(s.base), e = static_cast<std::size_t>(s.top) + 1;
    if (s.kind == stixel_class::ground)
      return s.top < ground_.horizon ? ground_sum_[e] - ground_sum_[b] : infinite;
    if (s.kind == stixel_class::sky)
      return s.base >= ground_.horizon ? sky_sum_[e] - sky_sum_[b] : infinite;
    const auto f = static_cast<std::size_t>(std::min(looked_up(mean(s.base, s.top)), model_.range - 1));
    return object_sums_[f][e] - object_sums_[f][b];
  }

  cost first(raised_stixel const& s) const {
    const bool below = s.top <= ground_.horizon;
    const double top = std::log(rows()), two = std::log(2.);
    if (s.kind == stixel_class::sky || (s.kind == stixel_class::ground && !below))
      return infinite;
    if (s.kind == stixel_class::ground)
      return units().of(top + two);
    return units().of(below ? top + std::log(model_.range) + two : top + std::log(model_.range));
  }

  /// disparity_below: disparity of the stixel below if it is an object.
  cost prior(raised_stixel const& s, stixel_class below, float disparity_below) const {
    const std::int32_t p = s.base - 1;
    const bool below_horizon = p < ground_.horizon;
    const double top = std::log(rows() - s.base);
    switch (s.kind) {
    case stixel_class::ground:
      return below == stixel_class::sky || !below_horizon ? infinite : units().of(top - std::log(0.3));
    case stixel_class::sky:
      if (below != stixel_class::object || below_horizon ||
          disparity_below < static_cast<float>(model_.parameters.ground_tolerance))
        return infinite;
      return units().of(top - std::log(0.5));
    default:
      const float m = mean(s.base, s.top);
      return below == stixel_class::object   ? ordering(m, disparity_below, top, below_horizon)
             : below == stixel_class::ground ? (below_horizon ? gravity(m, p, top) : infinite)
                                             : (below_horizon ? infinite : before_sky(m, top));
    }
  }

  /// Cost of a stixel and its data on the one below it, which is null for the first one.
  cost cost_on(const raised_stixel* below, raised_stixel const& s) const {
    const cost of_data = data(s);
    if (of_data == infinite)
      return infinite;
    const cost entry = below ? prior(s, below->kind, mean(below->base, below->top)) : first(s);
    return entry == infinite ? infinite : entry + of_data;
  }

  /// Cost of a whole segmentation, from the bottom up.
  cost cost_of(std::vector<raised_stixel> const& stixels) const {
    std::int64_t total = 0;
    const raised_stixel* below = nullptr;
    for (raised_stixel const& s : stixels) {
      const cost of_stixel = cost_on(below, s);
      if (of_stixel == infinite)
        return infinite;
      total += of_stixel;
      below = &s;
    }
    return static_cast<cost>(total);
  }

  struct solution {
    std::vector<raised_stixel> stixels; ///< from the bottom up
    cost total;
  };

  solution solve() const {
    struct entry {
      cost total = infinite;
      std::int32_t base = 0;
      stixel_class below = stixel_class::ground;
    };
    // The object comes first, so that it is chosen where classes below cost the same.
    constexpr stixel_class below_order[] = {stixel_class::object, stixel_class::ground, stixel_class::sky};
    constexpr stixel_class kinds[] = {stixel_class::ground, stixel_class::object, stixel_class::sky};
    std::vector<entry> best[3];
    for (auto& of_class : best)
      of_class.resize(static_cast<std::size_t>(rows()));
    const auto at = [&](stixel_class kind, std::int32_t t) -> entry& {
      return best[static_cast<std::size_t>(kind)][static_cast<std::size_t>(t)];
    };
    for (std::int32_t t = 0; t < rows(); ++t)
      for (stixel_class kind : kinds)
        for (std::int32_t base = 0; base <= t; ++base) {
          const raised_stixel s{base, t, kind};
          const cost of_data = data(s);
          if (of_data == infinite)
            continue;
          entry& here = at(kind, t);
          if (base == 0) {
            if (const cost c = first(s); c != infinite && c + of_data < here.total)
              here = {c + of_data, 0, {}};
            continue;
          }
          for (stixel_class below : below_order) {
            entry const& under = at(below, base - 1);
            if (under.total == infinite)
              continue;
            const float m = below == stixel_class::object ? mean(under.base, base - 1) : 0;
            if (const cost c = prior(s, below, m); c != infinite && under.total + c + of_data < here.total)
              here = {under.total + c + of_data, base, below};
          }
        }
    solution found{{}, infinite};
    stixel_class kind{};
    for (stixel_class of : kinds)
      if (at(of, rows() - 1).total < found.total)
        kind = of, found.total = at(of, rows() - 1).total;
    for (std::int32_t t = rows() - 1; t >= 0;) {
      entry const& e = at(kind, t);
      found.stixels.push_back({e.base, t, kind});
      kind = e.below;
      t = e.base - 1;
    }
    std::reverse(found.stixels.begin(), found.stixels.end());
    return found;
  }

private:
  stixel_world::cost_units const& units() const { return model_.units; }

  std::int32_t looked_up(float disparity) const { return stixel_world::table_row(disparity, model_.mode); }

  /// Logarithm of a range of disparities that depends on the image.
  cost log_of(float x) const { return stixel_world::log_table{model_.logarithms.data()}(x); }

  static double guarded(double x) { return std::log(std::max(x, 0x1p-10)); }

  cost ordering(float m, float below, double top, bool below_horizon) const {
    const double fb = model_.camera.focal_length * model_.camera.baseline, q = looked_up(below);
    const auto delta = static_cast<float>(q > 0 ? std::max(0., q - fb / (fb / q + model_.parameters.object_depth)) : 0);
    const double kind = top - std::log(below_horizon ? 0.7 : 0.5);
    if (m > below + delta)
      return units().of(kind - std::log(model_.parameters.unordered)) +
             log_of(static_cast<float>(model_.range) - (below + delta));
    if (m < below - delta)
      return units().of(kind - std::log(1 - model_.parameters.unordered)) + log_of(below - delta);
    return infinite;
  }

  cost gravity(float m, std::int32_t p, double top) const {
    stixel_parameters const& by = model_.parameters;
    const double g = std::max(0., ground_.slope * static_cast<double>(ground_.horizon - p)), eps = by.ground_tolerance;
    const double kind = top - std::log(0.7);
    if (m > static_cast<float>(g + eps))
      return units().of(kind - std::log(by.floating) + guarded(model_.range - g - eps));
    if (m < static_cast<float>(g - eps))
      return units().of(kind - std::log(by.sunken) + guarded(g - eps));
    return units().of(kind - std::log(1 - by.floating - by.sunken) + std::log(2 * eps));
  }

  cost before_sky(float m, double top) const {
    const double eps = model_.parameters.ground_tolerance;
    return m > static_cast<float>(eps) ? units().of(top + guarded(model_.range - eps)) : infinite;
  }

  stixel_world::model_tables const& model_;
  stixel_world::ground_plane ground_;
  stixel_world::road_tables tables_;
  std::vector<std::int32_t> sum_, valid_;
  std::vector<cost> ground_sum_, sky_sum_;
  std::vector<std::vector<cost>> object_sums_; ///< by disparity
};

/// The tables that stixels() uses for one frame.
struct frame_model {
  stixel_world::model_tables tables;
  direct_model direct;

  frame_model(std::int64_t rows, stereo_camera const& camera, road_model const& road, stixel_options const& options)
      : tables(rows, options.max_disparity(), options.mode(), options.parameters(), camera), direct(tables, road) {}
};

/// Column s of an image, from the bottom.
inline std::vector<std::int32_t> reduced_column(dense_images<const float> const& image, stixel_options const& options,
                                                std::int64_t s) {
  const int range = options.max_disparity();
  const stixel_world::row_reduction reduction{options.width(), options.reduction(), static_cast<float>(range),
                                              stixel_world::fitting_disparity_units(image.rows, range)};
  std::vector<std::int32_t> column;
  for (std::int64_t row = image.rows; row-- > 0;)
    column.push_back(reduction(image.values + row * image.columns + s * options.width()));
  return column;
}

} // namespace thrustline::test
