// At sign-out no answer of a person stays behind in this browser.

import { forget, mayHold } from "../exams/sitting/queue.js";

const PATIENCE = 1000; // milliseconds; a broken store keeps nobody from leaving

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!new URL(form.action, location).pathname.endsWith("/account/sign-out") || event.defaultPrevented || !mayHold()) return;
  event.preventDefault();
  await Promise.race([forget(), new Promise((done) => setTimeout(done, PATIENCE))]);
  form.submit();
});
