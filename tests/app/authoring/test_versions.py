"""Every published text stays, can be compared with another, and can become the draft again."""

import pytest
from fastapi import FastAPI

from app.identity.store.people import Role
from app.questions.store import drafts
from tests.app.accounts.members import Member, member
from tests.app.authoring.sample_question import MENDED, NAME, TEXT, publish
from tests.app.learner import Count, on_both

ADDRESS = f"/author/{NAME}/versions"


@pytest.fixture(autouse=True)
def mended(app: FastAPI, owner: Member) -> None:
    publish(app, owner.id, MENDED)


@on_both
def test_two_versions_are_compared_line_by_line(owner: Member) -> None:
    page = owner.learner.get(f"{ADDRESS}?old=1&new=2")
    assert '<span class="diff-old">-title = &#34;A lamp in watts&#34;' in page.html
    assert '<span class="diff-new">+title = &#34;A lamp in joules&#34;' in page.html
    assert '<span class="diff-same"> points = 2' in page.html
    assert "These two texts are the same." in owner.learner.get(f"{ADDRESS}?old=2&new=2").text


def test_by_default_the_draft_is_compared_with_what_is_published(owner: Member) -> None:
    owner.learner.send(f"/author/{NAME}", {"text": f"{MENDED}# a remark\n"})
    page = owner.learner.get(ADDRESS)
    assert "+# a remark" in page.text
    assert "A lamp in watts" not in page.text


def test_while_the_draft_is_what_is_published_the_newest_version_is_compared_with_the_one_before(
    owner: Member,
) -> None:
    assert '<span class="diff-new">+title = &#34;A lamp in joules&#34;' in owner.learner.get(ADDRESS).html


@on_both
def test_going_back_makes_the_older_text_the_draft_and_publishes_nothing(owner: Member, count: Count) -> None:
    before = count()
    page = owner.learner.send(ADDRESS, {"number": "1"})
    assert page.fields["text"] == f"\n{TEXT}"
    assert "the draft was changed since" in page.text
    assert count() == before


def test_versions_that_are_not_there_are_not_found(owner: Member) -> None:
    for page in (
        owner.learner.get(f"{ADDRESS}?old=3"),
        owner.learner.send(ADDRESS, {"number": "3"}),
        owner.learner.get("/author/nothing/versions"),
        owner.learner.send("/author/nothing/versions", {"number": "1"}),
    ):
        assert page.status == 404


def test_nobody_else_sees_them_or_goes_back(app: FastAPI, owner: Member) -> None:
    other = member(app, Role.INSTRUCTOR).learner
    assert other.get(ADDRESS).status == 404
    assert other.send(ADDRESS, {"number": "1"}).status == 404
    assert owner.learner.get(f"/author/{NAME}").fields["text"] == f"\n{MENDED}"


def test_before_the_first_version_the_page_says_so(app: FastAPI) -> None:
    learner = member(app, Role.INSTRUCTOR).learner
    page = learner.get(f"{learner.send('/author', {}).address}/versions")
    assert page.status == 200
    assert "Nothing is published yet." in page.text


@pytest.mark.parametrize("page", ["versions", "regrade"])
@pytest.mark.parametrize(
    ("line", "title"),
    [
        ('title = "Luong\'s score"', "Luong&#39;s score"),
        ("title = 'The \"best\" path'", "The &#34;best&#34; path"),
        ("title = \"It's not finis", "It&#39;s not finis"),
    ],
)
def test_the_way_back_has_the_whole_title(
    app: FastAPI, owner: Member, page: str, line: str, title: str
) -> None:
    """It ended at the first apostrophe."""
    with app.state.database.write() as connection:
        draft = drafts.hold(connection, owner.id, NAME)
        assert draft
        drafts.save(connection, draft.id, TEXT.replace('title = "A lamp in watts"', line))
    assert f">{title}</a>" in owner.learner.get(f"/author/{NAME}/{page}").html
