"""The other end of the pipe, inside the environment of another engine; also prints rows by itself."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence

from benchmarks.rounds import Subject, measure_in_turns


def run(make_subjects: Callable[..., Sequence[Subject]], *, has_batches: bool = False) -> None:
    """Answer requests with --serve; without it, measure everything and print rows as JSON.

    `make_subjects` is given a number of threads, and called before anything else starts any; with
    `has_batches` also how many games are to be stepped together, if that was said.
    """
    parser = ArgumentParser()
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.4)
    if has_batches:
        parser.add_argument("--batches", type=int, nargs="*", default=[])
    wanted = parser.parse_args()
    # What the libraries print must not mix with the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    given = (wanted.threads, wanted.batches) if has_batches else (wanted.threads,)
    subjects = make_subjects(*given)
    if not wanted.serve:
        measured = measure_in_turns(subjects, wanted.rounds, wanted.seconds)
        print(json.dumps([item.row() for item in measured]), file=answers)
        return
    print(json.dumps([subject.label._asdict() for subject in subjects]), file=answers)
    for line in sys.stdin:
        request = json.loads(line)
        sample = subjects[request["subject"]].measure(request["seconds"])
        print(json.dumps(sample._asdict()), file=answers)
