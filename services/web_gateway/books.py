# ruff: noqa: S704  # the books are ours, and every text of theirs is escaped
"""The rule books as pages: the Markdown that they are written in, no more of it, as HTML with an anchor per rule."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources

from markupsafe import Markup, escape

from services.web_gateway.projection import NotKnownError

_RULE = re.compile(r"^[-*] \*\*([A-Z]{1,3}-\d+[a-z]?)\*\*")
_LINK = re.compile(r"\[([^\]]+)\]\((\w+)\.md(#[\w-]+)?\)")
_PAIRS = (
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"(?<![\w*])\*([^*]+)\*(?![\w*])"), r"<em>\1</em>"),
)


def names() -> tuple[str, ...]:
    """Give the names of the books."""
    found = resources.files("contracts.games").iterdir()
    return tuple(sorted(f.name.removesuffix(".md") for f in found if f.name.endswith(".md")))


@lru_cache(maxsize=16)
def book(name: str) -> Markup:
    """Give a book as HTML. NotKnownError when there is none of that name."""
    if name not in names():
        raise NotKnownError(name)
    text = (resources.files("contracts.games") / f"{name}.md").read_text("utf-8")
    return Markup("\n".join(_blocks(text.splitlines())))


def _inline(text: str) -> str:
    shown = str(escape(text))
    for pattern, into in _PAIRS:
        shown = pattern.sub(into, shown)
    return _LINK.sub(lambda m: f'<a href="/rules/{m[2]}{m[3] or ""}">{m[1]}</a>', shown)


def _blocks(lines: list[str]) -> list[str]:
    out: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif line.startswith("```"):
            end = next(n for n in range(at + 1, len(lines)) if lines[n].startswith("```"))
            out.append(f'<pre tabindex="0"><code>{escape(chr(10).join(lines[at + 1 : end]))}</code></pre>')
            at = end + 1
        elif line.startswith("#"):
            level = min(len(line) - len(line.lstrip("#")), 4)
            out.append(f"<h{level}>{_inline(line.lstrip('# '))}</h{level}>")
            at += 1
        elif line.startswith("|"):
            at = _table(lines, at, out)
        elif _item(line):
            at = _list(lines, at, out)
        else:
            at = _paragraph(lines, at, out)
    return out


def _item(line: str) -> str:
    """Give the list that a line belongs to: ul, ol, or none."""
    if line.startswith(("- ", "* ")):
        return "ul"
    return "ol" if re.match(r"\d+\. ", line) else ""


def _list(lines: list[str], at: int, out: list[str]) -> int:
    kind = _item(lines[at])
    out.append(f"<{kind}>")
    while at < len(lines) and _item(lines[at]) == kind:
        rule = _RULE.match(lines[at])
        text = lines[at].split(" ", 1)[1]
        at += 1
        while at < len(lines) and lines[at].startswith("  ") and lines[at].strip():
            text += " " + lines[at].strip()
            at += 1
        mark = f' id="{rule[1]}"' if rule else ""
        out.append(f"<li{mark}>{_inline(text)}</li>")
        if at + 1 < len(lines) and not lines[at].strip() and _item(lines[at + 1]) == kind:
            at += 1
    out.append(f"</{kind}>")
    return at


def _table(lines: list[str], at: int, out: list[str]) -> int:
    rows: list[list[str]] = []
    while at < len(lines) and lines[at].startswith("|"):
        rows.append([cell.strip() for cell in re.split(r"(?<!\\)\|", lines[at].strip().strip("|"))])
        at += 1
    head, *body = [row for row in rows if not all(set(cell) <= set("-: ") for cell in row)]
    out.append('<div class="scroll" tabindex="0"><table><thead><tr>')
    out += [f'<th scope="col">{_inline(cell)}</th>' for cell in head]
    out.append("</tr></thead><tbody>")
    out += ["<tr>" + "".join(f"<td>{_inline(cell)}</td>" for cell in row) + "</tr>" for row in body]
    out.append("</tbody></table></div>")
    return at


def _paragraph(lines: list[str], at: int, out: list[str]) -> int:
    text = []
    while (
        at < len(lines) and lines[at].strip() and not lines[at].startswith(("#", "|", "```")) and not _item(lines[at])
    ):
        text.append(lines[at].strip())
        at += 1
    out.append(f"<p>{_inline(' '.join(text))}</p>")
    return at
