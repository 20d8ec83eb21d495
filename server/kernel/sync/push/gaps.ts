// Commands that are missing: a device numbers them, so what did not come yet can be seen, and waited for (contract §5.2).
import { setTimeout as pause } from "node:timers/promises";
import type { OperationContext } from "../../operation/context.ts";
import { addReviewItem } from "../review.ts";
import { type Attempt, inTransaction, type Push } from "./attempt.ts";
import { readLastSeq } from "./outcomes.ts";

const LOOK_MS = 100;
/** A push that goes on applying what is missing is waited for longer than one that does not come. */
const WAITS_MAX = 12;

/** Waits until everything before a number came in; each arrival restarts the time. */
export async function waitForEarlier(push: Push, device_seq: number): Promise<void> {
  const { gap_wait_ms } = push.services;
  let known = -1;
  for (let waits = 0; waits < WAITS_MAX; waits++) {
    const before = known;
    for (
      const end = Date.now() + gap_wait_ms;
      Date.now() < end;
      await pause(Math.min(LOOK_MS, gap_wait_ms))
    ) {
      known = await inTransaction(push, (tx) => readLastSeq(tx, push), push);
      if (known >= device_seq - 1) return;
      if (known > before) break;
    }
    if (known === before) return;
  }
}

/** Puts commands that never came on the review list. */
export async function noteGap(ctx: OperationContext, { gap, push }: Attempt): Promise<void> {
  if (!gap) return;
  const { from, to } = gap;
  const which = from === to ? `Command ${from}` : `Commands ${from} to ${to}`;
  const detail = `${which} of ${push.device.device_code} never came in; what the device did after was applied`;
  await addReviewItem(ctx, { kind: "GAP", detail, payload: { from, to } });
}
