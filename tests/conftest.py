"""Settings for every test."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from tests.browser.missing import say_so

# No test asserts a time, so no example has a deadline. A failing example prints how to repeat it.
settings.register_profile("default", deadline=None, max_examples=60, print_blob=True)
# For a long look: HYPOTHESIS_PROFILE=thorough make test
settings.register_profile(
    "thorough",
    deadline=None,
    max_examples=2000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    """Without a browser the last line says that its tests did not run."""
    yield
    say_so(session)
