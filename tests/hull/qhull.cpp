// SPDX-License-Identifier: MIT
#include "qhull.hpp"

#include <algorithm>
#include <cstdio>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace thrustline::test::qhull {

std::optional<std::vector<std::int64_t>> vertices(std::vector<double> xy) {
  std::FILE* const complaints = std::tmpfile(); // receives its long explanations of rejected points
  qhT state, *const qh = &state;
  qh_zero(qh, complaints);
  char command[] = "qhull Pp";
  const int status =
      qh_new_qhull(qh, 2, static_cast<int>(xy.size() / 2), xy.data(), False, command, nullptr, complaints);
  std::vector<std::int64_t> found;
  if (status == 0) {
    vertexT* vertex;
    FORALLvertices { found.push_back(qh_pointid(qh, vertex->point)); }
  }
  qh_freeqhull(qh, !qh_ALL);
  int left = 0, total = 0;
  qh_memfreeshort(qh, &left, &total);
  std::fclose(complaints);
  if (status != 0)
    return {};
  std::sort(found.begin(), found.end());
  return found;
}

} // namespace thrustline::test::qhull
