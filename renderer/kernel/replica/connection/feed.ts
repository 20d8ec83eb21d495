// The change feed: one stream, reopened when it falls silent.
import type { ChangesEvent } from "../../../../shared/kernel/sync/wire.ts";
import type { Client } from "../../connection/client.ts";
import type { LocalFailure } from "../../connection/local-failure.ts";

/** The contract promises a ping at least every 20 s: twice that and a bit without a byte is a dead stream. */
const SILENCE_MS = 45_000;
const SHORTEST_SILENCE_MS = 5000;
/** A stream that ended is opened again after this. */
export const REOPEN_MS = 1000;
/** How many gaps are looked back on to learn how often this server pings. */
const GAPS = 6;

export interface Feed {
  /** Opens the stream, closing the one before. */
  open(): void;
  close(): void;
}

interface FeedHandlers {
  onOpen: () => void;
  onChange: (event: ChangesEvent) => void;
  onAlive: () => void;
  onEnd: (failure: LocalFailure) => void;
  /** No byte for too long; the stream was closed. */
  onSilence: () => void;
}

/** How long silence is normal, after the gaps seen: a server that pings every 2 s is dead after 5, not after 45. */
function silenceAfter(gaps: readonly number[]): number {
  if (gaps.length < GAPS) return SILENCE_MS;
  return Math.min(SILENCE_MS, Math.max(SHORTEST_SILENCE_MS, 2.5 * Math.max(...gaps)));
}

export function createFeed(client: Pick<Client, "changes">, handlers: FeedHandlers): Feed {
  let stop: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heard = 0;
  let gaps: number[] = [];

  function close(): void {
    clearTimeout(timer);
    stop?.();
    stop = null;
  }

  function watch(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      close();
      handlers.onSilence();
    }, silenceAfter(gaps));
  }

  return {
    close,
    open() {
      close();
      heard = performance.now();
      gaps = [];
      watch();
      stop = client.changes({
        onOpen: handlers.onOpen,
        onChange: handlers.onChange,
        onAlive() {
          const now = performance.now();
          // Bursts say nothing about pings.
          if (now - heard > 200) gaps = [...gaps, now - heard].slice(-GAPS);
          heard = now;
          watch();
          handlers.onAlive();
        },
        onEnd(failure) {
          close();
          handlers.onEnd(failure);
        },
      });
    },
  };
}
