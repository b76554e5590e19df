/* What the calculator's keys do to the line that is being typed. No DOM: a line is its text, the selected span
   (start, end), and whether it was just computed; every function gives a new line. */

const GOES_ON = /^(?:[-+−×÷*/^²]|⁻¹)/; // typed after a result, it goes on with Ans
const CHUNK = /(?:Ans|ln\(|log\(|√\(|(?<![\w.])(?:e|10)\^\(|⁻¹|[^])$/u;
const NUMBER = /(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][-−]?\d*)?$/;

export const EMPTY = { text: "", start: 0, end: 0, done: false };

/** The line with a key's text in place of what is selected; after a result, a new line. */
export function press(line, key) {
  if (line.done || !line.text) return at(line.done && GOES_ON.test(key) ? `Ans${key}` : key);
  const before = line.text.slice(0, line.start) + key;
  return at(before + line.text.slice(line.end), before.length);
}

/** Without what is selected, else without the sign, or the whole function name, before the caret. */
export function erase(line) {
  if (line.done || line.start === line.end) {
    const end = line.done ? line.text.length : line.start;
    const before = line.text.slice(0, end).replace(CHUNK, "");
    return at(before + line.text.slice(end), before.length);
  }
  return at(line.text.slice(0, line.start) + line.text.slice(line.end), line.start);
}

/** With the other sign before the number at the caret, or before its power of ten if that is being typed. */
export function changeSign(line) {
  if (line.done) return at("−Ans");
  const before = line.text.slice(0, line.end);
  const after = line.text.slice(line.end);
  const number = NUMBER.exec(before)?.[0];
  if (!number) return swapped(before, before.endsWith("−") ? before.slice(0, -1) : `${before}−`, after);
  const head = before.slice(0, before.length - number.length);
  if (/e/i.test(number)) {
    const turned = number.replace(/([eE])([-−]?)/, (_, e, minus) => (minus ? e : `${e}−`));
    return swapped(before, head + turned, after);
  }
  if (/\(−$/.test(head) && after.startsWith(")")) return at(head.slice(0, -2) + number + after.slice(1));
  if (/^[-−]$/.test(head) || /\([-−]$/.test(head)) return swapped(before, head.slice(0, -1) + number, after);
  if (!head || head.endsWith("(")) return swapped(before, `${head}−${number}`, after);
  const signed = `${head}(−${number}`;
  return at(`${signed})${after}`, signed.length);
}

/** A result is followed by an operator typed on the keyboard: the operator alone stands there, and goes on with Ans. */
export function goesOn(line) {
  return GOES_ON.test(line.text) && line.text.length === 1 ? at(`Ans${line.text}`) : { ...line, done: false };
}

/** How a typed expression is shown among the earlier lines. */
export function pretty(text) {
  return text
    .replaceAll("**", "^")
    .replace(/sqrt(?=\()/gi, "√")
    .replace(/pi/gi, "π")
    .replace(/[*/-]/g, (sign) => ({ "*": "×", "/": "÷", "-": "−" })[sign])
    .replace(/([+×÷])|(?<=[\w)π²¹.])(−)(?!¹)/g, (sign, _, _minus, place, all) =>
      /[eE]$/.test(all.slice(0, place)) && /\d[eE]$/.test(all.slice(0, place)) ? sign : ` ${sign} `,
    )
    .replace(/ {2,}/g, " ")
    .trim();
}

function swapped(before, changed, after) {
  return at(changed + after, changed.length);
}

function at(text, caret = text.length) {
  return { text, start: caret, end: caret, done: false };
}
