"""What there is to play: games, options, bots, rules; the same for everybody."""

import gzip
from collections.abc import Iterable
from functools import cache
from typing import Any

from fastapi import Response

from stramash import games, rulebook
from stramash.bots.learned import learned_tables, taught_tables
from stramash.bots.registry import BOTS
from stramash.core.errors import RulesError
from stramash.core.options import Choice, Flag, Number, Numbers, Option, options_of, write_value
from stramash.rulebook import UnknownClause
from stramash.server.http.refusal import Refusal
from stramash.server.protocol.basics import Problem
from stramash.server.protocol.catalogue import (
    CheckOptions,
    GameForm,
    GamesForm,
    LevelForm,
    LevelsForm,
    OptionForm,
    OptionsChecked,
    RulesForm,
    SeatsForm,
)
from stramash.server.protocol.terms import LengthForm
from stramash.server.table.play.length import game_of, kind_here
from stramash.server.thinking.guests import SENTENCE
from stramash.wire.families import forms_of


@cache
def all_games() -> GamesForm:
    """Every game with its seats and options."""
    shown = sorted(games.GAMES.values(), key=lambda info: info.is_variant)
    return GamesForm(games=[_game(info) for info in shown])


@cache
def _games_text(*, is_packed: bool) -> bytes:
    text = all_games().model_dump_json().encode()
    return gzip.compress(text, 9, mtime=0) if is_packed else text


def games_answer(*, takes_gzip: bool) -> Response:
    """The same for everybody and holding no secret, so it may be packed; it is most of a first visit."""
    headers = {"Vary": "Accept-Encoding"} | ({"Content-Encoding": "gzip"} if takes_gzip else {})
    return Response(_games_text(is_packed=takes_gzip), media_type="application/json", headers=headers)


def _game(info: games.GameInfo) -> GameForm:
    return GameForm(
        id=info.id,
        name=info.name,
        family=info.family,
        sentence=info.sentence,
        minute=rulebook.minute(info.id),
        minutes=info.minutes,
        usual_seats=info.usual_seats,
        is_variant=info.is_variant,
        picture=list(info.picture),
        seats=[_seats(info.id, seats) for seats in info.seats],
    )


def check_options(wish: CheckOptions) -> OptionsChecked:
    """Whether a game may be played with these options, and when a match would end."""
    try:
        game = game_of(wish.game, wish.seats, wish.options)
    except RulesError as error:
        refusal = Refusal("bad-option", str(error), option=error.option)
        return OptionsChecked(length=None, problem=Problem.model_validate(refusal.form()))
    length = forms_of(game).terms(game)["length"]
    return OptionsChecked(length=LengthForm.model_validate(length), problem=None)


def _seats(game_id: str, seats: int) -> SeatsForm:
    game = games.get(game_id, seats)
    options = [_option(item, getattr(game.rules, item.name)) for item in options_of(game.rules)]
    return SeatsForm(seats=seats, sides=[list(side) for side in game.sides], options=options)


def _option(item: Option, value: Any) -> OptionForm:
    kind = kind_here(item.name, item.kind)
    parts: dict[str, Any] = {}
    match kind:
        case Flag():
            parts["kind"] = "flag"
        case Number():
            parts.update(kind="number", least=kind.least, most=kind.most)
        case Choice():
            parts.update(kind="choice", choices=[str(word) for word in kind.words])
        case Numbers():
            parts.update(kind="numbers", least=kind.least, most=kind.most, longest=kind.longest)
    return OptionForm(name=item.name, default=write_value(value), doc=item.doc, allowed=kind.allowed, **parts)


def all_levels(guests: Iterable[str]) -> LevelsForm:
    """Every level of bots, and those of others that the host allows."""
    own = [(bot.name, bot.sentence, bot.stand_in) for bot in BOTS.values()]
    return LevelsForm(
        levels=[
            LevelForm(
                id=name,
                name=name.capitalize(),
                sentence=sentence,
                learned=None if stand_in is None else learned_tables(name),
                taught=None if stand_in is None else taught_tables(name),
                stand_in=stand_in,
            )
            for name, sentence, stand_in in [*own, *((guest, SENTENCE, None) for guest in guests)]
        ]
    )


def rules(game_id: str, clause: str | None) -> RulesForm:
    """A game's rules, or one clause or section of them."""
    try:
        return RulesForm(game=game_id, clause=clause, text=rulebook.rules_text(game_id, clause))
    except (RulesError, UnknownClause) as error:
        raise Refusal("unknown-path", str(error)) from None
