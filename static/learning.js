// A run of the lab: its points come as a stream of events, the curve grows, and the page may steer it.
// When it is over, the page is asked for anew: the server draws what stays.

import uPlot from "./vendor/uplot.js";

const shown = document.getElementById("run");
if (shown && ["waiting", "running"].includes(shown.dataset.state)) watch(shown);

function watch(run) {
  const address = `/lab/runs/${run.dataset.run}`;
  const words = JSON.parse(run.dataset.words);
  const steps = Number(run.dataset.steps);
  const standing = document.getElementById("standing");
  const bar = document.getElementById("bar");
  const curve = drawn(run, steps);
  let over = false;
  let at = Number(bar.value);
  let paused = false;

  const say = (text, named) => {
    const said = Object.entries(named).reduce((all, [name, value]) => all.replace(`{${name}}`, value), text);
    if (standing.textContent !== said) standing.textContent = said;
  };
  const tell = () => say(paused ? words.paused : words.running, { done: at, total: steps });

  const stream = new EventSource(`${address}/events`);
  stream.addEventListener("state", (event) => {
    const told = JSON.parse(event.data);
    paused = Boolean(told.steering.paused);
    document.getElementById("pause").hidden = paused;
    document.getElementById("go").hidden = !paused;
    document.querySelector(".steering").hidden = told.state !== "running";
    if (told.position) say(words.waiting, { n: told.position });
    else tell();
  });
  stream.addEventListener("points", (event) => {
    for (const point of JSON.parse(event.data).points) {
      curve.add(point);
      at = point.step;
      if (point.names) document.getElementById("written").textContent = point.names.map((name) => name || "·").join(", ");
    }
    bar.value = at;
    curve.draw();
    tell();
  });
  stream.addEventListener("over", () => {
    over = true;
    stream.close();
    location.reload();
  });
  stream.addEventListener("error", () => {
    if (!over) say(words.lost, {});
  });

  const steer = (wishes) => fetch(`${address}/steer`, { method: "POST", body: new URLSearchParams(wishes) });
  document.getElementById("pause").addEventListener("click", () => steer({ paused: true, until: at }));
  document.getElementById("go").addEventListener("click", () => steer({ paused: false }));
  document.getElementById("step").addEventListener("click", () => steer({ paused: true, until: at + 1 }));
  const rate = document.getElementById("new-rate");
  document.getElementById("set-rate").addEventListener("click", async () => {
    const answer = await steer({ rate: rate.value.replace(",", ".") });
    rate.toggleAttribute("aria-invalid", !answer.ok);
  });
  document.getElementById("stop").addEventListener("submit", (event) => {
    event.preventDefault();
    fetch(`${address}/stop`, { method: "POST" });
  });
  addEventListener("pagehide", () => {
    if (!over) navigator.sendBeacon(`${address}/stop`);
  });
}

// The curve: training losses, held-out losses, and as level lines the bigrams and what was predicted.
function drawn(run, steps) {
  const names = JSON.parse(run.dataset.lines);
  const levels = [Number(run.dataset.bigram), Number(run.dataset.predicted)];
  const data = [[], [], [], [], []];
  const place = document.getElementById("live");
  let plot = null;

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const width = () => place.clientWidth;
  const make = () => {
    place.hidden = false;
    const font = `13px ${getComputedStyle(document.body).fontFamily}`;
    const axis = { font, stroke: colour("--faded"), grid: { stroke: colour("--hairline"), width: 1 }, ticks: { show: false } };
    const line = (label, stroke, more = {}) => ({ label, stroke, width: 1.5, points: { show: false }, ...more });
    plot = new uPlot(
      {
        width: width(), height: 300, legend: { live: false }, cursor: { show: false },
        scales: { x: { time: false, range: [0, steps] }, y: { range: (_, low, high) => [Math.min(low, 1.8), Math.max(high, 3.6)] } },
        axes: [axis, axis],
        series: [
          {},
          line(names.training, colour("--field-edge"), { width: 1 }),
          line(names.held_out, colour("--pen"), { width: 2.5, spanGaps: true, points: { show: true, size: 6 } }),
          line(names.bigram, colour("--faded"), { dash: [6, 4] }),
          line(names.predicted, colour("--focus"), { dash: [2, 4], width: 2 }),
        ],
      },
      data,
      place,
    );
    addEventListener("resize", () => plot.setSize({ width: width(), height: 300 }));
  };
  return {
    add(point) {
      const of = [point.step, point.loss ?? null, point.validation ?? null, ...levels];
      of.forEach((value, n) => data[n].push(value));
    },
    draw() {
      if (plot) plot.setData(data);
      else if (data[0].length > 1) make();
    },
  };
}
