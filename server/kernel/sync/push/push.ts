// sync.push: a device's commands, in its order, each exactly once, through the same operations as REST.
import type { z } from "zod";
import { Failure } from "../../../../shared/kernel/failure.ts";
import {
  type Command,
  type CommandOutcome,
  command as commandSchema,
  type pushInput,
  type pushOutput,
} from "../../../../shared/kernel/sync/wire.ts";
import type { Row } from "../../db/db.ts";
import { jsonbSafe } from "../../http/jsonb-safe.ts";
import { publishChanges, validate } from "../../operation/run-operation.ts";
import type { Order } from "./apply-alone.ts";
import { applyBatch, MOST, runOf, type Together } from "./apply-batch.ts";
import { contextOf, inTransaction, isMoney, operationOf, type Push } from "./attempt.ts";
import { knowAuthors, type PushContext } from "./authors.ts";
import { applyInBatch } from "./batcher.ts";
import { DeviceTimes } from "./device-times.ts";
import { outcomeKept, readStanding, rejected, repeated } from "./outcomes.ts";
import { pushingDevice } from "./pushing-device.ts";
import { reviewMoney } from "./refuse.ts";

type Given = z.infer<typeof pushInput>["commands"][number];

/** A command of a batch, or why it can't be read. */
type Item = { device_seq: number | null; id: string } & (
  | { command: Command; unreadable: null }
  | { command: null; unreadable: { failure: Failure; kind: string; payload: Row } }
);

function readItem(given: Given): Item {
  const { id, device_seq, kind, payload } = given;
  try {
    const command = validate(commandSchema, given);
    return { id, device_seq: command.device_seq, command, unreadable: null };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    const seq = Number.isSafeInteger(device_seq) && Number(device_seq) >= 0 ? Number(device_seq) : null;
    const what = {
      failure,
      kind: typeof kind === "string" ? kind.slice(0, 100) : "",
      payload: typeof payload === "object" && payload !== null ? (payload as Row) : {},
    };
    return { id, device_seq: seq, command: null, unreadable: what };
  }
}

/** Writes down that a command can't be read; money that it may have brought is for people to look at. */
async function rejectUnreadable(
  push: Push,
  { id, device_seq }: Item,
  what: NonNullable<Item["unreadable"]>,
): Promise<CommandOutcome> {
  const { failure, kind, payload } = what;
  const call = {
    ...push.call,
    device: push.device,
    command: id,
    principal: push.authors.pusher(new Date()).principal,
  };
  const { outcome, context } = await inTransaction(
    push,
    async (tx) => {
      const { first, not_before } = await readStanding(tx, push, { id, device_seq: device_seq ?? 0 });
      if (first) return { outcome: repeated(first), context: null };
      const bound = device_seq === null ? null : not_before;
      const context = contextOf(tx, { push, call });
      if (isMoney({ implementation: operationOf(push.modules, kind), command: { payload } }))
        await reviewMoney(context, payload, failure);
      const outcome = rejected(id, failure, call.request_id);
      await Promise.all(
        outcomeKept(tx, { push, call }, { id, kind, device_seq, not_before: bound }, outcome),
      );
      return { outcome, context };
    },
    call,
  );
  if (context) publishChanges(push.services, context);
  return outcome;
}

/** The commands of a batch in the device's order, with their places in the batch; what has no number comes first. */
function inOrder(commands: readonly Given[]): (Item & { sent: Given; at: number })[] {
  // What is proven is what was sent; what is kept, what a database can hold.
  const items = jsonbSafe(commands).map((given, at) => ({ ...readItem(given), sent: commands[at]!, at }));
  return items.sort((a, b) => (a.device_seq ?? -1) - (b.device_seq ?? -1));
}

/** The commands at the beginning of what is left: up to one that can't be read. */
function* readable(items: readonly Item[], from: number): Generator<Command> {
  for (let at = from; at < items.length; at += 1) {
    const command = items[at]?.command;
    if (!command) return;
    yield command;
  }
}

/** Applies a batch's commands in their order: several in one transaction as long as nothing refuses, else one by one. */
async function applyAll(batch: Push, items: readonly Item[]): Promise<CommandOutcome[]> {
  const order: Order = { seen: 0, waited: false };
  const results: CommandOutcome[] = [];
  let next: Omit<Together, "outcomes"> = { alone: 0, most: MOST };
  for (let item = items[0]; item; item = items[results.length]) {
    const begun = results.length;
    const run = next.alone > 0 ? [] : runOf(batch, readable(items, begun), next.most);
    if (run.length > 1) {
      const tried = await applyBatch(run, order.seen);
      // Those before a refusal are done: what refused is next.
      const isBefore = next.most < MOST && tried.outcomes.length === run.length;
      next = isBefore ? { alone: 1, most: MOST } : tried;
      results.push(...tried.outcomes);
    } else {
      const { command, unreadable } = item;
      results.push(
        await (command ? applyInBatch(batch, command, order) : rejectUnreadable(batch, item, unreadable)),
      );
      next = { alone: Math.max(0, next.alone - 1), most: MOST };
    }
    for (const { device_seq } of items.slice(begun, results.length))
      order.seen = Math.max(order.seen, device_seq ?? 0);
  }
  return results;
}

/**
 * Applies commands in order of device_seq, and answers in the order in which they were sent. Each is committed with its outcome: killed at any point, the device sends the rest
 * again and hears DUPLICATE for what was done.
 * @throws Failure NOT_FOUND when the device is not registered in this tenant, DEVICE_MISMATCH when it is not the caller's.
 */
export async function push(
  ctx: PushContext,
  input: z.infer<typeof pushInput>,
): Promise<z.infer<typeof pushOutput>> {
  const items = inOrder(input.commands);
  const receipts = items.flatMap(({ command }) => {
    const number = command?.payload.receipt_number;
    return typeof number === "string" ? [number] : [];
  });
  const device = await pushingDevice(ctx, input.device_id, receipts);
  const received_at = new Date();
  const readable = items.flatMap(({ command, sent }) =>
    command ? [{ command, payload: sent.payload }] : [],
  );
  const commands = readable.map(({ command }) => command);
  const authors = await knowAuthors(ctx, input.device_id, readable);
  const sent_at = input.sent_at ? new Date(input.sent_at) : null;
  const times = new DeviceTimes(commands, { registered_at: device.registered_at, sent_at, received_at });
  const results: CommandOutcome[] = [];
  for (const [place, outcome] of (await applyAll({ ...ctx, device, authors, times }, items)).entries())
    results[items[place]!.at] = outcome;
  return { results };
}
