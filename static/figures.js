/* How the calculator writes its results: on the display, aloud, and into a field of the sheet. No DOM. */

const DIGITS = 10;
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** The number as the display has it: ten digits, with a power of ten from 10¹⁰ on and below 0.0001. */
export function show(value) {
  const [mantissa, exponent] = parts(value);
  if (exponent === "") return mantissa.replace("-", "−");
  const raised = [...exponent].map((sign) => (sign === "-" ? "⁻" : RAISED[sign]));
  return `${mantissa.replace("-", "−")}×10${raised.join("")}`;
}

/** The same in words where a screen reader would stumble. */
export function spoken(value) {
  const [mantissa, exponent] = parts(value);
  const number = mantissa.replace("-", "minus ");
  return exponent === "" ? number : `${number} times 10 to the power ${exponent.replace("-", "minus ")}`;
}

/** What can be written into a field: with two decimals, and with all digits; only one where both are the same. */
export function forField(value) {
  const full = Number.isSafeInteger(value) ? String(value + 0) : parts(value).filter(Boolean).join("e");
  return [...new Set([twoDecimals(value, full), full])];
}

function twoDecimals(value, full) {
  const size = Math.abs(value);
  if (size >= 1e6 || (size > 0 && size < 0.005)) return value.toExponential(2).replace("e+", "e");
  if (!full.includes(".")) return full;
  return (Math.sign(value) * (Math.floor(size * 100 + 0.5 + 1e-9) / 100)).toFixed(2);
}

/** Mantissa and exponent of the number with ten digits; the exponent is "" where none is written. */
function parts(value) {
  const rounded = Number(value.toPrecision(DIGITS)) + 0;
  const size = Math.abs(rounded);
  if (size < 1e10 && (size >= 1e-4 || size === 0)) return [withoutEnd(rounded.toPrecision(DIGITS)), ""];
  const [mantissa, exponent] = rounded.toExponential(DIGITS - 1).split("e");
  return [withoutEnd(mantissa), exponent.replace("+", "")];
}

function withoutEnd(decimal) {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}
