"""A term with a platform, in a real Chromium: its pages frame ours from another site, so that our cookies there are
those of a third party. A lecturer connects the course and chooses what is in it, three students come, and their marks
go back.
"""

import re
import secrets
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import pytest
from playwright.sync_api import BrowserContext, FrameLocator, Page, expect
from sqlalchemy import select

from app.database.connection import Database
from app.database.schema import attempts
from app.identity.permissions import COOKIE
from app.identity.store import people, sessions
from app.identity.store.people import Role
from app.lti import keys
from app.lti.store import platforms
from tests.app.exams.course_exam import RULES, SMALL
from tests.app.learner import COSINE
from tests.app.lti.platform import INSTRUCTOR, Link, Platform, platform
from tests.app.lti.visits import details
from tests.app.server import BROWSER, PATIENCE, Server, serving
from tests.browser.lti import course_page
from tests.browser.web.test_looks import LOOKS, faults


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    url = f"sqlite:///{tmp_path_factory.mktemp('lti')}/lti.db"
    with serving(url, EXAMFORMER_LTI_WITHOUT_HTTPS="true") as served:
        yield served


@pytest.fixture
def there(site: Server) -> Iterator[Platform]:
    with platform(tool=site.address, host="localhost") as served:
        served.pages |= course_page.PAGES
        yield served


@pytest.fixture
def database(site: Server) -> Iterator[Database]:
    opened = Database(site._environment["EXAMFORMER_DATABASE_URL"])
    yield opened
    opened.close()


def send(context: BrowserContext, address: str, **form: str) -> str:
    """Sends a form of our own, as the browser of this context does; where it leads to."""
    answer = context.request.post(address, form=dict(form), headers=BROWSER)
    assert answer.ok, answer.text()
    return answer.url


def administrator(person: Callable[..., Page], site: Server, database: Database, **look: object) -> Page:
    """An administrator, who is signed in."""
    token = secrets.token_urlsafe(32)
    with database.write() as connection:
        email = f"{secrets.token_hex(4)}@x.org"
        number = people.open_account(connection, None, email, None, Role.ADMINISTRATOR)
        sessions.add(connection, number, token)
    page = person(**look)
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": site.address}])
    return page


def put_in(database: Database, there: Platform) -> None:
    """The platform is registered as Moodle, without its administrator."""
    keys.ensure(database)
    with database.write() as connection:
        platforms.add(connection, details(there))


def frame(page: Page) -> FrameLocator:
    return page.frame_locator("iframe[name=tool]")


def come(page: Page, there: Platform, user: str, link: Link | None = None) -> FrameLocator:
    """Opens the course on the platform, as this user; what stands in its frame."""
    page.goto(f"{there.issuer}/course?user={user}&link={link.id if link else ''}")
    return frame(page)


def enter(page: Page, there: Platform, user: str, link: Link) -> Page:
    """Presses the button in the frame; the window that it opens."""
    here = come(page, there, user, link)
    with page.expect_popup() as opened:
        here.get_by_role("button", name="Open Examformer in a new window").click()
    opened.value.wait_for_load_state()
    return opened.value


def answer(window: Page, database: Database, assignment: str, *parts: str) -> None:
    """Begins the exercise of an assignment, and answers these parts as the key has them."""
    window.goto(assignment)
    window.get_by_role("button", name="Begin").click()
    window.wait_for_url(re.compile("/attempts/"))
    name = window.url.rpartition("/")[2].partition("?")[0]
    with database.read() as connection:
        variant = connection.execute(select(attempts.c.variant).where(attempts.c.name == name)).scalar_one()
    keys = {part["name"]: str(part["key"][0]) for part in variant["parts"]}
    for part in parts:
        window.locator(f"[name='cell.{part}.0']").fill(keys[part])
    window.get_by_role("button", name="Check all").click()
    expect(window.locator(f"#margin-{parts[-1]}")).to_contain_text("of")


def given(there: Platform, line_item: str) -> dict[str, object]:
    return {who: one.get("scoreGiven") for who, one in there.results(line_item).items()}


def sent(window: Page, course: str, there: Platform, expected: Callable[[], bool]) -> None:
    """The lecturer has the marks sent, and a worker does it."""
    window.goto(f"{course}/platforms")
    window.get_by_role("button", name="Send now").click()
    expect(window.get_by_role("status")).to_contain_text("on their way")
    until = time.monotonic() + PATIENCE
    while not expected():
        assert time.monotonic() < until, there.scores
        time.sleep(0.1)


@pytest.mark.long("a whole term, in five windows, with a worker that sends marks")
def test_a_course_of_a_platform_from_its_registration_to_its_marks(
    person: Callable[..., Page], site: Server, there: Platform, database: Database
) -> None:
    admin = administrator(person, site, database)
    admin.goto(f"{site.address}/lti/platforms")
    admin.get_by_role("button", name="Make an address").click()
    tool = admin.locator("#made").input_value()
    admin.goto(f"{there.issuer}/tools?tool={tool}")
    frame(admin).get_by_role("button", name="Register").click()
    expect(frame(admin).get_by_role("heading")).to_have_text("Examplelms is registered")
    expect(admin).to_have_title("closed")

    # The lecturer comes, opens a course, makes an assignment and an exam, and chooses them on the platform.
    there.user("lin", name="Prof. Lin", email="lin@x.org", roles=[INSTRUCTOR])
    lin = person()
    window = enter(lin, there, "lin", there.link())
    expect(window.get_by_role("heading", level=1)).to_have_text("Which course is this?")
    window.get_by_role("button", name="Open a new course").click()
    expect(window.get_by_role("heading", level=1)).to_have_text("Language models, autumn")
    course = window.url
    send(lin.context, f"{course}/assignments", title="Week 1")
    window.goto(course)
    week = f"{site.address}{window.get_by_role('link', name='Week 1').first.get_attribute('href')}"
    send(lin.context, f"{week}/questions", question=COSINE)
    send(lin.context, f"{week}/settings", periods="2", percent="50")
    send(lin.context, f"{week}/publish")
    exam = send(lin.context, f"{course}/exams", source="sprint")
    window.goto(exam)
    opened = window.locator("[name=opened]").first.input_value()
    send(lin.context, exam, text=SMALL, opened=opened)
    send(lin.context, f"{exam}/rules", **(RULES | {"scores": "at once"}))
    send(lin.context, f"{exam}/publish")
    chooser = come(lin, there, "lin")
    expect(chooser.get_by_role("heading", level=1)).to_have_text("Choose exercises")  # by itself: it is bound
    chooser.get_by_label("Week 1").check()
    chooser.get_by_label("Midterm").check()
    chooser.get_by_role("button", name="Add to Examplelms").click()
    expect(chooser.get_by_text("Added.")).to_be_visible()
    assert {item["title"] for item in there.picked} == {"Week 1", "Midterm"}
    of_week = next(link for link in there.links.values() if link.title == "Week 1")
    of_exam = next(link for link in there.links.values() if link.title == "Midterm")

    # Three students: Ada in time, Bob late, Cem late with an extension.
    windows = {}
    for sub, name in (("ada", "Ada"), ("bob", "Bob"), ("cem", "Cem")):
        there.user(
            sub, name=name, email=f"{sub}@x.org", number=f"20-{sub}", groups=["g1" if sub == "bob" else "g2"]
        )
        windows[sub] = enter(person(), there, sub, of_week)
        expect(windows[sub].locator(".me")).to_have_text(name)
        expect(windows[sub].get_by_role("heading", level=1)).to_have_text("Week 1")
    answer(windows["ada"], database, week, "dot", "norm_u")
    time.sleep(0.01)
    due = datetime.now(UTC)
    send(lin.context, f"{week}/settings", due=due.isoformat(), periods="2", percent="50")
    window.goto(week)
    cem = window.locator("select[name=student] option", has_text="Cem").get_attribute("value")
    later = (due + timedelta(days=3)).isoformat(timespec="minutes")
    send(lin.context, f"{week}/extensions", student=str(cem), due=later)
    answer(windows["bob"], database, week, "dot", "norm_u")
    answer(windows["cem"], database, week, "dot", "norm_u")
    path = of_week.line_item
    marks = {"ada": 2.0, "bob": 1.0, "cem": 2.0}
    sent(window, course, there, lambda: given(there, path) == marks)

    # Ada sits the exam; its mark travels, and so does one that the lecturer sets by hand.
    sitting = enter(windows["ada"].context.new_page(), there, "ada", of_exam)
    sitting.get_by_role("button", name="Begin").click()
    sitting.wait_for_url(re.compile("/sittings/"))
    begun = re.search("/sittings/([^/?]+)", sitting.url)
    assert begun
    send(windows["ada"].context, f"{site.address}/sittings/{begun[1]}/end")
    window.goto(f"{course}/gradebook")
    window.get_by_role("link", name="Ada").click()
    column = of_exam.target.rpartition("/")[2]
    send(lin.context, f"{window.url}/{column}", do="points", points="5.5", why="Read on paper.")
    exam_path = of_exam.line_item
    sent(window, course, there, lambda: there.results(exam_path).get("ada", {}).get("scoreGiven") == 5.5)
    assert there.results(exam_path)["ada"]["comment"] == "Read on paper."

    # The roster and its sections follow.
    there.groups = {"g1": "Tuesday", "g2": "Friday"}
    come(lin, there, "lin", of_week).get_by_role("button", name="Open Examformer in a new window").wait_for()
    enter(lin, there, "lin", of_week).close()
    window.goto(f"{course}/roster")
    window.get_by_role("button", name="Fetch the list from Examplelms").click()
    window.get_by_role("button", name="Save 3 lines").click()
    expect(window.get_by_role("status")).to_contain_text("Saved: 3 students")
    window.get_by_role("button", name="Match those who are ticked").click()
    expect(window.locator("#students")).to_contain_text("20-bob")
    expect(window.locator("#students")).to_contain_text("Tuesday")
    sent(window, course, there, lambda: len(there.scores) == 4)


@pytest.mark.sweep
@pytest.mark.parametrize("scripts", [True, False])
def test_without_cookies_in_frames_or_without_scripts_a_button_goes_on(
    person: Callable[..., Page], site: Server, there: Platform, database: Database, scripts: bool
) -> None:
    put_in(database, there)
    there.user("lin", name="Prof. Lin", email=f"lin-{scripts}@x.org", roles=[INSTRUCTOR])
    lin = person(java_script_enabled=scripts)
    if not scripts:
        there.asks = True
    lin.goto(f"{there.issuer}/course?user=lin&link={there.link().id}")
    if not scripts:
        frame(lin).get_by_role("button", name="Allow").click()
    lin.context.clear_cookies()
    with lin.expect_popup() as opened:
        frame(lin).get_by_role("button", name="Open Examformer in a new window").click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Which course is this?")
    opened.value.get_by_role("button", name="Open a new course").click()
    lin.goto(f"{there.issuer}/course?user=lin")
    if not scripts:
        lin.context.clear_cookies()
        frame(lin).get_by_role("button", name="Allow").click()
        frame(lin).get_by_role("button", name="Choose exercises").click()
    expect(frame(lin).get_by_role("heading", level=1)).to_have_text("Choose exercises")


@pytest.mark.sweep
def test_the_platforms_storage_binds_a_frame_that_keeps_no_cookie(
    person: Callable[..., Page], site: Server, there: Platform, database: Database
) -> None:
    put_in(database, there)
    there.user("lin", name="Prof. Lin", email=f"{secrets.token_hex(4)}@x.org", roles=[INSTRUCTOR])
    lin = person()
    enter(lin, there, "lin", there.link()).get_by_role("button", name="Open a new course").click()
    there.asks = True
    for storage, by_itself in (("", False), ("_parent", True)):
        there.storage = storage
        lin.goto(f"{there.issuer}/course?user=lin")
        frame(lin).get_by_role("button", name="Allow").wait_for()
        lin.context.clear_cookies()
        frame(lin).get_by_role("button", name="Allow").click()
        if not by_itself:
            frame(lin).get_by_role("button", name="Choose exercises").click()
        expect(frame(lin).get_by_role("button", name="Add to Moodle")).to_be_visible()


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_its_pages_are_sound_in_every_look(
    width: int, scheme: str, person: Callable[..., Page], site: Server, there: Platform, database: Database
) -> None:
    put_in(database, there)
    there.asks = True
    look = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    there.user("lin", name="Prof. Lin", email=f"{secrets.token_hex(4)}@x.org", roles=[INSTRUCTOR])
    there.user("ada", name="Ada", email=None)
    page, found = person(**look), {}

    def launch(user: str, link: Link | None, button: str) -> None:
        said = there.beginning(there.users[user], link)
        page.goto(f"{site.address}/lti/login?{urlencode(said)}")
        page.get_by_role("button", name="Allow").click()
        page.get_by_role("button", name=button).first.wait_for()
        found[f"{user} {button}"] = faults(page)

    launch("lin", None, "Open Examformer in a new window")
    launch("lin", there.link(), "Open a new course")
    page.get_by_role("button", name="Open a new course").click()
    page.wait_for_url(re.compile("/courses/"))
    course = page.url
    launch("lin", None, "Add to Moodle")
    page.get_by_role("searchbox").fill("attention")
    page.get_by_role("button", name="Search").click()
    page.get_by_text("Found").wait_for()
    found["search"] = faults(page)
    for path in (f"{course}/platforms", f"{course}/roster", f"{site.address}/lti/connected"):
        page.goto(path)
        found[path] = faults(page)
    page = administrator(person, site, database, **look)
    launch("ada", there.link(), "Connect it")
    page.goto(f"{site.address}/lti/platforms")
    page.get_by_role("button", name="Make an address").click()
    tool = page.locator("#made").input_value()
    found["platforms"] = faults(page)
    page.get_by_role("link", name="Moodle").first.click()
    found["platform"] = faults(page)
    page.goto(f"{tool}?openid_configuration={there.issuer}/.well-known/openid-configuration")
    found["register"] = faults(page)
    assert {state: here for state, here in found.items() if here} == {}
