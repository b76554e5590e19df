"""Many drafts are checked in one go, and those without findings are published with one more press."""

import json
import re

from fastapi import FastAPI

from app.authoring.proofs import job as proof_job
from app.authoring.proofs.proof import MANY
from app.identity.store.people import Role
from app.jobs.store import jobs
from app.jobs.store.jobs import JobState
from tests.app.accounts.members import Member, member
from tests.app.authoring.sample_question import COLLIDING, MENDED, NAME, TEXT
from tests.app.authoring.test_exports import own, upload
from tests.app.learner import Page, on_both

HEATER = TEXT.replace("A lamp", "A heater")
COLLIDES = COLLIDING.replace("A lamp", "A stove")
UNFINISHED = TEXT.replace("A lamp", "A fan").replace('section = "2.5"', 'section = ""')
MODEL = """
title = "Why scale?"
kind = "choice"
section = "2.5"
statement = "Why?"
options = [
    {text = "a", right = true, why = "b"}, {text = "c", why = "d"}, {text = "e", why = "f"}, {text = "g", why = "h"},
]
"""


def imported(owner: Member) -> Page:
    """Five files: two questions without a fault, one with a fault, one that is no question yet, and one as it was."""
    files = {"heater": HEATER, "choice": MODEL, "stove": COLLIDES, "fan": UNFINISHED, NAME: TEXT}
    return upload(owner, *((f"{name}.toml", text.encode()) for name, text in files.items()))


def names(page: Page) -> list[str]:
    """The questions that a page's forms choose."""
    return re.findall(r'name="question" value="([^"]+)"', page.html)


def carried_out(app: FastAPI, most: int = 20) -> int:
    """Carries out the checks that wait, as a worker would; returns how many."""
    for n in range(most):
        with app.state.database.write() as connection:
            job = jobs.claim(connection, MANY.name, "me")
            if job is None:
                return n
            result = proof_job.prove(job.payload, lambda done, total: None)
            jobs.end(connection, job.name, "me", JobState.DONE, json.loads(json.dumps(result)))
    return most


def section(page: Page, head: str) -> str:
    return page.text.partition(head)[2]


def test_an_import_is_checked_with_one_press_and_what_passes_is_published_with_another(
    app: FastAPI, owner: Member
) -> None:
    page = imported(owner)
    assert "Check all 3" in page.text  # two without a fault, and one whose fault the check finds
    begun = owner.learner.send("/author/checks", {"question": names(page)})
    assert "0 of 3 questions are checked." in begun.text
    assert carried_out(app, 1) == 1
    assert "1 of 3 questions are checked." in owner.learner.get("/author/checks?of=3").text
    assert carried_out(app) == 2
    part = owner.learner.get("/author/checks?of=3", htmx=True)
    assert part.html.lstrip().startswith('<div id="checks"')
    assert "Nothing to mend 2" in part.text
    done = owner.learner.get("/author/checks?of=3")
    assert "Nothing to mend 2" in done.text
    assert "A stove in wattsthe mistake divided always gives the key" in section(done, "Something to mend 1")
    assert "A fan in watts" in section(done, "Not checked yet 1")
    clean = [name for name in names(done) if name.startswith(("heater", "choice"))]
    published = owner.learner.send("/author/checks/publish", {"question": clean})
    assert "2 questions are published." in published.text
    assert "Nothing to mend" not in published.text
    assert "version 1 is published" in owner.learner.get("/author?q=heater").text


def test_options_without_reasons_are_published_and_the_check_says_what_students_miss(
    app: FastAPI, owner: Member
) -> None:
    bare = re.sub(r', why = "\w"', "", MODEL).replace('text = "e"', 'text = "e", share = "1/3"')
    page = upload(owner, ("choice.toml", bare.encode()))
    owner.learner.send("/author/checks", {"question": names(page)})
    carried_out(app)
    clean = owner.learner.get("/author/checks")
    assert "Nothing to mend 1" in clean.text
    says = "no reason is given, so students learn only that it is wrong: “c”, “e”, “g”"
    assert says in section(clean, "Nothing to mend 1")
    (name,) = names(clean)
    assert says in owner.learner.get(f"/author/{name}").text
    published = owner.learner.send("/author/checks/publish", {"question": names(clean)})
    assert "One question is published." in published.text
    sheet = owner.learner.press(owner.learner.open(name, level="exam"), typed={"answer": "c"})
    assert "This one is wrong. No reason is given for it." in sheet.text
    told = owner.learner.press(sheet, "solution")
    assert sorted(re.findall(r"</span>([aceg])</li>", told.html)) == list("acg")  # and no empty line below
    assert '</span>e <span class="quiet">1/3 of the points</span></li>' in told.html


def test_each_report_stands_in_the_editor(app: FastAPI, owner: Member) -> None:
    owner.learner.send("/author/checks", {"question": names(imported(owner))})
    carried_out(app)
    (stove,) = (name for name in own(owner) if name.startswith("stove"))
    assert "the mistake divided always gives the key" in owner.learner.get(f"/author/{stove}").text


def test_what_was_changed_since_its_check_or_was_not_checked_is_not_published(
    app: FastAPI, owner: Member
) -> None:
    everything = names(imported(owner))
    assert "None of them" in owner.learner.send("/author/checks/publish", {"question": everything}).text
    owner.learner.send("/author/checks", {"question": everything})
    carried_out(app)
    (heater,) = (name for name in everything if name.startswith("heater"))
    owner.learner.send(f"/author/{heater}", {"text": MENDED})
    assert (
        "One question is published."
        in owner.learner.send("/author/checks/publish", {"question": everything}).text
    )
    assert "version 1" not in owner.learner.get("/author?q=heater").text


@on_both
def test_checks_can_be_stopped_and_begun_again(app: FastAPI, owner: Member) -> None:
    everything = names(imported(owner))
    owner.learner.send("/author/checks", {"question": everything})
    again = owner.learner.send("/author/checks", {"question": everything})
    assert "0 of 3 questions are checked." in again.text  # none is in the queue twice
    stopped = owner.learner.send("/author/checks/stop", {})
    assert "Not checked yet 4" in stopped.text
    assert "It was cancelled." in stopped.text
    assert carried_out(app) == 0
    owner.learner.send("/author/checks", {"question": everything})
    assert carried_out(app) == 3


def test_nobody_checks_or_publishes_anothers_drafts(app: FastAPI, owner: Member) -> None:
    everything = names(imported(owner))
    other = member(app, Role.INSTRUCTOR)
    assert names(other.learner.get("/author/checks")) == []
    other.learner.send("/author/checks", {"question": everything})
    assert carried_out(app) == 0
    owner.learner.send("/author/checks", {"question": everything})
    carried_out(app)
    other.learner.send("/author/checks/publish", {"question": everything})
    assert "Nothing to mend 2" in owner.learner.get("/author/checks").text
