/* The exam that stands on the page: whose it is, where it is saved, and the sentences that its modules say. */

export const exam = document.getElementById("exam");
export const name = exam?.dataset.name;
export const person = exam?.dataset.person;
export const grace = Number(exam?.dataset.grace); // seconds after the end in which the server still takes what was typed
export const address = `/sittings/${name}`;
export const PARTIAL = { "HX-Request": "true", "HX-Request-Type": "partial" };

const { lang } = document.documentElement;
const language = { en: "en-GB", bn: "bn-u-nu-latn" }[lang] ?? lang;
const timeOfDay = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

/** A sentence of the page's template, its {slots} filled. */
export function words(which, filled = {}) {
  const sentences = [...document.getElementById("words").content.children];
  const sentence = sentences.find((one) => one.dataset.says === which).textContent;
  return sentence.replace(/\{(\w+)\}/g, (_, slot) => filled[slot]);
}

/** A moment of the server on the reader's own clock: 12:03:07. */
export function shown(moment) {
  return timeOfDay.format(new Date(moment));
}

/** Text into an element, only where it is another one: screen readers say what changed. */
export function say(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}
