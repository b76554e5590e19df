/* What still waits of sittings that are over: sent once, so that the record of the exam has it, then taken out of the
   queue. What came in time after all counts as saved. */

import { say, words } from "./exam.js";
import * as queue from "./queue.js";
import { batch, letter, send } from "./sending.js";

/** Sends what waits of this person's other sittings than ``except``; says how many answers do not count, and returns what was refused. */
export async function sendWaiting(except, person) {
  const entries = (await queue.waiting()).filter((entry) => entry.sitting !== except && entry.person === person);
  const lost = [];
  for (const sitting of new Set(entries.map((entry) => entry.sitting))) {
    let rest = entries.filter((entry) => entry.sitting === sitting);
    while (rest.length) {
      const part = batch(rest);
      const answer = await send(sitting, letter("afterwards", false, null, part));
      if (answer.trouble) break;
      const { kept = [], refused = [], newer = [] } = answer;
      await queue.remove(sitting, [...kept, ...refused, ...newer]);
      lost.push(...refused.map((one) => ({ ...one, sitting })));
      rest = rest.slice(part.length);
    }
  }
  sayRefused(lost);
  return lost;
}

/** Says why answers do not count that the server refused: they were typed in a break, or came too late. */
export function sayRefused(refused) {
  const answers = refused.filter(({ field }) => field !== "flag");
  const late = answers.filter((one) => !one.in_break).length;
  if (late) notice(words(late === 1 ? "late one" : "late", { number: late }));
  else if (answers.length) notice(words("in break"));
}

/** What must not be missed; "" takes it back. */
export function notice(text) {
  const box = document.getElementById("late");
  if (!text) return box.replaceChildren();
  if (!box.firstElementChild) box.append(document.createElement("p"));
  say(box.firstElementChild, text);
}
