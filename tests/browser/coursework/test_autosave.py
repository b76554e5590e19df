"""Homework that saves itself: nobody loses what they typed and did not save, and no stale page looks saved."""

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Locator, Page, Route, expect

from app.courses.policy import Results
from app.courses.store import assignments, courses
from app.courses.store.assignments import Assignment
from app.courses.store.courses import CourseRole
from app.database.connection import Connection, Database
from app.identity.store import people
from tests.app.accounts.members import PASSWORD
from tests.app.grading.test_queue import EXPLAIN, OTHER
from tests.app.learner import COSINE
from tests.browser.accounts.test_account import sign_up, somebody
from tests.browser.conftest import Desk

BESIDE = "This was typed here before"
PROGRAM = "code-rouge-l"
SLOWLY = "import time; time.sleep(2)  "  # for each of its tests
TYPED = "Bits for each character can be compared."


def give_time(connection: Connection, one: Assignment, left: timedelta) -> None:
    """Results of the assignment open afterwards, and so much time is left."""
    assignments.change(
        connection, one.id, title=one.title, opens_at=None, due_at=datetime.now(UTC) + left, solutions_wait=True,
        results=Results.AFTERWARDS, closes_practice=True, hints=True,
    )  # fmt: skip


def homework(server: Desk, email: str, explain: str = EXPLAIN) -> str:
    """An assignment of a course in which this person is a student, due in an hour; returns its address."""
    database = Database(server.database_url)
    with database.write() as connection:
        student = people.account(connection, email)
        assert student is not None
        teacher = people.open_account(connection, None, somebody(), None)
        here = courses.add(connection, "Attention", teacher)
        courses.enter(connection, here.id, student.id, CourseRole.STUDENT)
        one = assignments.add(connection, here.id, "Week 1")
        give_time(connection, one, timedelta(hours=1))
        for question in (explain, COSINE):
            assignments.assign(connection, one.id, question, "exam")
    database.close()
    return f"/courses/{here.name}/assignments/{one.name}"


def end(server: Desk, address: str) -> None:
    """Lets the time of this homework be over a minute ago."""
    _, _, course, _, name = address.split("/")
    database = Database(server.database_url)
    with database.write() as connection:
        here = courses.named(connection, course)
        assert here
        one = assignments.find(connection, here.id, name)
        assert one
        give_time(connection, one, -timedelta(minutes=1))
    database.close()


def test_what_is_typed_is_saved_before_the_page_is_left(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page = person()
    email = somebody()
    sign_up(page, site, email)
    address = site + homework(server, email)
    page.goto(address)
    page.get_by_role("button", name="Begin").first.click()
    page.get_by_role("textbox").first.fill(TYPED)
    expect(page.locator("#autosave")).to_have_text("Saved.")
    page.evaluate("sessionStorage.clear()")  # what this browser alone has kept
    page.reload()
    expect(page.get_by_role("textbox").first).to_have_value(TYPED)
    page.get_by_role("textbox").first.fill(f"{TYPED} Those for each token cannot.")
    page.evaluate("sessionStorage.clear()")
    sheet = page.url
    page.goto(address)  # at once: the page saves as it is left, and the next may come before that has ended
    end = time.monotonic() + 20
    saved = ""
    while not saved.endswith("Those for each token cannot.") and time.monotonic() < end:
        page.goto(sheet)
        saved = page.get_by_role("textbox").first.input_value()
    assert saved == f"{TYPED} Those for each token cannot."


def test_without_a_connection_it_says_so_and_tries_again(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page = person(service_workers="block")  # its requests cannot be held back
    email = somebody()
    sign_up(page, site, email)
    page.goto(site + homework(server, email))
    page.get_by_role("button", name="Begin").first.click()
    page.wait_for_url("**/attempts/**")
    page.route("**/autosave", lambda route: route.abort("failed"))
    page.get_by_role("textbox").first.fill(TYPED)
    expect(page.locator("#autosave")).to_contain_text("Not saved: there is no connection.")
    page.unroute("**/autosave")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#autosave")).to_have_text("Saved.")


def test_whoever_has_signed_out_elsewhere_is_told_so_and_loses_nothing(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page = person()
    email = somebody()
    sign_up(page, site, email)
    page.goto(site + homework(server, email))
    page.get_by_role("button", name="Begin").first.click()
    elsewhere = page.context.new_page()
    elsewhere.goto(f"{site}/account")
    elsewhere.get_by_role("button", name="Sign out", exact=True).click()
    expect(elsewhere.locator(".me")).to_have_text("Sign in")
    page.get_by_role("textbox").first.fill(TYPED)
    expect(page.locator("#autosave")).to_contain_text("you have signed out in another window")
    page.get_by_role("button", name="Save for later").click()
    expect(page.get_by_role("alert").filter(has_text="signed out")).to_be_visible()
    elsewhere.goto(f"{site}/account")
    elsewhere.locator("#in-email").fill(email)
    elsewhere.locator("#in-password").fill(PASSWORD)
    elsewhere.locator("#in-password").press("Enter")
    expect(elsewhere.locator(".me")).to_have_text(email)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#autosave")).to_have_text("Saved.")


def begun(person: Callable[..., Page], server: Desk, site: str, explain: str = EXPLAIN) -> tuple[Page, str]:
    """A page with the sheet of the homework's first question, in sentences, and the address of the homework."""
    page = person(service_workers="block")  # its requests cannot be held back
    email = somebody()
    sign_up(page, site, email)
    address = homework(server, email, explain)
    page.goto(site + address)
    page.get_by_role("button", name="Begin").first.click()
    return page, address


def saved(page: Page, text: str) -> None:
    page.get_by_role("textbox").first.fill(text)
    expect(page.locator("#autosave")).to_have_text("Saved.")


def second(page: Page) -> Page:
    """Another window of the same browser with the same sheet."""
    other = page.context.new_page()
    other.goto(page.url)
    return other


def stale(person: Callable[..., Page], server: Desk, site: str) -> tuple[Page, Page]:
    """A page that shows "One." in its first line, and another, which has saved "Two." there since."""
    page, _ = begun(person, server, site)
    saved(page, "One.")
    other = second(page)
    saved(other, "Two.")
    return page, other


def program(page: Page, words: str) -> None:
    """Types at the end of the program."""
    page.locator(".cm-content").press("ControlOrMeta+End")
    page.locator(".cm-content").press_sequentially(words)


def run(page: Page) -> None:
    page.get_by_role("button", name="Run the shown tests").click()


def older_words(page: Page, text: str) -> Locator:
    """The box of older words that stand beside the fields, which shows this one."""
    box = page.get_by_role("status").filter(has_text=BESIDE)
    expect(box).to_contain_text(text)
    return box


def test_what_another_window_has_saved_since_stands_and_what_was_typed_here_can_be_put_back(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, _ = begun(person, server, site)
    answer = page.get_by_role("textbox").first
    saved(page, "An old text.")
    other = second(page)
    saved(other, "A newer text, and longer.")
    answer.fill("An old text, x.")
    expect(page.locator("#autosave")).to_contain_text("changed in another window")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(answer).to_have_value("A newer text, and longer.")
    beside = older_words(page, "An old text, x.")
    page.reload()
    expect(answer).to_have_value("A newer text, and longer.")
    beside.get_by_role("button", name="Put it into the fields instead").click()
    expect(beside).to_have_count(0)
    expect(page.locator("#autosave")).to_have_text("Saved.")
    other.reload()
    expect(other.get_by_role("textbox").first).to_have_value("An old text, x.")


def test_what_was_typed_without_a_connection_comes_back_over_what_it_was_typed_over(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, _ = begun(person, server, site)
    saved(page, TYPED)
    page.route("**/autosave", lambda route: route.abort("failed"))
    page.get_by_role("textbox").first.fill(f"{TYPED} More.")
    expect(page.locator("#autosave")).to_contain_text("Not saved: there is no connection.")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(page.get_by_role("textbox").first).to_have_value(f"{TYPED} More.")
    expect(page.get_by_text(BESIDE)).to_have_count(0)
    page.unroute("**/autosave")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#autosave")).to_have_text("Saved.")


def test_what_came_too_late_is_shown_and_said_not_to_count(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, address = begun(person, server, site, OTHER)  # no other course asks it: that would close the sheet
    saved(page, TYPED)
    page.route("**/autosave", lambda route: route.abort("failed"))
    page.get_by_role("textbox").first.fill(f"{TYPED} More.")
    expect(page.locator("#autosave")).to_contain_text("Not saved: there is no connection.")
    end(server, address)
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    late = page.get_by_role("status").filter(has_text="did not reach us in time, so it does not count")
    expect(late).to_contain_text(f"{TYPED} More.")
    expect(late.get_by_role("button", name="Put it")).to_have_count(0)
    expect(page.get_by_role("textbox").first).to_have_value(TYPED)
    page.reload()
    late.get_by_role("button", name="It is not needed").click()
    page.reload()
    expect(page.get_by_text("did not reach us in time")).to_have_count(0)


def test_a_button_of_an_older_window_shows_first_what_it_would_overwrite(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, _ = begun(person, server, site)
    saved(page, "An old text.")
    other = second(page)
    saved(page, "A newer text, and longer.")
    other.get_by_role("textbox").first.fill("An old text, x.")
    other.get_by_role("button", name="Save for later").click()  # before it has saved by itself
    told = other.get_by_role("alert").filter(has_text="another window or device has saved since")
    expect(told).to_contain_text("A newer text, and longer.")
    page.reload()
    expect(page.get_by_role("textbox").first).to_have_value("A newer text, and longer.")
    other.get_by_role("button", name="Save for later").click()
    expect(told).to_have_count(0)
    other.reload()
    expect(other.get_by_role("textbox").first).to_have_value("An old text, x.")


def test_a_reload_in_the_middle_of_a_word_is_no_other_window(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, _ = begun(person, server, site)
    page.on("dialog", lambda dialog: dialog.accept())
    answer = page.get_by_role("textbox").first
    answer.fill("First sentence.")
    page.reload()
    expect(page.locator("#autosave")).to_have_text("Saved.")
    saved(page, "First sentence. Second sentence.")


ORDER = "from-a-preference-to-a-loss"
CHOICE = "a-cup-of-hot-cocoa"


def test_a_page_that_the_browser_went_back_to_shows_what_is_saved_by_now(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, address = begun(person, server, site)
    sheet, answer = page.url, page.get_by_role("textbox").first
    saved(page, "One paragraph.")
    page.goto(site + address)
    page.goto(sheet)
    saved(page, "One paragraph. And a second one.")
    page.go_back()
    page.go_back()
    expect(page).to_have_url(sheet)
    expect(answer).to_have_value("One paragraph. And a second one.")
    expect(page.get_by_text(BESIDE)).to_have_count(0)


def test_what_was_saved_as_a_page_was_left_does_not_come_back_over_what_another_window_saved_since(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, address = begun(person, server, site)
    sheet, answer = page.url, page.get_by_role("textbox").first
    saved(page, "As it was.")
    page.reload()
    answer.fill("Left at once.")
    page.goto(site + address)
    other = page.context.new_page()
    end = time.monotonic() + 20
    while time.monotonic() < end:
        other.goto(sheet)
        if other.get_by_role("textbox").first.input_value() == "Left at once.":
            break
    saved(other, "As it was.")
    page.goto(sheet)
    expect(answer).to_have_value("As it was.")
    older_words(page, "Left at once.")
    other.reload()
    expect(other.get_by_role("textbox").first).to_have_value("As it was.")


def test_an_order_comes_back_whole_beside_that_of_another_window(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, _ = begun(person, server, site, ORDER)
    page.on("dialog", lambda dialog: dialog.accept())
    rows = page.locator(".ranking .words")

    def up(where: Page, place: int) -> None:
        where.locator(".ranking li").nth(place).get_by_role("button", name="Move up").click()

    up(page, 1)
    expect(page.locator("#autosave")).to_have_text("Saved.")
    other = second(page)
    up(other, 2)
    expect(other.locator("#autosave")).to_have_text("Saved.")
    up(page, 3)
    expect(page.locator("#autosave")).to_contain_text("changed in another window")
    mine = rows.all_inner_texts()
    page.reload()
    expect(rows).to_have_text(other.locator(".ranking .words").all_inner_texts())
    beside = older_words(page, "; ".join(f"{n}. {text}" for n, text in enumerate(mine, 1)))
    beside.get_by_role("button", name="Put it into the fields instead").click()
    expect(rows).to_have_text(mine)
    expect(page.locator("#autosave")).to_have_text("Saved.")
    page.reload()
    expect(rows).to_have_text(mine)


def test_nothing_that_was_saved_comes_back_as_not_saved_and_what_is_emptied_is_gone(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, _ = begun(person, server, site, CHOICE)
    options = page.get_by_role("radio")
    options.nth(0).check()
    expect(page.locator("#autosave")).to_have_text("Saved.")
    other = second(page)
    other.get_by_role("radio").nth(1).check()
    expect(other.locator("#autosave")).to_have_text("Saved.")
    page.reload()
    expect(options.nth(1)).to_be_checked()
    expect(page.get_by_text(BESIDE)).to_have_count(0)
    writing, _ = begun(person, server, site)
    saved(writing, "Pasted by mistake.")
    saved(writing, "")
    writing.reload()
    expect(writing.get_by_role("textbox").first).to_have_value("")


def calculation(person: Callable[..., Page], server: Desk, site: str) -> Page:
    """A page with the sheet of a question of numbers whose results wait."""
    page = person(service_workers="block")
    email = somebody()
    sign_up(page, site, email)
    page.goto(site + homework(server, email))
    page.get_by_role("button", name="Begin").nth(1).click()
    return page


def test_what_a_button_leaves_unsaved_is_saved_later(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page = calculation(person, server, site)
    field = page.locator("[name='cell.cosine.0']")
    for n, pressed in enumerate(("Hint: the formula", "Save this line")):
        field.fill(f"0.{n}1")
        page.get_by_role("button", name=pressed).first.click()  # of the first line, before it saves by itself
        expect(page.locator("#autosave")).to_have_text("Saved.")
        page.reload()
        expect(field).to_have_value(f"0.{n}1")
        expect(page.get_by_text(BESIDE)).to_have_count(0)


def test_lines_that_nobody_types_into_are_in_no_other_windows_way(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page = calculation(person, server, site)
    other = second(page)
    for where, part, text in ((page, "dot", "3"), (other, "cosine", "0.5"), (page, "cosine", "0.6")):
        where.locator(f"[name='cell.{part}.0']").fill(text)
        told = "changed in another window" if text == "0.6" else "Saved."
        expect(where.locator("#autosave")).to_contain_text(told)
    page.get_by_role("button", name="Save this line").first.click()  # of another line
    expect(page.locator("#autosave")).to_contain_text("changed in another window")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(page.locator("[name='cell.dot.0']")).to_have_value("3")
    expect(page.locator("[name='cell.cosine.0']")).to_have_value("0.5")
    expect(older_words(page, "0.6").locator("li")).to_have_count(1)


def test_reloads_one_after_the_other_in_the_middle_of_words_are_no_other_window(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, _ = begun(person, server, site)
    page.on("dialog", lambda dialog: dialog.accept())
    answer = page.get_by_role("textbox").first
    for n in range(5):
        answer.fill(f"Sentence {n}.")
        page.reload()
        expect(answer).to_have_value(f"Sentence {n}.")
        expect(page.get_by_text(BESIDE)).to_have_count(0)
    expect(page.locator("#autosave")).to_have_text("Saved.")
    page.evaluate("sessionStorage.clear()")
    page.reload()
    expect(answer).to_have_value("Sentence 4.")


def test_a_page_that_was_made_before_the_last_save_shows_it_all_the_same(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    """A reload while a save is on its way brings the text of before, after the page was told that it is saved."""
    page, _ = begun(person, server, site)
    answer = page.get_by_role("textbox").first
    saved(page, "As it was.")
    early = page.request.get(page.url).text()
    saved(page, "And as it is.")
    page.route(page.url, lambda route: route.fulfill(body=early, content_type="text/html"), times=1)
    page.reload()
    expect(answer).to_have_value("And as it is.")
    expect(page.get_by_text(BESIDE)).to_have_count(0)
    other = second(page)
    saved(other, "As another window has it.")
    page.reload()
    expect(answer).to_have_value("As another window has it.")
    expect(page.get_by_text(BESIDE)).to_have_count(0)


def test_what_is_typed_counts_even_if_it_is_what_stood_there_before(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, _ = stale(person, server, site)
    answer = page.get_by_role("textbox").first
    answer.press("ControlOrMeta+a")
    answer.press_sequentially("One.")
    expect(page.locator("#autosave")).to_contain_text("changed in another window")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(answer).to_have_value("Two.")
    older_words(page, "One.")


def test_what_is_typed_in_a_program_after_its_tests_ran_is_saved(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, _ = begun(person, server, site, PROGRAM)
    program(page, "# one")
    run(page)
    expect(page.get_by_text("Got").first).to_be_visible(timeout=60000)
    program(page, "# two")
    expect(page.locator("#autosave")).to_have_text("Saved.")
    other = second(page)
    expect(other.locator("textarea[data-code]")).to_have_value(re.compile("# one# two$"))
    other.wait_for_timeout(2500)  # what a page shows as it opens is nothing to be saved
    program(page, "# three")
    expect(page.locator("#autosave")).to_have_text("Saved.")
    page.reload()
    expect(page.locator("textarea[data-code]")).to_have_value(re.compile("# one# two# three$"))


def test_older_words_of_a_program_are_put_back_into_its_editor(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, _ = begun(person, server, site, PROGRAM)
    other = second(page)
    for where, word in ((other, "# there"), (page, "# here")):
        program(where, word)
        expect(where.locator("#autosave")).not_to_have_text(re.compile("^$|Saving"))
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    older_words(page, "# here").get_by_role("button", name="Put it into the fields instead").click()
    expect(page.locator("#autosave")).to_have_text("Saved.")
    expect(page.locator(".cm-content")).to_contain_text("# here")
    program(page, "# more")
    expect(page.locator("#autosave")).to_have_text("Saved.")
    page.reload()
    expect(page.locator("textarea[data-code]")).to_have_value(re.compile("# here# more$"))


def test_a_line_that_is_emptied_in_an_older_window_is_not_said_to_be_saved(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, other = stale(person, server, site)
    answer = page.get_by_role("textbox").first
    answer.fill("")
    expect(page.locator("#autosave")).to_contain_text("changed in another window")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_text("Nothing is stored yet")).to_be_visible()
    expect(answer).to_have_value("")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_text("Nothing is stored yet")).to_have_count(0)
    other.reload()
    expect(other.get_by_role("textbox").first).to_have_value("")


def hand_in(page: Page) -> None:
    page.locator("summary", has_text="Hand in").click()
    page.get_by_role("button", name="Hand in now").click()


def test_an_older_window_shows_first_what_it_would_hand_in(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, other = stale(person, server, site)
    hand_in(page)
    expect(page.get_by_text("Nothing is stored yet")).to_be_visible()
    expect(page.get_by_text("Two.")).to_be_visible()
    expect(page.get_by_role("textbox").first).to_have_value("One.")
    hand_in(page)
    expect(page.get_by_role("button", name="Hand in now")).to_have_count(0)
    other.on("dialog", lambda dialog: dialog.accept())
    other.reload()
    expect(other.get_by_text("One.").first).to_be_visible()


def test_nothing_is_saved_beside_a_button_that_might_be_stored_after_it(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, _ = begun(person, server, site, PROGRAM)
    held, sent = list[Route](), list[str]()
    page.route(re.compile("/attempts/[^/]+$"), lambda route: held.extend([route]), times=1)
    page.on("request", lambda request: sent.append(request.url))
    program(page, "# one")
    expect(page.locator("#autosave")).to_have_text("Saved.")
    run(page)
    expect(page.locator("#sheet")).to_have_class(re.compile("htmx-request"))
    sent.clear()
    program(page, "# two")
    page.wait_for_timeout(2500)
    assert held
    assert not any(address.endswith("/autosave") for address in sent)
    held[0].continue_()
    expect(page.locator("#autosave")).to_have_text("Saved.")
    expect(second(page).locator("textarea[data-code]")).to_have_value(re.compile("# one# two$"))


def test_the_next_run_takes_the_place_of_one_that_goes_on(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, _ = begun(person, server, site, PROGRAM)
    for words in (f"{SLOWLY}# one", "# two"):
        program(page, words)
        run(page)
        expect(page.get_by_text("Your function is running")).to_be_visible()
    expect(page.get_by_text("Got").first).to_be_visible(timeout=60000)
    other = second(page)
    expect(other.get_by_text("Got").first).to_be_visible()
    for where in (page, other):
        expect(where.locator("textarea[data-code]")).to_have_value(re.compile("# one# two$"))


def watching(person: Callable[..., Page], server: Desk, site: str) -> tuple[Page, Page, Route]:
    """A page whose program runs and which has saved more since, another window that watches the run, and the request of
    that window, held back, that asks how it goes."""
    page, _ = begun(person, server, site, PROGRAM)
    program(page, f"{SLOWLY}# one")
    run(page)
    expect(page.get_by_text("Your function is running")).to_be_visible()
    other, asked = second(page), list[Route]()
    expect(other.locator(".cm-content")).to_contain_text("# one")
    other.route(re.compile("/attempts/[^/]+$"), lambda route: asked.extend([route]), times=1)
    other.wait_for_timeout(1000)
    program(page, "# two")
    expect(page.locator("#autosave")).to_have_text("Saved.")
    return page, other, asked[0]


def test_another_window_that_watches_a_run_takes_over_what_is_typed_meanwhile(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, other, asked = watching(person, server, site)
    asked.continue_()
    expect(other.locator(".cm-content")).to_contain_text("# one# two")
    other.wait_for_timeout(3000)
    page.reload()
    expect(page.locator("textarea[data-code]")).to_have_value(re.compile("# one# two$"))


def test_what_is_typed_in_a_window_that_watches_a_run_is_not_saved_over_what_another_saved_meanwhile(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, other, asked = watching(person, server, site)
    program(other, "# three")
    asked.continue_()
    expect(other.locator("#autosave")).to_contain_text("changed in another window")
    expect(other.locator(".cm-content")).to_contain_text("# one# three")
    page.reload()
    expect(page.locator("textarea[data-code]")).to_have_value(re.compile("# one# two$"))


def test_older_words_stay_beside_the_field_until_they_are_put_back_whatever_comes_after_them(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, other = stale(person, server, site)
    page.on("dialog", lambda dialog: dialog.accept())
    answer = page.get_by_role("textbox").first
    for here, there in (("A long text.", "Two. Three."), ("Something else.", "Two. Three. Four.")):
        answer.fill(here)
        expect(page.locator("#autosave")).to_contain_text("changed in another window")
        page.reload()
        older_words(page, here)
        saved(other, there)
    page.reload()
    older_words(page, "A long text.")
    older_words(page, "Something else.").get_by_role("button", name="Put it into the fields instead").click()
    expect(answer).to_have_value("Something else.")
    older_words(page, "A long text.")
    expect(page.locator("#autosave")).to_have_text("Saved.")
    other.reload()
    expect(other.get_by_role("textbox").first).to_have_value("Something else.")


NOT_HANDED_IN = "This was typed here and is no part of what was handed in"


def test_what_is_typed_after_another_window_has_handed_in_is_shown_beside_what_was(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, _ = begun(person, server, site)
    page.on("dialog", lambda dialog: dialog.accept())
    saved(page, "First part.")
    for way in ("save", "reload"):
        other = second(page) if way == "save" else None
        answer = page.locator("[name='cell.answer.0']")
        if other:
            hand_in(other)
            expect(other.get_by_text("Your answer is handed in").first).to_be_visible()
            answer.press_sequentially(" And a second part.")
            page.get_by_role("button", name="Save").first.click()
        else:
            page.reload()
        expect(page.get_by_text("Your answer is handed in").first).to_be_visible()
        expect(answer).to_have_value("First part.")
        expect(page.get_by_text("2 words so far")).to_be_visible()
        box = page.get_by_role("status").filter(has_text=NOT_HANDED_IN)
        expect(box).to_contain_text("First part. And a second part.")
        expect(box.get_by_role("button", name="Put it")).to_have_count(0)


def test_a_reload_shows_what_was_handed_in_elsewhere(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page, other = stale(person, server, site)
    page.on("dialog", lambda dialog: dialog.accept())
    hand_in(other)
    expect(other.get_by_text("Your answer is handed in").first).to_be_visible()
    expect(other.get_by_text(NOT_HANDED_IN)).to_have_count(0)
    answer = page.locator("[name='cell.answer.0']")
    answer.press_sequentially(" More.")
    expect(page.locator("#autosave")).to_contain_text("does not save by itself any more")
    page.reload()
    expect(answer).to_have_value("Two.")
    expect(page.get_by_role("status").filter(has_text=NOT_HANDED_IN)).to_contain_text("One. More.")
