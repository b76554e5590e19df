"""Names of topics on pages, and the reason for a task in one sentence."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.learning.next_best import Task
from app.web.languages.languages import N_
from app.web.sections import SECTIONS
from engine import catalogue
from engine.learning.knowledge import Standing
from engine.learning.recommendation import Why
from engine.learning.skills import CONCEPTS, FORMULAS, PROGRAMS, SENTENCES

FORMS = {
    CONCEPTS: N_("Concepts"), SENTENCES: N_("In sentences"), PROGRAMS: N_("Programs"), FORMULAS: N_("With numbers"),
}  # fmt: skip
STANDINGS: Mapping[Standing, tuple[str, str]] = {  # the word, and what it means
    Standing.NEW: (N_("new"), N_("not tried yet")),
    Standing.SHAKY: (N_("shaky"), N_("begun, and not sure yet")),
    Standing.KNOWN: (N_("known"), N_("every step came out right, and probably will again")),
    Standing.DUE: (N_("due"), N_("known, and to be seen again")),
}
COURSE_STANDINGS: Mapping[Standing, tuple[str, str]] = {  # the same, of a course
    Standing.NEW: (N_("new"), N_("fewer than five have tried it")),
    Standing.SHAKY: (N_("shaky"), N_("fewer than half know it")),
    Standing.KNOWN: (N_("known"), N_("at least half know it")),
    Standing.DUE: (N_("due"), N_("at least half knew it, and most of them are to see it again")),
}
REASONS = {
    Why.NEW: N_("You have not tried this yet. A mock exam asks about %(points)s points of it."),
    Why.LEARN: N_(
        "You do about %(chance)s %% of its lines right. A mock exam asks about %(points)s points of it."
    ),
    Why.FORGETTING: N_(
        "You knew it, and it is time to see it again: about %(chance)s %% of its lines would come to mind."
    ),
    Why.FOUNDATION: N_("You do about %(chance)s %% of its lines right, and “%(leads_to)s” builds on it."),
}
FOUNDATION_UNTRIED = N_("You have not tried this yet, and “%(leads_to)s” builds on it.")


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a topic: a family's title, or what a section asks in one form (``form``, "" for a family)."""

    title: str
    form: str = ""


def name(topic: str) -> Name:
    """The name of a topic."""
    family = catalogue.families().get(topic)
    if family:
        return Name(family.title)
    section, _, form = topic.partition("/")
    return Name(SECTIONS.get(section, section), FORMS.get(form, ""))


def reason(task: Task) -> tuple[str, Mapping[str, str]]:
    """The sentence that says why, with the values that stand in it."""
    proposal = task.proposal
    untried = proposal.why is Why.FOUNDATION and proposal.untried
    return FOUNDATION_UNTRIED if untried else REASONS[proposal.why], {
        "points": _short(proposal.topic.points),
        "chance": str(round(100 * proposal.chance)),
        "leads_to": name(proposal.leads_to).title if proposal.leads_to else "",
    }


def _short(points: float) -> str:
    return f"{points:.1f}" if points < 10 else f"{points:.0f}"
