// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace thrustline::flow {

/// Parts of the nodes that were added in the same rounds, oldest first. A part that has outgrown the one before it is
/// joined with it, so that there are few and no node is sorted often.
template <class Part>
class generations {
public:
  /// Adds the part of the nodes [begin, end). make(begin, end): makes one.
  template <class Make>
  void add(std::int64_t begin, std::int64_t end, Make const& make) {
    while (ranges_.size() > 1 && 2 * size(ranges_.back()) > size(ranges_.end()[-2])) {
      const range joined{ranges_.end()[-2].begin, ranges_.back().end};
      for (int of = 0; of < 2; ++of) {
        ranges_.pop_back();
        parts_.pop_back();
      }
      append(joined, make);
    }
    append({begin, end}, make);
  }

  Part const& newest() const { return *parts_.back(); }

  /// Calls f(part) for the parts before the newest.
  template <class F>
  void for_each_older(F const& f) const {
    for (std::size_t k = 0; k + 1 < parts_.size(); ++k)
      f(*parts_[k]);
  }

private:
  struct range {
    std::int64_t begin, end;
  };

  static std::int64_t size(range const& r) { return r.end - r.begin; }

  template <class Make>
  void append(range const& of, Make const& make) {
    parts_.push_back(make(of.begin, of.end));
    ranges_.push_back(of);
  }

  std::vector<std::unique_ptr<Part>> parts_;
  std::vector<range> ranges_;
};

} // namespace thrustline::flow
