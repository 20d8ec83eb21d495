// Lets a browser load the application again while the connection is cut; the desktop brings its own files.
import { create } from "zustand";
import { watchBuilds } from "./newer-build.ts";

/** Whether the application is on this computer whole: some of it still arrives, or this browser keeps nothing. */
export const useOfflineShell = create<{ state: "kept" | "arriving" | "never" }>(() => ({ state: "kept" }));

/**
 * Registers the service worker where pages come over http(s). What a cut line left half fetched is fetched when it is back.
 * @param later Loads what the application fetches only when asked, so that it is kept for times without a connection.
 */
export function registerOfflineShell(later: () => Promise<unknown>): void {
  if (!location.protocol.startsWith("http")) return;
  if (!("serviceWorker" in navigator)) {
    useOfflineShell.setState({ state: "never" });
    return;
  }
  const workers = navigator.serviceWorker;
  watchBuilds(workers);
  if (workers.controller === null) useOfflineShell.setState({ state: "arriving" });
  const register = () =>
    workers.register("/service-worker.js").catch((error: unknown) => {
      // Private windows refuse it: everything but reloading offline still works.
      console.warn("No offline shell:", error);
      if (workers.controller === null) useOfflineShell.setState({ state: "never" });
    });
  const keep = async () => {
    await workers.ready;
    await later();
    useOfflineShell.setState({ state: "kept" });
  };
  window.addEventListener("online", () => {
    if (useOfflineShell.getState().state !== "kept") void register();
  });
  void register();
  keep().catch((error: unknown) => console.warn("A part is not kept:", error));
}
