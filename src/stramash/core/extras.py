"""Packages that not everybody needs: asked for in one sentence where they are missing."""

from importlib.util import find_spec

from stramash.core.errors import StramashError


class MissingExtra(StramashError):
    """Something needs packages that are not installed."""


def need(extra: str, *modules: str) -> None:
    """Refuse to go on without the packages of an extra of pyproject.toml, and say how to get them."""
    missing = [module for module in modules if not _is_there(module)]
    if missing:
        raise MissingExtra(f'this needs {" and ".join(missing)}: pip install "stramash[{extra}]"')


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ImportError:  # the package that it would be in is missing
        return False
    except ValueError:  # it is loaded, and made by hand: a test's
        return True
