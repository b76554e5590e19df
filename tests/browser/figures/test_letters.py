"""The letters of all figures on a phone: large enough to be read, none over another, none beyond the window."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page

from engine.figures.catalogue import figures
from engine.figures.figure import Figure
from tests.engine.figures.states import frames

LEAST = 11.0  # pixels on the screen
# The box of a letter is taller than what is drawn of it: its foot and its size tell the latter.
LETTERS = """() => {
    const sizes = [], found = [], more = document.documentElement.scrollWidth - innerWidth;
    if (more > 0) found.push(`the page is ${more} px wider than the window`);
    for (const svg of document.querySelectorAll(".figure-pictures svg")) {
        const frame = svg.getBoundingClientRect();
        const texts = [...svg.querySelectorAll("text")].filter((e) => e.textContent.trim() && e.checkVisibility());
        const all = texts.map((e) => {
            const to = e.getScreenCTM(), size = parseFloat(getComputedStyle(e).fontSize) * Math.hypot(to.a, to.b);
            const foot = to.f + to.d * e.y.baseVal[0].value, { left, right } = e.getBoundingClientRect();
            return { e, size, left, right, top: foot - 0.72 * size, bottom: foot + 0.1 * size };
        });
        all.forEach((one, n) => {
            const said = `“${one.e.textContent}”`;
            sizes.push([one.size, said]);
            if (one.left < frame.left - 4 || one.right > frame.right + 4 || one.top < frame.top - 4)
                found.push(`${said} goes beyond its picture`);
            for (const other of all.slice(n + 1)) {
                const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
                const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
                if (wide > 1 && high > 1) found.push(`${said} lies over “${other.e.textContent}”`);
            }
            const box = one.e.previousElementSibling;
            if (!box?.matches("rect.box") || one.e.matches(".name")) return;
            if (one.right - one.left > box.getBoundingClientRect().width) found.push(`${said} is wider than its box`);
        });
    }
    return [sizes, found];
}"""
ALL = pytest.mark.parametrize("figure", [pytest.param(figure, id=id) for id, figure in figures().items()])


@pytest.mark.sweep
@ALL
def test_the_letters_of_a_figure_can_be_read_on_a_phone_at_every_state(
    person: Callable[..., Page], site: str, figure: Figure
) -> None:
    page = person(viewport={"width": 360, "height": 740})
    faults = []
    for frame in frames(figure, at_once=2):
        state = urlencode(figure.texts(frame))
        page.goto(f"{site}/figures/{figure.id}?{state}")
        sizes, found = page.evaluate(LETTERS)
        assert sizes or not page.locator(".figure-pictures svg").count()
        small = [f"{said} has {size:.1f} px" for size, said in sizes if size < LEAST]
        faults += [f"{fault} at {state}" for fault in small + found]
    assert faults == []


def test_a_text_without_a_gap_does_not_make_the_page_of_a_figure_wider_than_a_phone(
    person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": 360, "height": 740})
    page.goto(f"{site}/figures/bpe?words={'x' * 60}&merges=0")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".boxes .box").count() > 0
