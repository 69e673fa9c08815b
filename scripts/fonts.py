"""The letters of the page, cut down to what its three languages and most names need: into frontend/src/fonts.

Part of building the page (scripts/build_frontend.py), after `npm ci` in frontend; needs fonttools and brotli.
Figures are lining and of one width from the outset, so that no feature has to be fetched for them.
"""

import shutil
from pathlib import Path
from typing import Any, Final

from fontTools import subset  # type: ignore[import-not-found, import-untyped, unused-ignore]

FRONTEND: Final = Path(__file__).resolve().parent.parent / "frontend"
FOUND: Final = FRONTEND / "node_modules" / "@fontsource"
MADE: Final = FRONTEND / "src" / "fonts"
FACES: Final = {
    "alegreya-700": "alegreya/files/alegreya-latin-700-normal.woff2",
    "alegreya-sans-400": "alegreya-sans/files/alegreya-sans-latin-400-normal.woff2",
    "alegreya-sans-700": "alegreya-sans/files/alegreya-sans-latin-700-normal.woff2",
}
# Latin 1, what French needs besides, and dashes, quotes, arrows and the minus that the page writes.
MORE: Final = (
    "0152 0153 0178 202f 2013 2014 2018 2019 201a 201c 201d 201e 2026 2039 203a 20ac 2191 2192 2193 2212"
)
LETTERS: Final = [*range(0x20, 0x7F), *range(0xA0, 0x100), *(int(code, 16) for code in MORE.split())]


def single(font: Any, feature: str) -> dict[str, str]:
    """Which glyph stands for which other under a feature."""
    table = font["GSUB"].table
    found: dict[str, str] = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == feature:
            for index in record.Feature.LookupListIndex:
                for part in table.LookupList.Lookup[index].SubTable:
                    found.update(getattr(getattr(part, "ExtSubTable", part), "mapping", {}))
    return found


def main() -> None:
    """Make the three files, and put the licence beside them."""
    MADE.mkdir(exist_ok=True)
    shutil.copyfile(FOUND / "alegreya" / "LICENSE", MADE / "OFL.txt")
    for name, source in FACES.items():
        options = subset.Options(flavor="woff2", hinting=False, layout_features=["kern"])
        font = subset.load_font(str(FOUND / source), options)
        lining, tabular = single(font, "lnum"), single(font, "tnum")
        for cmap in font["cmap"].tables:
            for code in range(0x30, 0x3A):
                if code in cmap.cmap:
                    glyph = lining.get(cmap.cmap[code], cmap.cmap[code])
                    cmap.cmap[code] = tabular.get(glyph, glyph)
        cut = subset.Subsetter(options)
        cut.populate(unicodes=LETTERS)
        cut.subset(font)
        target = MADE / f"{name}.woff2"
        subset.save_font(font, str(target), options)


if __name__ == "__main__":
    main()
