// Registers the service worker, and has it store all study pages: where the button on their list says so, and where
// Examformer runs as an installed app.

const address = document.querySelector('meta[name="service-worker"]').content;
const button = document.getElementById("store-pages");

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register(address, { scope: "/" }).then(ready, () => {});
}

async function ready() {
  const worker = (await navigator.serviceWorker.ready).active;
  if (button) {
    button.hidden = false;
    button.querySelector("button").addEventListener("click", () => storeAll(worker));
  }
  if (matchMedia("(display-mode: standalone)").matches && !sessionStorage.getItem("stored-pages")) {
    sessionStorage.setItem("stored-pages", "yes"); // once in a session; what was stored within the hour is not asked for again
    storeAll(worker);
  }
}

function storeAll(worker) {
  const channel = new MessageChannel();
  channel.port1.onmessage = ({ data: { stored, all } }) => {
    const status = button?.querySelector("[role=status]");
    if (!status) return;
    const words = stored < all ? status.dataset.running : status.dataset.done;
    status.textContent = words.replace("{stored}", stored).replace("{all}", all);
  };
  worker.postMessage({ language: document.documentElement.lang }, [channel.port2]);
}
