// Handing the outbox in: strictly in order, one request under way, the same ids until they are answered. What one request was
// answered is written down while the next one is under way.
import type { Command, CommandOutcome } from "../../../../shared/kernel/sync/wire.ts";
import type { Client } from "../../connection/client.ts";
import { failedWith, type LocalFailure } from "../../connection/local-failure.ts";
import { betweenOf } from "../../connection/refusals.ts";
import type { Outbox } from "./outbox.ts";
import type { QueuedCommand } from "./outbox-store.ts";

const BATCH = 100;
/** What the server takes in one request; asked for while its answers come quickly. */
const BATCH_MAX = 500;
const QUICK_MS = 2000;
const TOO_LARGE = 413;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
/** Longest pause while the server answers RETRY: the fault is its own, and others want it, too. */
const LONGEST_RETRY_MS = 60_000;
/** Patience grows after each timeout: a slow connection must get through in the end. */
const PATIENCE_MS = [10_000, 20_000, 60_000];

interface SenderOptions {
  client: Pick<Client, "push">;
  outbox: Pick<Outbox, "waiting" | "markSending" | "settle">;
  /** This machine as the server knows it now; commands go out under it, whatever it was when they were made. */
  device_id: () => string;
  /** Whether it makes sense to try: signed in, and the connection not known to be dead. */
  ready: () => boolean;
  /** A request was answered by the server. */
  onTaken?: () => void;
  /** Aborted when calls under way are known to be lost; asked anew for every request. */
  lost: () => AbortSignal;
  onSettled: (commands: readonly QueuedCommand[]) => void;
  onFailure: (failure: unknown) => void;
}

export interface Sender {
  /** Runs until the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
  /** Try now: something was queued, or the connection is back. */
  wake(): void;
}

const wire = ({ id, kind, payload, occurred_at, device_seq, author, proof }: QueuedCommand): Command => ({
  id,
  kind,
  payload,
  occurred_at,
  device_seq,
  ...(author ? { author } : {}),
  ...(proof ? { proof } : {}),
});

/** A refusal of the request itself, not of one command in it. */
const isAboutContent = (error: unknown): error is LocalFailure =>
  failedWith(error, "PROBLEM") && [400, 413, 422].includes(error.problem?.status ?? 0);

/** How a request went: whether to go on at once, or how long to leave the server alone. */
type Step = { on: boolean; pause_ms?: number };

const NOTHING = { ids: [], done: Promise.resolve(true) };

export function createSender({
  client,
  outbox,
  device_id,
  ready,
  lost,
  onTaken,
  onSettled,
  onFailure,
}: SenderOptions): Sender {
  let wakeUp: (() => void) | null = null;
  let woken = false;
  let size = BATCH;
  /** What somebody between lets pass at once. */
  let passes = BATCH_MAX;
  let failures = 0;
  let timeouts = 0;
  let retries = 0;
  /** Answers that are being written down: whose they are, and whether any changed something here. */
  let writing: { ids: readonly string[]; done: Promise<boolean> } = NOTHING;

  function wake(): void {
    woken = true;
    failures = 0;
    wakeUp?.();
  }

  /** Waits for `wake` (unless `deaf`), for the time given, or for the end. */
  async function rest(ms: number | null, signal: AbortSignal, deaf = false): Promise<void> {
    if ((woken && !deaf) || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = ms === null ? undefined : setTimeout(done, ms);
      wakeUp = deaf ? null : done;
      signal.addEventListener("abort", done);
    });
    wakeUp = null;
  }

  async function handIn(batch: readonly QueuedCommand[], signal: AbortSignal): Promise<CommandOutcome[]> {
    const timeout_ms = PATIENCE_MS[Math.min(timeouts, PATIENCE_MS.length - 1)];
    const both = AbortSignal.any([signal, lost()]);
    const { results } = await client.push(device_id(), batch.map(wire), { signal: both, timeout_ms });
    timeouts = 0;
    onTaken?.();
    return results;
  }

  /** The server could not do it, by a fault of its own: the same again, after pauses that grow. */
  function pauseAfter(outcomes: readonly CommandOutcome[]): number | undefined {
    const asked = outcomes.filter(({ status }) => status === "RETRY");
    if (asked.length === 0) {
      retries = 0;
      return undefined;
    }
    const grown = Math.min(LONGEST_RETRY_MS, 1000 * 2 ** retries++);
    return Math.max(grown, ...asked.map(({ retry_after = 0 }) => retry_after * 1000));
  }

  /** What is next: in order, without what has its answer. */
  function nextBatch(): readonly QueuedCommand[] {
    const answered = new Set(writing.ids);
    const ahead = outbox.waiting.slice(0, size + answered.size);
    return ahead.filter(({ id }) => !answered.has(id)).slice(0, size);
  }

  async function writeDown(outcomes: readonly CommandOutcome[]): Promise<boolean> {
    const settled = await outbox.settle(outcomes, new Date().toISOString());
    if (settled.length > 0) onSettled(settled);
    return settled.length > 0;
  }

  /** Waits for the answers that are being written down. Those that could not be are asked for again. */
  async function written(): Promise<boolean> {
    try {
      return await writing.done;
    } finally {
      writing = NOTHING;
    }
  }

  function beginWriting(outcomes: readonly CommandOutcome[]): void {
    const done = writeDown(outcomes);
    // Its failure is met by who waits for it.
    done.catch(() => undefined);
    writing = { ids: outcomes.map(({ id }) => id), done };
  }

  /** One request, or with nothing to send the end of what was begun. */
  async function step(batch: readonly QueuedCommand[], signal: AbortSignal): Promise<Step> {
    outbox.markSending([...writing.ids, ...batch.map(({ id }) => id)], true);
    try {
      if (batch.length === 0) return { on: await written() };
      const begun = performance.now();
      const outcomes = await handIn(batch, signal);
      const most = performance.now() - begun < QUICK_MS ? BATCH_MAX : BATCH;
      size = Math.min(most, passes, size * 2);
      const on = await written();
      const pause_ms = pauseAfter(outcomes);
      const isDone = pause_ms === undefined && outcomes.length === batch.length;
      if (!isDone) return { on: await writeDown(outcomes), pause_ms };
      beginWriting(outcomes);
      return { on };
    } catch (error) {
      if (signal.aborted) return { on: false };
      if (isAboutContent(error)) return await narrow(batch, error);
      // A proxy with a limit of its own: smaller requests pass it, and are not made larger again.
      if (betweenOf(error) === TOO_LARGE && batch.length > 1) {
        passes = Math.ceil(batch.length / 2);
        size = passes;
        return { on: true };
      }
      if (failedWith(error, "TIMEOUT")) {
        timeouts++;
        // Half as much has a better chance on a slow connection; what was done all the same is answered as before.
        size = Math.ceil(batch.length / 2);
      }
      onFailure(error);
      return { on: false };
    } finally {
      outbox.markSending(writing.ids, true);
    }
  }

  /** The server can't read the request: find the command that it stumbles over, so that it stops no other. */
  async function narrow(batch: readonly QueuedCommand[], failure: LocalFailure): Promise<Step> {
    if (batch.length > 1) {
      size = Math.ceil(batch.length / 2);
      return { on: true };
    }
    await writeDown([{ id: batch[0]!.id, status: "REJECTED", problem: failure.problem }]);
    return { on: true };
  }

  return {
    wake,
    async run(signal) {
      while (!signal.aborted) {
        woken = false;
        const batch = ready() ? nextBatch() : [];
        if (batch.length === 0 && writing === NOTHING) {
          await rest(null, signal);
          continue;
        }
        const { on, pause_ms } = await step(batch, signal);
        if (pause_ms !== undefined) await rest(pause_ms, signal, true);
        else if (on) failures = 0;
        else await rest(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++), signal);
      }
      // Whoever stops this closes the disk next.
      await written().catch(() => undefined);
    },
  };
}

/** Several senders as one; none outlives another that fails. */
export function inTurns(...senders: readonly Sender[]): Sender {
  return {
    wake() {
      for (const sender of senders) sender.wake();
    },
    async run(signal) {
      const stopping = new AbortController();
      const either = AbortSignal.any([signal, stopping.signal]);
      const running = senders.map((sender) => sender.run(either));
      try {
        await Promise.all(running);
      } finally {
        stopping.abort();
        await Promise.allSettled(running);
      }
    },
  };
}
