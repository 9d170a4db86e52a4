// SPDX-License-Identifier: MIT
#include "peer_hulls.hpp"

#include <cstdio>
#include <stdexcept>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace thrustline::bench {
namespace {

class with_qhull : public peer_hull {
public:
  explicit with_qhull(std::vector<double> const& xy) : xy_(xy) {}
  std::string name() const override { return "Qhull"; }
  std::int64_t find() override {
    qhT qhull;
    qh_zero(&qhull, stderr);
    char command[] = "qhull Pp";
    const int status =
        qh_new_qhull(&qhull, 2, static_cast<int>(xy_.size() / 2), xy_.data(), False, command, nullptr, stderr);
    const std::int64_t vertices = qhull.num_vertices;
    qh_freeqhull(&qhull, !qh_ALL);
    int left = 0, total = 0;
    qh_memfreeshort(&qhull, &left, &total);
    if (status != 0)
      throw std::runtime_error("qh_new_qhull: " + std::to_string(status));
    return vertices;
  }

private:
  std::vector<double> xy_;
};

} // namespace

std::unique_ptr<peer_hull> qhull_hull(std::vector<double> const& xy) { return std::make_unique<with_qhull>(xy); }

} // namespace thrustline::bench
