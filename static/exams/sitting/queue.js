/* What was typed and is not acknowledged, in this browser's IndexedDB: it outlives reloads, closed tabs and crashes.

   Key [sitting, place, field], value {revision, text, typedAt, person}. A revision only grows, also between windows. */

const KEPT = "sittings";
const MARK = "examformer.sittings"; // in localStorage: this browser has kept something
const PATIENCE = 3000; // milliseconds; a store that does not answer must not keep answers from being sent
let opened = null;
let works = true;

/** Whether this browser keeps anything; until something failed, it does. */
export const keeps = () => works;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("examformer", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(KEPT);
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
  });
  return opened;
}

/** Runs ``work(store)`` in one transaction; true once that is on the disk, false where this browser keeps nothing. */
async function inside(mode, work) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, false));
  works = await Promise.race([transacted(mode, work).catch(() => false), late]);
  return works;
}

async function transacted(mode, work) {
  const base = await database();
  return new Promise((resolve, reject) => {
    const transaction = base.transaction(KEPT, mode);
    work(transaction.objectStore(KEPT));
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

const keyOf = (sitting, { place, field }) => [sitting, place, field];

/** Puts entries in, each only over an older revision of it. */
export function put(sitting, person, entries) {
  try {
    localStorage.setItem(MARK, "");
  } catch {
    // a browser that keeps nothing there keeps the queue in memory at most
  }
  return inside("readwrite", (store) => {
    for (const entry of entries) {
      const key = keyOf(sitting, entry);
      store.get(key).onsuccess = ({ target }) => {
        if ((target.result?.revision ?? 0) > entry.revision) return;
        store.put({ revision: entry.revision, text: entry.text, typedAt: entry.typed_at, person }, key);
      };
    }
  });
}

/** Takes entries out whose revision, or a newer one, is acknowledged. */
export function remove(sitting, entries) {
  return inside("readwrite", (store) => {
    for (const entry of entries) {
      const key = keyOf(sitting, entry);
      store.get(key).onsuccess = ({ target }) => target.result?.revision <= entry.revision && store.delete(key);
    }
  });
}

/** Everything that waits, of all sittings: {sitting, place, field, revision, text, typed_at, person}. */
export async function waiting() {
  const found = [];
  await inside("readonly", (store) => {
    store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      const [sitting, place, field] = cursor.key;
      const { typedAt, ...value } = cursor.value;
      found.push({ sitting, place, field, typed_at: typedAt, ...value });
      cursor.continue();
    };
  });
  return found;
}

/** Whether there may be something to forget. */
export function mayHold() {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return true;
  }
}

/** At sign-out nothing of a person stays behind. */
export async function forget() {
  if (await inside("readwrite", (store) => store.clear())) localStorage.removeItem(MARK);
}
