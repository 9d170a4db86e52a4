# SPDX-License-Identifier: MIT
"""Dependencies of the package, for the interpreter that builds it: a provider of metadata for scikit-build-core."""

from __future__ import annotations

import sysconfig
from collections.abc import Mapping
from typing import Any


def dynamic_metadata(settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, list[str]]:
    needed = ["numpy>=1.26"]
    if not sysconfig.get_config_var("Py_GIL_DISABLED"):
        needed.append("nanobind-backend>=1.0")  # see python/CMakeLists.txt; it has no wheel for free-threaded interpreters
    return {"dependencies": needed}


def dynamic_wheel(settings: Mapping[str, Any]) -> dict[str, bool]:
    """Wheels of different interpreters differ in their dependencies."""
    return {"dependencies": True}
