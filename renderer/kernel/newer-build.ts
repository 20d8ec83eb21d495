// A newer build of the app: it is offered, never taken by itself, so that nobody is interrupted.
import { create } from "zustand";

/** Looked for at most this often. */
const EVERY_MS = 10 * 60_000;

/** Whether the next load brings another build than this one. */
export const useNewerBuild = create<{ here: boolean }>(() => ({ here: false }));

/** Listens to the service worker, and lets it look whenever the app is looked at again. */
export function watchBuilds(workers: ServiceWorkerContainer): void {
  let looked = performance.now();
  workers.addEventListener("message", ({ data }) => {
    if ((data as { type?: unknown } | null)?.type === "newer-build") useNewerBuild.setState({ here: true });
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || performance.now() - looked < EVERY_MS) return;
    looked = performance.now();
    workers.controller?.postMessage({ type: "look" });
  });
}
