"""What may be played and seen of an evening, and when.

Nobody sees a hand of a deal that somebody may still play. While tables may come, that is nobody. Once no more
come, the hands of a deal open when every table has played it; when the evening ends, those of all deals do.
Before that a table sees of a deal that it has played how every table fared: points, not cards.
"""

from collections.abc import Iterable

from stramash.server.evenings.model import Play, Progress
from stramash.server.http.refusal import Refusal
from stramash.server.table.play.journal import Journal


def open_deals(progress: Progress, deals: int) -> int:
    """How many deals, from the first on, have hands that the tables of the evening may see."""
    if progress.stage == "ended":
        return deals
    if progress.stage == "open":
        return 0
    return min(progress.played.values(), default=deals)


def current_deal(journal: Journal) -> int | None:
    """The deal that a table is in the middle of."""
    match = journal.match
    return None if match is None or match.is_over else journal.match_number


def deals_shown(
    progress: Progress, plays: Iterable[Play], table: str | None, current: int | None
) -> set[int]:
    """The deals whose results a table may see: those that it has played, and after the end all.

    A table that is still in the middle of a deal then sees nothing of that one or of later ones, whose
    secrets would open it.
    """
    if table is None:
        return set()
    played = {play.deal for play in plays if play.deal and (play.table == table or progress.stage == "ended")}
    return {deal for deal in played if current is None or deal < current}


def refuse_hands(progress: Progress | None, deals: int, deal: int) -> None:
    """Refuse whatever shows the hands of a deal before everybody who may still play it has."""
    if progress is not None and deal > open_deals(progress, deals):
        raise Refusal("not-over", "others may still play this deal; its hands open when the evening ends")


def refuse_after_end(progress: Progress | None) -> None:
    """Refuse another deal of an evening that has ended, or was forgotten long ago."""
    if progress is None or progress.stage == "ended":
        raise Refusal("not-open", "this evening has ended; no more deals are played")
