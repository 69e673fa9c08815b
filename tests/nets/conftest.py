"""What is logged once a process is logged once a test here."""

import pytest

from stramash.bots.net_bot import tell_once


@pytest.fixture(autouse=True)
def _told_nothing_yet() -> None:
    tell_once.cache_clear()
