// Handing in: one request at a time, its answers written down beside the next one, and none lost that could not be.
import { expect, test } from "vitest";
import type { QueuedCommand } from "../../../renderer/kernel/replica/outbox/outbox-store.ts";
import { createSender } from "../../../renderer/kernel/replica/outbox/sender.ts";
import type { CommandOutcome } from "../../../shared/kernel/sync/wire.ts";

const command = (device_seq: number): QueuedCommand => ({
  ...{ id: `command ${device_seq}`, kind: "recharge.create", payload: {}, device_id: "d", device_seq },
  ...{ occurred_at: "2026-11-01T08:00:00.000Z", expected: null, targets: [], status: "PENDING" },
});

/** An outbox with so many that wait, whose disk takes answers down when it is told to. */
function desktopWith(waiting: number) {
  const desktop = {
    waiting: Array.from({ length: waiting }, (_none, at) => command(at + 1)),
    /** How many each request brought, and the first of them. */
    requests: [] as [number, string][],
    failures: [] as unknown[],
    /** Answers that lie before the disk. */
    writes: [] as { resolve(): void; reject(error: Error): void }[],
  };
  const ending = new AbortController();
  const answer = ({ id }: { id: string }): CommandOutcome => ({ id, status: "APPLIED" });
  const sender = createSender({
    client: {
      push: async (_device, commands) => {
        desktop.requests.push([commands.length, commands[0]!.id]);
        return { results: commands.map(answer) };
      },
    },
    outbox: {
      get waiting() {
        return desktop.waiting;
      },
      markSending: () => undefined,
      settle: async (outcomes) => {
        const ids = new Set(outcomes.map(({ id }) => id));
        await new Promise<void>((resolve, reject) => desktop.writes.push({ resolve, reject }));
        const settled = desktop.waiting.filter(({ id }) => ids.has(id));
        desktop.waiting = desktop.waiting.filter(({ id }) => !ids.has(id));
        return settled;
      },
    },
    device_id: () => "d",
    ready: () => true,
    lost: () => new AbortController().signal,
    onSettled: () => undefined,
    onFailure: (failure) => desktop.failures.push(failure),
  });
  return { desktop, ending, run: sender.run(ending.signal) };
}

test("The next request goes out while the answers to the last are written down, and the one behind it does not", async () => {
  const { desktop, ending, run } = desktopWith(1_000);
  await expect.poll(() => desktop.requests).toHaveLength(2);
  expect(desktop.writes).toHaveLength(1);
  expect(desktop.requests).toEqual([
    [100, "command 1"],
    [200, "command 101"],
  ]);
  desktop.writes[0]!.resolve();
  await expect.poll(() => desktop.requests).toHaveLength(3);
  expect(desktop.requests[2]).toEqual([400, "command 301"]);
  ending.abort();
  desktop.writes[1]!.resolve();
  await expect.poll(() => desktop.writes).toHaveLength(3);
  desktop.writes[2]!.resolve();
  await run;
});

test("Answers that could not be written down are asked for again", async () => {
  const { desktop, ending, run } = desktopWith(50);
  await expect.poll(() => desktop.writes).toHaveLength(1);
  desktop.writes[0]!.reject(new Error("disk full"));
  await expect.poll(() => desktop.writes).toHaveLength(2);
  expect(desktop.failures).toEqual([new Error("disk full")]);
  desktop.writes[1]!.resolve();
  await expect.poll(() => desktop.waiting).toEqual([]);
  expect(desktop.requests).toEqual([
    [50, "command 1"],
    [50, "command 1"],
  ]);
  ending.abort();
  await run;
});

test("A sender that is told to stop ends when the answers it has are written down", async () => {
  const { desktop, ending, run } = desktopWith(150);
  await expect.poll(() => desktop.requests).toHaveLength(2);
  ending.abort();
  let ended = false;
  const end = run.then(() => {
    ended = true;
  });
  for (const place of [0, 1]) {
    await expect.poll(() => desktop.writes).toHaveLength(place + 1);
    expect(ended).toBe(false);
    desktop.writes[place]!.resolve();
  }
  await end;
  expect(desktop.waiting).toEqual([]);
});
