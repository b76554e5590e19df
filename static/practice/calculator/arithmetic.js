/* The calculator's arithmetic: from the text of an expression to its value. No DOM and no eval.

   The order of work is that of school: powers (from the right), × and ÷ (from the left), + and −. A minus in front
   binds less than a power, so −3² is −9. A product may go without its sign (2π, 3(1+4)); where that could be read in
   two ways (1÷2π, e^2π) the sign is asked for, as on the sheet. */

class Unclear extends Error {
  constructor(message, at) {
    super(message);
    this.at = at;
  }
}

/** The value of an expression, or what is wrong with it and where. `known` holds Ans and M. */
export function evaluate(text, known = {}) {
  try {
    return { value: new Reader(text, known).all() };
  } catch (problem) {
    if (!(problem instanceof Unclear)) throw problem;
    return { problem: problem.message, at: problem.at };
  }
}

// Text to tokens. Every rewriting keeps the length, so that a place found later is a place in what was typed.

const PLAIN = { "×": "*", "·": "*", "⋅": "*", "∗": "*", "÷": "/", "∕": "/", ":": "/", "−": "-", "–": "-", "\u00a0": " " };
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const TOKEN = {
  space: /\s+/y,
  number: /(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:E[+-]?\d*|e\d+|e[+-]\d+)?/y,
  raised: /[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/y,
  word: /log_?(?:10|2)|[a-z]+|π|√/iy,
  sign: /[-+*/^()]/y,
};
const OTHER_NAMES = new Map([["pi", "π"], ["sqrt", "√"], ["x", "*"], ["log10", "log"]]);
const NO_KEY = new Map([
  ["log2", "There is no key for log2: write ln(8)÷ln(2) for the logarithm of 8 to base 2."],
  ["cos", "Cosine similarity needs no cos key: divide the dot product by the product of the lengths."],
  ["%", "There is no percent key: write 0.05 for 5 percent."],
  ["=", "Write the expression without =, then press Enter."],
]);
const ROUND = "Use round brackets ( ) here.";

function tokens(typed) {
  const text = typed
    .replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x9e6))
    .replace(/[×·⋅∗÷∕:−–\u00a0]/g, (sign) => PLAIN[sign])
    .replaceAll("**", "^ ");
  const found = [];
  for (let at = 0; at < text.length; ) {
    const kind = Object.keys(TOKEN).find((name) => {
      TOKEN[name].lastIndex = at;
      return TOKEN[name].test(text);
    });
    if (!kind) throw new Unclear("[]{}".includes(text[at]) ? ROUND : noKey(text[at]), at);
    const part = text.slice(at, TOKEN[kind].lastIndex);
    if (kind !== "space") found.push(token(kind, part, at, text));
    at += part.length;
  }
  return found;
}

function token(kind, part, at, text) {
  if (kind === "number") return { kind, at, value: number(part, at, text) };
  if (kind === "raised") {
    const digits = [...part].map((sign) => (sign === "⁻" ? "-" : sign === "⁺" ? "" : RAISED.indexOf(sign)));
    return { kind, at, value: Number(digits.join("")) };
  }
  if (part === "E") throw new Unclear("EXP needs a number before it, as in 5E3. Euler's number is a small e.", at);
  const typed = part.toLowerCase().replace("_", "");
  const name = OTHER_NAMES.get(typed) ?? typed;
  if (kind === "sign" || name === "*") return { kind: "sign", at, name };
  if (!FUNCTIONS.has(name) && !CONSTANTS.has(name)) throw new Unclear(noKey(name), at);
  return { kind, at, name };
}

function number(part, at, text) {
  const [numeral, power] = part.split(/e/i);
  if (/^[.,]\d/.test(text.slice(at + part.length))) {
    throw new Unclear("Write this number without separators, as in 1234.5.", at);
  }
  if (/^[1-9]\d{0,2},\d{3}$/.test(numeral)) {
    throw new Unclear(`Do you mean ${numeral.replace(",", "")} or ${numeral.replace(",", ".")}? Write one of the two.`, at);
  }
  if (/[eE][+-]?$/.test(part)) throw new Unclear("The power of ten is missing after EXP.", at + part.length);
  const sure = numeral === "1" || /\D/.test(numeral) || power?.length > 2 || (power?.startsWith("-") && text.trim() === part);
  if (/e[+-]/.test(part) && !sure) {
    throw new Unclear(`Do you mean ${part.replace("e", "E")} (EXP) or ${part.replace("e", "×e")}? Write one of the two.`, at);
  }
  return Number(part.replace(",", "."));
}

function noKey(word) {
  return NO_KEY.get(word) ?? `There is no key for "${word}" on this calculator.`;
}

// What is computed.

const CONSTANTS = new Map([
  ["π", () => Math.PI],
  ["e", () => Math.E],
  ["m", ({ M = 0 }) => M],
  ["ans", ({ Ans }, at) => Ans ?? refuse("There is no earlier result yet, so Ans is empty.", at)],
]);
const FUNCTIONS = new Map([
  ["√", (x, at) => (x >= 0 ? Math.sqrt(x) : refuse("The square root of a negative number is not real.", at))],
  ["ln", (x, at) => (x > 0 ? Math.log(x) : refuse("Only a number above zero has a logarithm.", at))],
  ["log", (x, at) => (x > 0 ? Math.log10(x) : refuse("Only a number above zero has a logarithm.", at))],
  ["exp", (x) => Math.exp(x)],
  ["abs", (x) => Math.abs(x)],
]);
const NOISE = 2 ** -47; // what rounding inside the computer may leave where two equal numbers are subtracted

function plus(a, b) {
  const sum = a + b;
  return Math.abs(sum) < NOISE * Math.max(Math.abs(a), Math.abs(b)) ? 0 : sum;
}

function over(a, b, at) {
  return b ? a / b : refuse("Dividing by zero is not possible.", at);
}

function power(base, exponent, at) {
  if (base === 0 && exponent === 0) refuse("0 to the power 0 has no agreed value.", at);
  if (base === 0 && exponent < 0) refuse("Dividing by zero is not possible.", at);
  if (base < 0 && !Number.isInteger(exponent)) refuse("A negative number has only whole powers here. Check the brackets.", at);
  return base === Math.E ? Math.exp(exponent) : base ** exponent;
}

function refuse(message, at) {
  throw new Unclear(message, at);
}

/** Reads from left to right and computes on the way, one method for each level of the order of work. */
class Reader {
  constructor(text, known) {
    this.tokens = tokens(text);
    this.known = known;
    this.end = text.length;
    this.next = 0;
  }

  all() {
    if (!this.tokens.length) refuse("Nothing is typed yet.", 0);
    const value = this.sum();
    if (this.is(")")) refuse("One bracket is too many.", this.at);
    if (this.token) refuse("A sign such as × is missing here.", this.at);
    return this.finite(value);
  }

  sum() {
    let value = this.product();
    for (let sign; (sign = this.take("+", "-")); ) {
      const term = this.product();
      value = plus(value, sign.name === "-" ? -term : term);
    }
    return value;
  }

  product() {
    let value = this.signed(false);
    for (let sign; (sign = this.take("*", "/")); ) {
      const factor = this.signed(sign.name === "/");
      value = sign.name === "/" ? over(value, factor, sign.at) : value * factor;
    }
    return value;
  }

  signed(divisor) {
    const sign = this.take("-", "+");
    if (!sign) return this.joined(divisor);
    const value = this.signed(divisor);
    return sign.name === "-" ? -value : value;
  }

  /** Factors without a sign between them, 2π(3+4); not as a divisor, nor after a power or root without brackets. */
  joined(divisor) {
    let [value, open] = this.power();
    while (this.token?.kind === "word" || this.is("(")) {
      if (divisor || open) refuse("Write × or brackets: without them this can be read in two ways.", this.at);
      const [factor, next] = this.power();
      value *= factor;
      open = next;
    }
    return value;
  }

  /** A power, and whether a factor right behind it could also belong to its exponent or under its root. */
  power() {
    const root = this.token?.name === "√";
    let value = this.operand();
    let open = root && this.tokens[this.next - 1].name !== ")";
    for (let raised; (raised = this.raised()); ) value = power(value, raised.value, raised.at);
    const sign = this.take("^");
    if (!sign) return [value, open];
    open = !this.is("(");
    value = power(value, this.exponent(), sign.at);
    return [value, open];
  }

  exponent() {
    const sign = this.take("-", "+");
    if (!sign) return this.power()[0];
    return sign.name === "-" ? -this.exponent() : this.exponent();
  }

  operand() {
    const token = this.token;
    if (!token) refuse("A number is missing at the end.", this.end);
    this.next += 1;
    if (token.kind === "number") return this.finite(token.value, token.at);
    if (token.name === "(") return this.inside();
    if (CONSTANTS.has(token.name)) return CONSTANTS.get(token.name)(this.known, token.at);
    if (token.name === "√" && !this.is("(")) return FUNCTIONS.get("√")(this.operand(), token.at);
    if (token.kind === "word") {
      if (!this.take("(")) refuse(`Write a bracket after ${token.name}, as in ${token.name}(2).`, this.at);
      return this.finite(FUNCTIONS.get(token.name)(this.inside(), token.at), token.at);
    }
    return refuse(token.name === ")" && this.next === 1 ? "One bracket is too many." : "A number is missing here.", token.at);
  }

  /** What is between an opening bracket, already taken, and its closing one. */
  inside() {
    const value = this.sum();
    if (this.take(")")) return value;
    if (this.token) refuse("A sign such as × is missing here.", this.at);
    const missing = this.tokens.reduce((open, { name }) => open + (name === "(") - (name === ")"), 0);
    const which = missing === 1 ? "One bracket is" : `${missing} brackets are`;
    return refuse(`${which} missing: write ${")".repeat(missing)} at the end.`, this.end);
  }

  finite(value, at = 0) {
    return Number.isFinite(value) ? value : refuse("This is too large for the calculator.", at);
  }

  get token() {
    return this.tokens[this.next];
  }

  get at() {
    return this.token?.at ?? this.end;
  }

  is(name) {
    return this.token?.kind === "sign" && this.token.name === name;
  }

  take(...names) {
    return names.some((name) => this.is(name)) ? this.tokens[this.next++] : undefined;
  }

  raised() {
    return this.token?.kind === "raised" ? this.tokens[this.next++] : undefined;
  }
}
