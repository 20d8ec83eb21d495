// Handing files in: one at a time, when no command waits any more, each until the server has it or refuses it.
import type { Client } from "../../connection/client.ts";
import { failedWith } from "../../connection/local-failure.ts";
import type { Attachment, Attachments } from "./attachments.ts";
import { isWaiting } from "./is-waiting.ts";
import type { Outbox } from "./outbox.ts";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;
/** A photo on a slow line takes its time; patience grows after each timeout. */
const PATIENCE_MS = [30_000, 60_000, 120_000];

interface AttachmentSenderOptions {
  client: Pick<Client, "upload">;
  attachments: Attachments;
  outbox: Outbox;
  ready: () => boolean;
  onFailure: (failure: unknown) => void;
}

export interface AttachmentSender {
  /** Runs until the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
  /** Try now. */
  wake(): void;
  /** Hands in what can be, and ends at the first failure. @throws LocalFailure. */
  once(signal: AbortSignal): Promise<void>;
}

/** The server's answer is about this file, and would be the same again. */
const isRefusal = (error: unknown) => {
  if (!failedWith(error, "PROBLEM", "PERMISSION")) return null;
  const { problem } = error;
  return problem && problem.status >= 400 && problem.status < 500 && ![408, 429].includes(problem.status)
    ? problem
    : null;
};

export function createAttachmentSender(options: AttachmentSenderOptions): AttachmentSender {
  const { client, attachments, outbox, ready, onFailure } = options;
  let wakeUp: (() => void) | null = null;
  let failures = 0;
  let timeouts = 0;
  let woken = false;

  const wake = () => {
    woken = true;
    failures = 0;
    wakeUp?.();
  };

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

  /** What the server knows a file's command as: a refused one is repeated under another id. "gone": nobody wants it. */
  function commandOf(id: string): { id: string } | "waits" | "gone" {
    const command = outbox.find(id);
    if (!command) return { id };
    if (isWaiting(command)) return "waits";
    if (command.retried_as) return commandOf(command.retried_as);
    if (command.status !== "REJECTED") return { id };
    return command.dismissed_at ? "gone" : "waits";
  }

  async function handIn(file: Attachment, command: string, signal: AbortSignal): Promise<void> {
    const bytes = await attachments.bytesOf(file.id);
    if (!bytes) return attachments.discard(file.id);
    const timeout_ms = PATIENCE_MS[Math.min(timeouts, PATIENCE_MS.length - 1)];
    attachments.markSending(file.id);
    try {
      const path = file.path.replaceAll("{command}", command);
      await client.upload(path, bytes, file.content_type, { signal, timeout_ms });
      timeouts = 0;
    } catch (error) {
      const problem = signal.aborted ? null : isRefusal(error);
      if (!problem) throw error;
      return await attachments.refuse(file.id, problem);
    } finally {
      attachments.markSending(null);
    }
    await attachments.arrived(file.id);
  }

  /** One file; answers whether there was one. */
  async function step(signal: AbortSignal): Promise<boolean> {
    if (outbox.waiting.length > 0) return false;
    for (const file of attachments.state.getSnapshot()) {
      if (file.state !== "WAITING") continue;
      const command = commandOf(file.id);
      if (command === "waits") continue;
      if (command === "gone") await attachments.discard(file.id);
      else await handIn(file, command.id, signal);
      return true;
    }
    return false;
  }

  return {
    wake,
    async once(signal) {
      while (await step(signal));
    },
    async run(signal) {
      // Answers to commands make way for their files.
      const unwatch = outbox.onChange(() => {
        if (outbox.waiting.length === 0) wake();
      });
      try {
        while (!signal.aborted) {
          woken = false;
          try {
            if (!ready() || !(await step(signal))) await rest(null, signal);
            failures = 0;
          } catch (error) {
            if (signal.aborted) return;
            if (failedWith(error, "TIMEOUT")) timeouts++;
            onFailure(error);
            await rest(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++), signal);
          }
        }
      } finally {
        unwatch();
      }
    },
  };
}
