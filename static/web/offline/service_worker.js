// Keeps study pages and the glossary for reading without a network. Nothing of practice, exams or accounts is ever kept:
// a page is asked for once more without the reader's cookie, and that copy is stored, which is the same for everybody.

const VERSION = new URL(location.href).searchParams.get("v");
const PREFIX = "study-";
const KEPT = `${PREFIX}${VERSION}`;
const PAGE = /^\/(study(\/[\w.-]+)?|glossary(\/[\w-]+)?)$/;
const LEAVING = ["/account/sign-out", "/account/data/deletion"];
const LASTS = 60 * 60 * 1000; // milliseconds, after which a page that is read again is stored again
const STORED_AT = "examformer-stored-at";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && LEAVING.includes(pathname)) event.waitUntil(forget());
  // What a page sends while it is left would be dropped with it; sent from here it arrives.
  if (request.keepalive) event.respondWith(fetch(request));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    if (PAGE.test(pathname) || pathname === "/") event.respondWith(page(event, pathname));
  } else if (pathname.startsWith("/static/")) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
  }
});

self.addEventListener("message", (event) => {
  event.waitUntil(storeAll(event.data.language, (stored, all) => event.ports[0]?.postMessage({ stored, all })));
});

// The pages that an older version stored are stored anew, and that version's are dropped.
async function takeOver() {
  await self.clients.claim();
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === KEPT) continue;
    const old = await caches.open(name);
    for (const request of await old.keys()) {
      const { pathname } = new URL(request.url);
      const page = PAGE.test(pathname) && (await old.match(request));
      if (page) await store(pathname, languageOf(await page.text()));
    }
    await caches.delete(name);
  }
}

async function forget() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX)) await caches.delete(name);
}

// The network first; without it the stored page, which says so and when it was stored.
async function page(event, pathname) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok && !answer.redirected && PAGE.test(pathname)) {
      const copy = answer.clone();
      event.waitUntil(copy.text().then((html) => store(pathname, languageOf(html))).catch(() => {}));
    }
    return answer;
  } catch {
    return (await stored(pathname, "stored")) ?? (await stored(index(pathname), "unstored")) ?? Response.error();
  }
}

function index(pathname) {
  return pathname.startsWith("/glossary") ? "/glossary" : "/study";
}

async function stored(pathname, note) {
  const found = await (await caches.open(KEPT)).match(pathname);
  if (!found) return null;
  const html = await found.text();
  const when = new Date(found.headers.get(STORED_AT)).toLocaleString(languageOf(html), { dateStyle: "long", timeStyle: "short" });
  const words = html.match(new RegExp(`<template id="${note}">([^]*?)</template>`))?.[1] ?? "";
  const shown = html.replace(/<main [^>]*>/, (main) => main + words.replace("{when}", when));
  return new Response(shown, { headers: found.headers });
}

async function store(pathname, language) {
  const kept = await caches.open(KEPT);
  const before = await kept.match(pathname);
  if (before && Date.now() - Date.parse(before.headers.get(STORED_AT)) < LASTS && languageOf(await before.text()) === language) return;
  const answer = await fetch(pathname, { credentials: "omit", cache: "no-store", headers: { "Examformer-Language": language } });
  if (!answer.ok || answer.redirected) return;
  const html = await answer.text();
  const headers = new Headers(answer.headers);
  headers.set(STORED_AT, new Date().toISOString());
  await storeFiles(kept, [...html.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map((found) => found[1]));
  await kept.put(pathname, new Response(html, { headers }));
}

// The files that a page needs, and the fonts that its style sheets need.
async function storeFiles(kept, addresses) {
  for (const address of new Set(addresses)) {
    if (await kept.match(address)) continue;
    const answer = await fetch(address, { credentials: "omit" });
    if (!answer.ok) continue;
    if (address.includes(".css")) {
      const text = await answer.clone().text();
      const fonts = [...text.matchAll(/url\(["']?([^"')]+\.woff2)["']?\)/g)];
      await storeFiles(kept, fonts.map((found) => new URL(found[1], new URL(address, location.href)).pathname));
    }
    await kept.put(address, answer);
  }
}

async function storeAll(language, tell) {
  const answer = await fetch("/study", { credentials: "omit", cache: "no-store" });
  const sections = [...(await answer.text()).matchAll(/href="(\/study\/[\w.-]+)"/g)].map((found) => found[1]);
  const all = [...new Set(["/study", "/glossary", ...sections])];
  for (const [n, pathname] of all.entries()) {
    await store(pathname, language);
    tell(n + 1, all.length);
  }
}

function languageOf(html) {
  return html.match(/<html lang="([a-z]+)"/)?.[1] ?? "en";
}
