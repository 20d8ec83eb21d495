// Lets a browser load the application again while the line is cut; the desktop brings its own files.

/** Registers the service worker where pages come over http(s). */
export function registerOfflineShell(): void {
  if (!location.protocol.startsWith("http") || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/service-worker.js").catch((error: unknown) => {
    // Private windows refuse it: everything but reloading offline still works.
    console.warn("No offline shell:", error);
  });
}
