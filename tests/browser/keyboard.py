"""A walk through a page by the Tab key: everything that can be pressed or typed into is reached, in the order of
reading; where one is can be seen, under no bar; and one leaves again."""

from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Page

# Radio buttons of one name are one stop; what lies below it in a toolbar is reached by arrow keys (tabindex -1).
STOPS = """() => {
    const every = [...document.querySelectorAll(
        "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable=true]")];
    const open = every.filter((e) => e.tabIndex >= 0 && !e.disabled && !e.closest("[inert]")
        && e.checkVisibility({ visibilityProperty: true }));
    window.oneOf = (e) => e.matches("[type=radio]") ? open.find((o) => o.name === e.name && o.form === e.form) : e;
    window.stops = open.filter((e) => oneOf(e) === e);
    window.passed = [];
    stops[0]?.focus();
    return stops.length;
}"""
HERE = """() => {
    const e = document.activeElement;
    if (!e || e === document.body) return null;
    const stop = oneOf(e), box = e.getBoundingClientRect(), style = getComputedStyle(e);
    const same = passed.at(-1) === e;
    passed.push(e);
    const belongs = (hit) => hit && (e.contains(hit) || hit.contains(e) || hit.closest("label")?.control === e);
    const points = [[0.5, 0.5], [0.05, 0.5], [0.95, 0.5], [0.5, 0.1], [0.5, 0.9]]
        .map(([x, y]) => [box.left + x * box.width, box.top + y * box.height]);
    const words = e.textContent.trim() || e.getAttribute("aria-label") || e.name || "";
    return {
        name: `${e.tagName.toLowerCase()} “${words.slice(0, 30)}”`,
        place: stops.indexOf(stop),
        same,
        spins: e.matches("[type=date], [type=datetime-local], [type=time]"),
        traps: e.matches(".editor"),
        seen: points.some(([x, y]) => belongs(document.elementFromPoint(x, y))),
        ringed: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1,
        box: { x: box.x, y: box.y, width: box.width, height: box.height },
    };
}"""
MISSED = """() => stops.filter((e) => !passed.some((one) => oneOf(one) === e) && e.isConnected && e.checkVisibility())
    .map((e) => `${e.tagName.toLowerCase()} “${(e.textContent.trim() || e.name || e.id).slice(0, 30)}”`)"""
ROOM = 6  # px around a box, in which a ring may lie


@dataclass(frozen=True)
class Stop:
    """Where the focus is."""

    name: str
    place: int
    seen: bool
    marked: bool


def walk(page: Page) -> Iterator[Stop]:
    """The stops from the first on. A field of a date has several; a code editor is left by Escape and then Tab, as its
    sheet says."""
    most = 3 * page.evaluate(STOPS) + 20
    for _ in range(most):
        here = page.evaluate(HERE)
        if here is None:
            return
        if here["same"] and not here["spins"]:
            assert here["traps"], f"{here['name']} holds the focus"
            page.keyboard.press("Escape")
        elif not here["same"]:
            marked = here["ringed"] or looks_different(page, here["box"])
            yield Stop(here["name"], here["place"], here["seen"], marked)
        page.keyboard.press("Tab")
    raise AssertionError(f"after {most} steps the page has no end")


def looks_different(page: Page, box: dict[str, float]) -> bool:
    """True if the place looks different without the focus: a link in a picture is marked by its shape."""
    assert page.viewport_size is not None
    left, top = max(0, box["x"] - ROOM), max(0, box["y"] - ROOM)
    right = min(page.viewport_size["width"], box["x"] + box["width"] + ROOM)
    bottom = min(page.viewport_size["height"], box["y"] + box["height"] + ROOM)
    if right - left < 1 or bottom - top < 1:
        return False
    clip = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    page.evaluate("document.getAnimations().forEach((one) => one.finish?.())")
    focused = page.screenshot(clip=clip, caret="initial")  # type: ignore[arg-type]
    page.evaluate("window.was = document.activeElement, was.blur()")
    blurred = page.screenshot(clip=clip)  # type: ignore[arg-type]
    page.evaluate("was.focus({ preventScroll: true })")
    return focused != blurred


def unreachable(page: Page) -> list[str]:
    """Everything that a walk by Tab finds wrong on the page as it stands."""
    found, places = [], []
    for stop in walk(page):
        places.append(stop.place)
        if not stop.seen:
            found.append(f"{stop.name} has the focus and is covered")
        if not stop.marked:
            found.append(f"{stop.name} does not show that it has the focus")
    known = [place for place in places if place >= 0]
    if known != sorted(known):
        found.append("the focus does not go in the order of the page")
    return found + [f"{name} is never reached" for name in page.evaluate(MISSED)]
