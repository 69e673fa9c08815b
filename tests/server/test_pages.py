"""The built page is served from its own folder and from nowhere else."""

from pathlib import Path

import pytest
from starlette.responses import FileResponse, Response

from stramash.server.http import pages


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>")
    (folder / "assets" / "page-1a2b.js").write_text("let page")
    for packed in ("page-1a2b.js.gz", "page-1a2b.js.br"):
        (folder / "assets" / packed).write_bytes(b"packed")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(pages, "web_folder", lambda: folder)
    return folder


def file_of(response: Response) -> Path:
    assert isinstance(response, FileResponse)
    return Path(response.path)


def test_files_named_by_their_content_are_kept_and_packed_for_those_who_take_it(web: Path) -> None:
    plain = pages.front_page("assets/page-1a2b.js")
    assert file_of(plain).name == "page-1a2b.js"
    assert "immutable" in plain.headers["cache-control"]
    for accepts, coding, name in (
        ("gzip, deflate", "gzip", "page-1a2b.js.gz"),
        ("gzip, deflate, br;q=1", "br", "page-1a2b.js.br"),
    ):
        packed = pages.front_page("assets/page-1a2b.js", accepts)
        assert file_of(packed).name == name
        assert packed.headers["content-encoding"] == coding
        assert packed.headers["content-type"] == plain.headers["content-type"]


@pytest.mark.parametrize("path", ["", "t/abcdefgh", "rules/haggis"])
def test_every_address_of_the_page_itself_gets_the_page(web: Path, path: str) -> None:
    page = pages.front_page(path)
    assert file_of(page).name == "index.html"
    assert page.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["../secret.txt", "assets/../../secret.txt", "/etc/hosts.conf", "none.js"])
def test_nothing_outside_the_folder_is_served(web: Path, path: str) -> None:
    assert pages.front_page(path).status_code == 404


def test_without_a_built_page_the_server_says_how_to_build_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "web_folder", lambda: None)
    assert b"make web" in bytes(pages.front_page("t/abcdefgh").body)


def test_what_stands_on_a_plain_page_is_text() -> None:
    assert b"<title>&lt;b&gt;</title>" in bytes(pages.plain_page("<b>", "").body)
