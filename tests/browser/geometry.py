"""Layout of a page: lines scroll only to the side, nothing floats over text, and the head is low."""

from playwright.sync_api import Page

SCROLLING_DOWN = """() => [...document.querySelectorAll("main *")]
    .filter((e) => e.checkVisibility() && !["TEXTAREA", "INPUT", "SELECT"].includes(e.tagName))
    .filter((e) => ["auto", "scroll"].includes(getComputedStyle(e).overflowX))
    .filter((e) => getComputedStyle(e).maxHeight === "none") // a panel with a limit to its height scrolls on purpose
    .map((e) => [e, e.scrollHeight - e.clientHeight])
    .filter(([, more]) => more > 0 && more < 20)
    .map(([e, more]) => `${more} px of “${e.textContent.trim().slice(0, 30)}” lie below its line (${e.className})`)"""
# What is fixed or sticks has its column for itself, or lies along an edge of the window and is as wide as what
# passes below it: the page ends there, and at its own end nothing is left below. Whatever takes the focus is
# clear of it.
FLOATING = """() => {
    const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".unseen, .skip");
    const still = (e) => ["fixed", "sticky"].includes(getComputedStyle(e).position);
    const floats = [...document.querySelectorAll("body *:not(th, td)")].filter(
        (e) => still(e) && shown(e) && !e.closest("[role=alert], #calculator"));
    const apart = (e) => !floats.some((one) => one.contains(e) || e.contains(one));
    const texts = [...document.querySelectorAll(
        "body :is(p, li, td, th, h1, h2, h3, a, button, input, select, textarea, summary, math, svg)")]
        .filter((e) => shown(e) && apart(e) && !e.closest("#calculator"));
    const name = (e) => `“${(e.textContent.trim() || e.name || e.className).slice(0, 30)}”`;
    const over = (one, its) => its.width > 1 && its.height > 1 && one.left < its.right - 1 && its.left < one.right - 1
        && one.top < its.bottom - 1 && its.top < one.bottom - 1;
    // A line that scrolls to the side shows a part of what is in it.
    const scrolls = (e) => ["auto", "scroll"].includes(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth;
    const scrolling = (e) => e && (scrolls(e)
        ? e : scrolling(e.parentElement));
    const within = new Map(texts.map((e) => [e, scrolling(e.parentElement)]));
    const seen = (e) => {
        const box = e.getBoundingClientRect(), line = within.get(e)?.getBoundingClientRect() ?? box;
        const left = Math.max(box.left, line.left), right = Math.min(box.right, line.right);
        return new DOMRect(left, box.top, Math.max(0, right - left), box.height);
    };
    const found = new Set();
    const end = document.documentElement.scrollHeight - innerHeight;
    for (const y of [0, 0.25, 0.5, 0.75, 1].map((share) => share * end)) {
        scrollTo(0, y);
        const boxes = floats.map((e) => [e, e.getBoundingClientRect()]);
        const below = boxes.filter(([, box]) => box.bottom >= innerHeight - 1).map(([, box]) => box);
        const above = boxes.filter(([, box]) => box.top <= 1).map(([, box]) => box);
        for (const [one, box] of boxes) {
            const edge = below.includes(box) && y < end ? below : above.includes(box) && y > 0 ? above : [];
            const from = Math.min(...edge.map(({ left }) => left)), to = Math.max(...edge.map(({ right }) => right));
            for (const text of texts) {
                const its = seen(text);
                if (from - 1 <= Math.max(its.left, 0) && Math.min(its.right, innerWidth) <= to + 1) continue;
                if (over(box, its)) found.add(`${name(one)} lies over ${name(text)}`);
            }
        }
    }
    const before = document.activeElement;
    for (const field of document.querySelectorAll("main :is(input, select, textarea, button, summary, a.button)")) {
        if (!shown(field) || !apart(field) || field.disabled || field.offsetHeight > innerHeight / 4) continue;
        field.focus();
        const covering = floats.find((one) => over(one.getBoundingClientRect(), field.getBoundingClientRect()));
        if (document.activeElement !== field || !covering) continue;
        found.add(`${name(covering)} lies over ${name(field)}, which has the focus`);
    }
    before.focus({ preventScroll: true });
    if (document.activeElement !== before) document.activeElement.blur();
    scrollTo(0, 0);
    return [...found];
}"""
ROWS = """() => {
    const middles = [...document.querySelectorAll(".top a")].map((e) => {
        const box = e.getBoundingClientRect();
        return box.top + box.height / 2;
    }).sort((a, b) => a - b);
    return middles.filter((y, n) => n === 0 || y > middles[n - 1] + 10).length;
}"""


def misplaced(page: Page) -> list[str]:
    """Everything that lies in the wrong place on the page as it stands."""
    found: list[str] = page.evaluate(SCROLLING_DOWN) + page.evaluate(FLOATING)
    if (rows := page.evaluate(ROWS)) > 2:
        found.append(f"the head has {rows} rows")
    return found
