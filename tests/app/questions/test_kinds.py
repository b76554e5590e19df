"""Names of kinds: every kind of question is named on pages, and told from all others where they are listed."""

from typing import get_args

from app.questions.kinds import FORMS, KINDS, KINDS_APART
from engine.exams.blueprints import Kind

EVERY = set(get_args(Kind))


def test_every_kind_has_a_name_and_a_form_of_answers() -> None:
    assert KINDS.keys() == EVERY
    assert KINDS_APART.keys() == EVERY
    assert sorted(kind for _, kinds in FORMS.values() for kind in kinds) == sorted(EVERY)


def test_no_two_kinds_in_a_list_are_called_the_same() -> None:
    assert len(set(KINDS_APART.values())) == len(EVERY)
