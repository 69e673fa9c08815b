"""The arrays that the loops over many tables share, with a row for each table."""

from typing import Any, NamedTuple


class Board(NamedTuple):
    """The arrays of many tables, a row each, and the working memory of who plays them."""

    rules: Any
    records: Any
    deck: Any
    table: Any
    chosen: Any
    mem: Any
    move: Any
    buffer: Any
    shared: Any
    numbers: Any
    robots: Any
    policy: Any
    seats: Any
    looker: Any
    scores: Any
    finished: Any
    goes_on: Any
    words: Any
    secret_words: Any
    masks: Any


class Shown(NamedTuple):
    """What tables on a CPU are told besides: bits as bytes, and what a step brought."""

    runs: Any
    told: Any
    secret_runs: Any
    secrets: Any
    mask_runs: Any
    mask_bytes: Any
    width: Any
    secret_width: Any
    mask_width: Any
    side_of: Any
    marks: Any
    acted: Any
    leads: Any
    rewards: Any
