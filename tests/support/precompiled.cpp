// SPDX-License-Identifier: MIT
// Its headers are precompiled: see CMakeLists.txt.
