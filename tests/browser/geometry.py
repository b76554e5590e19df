"""Where things lie on a page: lines scroll only to the side, nothing floats over text, and the head is low."""

from playwright.sync_api import Page

SCROLLING_DOWN = """() => [...document.querySelectorAll("main *")]
    .filter((e) => e.checkVisibility() && !["TEXTAREA", "INPUT", "SELECT"].includes(e.tagName))
    .filter((e) => ["auto", "scroll"].includes(getComputedStyle(e).overflowX))
    .map((e) => [e, e.scrollHeight - e.clientHeight])
    .filter(([, more]) => more > 0 && more < 20)
    .map(([e, more]) => `${more} px of “${e.textContent.trim().slice(0, 30)}” lie below its line (${e.className})`)"""
# A bar along an edge ends the page there; all else that is fixed must have its column for itself.
FLOATING = """() => {
    const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".unseen, .skip");
    const fixed = [...document.querySelectorAll("body *")].filter(
        (e) => getComputedStyle(e).position === "fixed" && shown(e) && !e.matches("[role=alert], #calculator"));
    const texts = [...document.querySelectorAll(
        "body :is(p, li, td, th, h1, h2, h3, a, button, input, select, textarea, svg)")]
        .filter((e) => shown(e) && !fixed.some((one) => one.contains(e)));
    scrollTo(0, document.documentElement.scrollHeight);
    const found = [];
    for (const one of fixed) {
        const box = one.getBoundingClientRect();
        const bar = box.left <= 0 && box.right >= document.documentElement.clientWidth && box.bottom >= innerHeight;
        const under = ({ left, right, bottom }) =>
            bar ? bottom > box.top + 1 : right > box.left + 1 && left < box.right - 1;
        const covered = texts.find((e) => {
            const its = e.getBoundingClientRect();
            return its.width > 1 && its.height > 1 && under(its);
        });
        if (covered) found.push(`“${one.textContent.trim()}” lies over “${covered.textContent.trim().slice(0, 30)}”`);
    }
    scrollTo(0, 0);
    return found;
}"""
ROWS = """() => {
    const middles = [...document.querySelectorAll(".top a")].map((e) => {
        const box = e.getBoundingClientRect();
        return box.top + box.height / 2;
    }).sort((a, b) => a - b);
    return middles.filter((y, n) => n === 0 || y > middles[n - 1] + 10).length;
}"""


def misplaced(page: Page) -> list[str]:
    """What lies in the wrong place on the page as it stands."""
    found: list[str] = page.evaluate(SCROLLING_DOWN) + page.evaluate(FLOATING)
    if (rows := page.evaluate(ROWS)) > 2:
        found.append(f"the head has {rows} rows")
    return found
