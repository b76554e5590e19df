/* One request that saves fields, and what came of it. Fields go in one request as long as they are small enough. */

const MOST_FIELDS = 500;
const MOST_BYTES = 40_000; // of one request; the server and the browser's keepalive take 64 KiB
const PATIENCE = 15_000; // milliseconds

/** The first entries that fit into one request. */
export function batch(entries) {
  let bytes = 0;
  const size = ({ text }) => new Blob([JSON.stringify(text)]).size + 150;
  const fits = (entry, n) => n === 0 || (n < MOST_FIELDS && bytes + size(entry) <= MOST_BYTES);
  const cut = entries.findIndex((entry, n) => !fits(entry, n) || ((bytes += size(entry)), false));
  return cut < 0 ? entries : entries.slice(0, cut);
}

export function letter(window, opened, place, entries, visits = []) {
  const fields = entries.map(({ place, field, revision, text, typed_at }) => ({ place, field, revision, text, typed_at }));
  return JSON.stringify({ window, opened, place, fields, visits });
}

/** {trouble} where nothing was stored, else the server's answer with ``over``, ``sent`` and ``received``. */
export async function send(sitting, body) {
  const sent = performance.now();
  try {
    const answer = await fetch(`/sittings/${sitting}/saves`, {
      method: "POST", headers: { "content-type": "application/json" }, body,
      keepalive: body.length < MOST_BYTES / 2, redirect: "error", signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.status === 413) return { trouble: "long" };
    if ([401, 403, 404].includes(answer.status)) return { trouble: "stranger" };
    if (answer.status !== 200 && answer.status !== 409) return { trouble: "unable" };
    return { ...(await answer.json()), over: answer.status === 409, sent, received: performance.now() };
  } catch {
    return { trouble: "offline" };
  }
}

/** At the last moment of a page, when nobody waits for an answer any more. */
export function sendBlindly(sitting, body) {
  return navigator.sendBeacon(`/sittings/${sitting}/saves`, new Blob([body], { type: "application/json" }));
}
