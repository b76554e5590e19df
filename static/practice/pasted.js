/* Splits a pasted vector or matrix into rows of cells, or gives null where the text belongs into one cell. No DOM.

   Reads what spreadsheets (tabs and lines), NumPy, PyTorch and Python (brackets), MATLAB (semicolons) and LaTeX (&, \\)
   write. A comma can stand between two numbers or within one: 0,5 0,5 has decimal commas, 0.5,0.5 and [0,5] have not.
   What stays unclear is pasted as it is, and the server asks. */

const LABEL = /^\s*\w+\s*=\s*(?=[[(]|\w+[.(])/;
const FRAME = /\\(?:begin|end)\{\w+\*?\}|\\left|\\right|\$|(?:\w+\.)?(?:array|tensor|matrix)(?=\s*\()|,\s*\w+\s*=[^()[\]]*(?=\)\s*$)/g;
const INNERMOST = /[[(]([^[\]()]*)[\])]/g;
const POINTED = /^[-+−]?(?:(?:\d[\d_]*\.?\d*|\.\d+)(?:e[-+−]?\d+)?%?|inf|∞|nan|\d+\/\d+)$/i;
const WITH_COMMA = /^[-+−]?(?:\d+(?:,\d+)?(?:e[-+−]?\d+)?%?|inf|∞|\d+\/\d+)$/i;
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+$/;

/** Rows of texts; `words` for cells of words, in which a space, a comma and a bracket are part of the answer. */
export function cellsIn(text, words = false) {
  const body = words ? text : text.replace(LABEL, "").replace(FRAME, " ").replaceAll("\\\\", ";").replaceAll("&", "\t");
  const table = words || body.includes("\t") ? tabbed(body, words) : numbers(body);
  return table && table.flat().filter(Boolean).length > 1 ? table : null;
}

function tabbed(text, words) {
  const lines = text.split(words ? /\r?\n/ : /\r?\n|;/).filter((line) => line.trim());
  return lines.map((line) => line.split("\t").map((cell) => cell.trim()));
}

function numbers(text) {
  const inner = [...text.matchAll(INNERMOST)].map((found) => found[1]);
  const outside = text.replace(INNERMOST, "");
  if (inner.length ? /[^[\](),;\s]/.test(outside) : /[[\]()]/.test(text)) return null; // brackets of an expression
  const texts = inner.length > 1 ? inner : (inner[0] ?? text).split(/;|\n/);
  const lines = texts.map((line) => line.trim().replace(/,$/, "")).filter(Boolean);
  const table = split(lines, inner.length > 0);
  const wrapped = inner.length === 1 && table?.some((row) => row.length !== table[0].length); // NumPy broke a long vector
  return wrapped ? [table.flat()] : table;
}

/** The lines as rows of numbers; null where one is no number, or where commas can be read in two ways. */
function split(lines, bracketed) {
  const between = valid(lines, /\s*,\s*|\s+/, POINTED);
  if (!lines.some((line) => /\S,\S/.test(line))) return between;
  const within = lines.some((line) => line.includes(".")) ? null : valid(lines, /,\s+|\s+/, WITH_COMMA);
  if (!within) return lines.length === 1 && GROUPED.test(lines[0]) ? null : between;
  if (bracketed) return lines.some((line) => /[^,\s]\s+[^,\s]/.test(line)) ? null : between;
  const plainly = within.some((row) => row.length > 1) || lines.some((line) => /^[-+−]?0,/.test(line));
  return plainly ? within : null;
}

function valid(lines, separator, cell) {
  const table = lines.map((line) => line.split(separator));
  return table.flat().every((text) => cell.test(text)) ? table : null;
}
