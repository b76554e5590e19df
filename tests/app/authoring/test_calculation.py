"""The editor's words about a built-in calculation before anything is typed for it."""

import pytest

from app.authoring import fields
from app.authoring.calculation import calculation, drawn
from app.authoring.drafting import typed
from app.authoring.drafting.cards.family import FIXED
from app.authoring.starters import text_of
from engine import catalogue
from tests.app.accounts.members import Member
from tests.app.authoring.test_fields import look, posted

VALUE = FIXED.fields[1]


@pytest.mark.parametrize("family", catalogue.families())
def test_every_example_is_a_value_that_the_form_takes(family: str) -> None:
    about = calculation({"family": family})
    assert about is not None
    known = catalogue.find(family).parameters
    assert [one.name for one in about.parameters] == list(known.model_fields)
    values = {one.name: typed.read(VALUE, one.example) for one in about.parameters if one.example}
    assert all(one.meaning and one.shape for one in about.parameters)
    assert values, "nothing is told by an example"
    assert known.misfits({**next(drawn(catalogue.find(family), {})), **values}) == []


def test_a_text_that_names_no_calculation_has_none() -> None:
    assert calculation({"family": "nothing"}) is None
    assert fields.form(text_of("formula")).calculation is None
    assert fields.form(text_of("family").replace("cosine_similarity", "nothing")).calculation is None


def test_whoever_chooses_another_calculation_sees_its_parameters_and_steps(owner: Member) -> None:
    page = look(owner, posted(text_of("family")))
    assert "first vector" in page.text
    other = look(owner, posted(text_of("family"), family="perplexity"), htmx=True, do="choose:family")
    assert other.html.lstrip().startswith('<div id="editing"')
    assert 'data-focus="f.family"' in other.html
    assert '<th scope="row"><code>probabilities</code></th>' in other.html
