/* The wait before an exam opens. The server says how many seconds are left, and how much later than the others this page
   is loaded again; the clock of this machine only counts on from there, and may be wrong. */

const box = document.querySelector("[data-wait]");
const shown = box.querySelector(".countdown");
const [wait, delay] = [Number(box.dataset.wait), Number(box.dataset.delay)];
const loaded = Date.now();
const since = performance.now();

/** Seconds since the page came. The first stops on some machines while they sleep; the second can be set. */
const passed = () => Math.max(performance.now() - since, Date.now() - loaded) / 1000;

function tell() {
  const left = Math.max(0, Math.ceil(wait - passed()));
  const [days, hours, minutes, seconds] = [left / 86400, (left / 3600) % 24, (left / 60) % 60, left % 60].map(Math.floor);
  const two = (number) => String(number).padStart(2, "0");
  shown.textContent = (days ? `${days} d ` : "") + `${two(hours)}:${two(minutes)}:${two(seconds)}`;
  if (passed() >= wait + delay) location.reload();
}

shown.hidden = false;
tell();
setInterval(tell, 500);
document.addEventListener("visibilitychange", tell);
window.addEventListener("pageshow", (event) => event.persisted && location.reload());
