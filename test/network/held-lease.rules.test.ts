// A job's lease is given up before the server gives it to another agent.
import { expect, it, vi } from "vitest";
import { HeldLease } from "../../main/network/held-lease.ts";

/** A lease of a minute that was asked for so long ago, and is not renewed. */
const heldFor = (seconds: number) =>
  new HeldLease({
    seconds: 60,
    asked_ms: 0,
    clock: () => seconds * 1_000,
    renew: async () => true,
    onNotRenewed: () => undefined,
  });

it("A lease counts as lost while a sixth of it is left, so that a command under way is over before another one begins", async () => {
  const [young, old] = [heldFor(10), heldFor(51)];
  await vi.waitFor(() => expect(old.lost.aborted).toBe(true), { timeout: 5_000 });
  expect(young.lost.aborted).toBe(false);
  young.release();
  old.release();
});
