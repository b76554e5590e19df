// On a page after an exam (the review): what this browser could not send in time is sent now, and said.

import { sendWaiting } from "./sitting/late.js";

sendWaiting(null, document.getElementById("late").dataset.person);
