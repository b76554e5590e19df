"""Shares of options go out and come back: what each tick earns or takes, and what an option right in part earns."""

from fractions import Fraction

import pytest

from app.authoring.exchange import foreign
from app.authoring.exchange.formats import Format, write
from app.authoring.exchange.from_variant import exchanged
from app.authoring.exchange.losses import PARTS_LOST, SEVERAL_WHOLE, losses
from app.questions.library import drafted
from engine import variants
from engine.answers.forms import Choice, Several
from engine.questions import Question
from engine.variants import Variant

HEAD = 'title = "Shares"\nkind = "choice"\nsection = "2.5"\nstatement = "Which?"\n'
BY_SHARES = 'several = true\nscoring = "shares"\n'


def written(head: str, *options: tuple[str, bool, str]) -> Variant:
    made = "".join(
        f'[[options]]\ntext = "{text}"\nright = {str(right).lower()}\nshare = "{share}"\n'
        for text, right, share in options
    )
    question = drafted("a", HEAD + head + made)
    assert isinstance(question, Question), question
    return variants.draw(question, 0, "exam")


ONE = written("", ("all", True, "0"), ("most", False, "2/3"), ("some", False, "0.25"), ("none", False, "0"))
MORE = written(BY_SHARES, ("a", True, "1"), ("b", True, "1/2"), ("c", False, "-1/3"), ("d", False, "0"))
WHOLE = written(BY_SHARES, ("a", True, "3/5"), ("b", True, "2/5"), ("c", False, "-1"))


def form(variant: Variant) -> Choice:
    (asked,) = variant.asked
    assert isinstance(asked.step.form, Choice)
    return asked.step.form


@pytest.mark.parametrize("to", [Format.MOODLE, Format.QTI_21, Format.QTI_30])
@pytest.mark.parametrize("sent", [ONE, MORE, WHOLE], ids=["one", "more than all", "all"])
def test_what_options_earn_and_take_comes_back(to: Format, sent: Variant) -> None:
    found = foreign.read(
        "file.xml" if to is Format.MOODLE else "file.zip", write(to, [exchanged(sent)], "A", "")
    )
    assert found is not None
    (file,) = found.files
    back = drafted("a", file.text)
    assert isinstance(back, Question), back
    again = variants.draw(back, 0, "exam")
    assert dict(form(again).shares) == dict(form(sent).shares)
    assert set(again.asked[0].key) == set(sent.asked[0].key)
    assert losses(sent, exchanged(sent), to) == ()


def test_shares_of_ours_are_exact_in_hundredths() -> None:
    assert dict(form(ONE).shares) == {"most": Fraction(2, 3), "some": Fraction(1, 4)}
    assert isinstance(form(MORE), Several)


def test_a_cartridge_tells_that_only_the_whole_key_counts_there() -> None:
    told = {one.says: one.what for one in losses(ONE, exchanged(ONE), Format.CARTRIDGE)}
    assert set(told[PARTS_LOST].split(", ")) == {"most", "some"}
    assert SEVERAL_WHOLE in {one.says for one in losses(MORE, exchanged(MORE), Format.CARTRIDGE)}
