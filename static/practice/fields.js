/* The fields of the sheet, as the calculator beside them deals with them: keeps them in sight, offers them a result. */

import { forField } from "./calculator/figures.js";
import { element } from "./calculator/result.js";

export const FIELD = ".sheet input.cell";

/** Keeps a field, or else the first line that is seen, at its height while the page makes or takes back room. */
export function holding(field, change) {
  const seen = [...document.querySelectorAll(".line")].find((row) => row.getBoundingClientRect().bottom > 60);
  const held = field ?? seen;
  const before = held?.getBoundingClientRect().top;
  change();
  if (held) scrollBy({ top: held.getBoundingClientRect().top - before, behavior: "instant" });
}

/** Brings the line of a field, or as much of it as there is room for, above the panel at the bottom. */
export function reveal(field, panel) {
  const room = innerHeight - panel.offsetHeight - 8;
  const seen = [field.closest(".work"), field.closest(".answer"), field].find((part) => part?.offsetHeight <= room) ?? field;
  const { top, bottom } = seen.getBoundingClientRect();
  if (bottom > room || top < 0) scrollBy({ top: bottom > room ? bottom - room : top, behavior: "instant" });
}

export function nameOf(field) {
  const label = field.labels?.[0];
  return field.getAttribute("aria-label") ?? (label?.querySelector(".unseen") ?? label)?.textContent.trim() ?? "the field";
}

/** The texts of a value that can be written into the field: a whole number is exact, so none that is rounded. */
export function offers(value, field) {
  return value === undefined ? [] : forField(value, field?.dataset.whole !== undefined);
}

/** The part of the panel that offers the value, with its buttons. */
export function showOffers(part, value, field) {
  const sheet = document.querySelector(FIELD) !== null;
  const found = sheet ? offers(value, field) : [];
  part.classList.toggle("nowhere", !sheet);
  part.querySelector(".into").textContent = field ? `Put into the field: ${nameOf(field)}` : "Put into the field: choose one first";
  for (const [which, button] of part.querySelectorAll("[data-which]").entries()) {
    button.hidden = !sheet || (which > 0 && found.length < 2);
    button.disabled = !field || !found.length;
    button.replaceChildren(...(found[which] ? [element("span", "Put "), found[which]] : ["no result yet"]));
    button.setAttribute("aria-label", found[which] ? `Put ${found[which]} into ${field ? nameOf(field) : "the field"}` : "No result yet");
  }
}
