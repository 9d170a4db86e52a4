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

/// A node's points between its ends, measured.
struct measured {
  std::vector<long double> distance;
  long double most = 0;
};

/// Returns whether near-ties explain all differences; if not, `why_` names the first node that they do not explain.
class walk {
public:
  walk(std::vector<double> const& xy, double tolerance, keep_mask const& ours, keep_mask const& theirs)
      : xy_(xy), tolerance_(tolerance), ours_(ours), theirs_(theirs) {}

  comparison result() {
    comparison found;
    for (std::size_t i = 0; i < ours_.size(); ++i)
      found.different += ours_[i] != theirs_[i];
    if (!explained({0, static_cast<std::int64_t>(ours_.size()) - 1}))
      found.unexplained = why_;
    found.near_ties = near_ties_;
    return found;
  }

private:
  /// A node of both trees.
  bool explained(node const& in) {
    if (std::equal(ours_.begin() + in.first, ours_.begin() + in.last + 1, theirs_.begin() + in.first))
      return true;
    const measured points = measure(in);
    const bool we_split = splits(ours_, in), they_split = splits(theirs_, in);
    if (we_split != they_split) {
      if (std::abs(points.most - tolerance_) > near * tolerance_)
        return blame(in, points, (we_split ? "we" : "they") + std::string(" alone split"));
      return possible(we_split ? ours_ : theirs_, in) && tie(in, points, "at the tolerance");
    }
    const std::vector<std::int64_t> our_cuts = cuts(ours_, in, points), their_cuts = cuts(theirs_, in, points);
    if (our_cuts.empty() || their_cuts.empty())
      return blame(in, points, (our_cuts.empty() ? "we" : "they") + std::string(" did not split at a farthest point"));

    // Where both have kept an equally far point, both may have split there, and the halves explain themselves.
    const std::size_t ties_before = near_ties_.size();
    for (std::int64_t cut : our_cuts) {
      if (!std::count(their_cuts.begin(), their_cuts.end(), cut))
        continue;
      if (explained({in.first, cut}) && explained({cut, in.last}))
        return true;
      near_ties_.resize(ties_before);
    }
    if (our_cuts == their_cuts && our_cuts.size() == 1)
      return false;
    // Else they split at different ones, and below them each tree has to be right by itself.
    return possible(ours_, in) && possible(theirs_, in) && tie(in, points, "several points equally far");
  }

  /// Checks a node of one tree: except for near-ties its mask is that of exact arithmetic.
  bool possible(keep_mask const& mask, node const& in) {
    if (in.last - in.first < 2)
      return true;
    const measured points = measure(in);
    const std::string who = &mask == &ours_ ? "we" : "they";
    if (!splits(mask, in))
      return points.most - tolerance_ <= near * tolerance_ || blame(in, points, who + " did not split");
    if (tolerance_ - points.most > near * tolerance_)
      return blame(in, points, who + " split");
    for (std::int64_t cut : cuts(mask, in, points))
      if (possible(mask, {in.first, cut}) && possible(mask, {cut, in.last}))
        return true;
    return blame(in, points, who + " did not split at a farthest point");
  }

  exact_point at(std::int64_t i) const { return exact<double, 2>(&xy_[2 * i], 0); }

  measured measure(node const& in) const {
    measured points;
    for (std::int64_t i = in.first + 1; i < in.last; ++i) {
      points.distance.push_back(exact_distance(metric::segment, at(in.first), at(in.last), at(i)));
      points.most = std::max(points.most, points.distance.back());
    }
    return points;
  }

  static bool splits(keep_mask const& mask, node const& in) {
    return std::count(mask.begin() + in.first + 1, mask.begin() + in.last, std::uint8_t{1}) > 0;
  }

  /// The equally far points that the mask keeps: it split at one of them.
  static std::vector<std::int64_t> cuts(keep_mask const& mask, node const& in, measured const& points) {
    std::vector<std::int64_t> found;
    for (std::int64_t i = in.first + 1; i < in.last; ++i)
      if (mask[i] && points.most - points.distance[i - in.first - 1] <= near * points.most)
        found.push_back(i);
    return found;
  }

  std::string text(node const& in, measured const& points, std::string const& what) const {
    std::ostringstream out;
    out.precision(17);
    out << "segment [" << in.first << ", " << in.last << "], farthest " << static_cast<double>(points.most)
        << ", tolerance " << static_cast<double>(tolerance_) << ": " << what;
    return out.str();
  }

  bool tie(node const& in, measured const& points, std::string const& what) {
    near_ties_.push_back(text(in, points, what));
    return true;
  }

  bool blame(node const& in, measured const& points, std::string const& what) {
    if (why_.empty())
      why_ = text(in, points, what);
    return false;
  }

  std::vector<double> const& xy_;
  long double tolerance_;
  keep_mask const &ours_, &theirs_;
  std::vector<std::string> near_ties_;
  std::string why_;
};

} // namespace

comparison compare_trees(std::vector<double> const& xy, double tolerance, keep_mask const& ours,
                         keep_mask const& theirs) {
  return walk(xy, tolerance, ours, theirs).result();
}

} // namespace thrustline::test
