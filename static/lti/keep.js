// On the way to the platform: its storage keeps the state of this launch, then the browser goes on.

import { ask } from "./storage.js";

const on = document.getElementById("on");
if (on.dataset.frame) {
  const { frame, state } = on.dataset;
  await ask(frame, new URL(on.href).origin, "lti.put_data", { key: `examformer_${state}`, value: state });
}
location.replace(on.href);
