/* How the calculator writes its results: on the display, aloud, and into a field of the sheet. No DOM. */

const DIGITS = 10;

/** The number as the display has it, [mantissa, exponent]: ten digits, with a power of ten (else the exponent is "")
    from 10 to the power 10 on and below 0.0001. */
export function figures(value) {
  return parts(value).map((part) => part.replace("-", "−"));
}

/** The same in words. */
export function spoken(value) {
  const [number, exponent] = parts(value).map((part) => part.replace("-", "minus "));
  return exponent === "" ? number : `${number} times 10 to the power ${exponent}`;
}

/** What can be written into a field: with two decimals, and with all digits; only one where both are the same, or
    where a ``whole`` number is asked. */
export function forField(value, whole) {
  const full = Number.isSafeInteger(value) ? String(value + 0) : parts(value).filter(Boolean).join("e");
  return whole ? [full] : [...new Set([twoDecimals(value, full), full])];
}

function twoDecimals(value, full) {
  const size = Math.abs(value);
  if (size >= 1e6 || (size > 0 && size < 0.005)) return value.toExponential(2).replace("e+", "e");
  if (!full.includes(".")) return full;
  return (Math.sign(value) * (Math.floor(size * 100 + 0.5 + 1e-9) / 100)).toFixed(2);
}

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
