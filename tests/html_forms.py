"""What a browser without a script would send: a form's fields as they stand in a page."""

from __future__ import annotations

from html.parser import HTMLParser


class _Reader(HTMLParser):
    def __init__(self, form: str) -> None:
        super().__init__()
        self.form, self.inside, self.fields = form, False, {}
        self.select = self.area = ""

    def handle_starttag(self, tag, attrs):
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = given.get("id") == self.form
        if not self.inside:
            return
        name = given.get("name", "")
        if tag == "input" and name and (given.get("type") not in ("checkbox", "radio") or "checked" in given):
            self.fields[name] = given.get("value", "")
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select and ("selected" in given or self.select not in self.fields):
            self.fields[self.select] = given.get("value", "")
        elif tag == "textarea":
            self.area = name
            self.fields[name] = ""

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = False
        elif tag == "select":
            self.select = ""
        elif tag == "textarea":
            self.area = ""

    def handle_data(self, data):
        if self.inside and self.area:
            self.fields[self.area] += data


def fields_of(page: str, form: str) -> dict[str, str]:
    """Give the fields of the form with this id, as they stand. AssertionError where there is no such form."""
    assert f'id="{form}"' in page, form
    reader = _Reader(form)
    reader.feed(page)
    return reader.fields
