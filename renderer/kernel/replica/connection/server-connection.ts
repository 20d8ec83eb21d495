// Is the server there? Tries that overlap, so that neither a dead connection nor a slow one is misjudged for long.
import { type Observable, observable } from "../observable.ts";

/** A try is begun this often while the connection is down, without waiting for the one before. */
const TRY_EVERY_MS = 2000;
/** How long a try may take: longer than the interval, for connections with seconds of delay. */
const TRY_TIMEOUT_MS = 8000;
/** After this long without a byte, an open connection is tried; a little more than servers commonly ping. */
const QUIET_MS = 12_000;
/** That try must answer in this time, or the connection counts as dead. */
const VERDICT_MS = 2500;

type ReachState = "connecting" | "online" | "offline";

export interface ServerConnection {
  state: Observable<ReachState>;
  /** Bytes arrived. */
  heard(): void;
  /** A call failed or takes long: find out now. */
  suspect(): void;
  /** The operating system says that the network went or came. */
  networkChanged(up: boolean): void;
  /** Whatever was open is dead, e.g. since the computer slept. */
  reset(): void;
  /** Aborted when the connection comes back: calls begun before it broke get no answer any more. */
  lost(): AbortSignal;
  stop(): void;
}

/** Watches the connection by calling `attempt`, which fulfils when the server answered anything at all. */
export function watchConnection(attempt: (signal: AbortSignal) => Promise<void>): ServerConnection {
  const state = observable<ReachState>("connecting");
  let lastHeard = 0;
  let lastTry = Number.NEGATIVE_INFINITY;
  let verdict: ReturnType<typeof setTimeout> | null = null;
  let lost = new AbortController();
  let stopped = false;
  const stopping = new AbortController();

  function up(): void {
    if (stopped) return;
    lastHeard = performance.now();
    if (verdict) clearTimeout(verdict);
    verdict = null;
    if (state.getSnapshot() === "online") return;
    const before = lost;
    lost = new AbortController();
    state.set("online");
    before.abort(new DOMException("The line was down meanwhile", "TimeoutError"));
  }

  function down(): void {
    if (verdict) clearTimeout(verdict);
    verdict = null;
    if (!stopped && state.getSnapshot() !== "offline") state.set("offline");
  }

  function tryNow(): void {
    if (stopped) return;
    lastTry = performance.now();
    const begun = state.getSnapshot();
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TRY_TIMEOUT_MS)]);
    attempt(signal).then(up, () => {
      // A try that was begun on a dead connection says nothing about the one that came back since.
      if (state.getSnapshot() !== "online" || begun === "online") down();
    });
  }

  function suspect(): void {
    if (stopped || verdict || state.getSnapshot() !== "online") return;
    verdict = setTimeout(down, VERDICT_MS);
    tryNow();
  }

  const clock = setInterval(() => {
    const now = performance.now();
    if (state.getSnapshot() === "online") {
      if (now - lastHeard > QUIET_MS) suspect();
    } else if (now - lastTry >= TRY_EVERY_MS) tryNow();
  }, 500);
  tryNow();

  return {
    state,
    heard: () => {
      // Late bytes of a broken connection are no sign that new calls get through; only a try is.
      if (state.getSnapshot() === "online") up();
    },
    suspect,
    networkChanged(isUp) {
      if (!isUp) down();
      tryNow();
    },
    reset() {
      down();
      tryNow();
    },
    lost: () => lost.signal,
    stop() {
      stopped = true;
      clearInterval(clock);
      if (verdict) clearTimeout(verdict);
      stopping.abort();
      lost.abort(new DOMException("Closed", "AbortError"));
    },
  };
}
