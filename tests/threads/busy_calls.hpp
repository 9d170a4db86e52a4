// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <thrustline/convex_hull.hpp>
#include <thrustline/simplify.hpp>

#include "batch.hpp"
#include "compare.hpp"

namespace thrustline::test {

/// Lines whose calls have work for many threads, and the answers of one thread.
class busy_calls {
public:
  busy_calls() : lines_(mixed_batch<float, 2>(60, 1500, 31)) {
    lines_.add(make<float, 2>("walk", 60000, 32));
    for (engine with : engines())
      expected_.push_back(mask_by(executor::cpu(1), with));
  }

  /// The first difference from the answers of one thread; empty if there is none.
  std::string difference_on(executor const& on) const {
    for (std::size_t k = 0; k < engines().size(); ++k)
      if (const std::string found = difference(mask_by(on, engines()[k]), expected_[k]); !found.empty())
        return to_string(engines()[k]) + ": " + found;
    return {};
  }

private:
  static std::vector<engine> const& engines() {
    static const std::vector<engine> all{engine::bounded, engine::recursive, engine::composed};
    return all;
  }

  keep_mask mask_by(executor const& on, engine with) const {
    keep_mask mask(static_cast<std::size_t>(lines_.points()));
    simplify(on, lines_.view(), simplify_options{}.tolerance(10).engine(with), mask.data());
    return mask;
  }

  batch<float, 2> lines_;
  std::vector<keep_mask> expected_;
};

} // namespace thrustline::test
