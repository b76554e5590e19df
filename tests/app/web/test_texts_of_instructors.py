"""Texts of instructors stay text on every page that shows them: they run nothing and lead nowhere."""

from html.parser import HTMLParser

import pytest
from fastapi import FastAPI

from app.questions.library import drafted
from engine.questions import Question
from tests.app.authoring.sample_question import MENDED, NAME, TEXT, numbers, publish
from tests.app.courses.taught_course import assignment, begin, lecture
from tests.app.learner import new_learner
from tests.every import one_in

HOSTILE = {
    "a script": "<script>alert(1)</script>",
    "a picture that runs": '<img src=x onerror="alert(1)">',
    "a link in LaTeX": r"$\\href{javascript:alert(1)}{x}$",
    "a link in Markdown": "[x](javascript:alert(1))",
    "HTML in LaTeX": r"$\\text{<script>alert(1)</script>}$",
    "a quotation mark and a handler": 'x" onmouseover="alert(1)" y="',
    "a template": "{{ 7 * 7 }}{% raw %}",
    "letters that turn the line round": "a \\u202egnp.exe",
}
PLACES = {
    "title": '"A lamp in watts"',
    "the meaning of a variable": '"power of the lamp"',
    "the title of a step": '"Energy in watt hours"',
    "what a mistake says": '"You divided by the hours. Multiply by them."',
}


class _Active(HTMLParser):
    """Gathers what would run or lead away where none of ours does."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: (value or "").strip().casefold() for name, value in attrs}
        ours = has.get("src", "").startswith("/static/") or has.get("type") == "application/json"
        leads = any(has.get(name, "").startswith("javascript:") for name in ("href", "src", "action"))
        if (tag == "script" and not ours) or leads or any(name.startswith("on") for name in has):
            self.found.append(f"{tag} {attrs}")


def runs_or_leads_away(html: str) -> list[str]:
    active = _Active()
    active.feed(html)
    return active.found


@pytest.mark.parametrize("place", one_in(4, PLACES))
def test_a_question_shows_it_as_text_or_is_none(app: FastAPI, place: str) -> None:
    nlp, guest = lecture(app), new_learner(app)
    lin, refused = nlp.instructor.learner, set()
    for n, (kind, hostile) in enumerate(HOSTILE.items()):
        name, quoted = f"a-lamp-{n}", '"' + hostile.replace('"', '\\"') + '"'
        text = TEXT.replace(PLACES[place], quoted)
        assert text != TEXT
        if not isinstance(drafted(name, text), Question):
            refused.add(kind)
            continue
        publish(app, nlp.instructor.id, text, name)
        sheet = guest.open(name)
        power, hours = numbers(sheet)
        hinted = guest.press(sheet, "hint:energy")
        mistaken = guest.press(hinted, typed={"energy": f"{power / hours:.2f}"})
        seen = sheet.text + hinted.text + mistaken.text
        assert any(core in seen for core in ("alert(1)", "7 * 7", "gnp.exe")), hostile
        for page in (
            sheet, hinted, mistaken, guest.get("/progress"),
            lin.get("/author"), lin.get(f"/author/{name}"), lin.get(f"/author/{name}/versions"),
        ):  # fmt: skip
            assert page.status == 200, hostile
            assert runs_or_leads_away(page.html) == []
            assert ">49<" not in page.html
    assert refused == {"a link in LaTeX"}


@pytest.mark.parametrize("kind", one_in(4, HOSTILE))
def test_a_course_an_assignment_and_a_reason_show_it_as_text(app: FastAPI, kind: str) -> None:
    plain = HOSTILE[kind].replace("\\\\", "\\").replace("\\u202e", "\u202e")
    nlp = lecture(app)
    lin = nlp.instructor.learner
    lin.send("/courses", {"title": plain})
    publish(app, nlp.instructor.id)
    work = assignment(nlp, NAME, title=plain)
    sheet = nlp.student.learner.press(begin(nlp.student, work, NAME), typed={"energy": "0.01"})
    lin.send(f"{nlp.address}/sheets/{sheet.attempt}/energy", {"points": "1", "why": plain})
    publish(app, nlp.instructor.id, MENDED)
    regrade = lin.get(f"/author/{NAME}/regrade")
    lin.send(f"/author/{NAME}/regrade", {"token": regrade.fields["token"], "reason": plain, "best": "false"})
    ada = nlp.student.learner
    for page in (
        lin.get("/courses"), lin.get(nlp.address), lin.get(work), lin.get(f"{nlp.address}/gradebook"),
        lin.get(f"{nlp.address}/sheets/{sheet.attempt}"), lin.get(f"/author/{NAME}/regrade"),
        ada.get(nlp.address), ada.get(work), ada.get(sheet.action),
    ):  # fmt: skip
        assert page.status == 200
        assert runs_or_leads_away(page.html) == []


def test_the_search_finds_what_would_run() -> None:
    hostile = '<a href="JavaScript:x()">', "<script>x</script>", '<img src=x onerror="x">'
    assert [bool(runs_or_leads_away(one)) for one in hostile] == [True, True, True]
    assert runs_or_leads_away('<a href="/x" class="on"> onerror=</a>') == []
