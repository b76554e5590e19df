"""An author sees which questions of the bank may ask the same as the draft."""

from tests.app.accounts.members import Member
from tests.app.authoring.sample_question import NAME
from tests.engine.submissions import HOME

ADDRESS = f"/author/{NAME}"
GOOD_TOKEN = (HOME / "question_bank" / "alignment" / "beyond-the-clip-with-a-good-token.toml").read_text(
    "utf-8"
)


def test_a_question_that_asks_the_same_is_shown_with_the_words_that_both_have(owner: Member) -> None:
    owner.learner.send(ADDRESS, {"text": GOOD_TOKEN})
    page = owner.learner.get(f"{ADDRESS}/lookalikes")
    assert '<a href="/practice/beyond-the-clip-with-a-good-token">' in page.html
    assert '<a href="/practice/beyond-the-clip-with-a-bad-token">' in page.html
    assert "advantage" in page.text
    assert 'alike = ["beyond-the-clip-with-a-good-token"]' in page.text


def test_a_question_with_numbers_has_none(owner: Member) -> None:
    assert "No question of the bank shares so many" in owner.learner.get(f"{ADDRESS}/lookalikes").text


def test_a_draft_that_is_no_question_is_told_so(owner: Member) -> None:
    owner.learner.send(ADDRESS, {"text": "title = 1"})
    page = owner.learner.get(f"{ADDRESS}/lookalikes")
    assert page.status == 409
    assert "The draft is no question yet" in page.text
