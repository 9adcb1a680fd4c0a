# ruff: noqa: S704  # what is marked safe here is drawn by svg and segno
"""Templates to text: Jinja with everything escaped and nothing undefined, and the QR codes of links."""

from __future__ import annotations

import hashlib
import time
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from services.web_gateway import svg
from services.web_gateway.words import LANGS, LANGUAGES, Lang

HERE: Final = Path(__file__).parent
STATIC: Final = HERE / "static"


def _version() -> str:
    """Give a mark that changes with any of the files that pages name, so that browsers may keep them."""
    mark = hashlib.sha256()
    for file in sorted(STATIC.rglob("*")):
        if file.suffix in (".css", ".js", ".woff2"):
            mark.update(file.read_bytes())
    return mark.hexdigest()[:10]


_env = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
_env.globals.update(
    languages=LANGUAGES,
    symbols={code: Markup(svg.symbols(digits=lang.digits)) for code, lang in LANGS.items()},
    version=_version(),
)


def render(template: str, lang: Lang, values: dict[str, Any]) -> str:
    """Fill a template. UndefinedError where a value is missing: no page shows half of what it should."""
    return _env.get_template(template).render(L=lang, **values)


def part(template: str, lang: Lang, values: dict[str, Any]) -> Markup:
    """Fill a template that will stand in another one."""
    return Markup(render(template, lang, values))


def mark(lines: Markup, entrant: str) -> Markup:
    """Mark one entrant's line of the standings as the reader's own."""
    if not entrant:
        return lines
    # As plain text: the replace of marked-up text escapes what it puts in.
    return Markup(str(lines).replace(f'<li id="r-{entrant}">', f'<li class="me" id="r-{entrant}">', 1))


def whole(template: str, lang: Lang, values: dict[str, Any], *, stream: str = "", at: str = "") -> str:
    """Fill a whole page; `stream` is the address of its live events, `at` the log position that it shows."""
    return render(template, lang, {**values, "stream": stream, "at": at, "now": int(time.time() * 1000)})


@lru_cache(maxsize=4096)
def qr(link: str) -> Markup:
    """Draw a link as a QR code, inline."""
    drawn = segno.make(link, error="m", micro=False).svg_inline(omitsize=True, border=2, dark="#000", light="#fff")
    return Markup(drawn.replace("<svg ", '<svg aria-hidden="true" ', 1))
