// On a page after an exam (the review): what this browser could not send in time is sent now, and said.

import { sendWaiting } from "./sitting/late.js";

const { person, sitting } = document.getElementById("late").dataset;
const refused = await sendWaiting(null, person);
const [visit] = performance.getEntriesByType("navigation");
if (visit?.type !== "reload" && refused.some((one) => one.sitting === sitting)) location.reload(); // the review shows it
