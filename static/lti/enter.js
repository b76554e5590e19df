// The page that answers a launch: its form is sent by itself where the launch is bound to this browser, by a cookie, or
// by the platform's storage, which has kept its state.

import { ask } from "./storage.js";

const form = document.getElementById("enter");
const { frame, state, origin } = form.dataset;

async function bound() {
  if ("sendsItself" in form.dataset) return true;
  if (!frame) return false;
  const kept = await ask(frame, origin, "lti.get_data", { key: `examformer_${state}` });
  return kept?.value === state;
}

let sent = false;
form.addEventListener("submit", () => (sent = true));
if ((await bound()) && !sent) form.requestSubmit();
