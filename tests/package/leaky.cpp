// SPDX-License-Identifier: MIT

// Two symbols such as a library must not show, for the check of the library's symbols.
namespace thrust {
int leaked(int value) { return value; }
} // namespace thrust

namespace cub {
template <class T>
T leaked(T value) {
  return value;
}
template int leaked(int);
} // namespace cub
