// The storage that a platform offers to what it frames, by messages: data of ours is kept there under a key.

const PATIENCE = 1500; // milliseconds

function frameOf(name) {
  if (name === "_parent") return window.parent;
  try {
    return window.parent.frames[name] ?? window.parent;
  } catch {
    return window.parent; // a frame of another site that has a frame of this name no more
  }
}

// Sends one message and waits for its answer; null where none comes in time.
export function ask(frame, origin, subject, message) {
  const id = crypto.randomUUID();
  return new Promise((done) => {
    const end = (answer) => {
      clearTimeout(waits);
      window.removeEventListener("message", hear);
      done(answer);
    };
    const hear = (event) => {
      if (event.data?.message_id !== id || event.data.subject !== `${subject}.response`) return;
      if (event.origin === origin) end(event.data.error ? null : event.data);
    };
    const waits = setTimeout(() => end(null), PATIENCE);
    window.addEventListener("message", hear);
    frameOf(frame).postMessage({ subject, message_id: id, ...message }, origin);
  });
}
