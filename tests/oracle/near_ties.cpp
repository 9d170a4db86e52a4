// SPDX-License-Identifier: MIT
#include "near_ties.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "reference.hpp"

namespace thrustline::test {
namespace {

constexpr long double near = 1e-12L;

struct node {
  std::int64_t first, last;
};

class walk {
public:
  walk(std::vector<double> const& xy, double tolerance, keep_mask const& ours, keep_mask const& theirs)
      : xy_(xy), tolerance_(tolerance), ours_(ours), theirs_(theirs) {}

  comparison result() {
    comparison found;
    for (std::size_t i = 0; i < ours_.size(); ++i)
      found.different += ours_[i] != theirs_[i];
    if (found.different == 0)
      return found;
    std::vector<node> open{{0, static_cast<std::int64_t>(ours_.size()) - 1}};
    while (!open.empty() && found.unexplained.empty()) {
      node const at = open.back();
      open.pop_back();
      if (std::equal(ours_.begin() + at.first, ours_.begin() + at.last + 1, theirs_.begin() + at.first))
        continue;
      step(at, open, found);
    }
    return found;
  }

private:
  exact_point at(std::int64_t i) const { return exact<double, 2>(&xy_[2 * i], 0); }

  static std::int64_t kept_inside(keep_mask const& mask, node const& in) {
    return std::count(mask.begin() + in.first + 1, mask.begin() + in.last, std::uint8_t{1});
  }

  void step(node const& in, std::vector<node>& open, comparison& found) const {
    std::vector<long double> distance;
    for (std::int64_t i = in.first + 1; i < in.last; ++i)
      distance.push_back(exact_distance(metric::segment, at(in.first), at(in.last), at(i)));
    long double const most = *std::max_element(distance.begin(), distance.end());

    std::ostringstream text;
    text.precision(17);
    text << "segment [" << in.first << ", " << in.last << "], farthest " << static_cast<double>(most) << ": ";
    bool const we_split = kept_inside(ours_, in) > 0, they_split = kept_inside(theirs_, in) > 0;
    if (we_split != they_split) {
      text << (we_split ? "we" : "they") << " alone split at tolerance " << tolerance_;
      report(std::abs(most - tolerance_) <= near * tolerance_, text.str(), found);
      return;
    }
    // The equally far points that each has kept: one of them is where it split.
    std::vector<std::int64_t> our_cuts, their_cuts;
    for (std::int64_t i = in.first + 1; i < in.last; ++i) {
      if (most - distance[i - in.first - 1] > near * most)
        continue;
      if (ours_[i])
        our_cuts.push_back(i);
      if (theirs_[i])
        their_cuts.push_back(i);
    }
    if (our_cuts.empty() || their_cuts.empty()) {
      text << (our_cuts.empty() ? "we" : "they") << " did not split at a farthest point";
      report(false, text.str(), found);
    } else if (our_cuts == their_cuts && our_cuts.size() == 1) {
      open.push_back({in.first, our_cuts[0]});
      open.push_back({our_cuts[0], in.last});
    } else {
      text << "several points equally far, " << our_cuts[0] << " and " << std::max(our_cuts.back(), their_cuts.back());
      report(true, text.str(), found);
    }
  }

  static void report(bool near_tie, std::string const& text, comparison& found) {
    if (near_tie)
      found.near_ties.push_back(text);
    else
      found.unexplained = text;
  }

  std::vector<double> const& xy_;
  long double tolerance_;
  keep_mask const &ours_, &theirs_;
};

} // namespace

comparison compare_trees(std::vector<double> const& xy, double tolerance, keep_mask const& ours,
                         keep_mask const& theirs) {
  return walk(xy, tolerance, ours, theirs).result();
}

} // namespace thrustline::test
