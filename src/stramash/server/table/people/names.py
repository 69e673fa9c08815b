"""What people may call themselves, and when two names look alike."""
# ruff: noqa: RUF001  # look-alikes are what this is about

import unicodedata
from typing import Final

LONGEST_NAME: Final = 24
LONGEST_WORDS: Final = 140
_ALLOWED: Final = ("L", "M", "N", "P", "S")

# Letters, marks and signs that show nothing: Default_Ignorable_Code_Point, and the blanks of some scripts.
_INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159\U00016fe4\u2d7f"
)
_VARIATIONS: Final = (("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"))

# Scripts whose letters look like those of another one; a name keeps to one of them.
_ALIKE_SCRIPTS: Final = ("LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU", "DESERET")

# What each group of look-alikes is compared as: the first of them. Most letters of Cyrillic, Greek, Armenian
# and Cherokee that pass for Latin ones, and digits and signs that pass for letters.
_GROUPS: Final = (
    "aаαɑ∂", "bЬьβвᏏƄ", "cсϲⅽᴄ", "dԁɗⅾ", "eеєεҽ℮", "fϝƒ", "gɡցԍ", "hһհнηᏂ", "iіıɩιӏ1l|!jјϳ", "kкκᴋ",
    "mмⅿ", "nпոռ", "o0оοσօഠ", "pрρ", "qԛգզ", "rгᴦ", "sѕꜱ5$", "tтτ", "uυսц", "vνѵ", "wшԝωѡա", "xхχ×",
    "yуүγ", "zᴢ2", "3зэЗ", "6б", "4ч", "-‐‑–—−_", "'’‘`´ʼ", ".·․", ",‚",
)  # fmt: skip
_CAPITALS: Final = ("BВΒᏴ", "HНΗᎻ", "NΝ", "YΥҮ", "PРΡᏢ", "XХΧ", "MМΜᎷ", "TТΤᎢ", "UԱՍ", "SЅՏᏚ", "LᏞ", "DᎠ")
_CAPITAL_AS: Final = {ord(letter): group[0] for group in _CAPITALS for letter in group}
_COMPARED_AS: Final = {ord(letter): group[0] for group in _GROUPS for letter in group}


def checked_name(name: str) -> str:
    """A name without odd characters and outer blanks; raises ValueError."""
    plain = _plain("name", name, LONGEST_NAME)
    marks = "".join(unicodedata.category(letter)[0] for letter in plain)
    if marks.count("M") > LONGEST_NAME // 2 or marks.startswith("M") or "MMM" in marks:
        raise ValueError("a name has fewer accents than letters")
    # A lone accent counts as a sign, but nothing of it is left at a glance.
    if not look(plain) or not any(unicodedata.category(letter)[0] in "LNS" for letter in plain):
        raise ValueError("a name has a letter, a number or a sign in it")
    if len({script for letter in plain if (script := _script(letter))}) > 1:
        raise ValueError("a name does not mix letters of scripts that look alike")
    return plain


def checked_words(words: str) -> str:
    """A short message as one line of plain signs; raises ValueError."""
    plain = _plain("message", words, LONGEST_WORDS)
    if "MMM" in "".join(unicodedata.category(letter)[0] for letter in plain):
        raise ValueError("a message has fewer accents than letters")
    return plain


def _plain(what: str, written: str, longest: int) -> str:
    """What was written as one line of signs that are seen; raises ValueError."""
    # Variations go first: what stood beside them may be a blank at the end, or one letter with its accent.
    shown = "".join(letter for letter in written if not _is_variation(letter))
    plain = unicodedata.normalize("NFC", " ".join(shown.split()))
    if not plain or len(plain) > longest:
        raise ValueError(f"a {what} has 1 to {longest} characters")
    for letter in plain:
        # No control, format, private or unassigned characters: they can disguise one name as another, turn a
        # line about, hide in it or leave it.
        if letter != " " and not unicodedata.category(letter).startswith(_ALLOWED):
            raise ValueError(f"a {what} is made of letters, numbers, marks and signs")
        if letter in _INVISIBLE:
            raise ValueError(f"a {what} has no invisible characters")
    return plain


def look(name: str) -> str:
    """What is left of a name at a glance: two names with the same look are taken for each other."""
    folded = unicodedata.normalize("NFKD", name).translate(_CAPITAL_AS).casefold()
    bare = "".join(
        letter for letter in folded if not unicodedata.category(letter).startswith(("M", "Z", "C"))
    )
    return bare.translate(_COMPARED_AS).replace("rn", "m").replace("vv", "w").replace("ci", "d")


def _is_variation(letter: str) -> bool:
    return any(low <= letter <= high for low, high in _VARIATIONS)


def _script(letter: str) -> str | None:
    if not unicodedata.category(letter).startswith("L"):
        return None
    first = unicodedata.name(letter, "").partition(" ")[0]
    return first if first in _ALIKE_SCRIPTS else None
