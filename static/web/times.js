// Times as the reader's own clock has them, with their zone as a title; the server writes UTC.

const parts = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
const language = { en: "en-GB", bn: "bn-u-nu-latn" }[document.documentElement.lang] ?? document.documentElement.lang;
const exact = { hour: "2-digit", minute: "2-digit", second: "2-digit" };
const [at, on, exactly, named] = [parts, { ...parts, year: "numeric" }, exact, { ...parts, year: "numeric", timeZoneName: "short" }].map(
  (wanted) => new Intl.DateTimeFormat(language, wanted),
);

function show() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.dateTime);
    time.textContent = ("year" in time.dataset ? on : "seconds" in time.dataset ? exactly : at).format(moment);
    time.title = named.format(moment);
  }
}

show();
document.addEventListener("htmx:after:swap", show);
