"""The bots by name, from the weakest to the strongest: a row is all that the program knows of one."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pkgutil import resolve_name
from random import Random
from typing import Any, Final

from stramash.bots.base import Bot
from stramash.bots.learned import MASTER, NET, why_no_level
from stramash.core.errors import RulesError
from stramash.core.families import ByFamily
from stramash.core.game import AnyGame


@dataclass(frozen=True, kw_only=True)
class BotInfo:
    """A bot before it sits down."""

    name: str
    sentence: str
    """Its character, for the table."""
    makers: ByFamily[str]
    """What makes it, as ``module:callable``: loaded when one sits down."""
    settings: ByFamily[str] | None = None
    """The class of its settings, as ``module:class``; None: it has none."""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    """Values of settings that make it what it is, where they are not the usual ones."""
    stand_in: str | None = None
    """Who plays at tables that it has not learned; None: it plays at all."""
    light: Mapping[str, Any] | None = None
    """Settings by which it needs no compiled code; None: it cannot play without."""

    def settings_for(self, game: AnyGame, values: Mapping[str, Any]) -> dict[str, Any]:
        """All its settings at a table, given texts or values of some; raises RulesError."""
        if self.settings is None and not values:
            return {}
        from stramash.bots.settings import NoSettings, settings_from  # noqa: PLC0415  # NumPy is slow to load

        kind = NoSettings if self.settings is None else resolve_name(self.settings.of(game))
        return asdict(settings_from(kind, {**self.defaults, **values}))

    def make(self, game: AnyGame, rng: Random, **values: Any) -> Bot:
        """A bot for one seat; raises RulesError for a setting that it does not have in this game."""
        bot: Bot = resolve_name(self.makers.of(game))(game, rng, **self.settings_for(game, values))
        return bot


def _in_both(what: str, place: str) -> ByFamily[str]:
    return ByFamily(what, climbing=place, mu=place)


_EXPERT: Final = ByFamily(
    "expert",
    climbing="stramash.bots.climbing.expert:ExpertClimber",
    mu="stramash.bots.mu.expert:ExpertTrickTaker",
)
_EXPERT_SETTINGS: Final = ByFamily(
    "settings of the expert",
    climbing="stramash.bots.climbing.expert:ExpertSettings",
    mu="stramash.bots.mu.expert:ExpertSettings",
)

BOTS: Final[dict[str, BotInfo]] = {
    bot.name: bot
    for bot in (
        BotInfo(
            name="random",
            sentence="Plays any legal move.",
            makers=_in_both("random bot", "stramash.bots.random_bot:RandomBot"),
            light={},
        ),
        BotInfo(
            name="greedy",
            sentence="Sheds as many cards as it can, keeps its wild cards, follows simple rules.",
            makers=ByFamily(
                "greedy bot",
                climbing="stramash.bots.climbing.greedy:GreedyClimber",
                mu="stramash.bots.mu.greedy:GreedyTrickTaker",
            ),
            light={},
        ),
        BotInfo(
            name="regular",
            sentence="Keeps its hand together, remembers nothing, never bets.",
            makers=_in_both("regular bot", "stramash.bots.policy_bot:PolicyBot"),
        ),
        BotInfo(
            name="club",
            sentence="Counts cards, knows the rules of thumb and bets on a good hand.",
            makers=ByFamily(
                "club bot",
                climbing="stramash.bots.climbing.club.climber:ClubClimber",
                mu="stramash.bots.mu.club:ClubTrickTaker",
            ),
            settings=ByFamily(
                "settings of the club bot",
                climbing="stramash.bots.settings:NoSettings",
                mu="stramash.bots.mu.club:ClubSettings",
            ),
        ),
        # Small nets need NumPy alone.
        BotInfo(
            name="piper",
            sentence="Plays by ear: a small net that learned for a short while.",
            makers=_in_both("piper", "stramash.bots.net_bot:piper_bot"),
            stand_in="club",
            light={},
        ),
        BotInfo(
            name="laird",
            sentence="Has seen many a deal: a small net that learned longer than the piper.",
            makers=_in_both("laird", "stramash.bots.net_bot:laird_bot"),
            stand_in="keen",
            light={},
        ),
        BotInfo(
            name="keen",
            sentence="Thinks a few hundred deals ahead before it plays.",
            makers=_EXPERT,
            settings=_EXPERT_SETTINGS,
            defaults={"budget": "playouts:200"},
        ),
        BotInfo(
            name="strong",
            sentence="Tries its favourite moves over a thousand times each decision.",
            makers=_EXPERT,
            settings=_EXPERT_SETTINGS,
            defaults={"budget": "playouts:1200"},
        ),
        BotInfo(
            name="expert",
            sentence="Searches as long as it may and plays endings to perfection.",
            makers=_EXPERT,
            settings=_EXPERT_SETTINGS,
        ),
        BotInfo(
            name=NET,
            sentence="A large net that learned until it beat the expert; plays at a glance.",
            makers=_in_both("net", "stramash.bots.net_bot:net_bot"),
            settings=_in_both("settings of the net", "stramash.bots.net_bot:EndingSettings"),
            stand_in="expert",
            light={"endings": False},  # the endings of Mü are solved by compiled code
        ),
        BotInfo(
            name=MASTER,
            sentence="The large net, and a look at many deals that may be before each move: the strongest.",
            makers=_in_both("master", "stramash.bots.net_bot:master_bot"),
            settings=ByFamily(
                "settings of the master",
                climbing="stramash.bots.climbing.learned.master:MasterSettings",
                mu="stramash.bots.mu.master:MasterSettings",
            ),
            stand_in="expert",
        ),
    )
}


def seat_bot(name: str, game: AnyGame, rng: Random | None = None) -> Bot:
    """A bot for one seat, with its own source of chance; raises RulesError for an unknown name."""
    if name not in BOTS:
        raise RulesError("bot", name, "no such bot; there are " + ", ".join(BOTS))
    return BOTS[name].make(game, Random() if rng is None else rng)


def level_at(name: str, game: AnyGame) -> str:
    """Who plays where a bot is asked for: itself, or its stand-in at a table that it has not learned."""
    stand_in = BOTS[name].stand_in if name in BOTS else None
    if stand_in is None or why_no_level(game, name) is None:
        return name
    return stand_in


def instead(name: str, seated: str) -> str:
    """What is said where another bot sits down than was asked for."""
    return f"{name.capitalize()} has not learned this table; {seated} plays."
