// Hearing of changes: by the stream while it flows, and by asking beside it while something between holds it back.
import type { ChangesEvent } from "../../../../shared/kernel/sync/wire.ts";
import type { Client } from "../../connection/client.ts";
import type { LocalFailure } from "../../connection/local-failure.ts";
import { createFeed, type Feed, REOPEN_MS } from "../connection/feed.ts";

/** The server says something at once on a stream: one that has brought nothing by then is held back, or refused. */
const MUTE_MS = 5000;
/** How often is asked beside a stream that is held back. */
const ASK_MS = 10_000;
/** A stream that brings something so long after its beginning flows: some proxies let the beginning pass and keep the rest. */
const FLOWS_MS = 3000;

interface Listener {
  /** Whether the server may be listened to now. */
  may: () => boolean;
  /** The stream stands: what changed before has to be pulled. */
  onOpen: () => void;
  onChange: (event: ChangesEvent) => void;
  onAlive: () => void;
  /** Nothing came for too long: the line may be dead. */
  onSuspect: () => void;
  onEnd: (failure: LocalFailure) => void;
  /** Changes are not announced at once (true), or are again. */
  onLate: (late: boolean) => void;
  /** Look at everything: nothing announces what has changed. */
  ask: () => void;
}

/** The change feed, opened again as long as it is wanted. `close` ends the asking, too. */
export function listening(client: Pick<Client, "changes">, listener: Listener): Feed {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let asking: ReturnType<typeof setInterval> | undefined;
  let isLate = false;
  let begun = 0;
  let isHeard = false;

  function later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  }

  function setLate(late: boolean): void {
    if (late === isLate) return;
    isLate = late;
    clearInterval(asking);
    if (late) asking = setInterval(listener.ask, ASK_MS);
    listener.onLate(late);
    // Whichever way it turned: what changed meanwhile was not announced.
    listener.ask();
  }

  const feed = createFeed(client, {
    onOpen: listener.onOpen,
    onChange: listener.onChange,
    onAlive() {
      isHeard = true;
      if (performance.now() - begun > FLOWS_MS) setLate(false);
      listener.onAlive();
    },
    onSilence() {
      listener.onSuspect();
      setLate(true);
      later(0, open);
    },
    onEnd(failure) {
      listener.onEnd(failure);
      if (!isHeard && listener.may()) setLate(true);
      later(REOPEN_MS, open);
    },
  });

  function open(): void {
    if (!listener.may()) return;
    const at = performance.now();
    begun = at;
    isHeard = false;
    feed.open();
    later(MUTE_MS, () => {
      if (begun === at && !isHeard && listener.may()) setLate(true);
    });
  }

  return {
    open,
    close() {
      feed.close();
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      clearInterval(asking);
      if (isLate) listener.onLate(false);
      isLate = false;
    },
  };
}
