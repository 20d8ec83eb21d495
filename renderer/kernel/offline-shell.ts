// Lets a browser load the application again while the connection is cut; the desktop brings its own files.
import { watchBuilds } from "./newer-build.ts";

/**
 * Registers the service worker where pages come over http(s).
 * @param later Loads what the application fetches only when asked, so that it is kept for times without a connection.
 */
export function registerOfflineShell(later: () => Promise<unknown>): void {
  if (!location.protocol.startsWith("http") || !("serviceWorker" in navigator)) return;
  watchBuilds(navigator.serviceWorker);
  const register = async () => {
    await navigator.serviceWorker.register("/service-worker.js");
    await navigator.serviceWorker.ready;
    await later();
  };
  register().catch((error: unknown) => {
    // Private windows refuse it: everything but reloading offline still works.
    console.warn("No offline shell:", error);
  });
}
