"""The examples for researchers do something, in small."""

import runpy
import sys
from pathlib import Path

import pytest

import stramash

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL = {
    "learn_maskable_ppo.py": ("sb3_contrib gymnasium", "--steps", "512", "--deals", "3"),
    "learn_torch_ppo.py": ("torch", "--rounds", "2", "--tables", "16", "--steps", "30", "--width", "32"),
    "openspiel_ismcts.py": ("open_spiel", "--deals", "1", "--simulations", "3"),
}


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("name", SMALL)
def test_an_example_runs(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    packages, *words = SMALL[name]
    for package in packages.split():
        pytest.importorskip(package, reason="run by make test-envs; torch and sb3 in no lock")
    monkeypatch.setattr(sys, "argv", [name, *words])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    assert "points a deal" in capsys.readouterr().out


def test_the_citation_names_this_version() -> None:
    text = (EXAMPLES.parent / "CITATION.cff").read_text(encoding="utf-8")
    assert text.startswith("cff-version: 1.2.0\n")
    assert "license: MIT" in text
    assert f"version: {stramash.__version__}\n" in text
