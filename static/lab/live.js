// A live run of the lab: its points come as a stream of events, the curve grows, and the page may steer it.
// When it is over, the page is asked for anew: the server draws what stays.

import uPlot from "../vendor/uplot.js";

const going = document.getElementById("going");
if (going) watch(going);

function watch(run) {
  const address = `/lab/runs/${run.dataset.run}`;
  const words = JSON.parse(run.dataset.words);
  const asked = JSON.parse(run.dataset.chart);
  const standing = document.getElementById("standing");
  const bar = document.getElementById("bar");
  const chart = drawn(asked);
  let over = false;
  let at = Number(bar.value);
  let paused = false;
  let begun = false; // until then its worker loads what it needs

  const say = (text, named) => {
    const said = Object.entries(named).reduce((all, [name, value]) => all.replace(`{${name}}`, value), text);
    if (standing.textContent !== said) standing.textContent = said;
  };
  const tell = () => {
    say(!begun ? words.preparing : paused ? words.paused : words.running, { done: at, total: asked.steps });
    document.querySelector(".steering").hidden = !begun;
  };

  const stream = new EventSource(`${address}/events`);
  stream.addEventListener("state", (event) => {
    const told = JSON.parse(event.data);
    paused = Boolean(told.steering.paused);
    document.getElementById("pause").hidden = paused;
    document.getElementById("go").hidden = !paused;
    if (told.position) say(words.waiting, { n: told.position });
    else tell();
  });
  stream.addEventListener("points", (event) => {
    for (const point of JSON.parse(event.data).points) {
      chart.add(point);
      at = point.step;
      begun = true;
      if (point.names) {
        const writing = document.getElementById("writing");
        writing.querySelector("span").textContent = writing.dataset.said.replace("{n}", at);
        document.getElementById("written").textContent = point.names.map((name) => name || words.nameless).join(", ");
        writing.hidden = false;
      }
    }
    bar.value = at;
    chart.draw();
    tell();
  });
  stream.addEventListener("over", () => {
    over = true;
    stream.close();
    location.hash = "predict"; // what one said, beside what came
    location.reload();
  });
  stream.addEventListener("error", () => {
    if (!over) say(words.lost, {});
  });

  const steer = (wishes) => fetch(`${address}/steer`, { method: "POST", body: new URLSearchParams(wishes) });
  document.getElementById("pause").addEventListener("click", () => steer({ paused: true, until: at }));
  document.getElementById("go").addEventListener("click", () => steer({ paused: false }));
  document.getElementById("step").addEventListener("click", () => steer({ paused: true, until: at + 1 }));
  document.getElementById("knobs")?.addEventListener("submit", (event) => {
    event.preventDefault();
    set(event.target, steer);
  });
  document.getElementById("stop").addEventListener("submit", (event) => {
    event.preventDefault();
    fetch(`${address}/stop`, { method: "POST" });
  });
  addEventListener("pagehide", () => {
    if (!over) navigator.sendBeacon(`${address}/leave`); // whoever loads the page anew comes back in time
  });
}

// The legend says the numbers under the pointer; the arrow keys move along the steps.
function touched(place, plot, steps) {
  place.tabIndex = 0;
  place.setAttribute("role", "group");
  place.setAttribute("aria-label", document.getElementById("standing").dataset.chart);
  place.addEventListener("keydown", (event) => {
    const last = steps().length - 1;
    const from = plot.cursor.idx ?? last;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const at = Math.min(Math.max(to, 0), last);
    plot.setCursor({ left: plot.valToPos(steps()[at], "x"), top: plot.over.clientHeight / 2 });
  });
}

// Sets the knobs that were changed, and says from when on, or why not.
async function set(knobs, steer) {
  const said = document.getElementById("knobs-said");
  const changed = [...knobs.elements].filter((field) => field.name && field.value !== field.defaultValue);
  const wishes = Object.fromEntries(changed.map((field) => [field.name, field.value.trim().replace(",", ".")]));
  const unread = changed.filter((field) => !wishes[field.name] || Number.isNaN(Number(wishes[field.name])));
  const answer = changed.length && !unread.length ? await steer(wishes) : null;
  for (const field of knobs.elements) field.toggleAttribute("aria-invalid", answer ? !answer.ok && changed.includes(field) : unread.includes(field));
  said.textContent = answer?.ok ? said.dataset.set : answer ? (await answer.json()).said : said.dataset[changed.length ? "unread" : "same"];
  if (answer?.ok) for (const field of changed) field.defaultValue = field.value;
}

// The lines that grow, the last of them boldly, and as level lines what is known before, and what was predicted.
function drawn({ steps, low, high, lines, levels, predicted, sketch, you, at, x, y }) {
  const data = [[], ...lines.map(() => []), ...levels.map(() => []), ...(predicted === null ? [] : [[]])];
  const place = document.getElementById("live");
  let plot = null;

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const size = () => ({ width: place.clientWidth, height: 300 });
  const line = (label, stroke, more = {}) => ({ label, stroke, width: 1.5, points: { show: false }, spanGaps: true, ...more });
  const growing = ([, label], n, all) =>
    n === all.length - 1
      ? line(label, colour("--ink"), { width: 2.5, points: { show: data[0].length < 60, size: 6 } })
      : line(label, colour(n ? "--drawn" : "--field-edge"), { width: 1 });
  const make = () => {
    place.hidden = false;
    const font = `13px ${getComputedStyle(document.body).fontFamily}`;
    const axis = { font, stroke: colour("--faded"), grid: { stroke: colour("--hairline"), width: 1 }, ticks: { show: false } };
    plot = new uPlot(
      {
        ...size(), cursor: { drag: { x: false, y: false } },
        scales: { x: { time: false, range: [0, steps] }, y: { range: (_, least, most) => [Math.min(least ?? low, low, predicted ?? low), Math.max(most ?? high, high, Math.min(predicted ?? high, 2 * high))] } },
        axes: [{ ...axis, label: x, labelFont: font, labelSize: 20 }, { ...axis, label: y, labelFont: font, labelSize: 20 }],
        hooks: { draw: [(drawing) => draft(drawing, sketch, steps, predicted, at, colour("--drawn"))] },
        series: [
          { label: x },
          ...lines.map(growing),
          ...levels.map(([label]) => line(label, colour("--faded"), { dash: [6, 4] })),
          ...(predicted === null ? [] : [line(you, colour("--drawn"))]),
        ],
      },
      shown(),
      place,
    );
    addEventListener("resize", () => plot.setSize(size()));
    touched(place, plot, () => data[0]);
  };
  // Levels go from edge to edge: a last column holds them. What was predicted is drawn by hand; its series names it.
  const last = [steps, ...lines.map(() => null), ...levels.map(([, value]) => value), ...(predicted === null ? [] : [null])];
  const shown = () => (data[0].at(-1) === steps ? data : data.map((column, n) => [...column, last[n]]));
  return {
    add(point) {
      const values = lines.map(([name]) => point[name] ?? null);
      const level = predicted === null ? [] : [null];
      [point.step, ...values, ...levels.map(([, value]) => value), ...level].forEach((value, n) => data[n].push(value));
    },
    draw() {
      if (plot) plot.setData(shown());
      else if (data[0].length > 1) make();
    },
  };
}

// What was drawn beforehand, over the whole width, and what was predicted, at its step.
function draft(plot, heights, steps, predicted, at, stroke) {
  const { ctx } = plot;
  ctx.save();
  ctx.strokeStyle = stroke;
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.setLineDash([8, 3, 2, 3].map((length) => length * devicePixelRatio));
  ctx.beginPath();
  heights.forEach((height, n) => {
    if (height !== null) ctx.lineTo(plot.valToPos((steps * n) / (heights.length - 1), "x", true), plot.valToPos(height, "y", true));
  });
  ctx.stroke();
  if (predicted !== null) {
    ctx.beginPath();
    ctx.arc(plot.valToPos(at, "x", true), plot.valToPos(predicted, "y", true), 5 * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fillStyle = stroke;
    ctx.fill();
  }
  ctx.restore();
}
