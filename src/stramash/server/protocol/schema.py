"""The JSON Schema of the protocol: ``python -m stramash.server.protocol.schema > schema.json``."""

import inspect
import json
import sys
from typing import Any

from pydantic.json_schema import models_json_schema

from stramash import games
from stramash.bots.registry import BOTS
from stramash.core.options import Choice, options_of
from stramash.server.protocol import (
    basics,
    bodies,
    catalogue,
    evenings,
    events,
    forms,
    insight,
    keeping,
    looking_back,
    messages,
    terms,
    views,
)
from stramash.server.protocol.forms import Form
from stramash.wire.deck import FACES
from stramash.wire.protocol import PROTOCOL


def schema() -> dict[str, Any]:
    """Every model by name, the unions of messages, events, views and terms; under `x-faces` every card.

    Under `x-keys` stands what a page names in its own language: games, bots, options and their words.
    """
    models = [
        item
        for module in (
            forms,
            events,
            views,
            terms,
            basics,
            catalogue,
            bodies,
            looking_back,
            insight,
            messages,
            evenings,
            keeping,
        )
        for _, item in inspect.getmembers(module, inspect.isclass)
        if issubclass(item, Form) and item is not Form and item.__module__ == module.__name__
    ]
    _, whole = models_json_schema(
        [(model, "serialization") for model in models], ref_template="#/$defs/{model}"
    )
    definitions: dict[str, Any] = whole["$defs"]
    for name, adapter in (
        ("ClientMessage", messages.CLIENT_MESSAGE),
        ("ServerMessage", messages.SERVER_MESSAGE),
        ("EventForm", messages.EVENT),
        ("ViewForm", messages.VIEW),
        ("TermsForm", messages.TERMS),
    ):
        union = adapter.json_schema(mode="serialization", ref_template="#/$defs/{model}")
        union.pop("$defs", None)
        definitions[name] = union
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "stramash table protocol",
        "version": PROTOCOL,
        "$defs": dict(sorted(definitions.items())),
        "x-faces": FACES,
        "x-keys": _keys(),
    }


def _keys() -> dict[str, list[str]]:
    rules = [rules for info in games.GAMES.values() for rules in info.rules.values()]
    options = {item.name: item for one in rules for item in options_of(one)}
    words = [
        str(word) for item in options.values() if isinstance(item.kind, Choice) for word in item.kind.words
    ]
    return {
        "GameId": list(games.GAMES),
        "LevelId": list(BOTS),
        "OptionName": list(options),
        "ChoiceWord": list(dict.fromkeys(word for word in words if not word.isdigit())),
    }


def main() -> None:
    """Write the schema to standard output."""
    json.dump(schema(), sys.stdout, indent=1, sort_keys=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
