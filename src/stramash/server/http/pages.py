"""The page of the table, as it was built, and the plain pages that need no building."""

import html
import mimetypes
from importlib import resources
from pathlib import Path
from typing import Final

from starlette.responses import FileResponse, HTMLResponse, Response

_CODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""How files lie packed beside the plain ones, the smallest first."""
_STYLE = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
_STYLE += "code{background:#eee;padding:0 .2em}td,th{text-align:left;padding:.2em .8em;vertical-align:top}"

_NOT_BUILT = """<h1>stramash</h1>
<p>The server runs, but the page of the table is not built. In the source folder:</p>
<p><code>make web</code></p>
<p>Programs need no page: see <a href="/api/docs">the description of the API</a>.</p>"""


def web_folder() -> Path | None:
    """The built front end inside the package, if there is one."""
    folder = Path(str(resources.files("stramash"))) / "web"
    return folder if (folder / "index.html").is_file() else None


def plain_page(title: str, body: str) -> HTMLResponse:
    """A page without scripts."""
    text = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title>'
        '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/docs.css">'
        f"{body}</html>"
    )
    return HTMLResponse(text)


def style() -> Response:
    """The look of the plain pages; a file of its own, since no style stands inside a page."""
    return Response(_STYLE, media_type="text/css")


def front_page(path: str, accepts: str = "") -> Response:
    """A file of the built front end, packed as the browser takes it, or its one page."""
    folder = web_folder()
    if folder is None:
        return plain_page("stramash", _NOT_BUILT)
    file = _file_in(folder, path)
    if file is not None:
        is_named_by_content = "assets" in Path(path).parts
        cache = "public, max-age=31536000, immutable" if is_named_by_content else "no-cache"
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return _packed(file, kind, cache, accepts)
    if "." in Path(path).name:
        return Response("not found", 404, media_type="text/plain")
    return _packed(folder / "index.html", "text/html", "no-cache", accepts)


def _packed(file: Path, kind: str, cache: str, accepts: str) -> Response:
    headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
    taken = {word.partition(";")[0].strip() for word in accepts.split(",")}
    for coding, suffix in _CODINGS.items():
        packed = file.with_name(file.name + suffix)
        if coding in taken and packed.is_file():
            return FileResponse(packed, media_type=kind, headers={**headers, "Content-Encoding": coding})
    return FileResponse(file, media_type=kind, headers=headers)


def _file_in(folder: Path, path: str) -> Path | None:
    """The file of a path, if there is one and it lies in the folder."""
    try:
        file = (folder / path).resolve()
        is_there = bool(path) and file.is_file() and file.is_relative_to(folder.resolve())
    except (OSError, ValueError):  # a name that is too long for a file, or none
        return None
    return file if is_there else None
