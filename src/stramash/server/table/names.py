"""What people may call themselves."""

import unicodedata

LONGEST_NAME = 24
_ALLOWED = ("L", "M", "N", "P", "S")


def checked_name(name: str) -> str:
    """A name without odd characters and outer blanks; raises ValueError."""
    plain = unicodedata.normalize("NFC", " ".join(name.split()))
    if not plain or len(plain) > LONGEST_NAME:
        raise ValueError(f"a name has 1 to {LONGEST_NAME} characters")
    for letter in plain:
        # No control, format, private or unassigned characters: they can disguise one name as another.
        if letter != " " and not unicodedata.category(letter).startswith(_ALLOWED):
            raise ValueError("a name is made of letters, numbers, marks and signs")
    marks = sum(1 for letter in plain if unicodedata.category(letter).startswith("M"))
    if marks > LONGEST_NAME // 2:
        raise ValueError("a name has fewer accents than letters")
    return plain
