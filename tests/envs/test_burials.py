"""M4.4: the numbers of burials are known without the list of sets, and are those that the list would give."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from stramash.sim.compiling.compiled import with_globals
from stramash.sim.mu.action_ids import CHOSEN_FACES, bury, open_buries
from stramash.sim.mu.record import BURY
from stramash.sim.tables import action_ids

fits, next_face, take_number = (
    with_globals(template, "mu", {"CHOSEN_FACES": CHOSEN_FACES})
    for template in (action_ids.fits, action_ids.next_face, action_ids.take_number)
)
CODE = BURY << 32
TABLE = (0, 0, 0, 0, 0, 50)
Cards = tuple[int, int]


def sets_of(once: int, twice: int) -> Iterator[Cards]:
    """Every set of three of these cards, as faces held and faces held twice."""
    faces = [face for face in range(50) for _ in range((once >> face & 1) + (twice >> face & 1))]
    for chosen in sorted(set(combinations(faces, 3))):
        held = set(chosen)
        yield sum(1 << face for face in held), sum(1 << face for face in held if chosen.count(face) == 2)


def by_list(sets: list[Cards], chosen: list[int], shared: list[int]) -> dict[int, list[Cards]]:
    """The open faces by the list of sets, as `action_ids` defines them, each with the sets it leads to."""
    left = sets
    if chosen[0]:
        left = [one for one in sets if fits(CODE, *one, chosen)]
        shared[0] = shared[1] = -1
        for once, twice in left:
            shared[0] &= once
            shared[1] &= twice
    faces: dict[int, list[Cards]] = {}
    for one in left:
        face = next_face(*one, shared) if chosen[0] else (one[0] & -one[0]).bit_length() - 1
        faces.setdefault(face, []).append(one)
    return faces


def follow(once: int, twice: int, sets: list[Cards], chosen: list[int]) -> int:
    """Go on with every open face both ways; how many sets are reached."""
    shared, known = [0, 0], [0, 0]
    faces = by_list(sets, chosen, shared)
    bits = open_buries(once, twice, chosen, known)
    assert [face for face in range(50) if bits >> face & 1] == sorted(faces), (once, twice, chosen)
    if chosen[0]:
        assert known == shared
    reached = 0
    for face, leads_to in faces.items():
        ours, theirs = chosen.copy(), chosen.copy()
        move, all_once = [0, 0, 0], -1
        for one in leads_to:
            all_once &= one[0]
        wanted = [CODE, *leads_to[-1]]
        is_made = bool(take_number(face, len(leads_to), all_once, wanted, TABLE, theirs, shared))
        assert bury(once, twice, face, ours, move) == is_made
        assert ours == theirs
        if is_made:
            assert move == wanted
            reached += 1
        else:
            reached += follow(once, twice, sets, ours)
    return reached


def test_m4_4_a_burial_has_the_numbers_that_the_list_of_sets_gives() -> None:
    rng = Random(44)
    for kinds in (2, 2, 2, 3, 3, 3, 4, 5, 6, 7):
        for _ in range(12):
            faces = rng.sample(range(50), kinds)
            once = sum(1 << face for face in faces)
            twice = sum(1 << face for face in faces if rng.random() < 0.4)
            sets = [*sets_of(once, twice)]
            if sets:
                assert follow(once, twice, sets, [0, 0, 0, -1]) == len(sets)
