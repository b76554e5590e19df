/* Results of the calculator as elements: powers of ten are raised, and words are there for screen readers. */

import { figures, spoken } from "./figures.js";

/** "= 5.88×10²²" for the eyes, and the same in words for the ears. */
export function equal(value) {
  const both = document.createDocumentFragment();
  both.append(element("span", "= ", written(value)), element("span", `equals ${spoken(value)}`));
  both.firstChild.setAttribute("aria-hidden", "true");
  both.lastChild.className = "unseen";
  return both;
}

export function written(value) {
  const [mantissa, exponent] = figures(value);
  return exponent === "" ? mantissa : element("span", `${mantissa}×10`, element("sup", exponent));
}

export function element(name, ...content) {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}
