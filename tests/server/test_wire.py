"""Engine values as JSON: every event and view, there and back, and as the models describe them."""

import dataclasses
import json
from random import Random
from typing import Any

import pytest
from tests.server.harness import EVERY_GAME

from stramash import games, rulebook
from stramash.climbing import events as climbing_events
from stramash.core.events import Event, PublicEvent
from stramash.core.match import Match, shuffled
from stramash.mu import events as mu_events
from stramash.server.http import catalogue
from stramash.server.protocol import messages
from stramash.server.protocol.schema import schema
from stramash.server.table.people.names import checked_name
from stramash.wire.climbing import EVENTS as CLIMBING
from stramash.wire.codec import EventCodec, WireError
from stramash.wire.deck import FACES
from stramash.wire.families import forms_of
from stramash.wire.mu import EVENTS as MU


def event_classes(module: Any) -> list[type[Event]]:
    abstract = (Event, PublicEvent, mu_events.MuEvent, mu_events.PublicMuEvent)
    return [
        item
        for item in vars(module).values()
        if isinstance(item, type) and issubclass(item, Event) and item not in abstract
    ]


@pytest.mark.parametrize(("module", "codec"), [(climbing_events, CLIMBING), (mu_events, MU)])
def test_every_field_of_every_event_has_a_form(module: Any, codec: EventCodec) -> None:
    assert set(codec.fields) == set(event_classes(module))
    for kind, parts in codec.fields.items():
        assert set(parts) == {field.name for field in dataclasses.fields(kind)}, kind


def random_match(game_id: str, seats: int, seed: int) -> Any:
    """Every state of a random match with the events that led to it."""
    game, rng = games.get(game_id, seats), Random(seed)
    match = Match(game, 0)
    while not match.is_over and len(match.deals) < 3:
        yield game, match, match.deal(shuffled(game, rng))
        while match.deals[-1].result is None:
            seat = rng.choice(sorted(game.may_act(match.state)))
            yield game, match, match.act(seat, rng.choice(game.legal(match.state, seat)))


@pytest.mark.parametrize(("game_id", "seats"), EVERY_GAME)
def test_events_come_back_as_they_were(game_id: str, seats: int) -> None:
    for game, _, events in random_match(game_id, seats, 1):
        codec = forms_of(game).events
        for event in events:
            for seat in (*range(seats), None):
                seen = event.seen_by(seat)
                form = json.loads(json.dumps(codec.write(seen)))
                assert codec.read(form) == seen
                messages.EVENT.validate_python(form)


@pytest.mark.parametrize(("game_id", "seats"), EVERY_GAME)
def test_views_follow_the_model_and_do_not_depend_on_hidden_cards(game_id: str, seats: int) -> None:
    rng = Random(2)
    for step, (game, match, _) in enumerate(random_match(game_id, seats, 2)):
        if step % 5:
            continue
        write = forms_of(game).view
        for seat in (*range(seats), None):
            form = write(game, game.view(match.state, seat))
            messages.VIEW.validate_python(form)
            view = match.view(seat)
            other = game.determinize(view, rng)
            assert write(game, game.view(other, seat)) == form
            assert sorted(form["hand"]) == sorted(
                [] if seat is None else forms_of(game).cards.write(view.hand)
            )


@pytest.mark.parametrize(("game_id", "seats"), EVERY_GAME)
def test_moves_have_their_text_and_parts(game_id: str, seats: int) -> None:
    from stramash.server.protocol.forms import MoveForm  # noqa: PLC0415

    for game, match, _ in random_match(game_id, seats, 3):
        for seat in game.may_act(match.state):
            for move in game.legal(match.state, seat)[:50]:
                form = MoveForm.model_validate(forms_of(game).move(move))
                assert game.parse_move(form.text) == move


@pytest.mark.parametrize("form", [{}, {"type": "climbing.nothing"}, {"type": "climbing.played", "seat": 0}])
def test_what_is_no_event_is_refused(form: dict[str, Any]) -> None:
    with pytest.raises(WireError):
        CLIMBING.read(form)


def test_the_schema_names_every_message_and_refers_to_nothing_missing() -> None:
    whole = schema()
    text = json.dumps(whole)
    assert {"ClientMessage", "ServerMessage", "EventForm", "ViewForm", "TableInfo"} <= set(whole["$defs"])
    for part in text.split('"#/$defs/')[1:]:
        assert part.split('"')[0] in whole["$defs"]


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\u202eb", "\x00", "a" + "\u0301" * 20, "\ud800"])
def test_odd_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        checked_name(name)


@pytest.mark.parametrize(
    ("name", "kept"),
    [("  Ann  Lee ", "Ann Lee"), ("a\nb", "a b"), ("Zoë", "Zoë"), ("李", "李"), ("<b>", "<b>")],
)
def test_names_are_kept_as_text(name: str, kept: str) -> None:
    assert checked_name(name) == kept


@pytest.mark.parametrize(("game_id", "seats"), EVERY_GAME)
def test_terms_and_choices_follow_the_models(game_id: str, seats: int) -> None:
    rng = Random(4)
    for game, match, _ in random_match(game_id, seats, 4):
        family = forms_of(game)
        messages.TERMS.validate_python(family.terms(game))
        for seat in range(seats):
            view = match.view(seat)
            choice = family.choice(game, view)
            other = game.view(game.determinize(view, rng), seat)
            assert family.choice(game, other) == choice
            if choice is None:
                continue
            messages.ChoiceForm.model_validate(choice)
            assert choice["least"] == choice["most"] or not choice["is_counted"]
            sampled = game.sample(view, rng)
            assert sampled in view.legal or not choice["is_listed"]
            if choice["move"] != "play":  # any cards will do, as many as are asked for
                few = " ".join(choice["cards"][: choice["least"]])
                assert game.check(match.state, seat, game.parse_move(f"{choice['move']} {few}")) is None


@pytest.mark.parametrize(
    ("options", "draws"),
    [
        ({}, {15: 3, 30: 2, 45: 1}),
        ({"bets": (30, 45)}, {30: 3, 45: 2}),
        ({"bets": (9, 12, 30)}, {9: 3, 12: 2, 30: 1}),
    ],
)
def test_a_bid_draws_what_the_rules_say(options: dict[str, Any], draws: dict[int, int]) -> None:
    game = games.get("tatties", 3, **options)
    assert {bid["value"]: bid["draws"] for bid in forms_of(game).terms(game)["bids"]} == draws


def test_a_bonus_of_nothing_is_nothing() -> None:
    game = games.get("mu", 4, crown_bonus=0, value_number=0)
    terms = forms_of(game).terms(game)
    assert {bid["crown_bonus"] for bid in terms["bids"]} == {0}
    assert terms["trumps"]["2"] == 0
    assert terms["trumps"]["none"] == 30


def test_every_face_says_what_it_counts() -> None:
    assert FACES["climbing"]["K"] == {"rank": 13, "suit": None, "points": 5}
    assert FACES["climbing"]["9p"] == {"rank": 9, "suit": "purple", "points": 1}
    assert FACES["mu"]["6b"] == {"rank": 6, "suit": "blue", "points": 2}
    assert {family: len(cards) for family, cards in FACES.items()} == {"climbing": 48, "mu": 50}


def test_a_game_is_shown_by_being_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    preset = games.GAMES["haggis3"]
    mine = preset._replace(id="mine", name="Haggis of mine", sentence="As we play it.", minutes=12)
    monkeypatch.setitem(games.GAMES, "mine", mine)
    monkeypatch.setattr(rulebook, "minute", lambda game_id: "")
    shown = catalogue.all_games.__wrapped__().games
    assert [(one.name, one.minutes) for one in shown if one.id == "mine"] == [("Haggis of mine", 12)]
    assert [one.is_variant for one in shown] == sorted(one.is_variant for one in shown)


def test_every_game_has_a_picture_of_its_own_cards() -> None:
    for one in catalogue.all_games().games:
        game = games.get(one.id)
        assert [game.card_code(game.parse_card(code)) for code in one.picture] == one.picture
        assert len(one.picture) >= 3, one.id
