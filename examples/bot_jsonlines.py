"""A bot in one file, without stramash: it reads questions and writes answers, one JSON object a line.

Try it:  stramash bot-check 'cmd:python examples/bot_jsonlines.py'
         stramash arena haggis --bots 'cmd:python examples/bot_jsonlines.py' random --deals 20
The protocol is described in docs/arena.md.
"""

import json
import sys


def choose(question):
    """Shed as many cards as possible, cheapest first; in Mü the lowest card; never bet."""
    legal = question["legal"]
    plays = [move for move in legal if move.startswith("play")]
    if not plays:
        return legal[0]
    if question["view"]["family"] == "mu":
        return plays[0]
    # "play 5r 6r 7r as sequence 5-7": the cards stand between the first word and "as".
    is_lead = question["view"]["top"] is None
    cards = {move: move.split(" as ")[0].split()[1:] for move in plays}
    without_courts = [move for move in plays if not set(cards[move]) & {"J", "Q", "K"}]
    if is_lead:
        return max(without_courts or plays, key=lambda move: len(cards[move]))
    if without_courts:
        return without_courts[0]
    return "pass" if "pass" in legal and len(question["view"]["hand"]) > 5 else plays[0]


def main():
    """Answer until the input ends."""
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                answer = {"name": "example", "protocol": 1, "interjects": False}
            case "choose":
                answer = {"move": choose(message)}
            case "interject":  # never asked after "interjects": false
                answer = {"move": None}
            case _:  # "start", and whatever later versions may tell
                continue
        print(json.dumps({"id": message["id"], **answer}), flush=True)


if __name__ == "__main__":
    main()
