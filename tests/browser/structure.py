"""Structure of a page, which one hears rather than sees: headings, names, tables; and how large and how far apart
what is pressed is. axe looks at each of these, too, and is more lenient."""

from playwright.sync_api import Page

SHOWN = """const shown = (e) => e.checkVisibility({ visibilityProperty: true });
const called = (e) => `${e.tagName.toLowerCase()} “${(e.textContent.trim() || e.name || e.id).slice(0, 30)}”`;
const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);"""
# One heading of the first level, and none that is two levels below the one before it.
HEADINGS = """() => {
    const levels = all("h1, h2, h3, h4, h5, h6").map((e) => [Number(e.tagName[1]), e]);
    const first = levels.filter(([level]) => level === 1);
    const skipping = levels.filter(([level], n) => level > (n ? levels[n - 1][0] + 1 : 2));
    return [...(first.length === 1 ? [] : [`${first.length} headings of the first level`]),
        ...skipping.map(([, e]) => `${called(e)} skips a level`)];
}"""
# A table has a name of its own, or stands alone in a group that has one; its heads say what they are heads of.
TABLES = """() => all("table").flatMap((table) => {
    const named = (e) => e?.matches("[aria-label], [aria-labelledby]");
    const group = table.closest("[role=group], [role=region]");
    const found = table.caption || named(table) || named(group) ? [] : ["no name"];
    const heads = [...table.querySelectorAll("th")];
    if (!heads.length) found.push("no head");
    if (heads.some((head) => !head.scope)) found.push("a head without a scope");
    return found.map((fault) => `${called(table)}: ${fault}`);
})"""
# Ids stand once; what refers to one refers to something that is there.
REFERENCES = """() => {
    const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
    const found = ids.filter((id, n) => ids.indexOf(id) !== n).map((id) => `the id ${id} stands twice`);
    for (const name of ["aria-describedby", "aria-labelledby", "aria-controls", "for"])
        for (const e of document.querySelectorAll(`[${name}]`))
            for (const id of e.getAttribute(name).split(/\\s+/).filter(Boolean))
                if (!document.getElementById(id)) found.push(`${name} of ${called(e)} leads to no ${id}`);
    return found;
}"""
DRAWINGS = """() => all("svg").filter((e) => !e.closest("[aria-hidden=true]"))
    .filter((e) => !e.matches("[role=img], [role=group], [role=slider]")
        || !(e.querySelector("title") || e.hasAttribute("aria-label") || e.hasAttribute("aria-labelledby")))
    .map((e) => `${called(e)} is drawn and has no name`)"""
# WCAG 2.5.8: 24 px either way, or nothing else in a circle of 24 px around its middle; but for links in a sentence.
TARGETS = """() => {
    const inSentence = (e) => e.matches("a") && getComputedStyle(e).display === "inline"
        && e.parentElement.textContent.trim() !== e.textContent.trim();
    const pressed = all("a[href], button, input:not([type=hidden]), select, textarea, summary, [role=slider]")
        .filter((e) => !e.closest(".unseen, .skip"))
        .map((e) => [e, e.matches("[type=radio], [type=checkbox]") && e.closest("label") || e])
        .map(([e, whole]) => [e, whole.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0);
    const small = pressed.filter(([e, box]) => Math.min(box.width, box.height) < 23.5 && !inSentence(e));
    const from = (x, y, box) =>
        Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
    return small.flatMap(([e, box]) => {
        const x = box.x + box.width / 2, y = box.y + box.height / 2;
        const others = pressed.filter(([other]) => !other.contains(e) && !e.contains(other));
        const near = others.find(([, its]) => from(x, y, its) < 12);
        const size = `${box.width.toFixed()} by ${box.height.toFixed()} px`;
        return near ? [`${called(e)} is ${size}, close to ${called(near[0])}`] : [];
    });
}"""
# A label stands above its field or before it, with some room between.
LABELS = """() => all("label[for]:not(.unseen)").filter((e) => !e.closest(".unseen")).flatMap((label) => {
    const field = document.getElementById(label.htmlFor);
    if (!field || !shown(field) || field.matches("[type=radio], [type=checkbox]")) return [];
    const own = label.getBoundingClientRect(), its = field.getBoundingClientRect();
    const beside = its.top < own.bottom - 1 && own.top < its.bottom - 1;
    return beside && Math.abs(its.left - own.right) < 3 ? [`${called(label)} touches its field`] : [];
})"""


def unstructured(page: Page) -> list[str]:
    """Everything that is wrong in the structure of the page as it stands."""
    checks = (HEADINGS, TABLES, REFERENCES, DRAWINGS, TARGETS, LABELS)
    return [fault for check in checks for fault in page.evaluate(f"() => {{ {SHOWN} return ({check})(); }}")]
