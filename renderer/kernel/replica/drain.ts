// Handing the outbox in: strictly in order, one request under way, the same ids until they are answered.
import type { Command, CommandOutcome } from "../../../shared/kernel/wire.ts";
import type { Client } from "../client.ts";
import { failedWith, type LocalFailure } from "./failure.ts";
import { isWaiting, type Outbox } from "./outbox.ts";
import type { QueuedCommand } from "./outbox-store.ts";

const BATCH = 100;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
/** Patience grows after each timeout: a slow line must get through in the end. */
const PATIENCE_MS = [10_000, 20_000, 60_000];

interface DrainOptions {
  client: Pick<Client, "push">;
  outbox: Outbox;
  /** This machine as the server knows it now; commands go out under it, whatever it was when they were made. */
  device_id: () => string;
  /** Whether it makes sense to try: signed in, and the line not known to be dead. */
  ready: () => boolean;
  /** Aborted when calls under way are known to be lost; asked anew for every request. */
  lost: () => AbortSignal;
  onSettled: (commands: readonly QueuedCommand[]) => void;
  onFailure: (failure: unknown) => void;
}

export interface Drain {
  /** Runs until the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
  /** Try now: something was queued, or the line is back. */
  wake(): void;
}

const wire = ({ id, kind, payload, occurred_at, device_seq }: QueuedCommand): Command => ({
  id,
  kind,
  payload,
  occurred_at,
  device_seq,
});

/** A refusal of the request itself, not of one command in it. */
const isAboutContent = (error: unknown): error is LocalFailure =>
  failedWith(error, "PROBLEM") && [400, 413, 422].includes(error.problem?.status ?? 0);

export function createDrain({
  client,
  outbox,
  device_id,
  ready,
  lost,
  onSettled,
  onFailure,
}: DrainOptions): Drain {
  let wakeUp: (() => void) | null = null;
  let woken = false;
  let size = BATCH;
  let failures = 0;
  let timeouts = 0;

  function wake(): void {
    woken = true;
    failures = 0;
    wakeUp?.();
  }

  /** Waits for `wake`, for the time given, or for the end. */
  async function rest(ms: number | null, signal: AbortSignal): Promise<void> {
    if (woken || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = ms === null ? undefined : setTimeout(done, ms);
      wakeUp = done;
      signal.addEventListener("abort", done);
    });
    wakeUp = null;
  }

  async function handIn(batch: readonly QueuedCommand[], signal: AbortSignal): Promise<CommandOutcome[]> {
    const timeout_ms = PATIENCE_MS[Math.min(timeouts, PATIENCE_MS.length - 1)];
    const both = AbortSignal.any([signal, lost()]);
    const { results } = await client.push(device_id(), batch.map(wire), { signal: both, timeout_ms });
    timeouts = 0;
    return results;
  }

  /** One request. Answers whether to go on at once. */
  async function step(batch: readonly QueuedCommand[], signal: AbortSignal): Promise<boolean> {
    outbox.markSending(
      batch.map(({ id }) => id),
      true,
    );
    try {
      const outcomes = await handIn(batch, signal);
      const settled = await outbox.settle(outcomes, new Date().toISOString());
      size = Math.min(BATCH, size * 2);
      if (settled.length > 0) onSettled(settled);
      return settled.length > 0;
    } catch (error) {
      if (signal.aborted) return false;
      if (isAboutContent(error)) return await narrow(batch, error);
      if (failedWith(error, "TIMEOUT")) timeouts++;
      onFailure(error);
      return false;
    } finally {
      outbox.markSending([], true);
    }
  }

  /** The server can't read the request: find the command that it stumbles over, so that it stops no other. */
  async function narrow(batch: readonly QueuedCommand[], failure: LocalFailure): Promise<boolean> {
    if (batch.length > 1) {
      size = Math.ceil(batch.length / 2);
      return true;
    }
    const outcome: CommandOutcome = { id: batch[0]!.id, status: "REJECTED", problem: failure.problem };
    onSettled(await outbox.settle([outcome], new Date().toISOString()));
    return true;
  }

  return {
    wake,
    async run(signal) {
      while (!signal.aborted) {
        woken = false;
        const waiting = outbox.state.getSnapshot().commands.filter(isWaiting);
        const batch = waiting.slice(0, size);
        if (batch.length === 0 || !ready()) {
          await rest(null, signal);
          continue;
        }
        if (await step(batch, signal)) {
          failures = 0;
          continue;
        }
        await rest(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++), signal);
      }
    },
  };
}
