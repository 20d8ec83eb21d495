// The sync procedures' messages, exactly as in contract §5: tRPC v11 over HTTP at /trpc, no transformer.
import { z } from "zod";
import type { Problem } from "../failure.ts";

const PULL_LIMIT_MAX = 5000;
/** Collections that one call asks for; their checkpoints have to fit into an address. */
export const PULL_MANY_MAX = 20;
const PULL_MANY_LIMIT_MAX = 500;
const PUSH_LIMIT_MAX = 500;

export const registerInput = z.strictObject({
  name: z.string().trim().min(1).max(100),
  device_id: z.uuid().nullish(),
  /** A known device's secret, which the server gave it at its first registration. */
  device_secret: z.string().min(1).max(200).nullish(),
  /** The code of a device that the server no longer knows (it was restored to an older state): kept if no other device has it. */
  device_code: z
    .string()
    .regex(/^D[1-9]\d{0,14}$/)
    .nullish(),
  /** A desktop asks for what it needs to go on where it was. */
  resume: z.boolean().optional(),
});
const registered = z.object({
  device_id: z.uuid(),
  device_code: z.string(),
  /** Given once, to a new device: it proves the device from then on. */
  device_secret: z.string().optional(),
  /** 32 bytes, base64url: with it this person proves their commands of this device, also when a colleague sends them. */
  author_key: z.string(),
});
/** What a desktop is answered beside that, which asks to `resume`. */
const resumed = z.object({
  /** Highest sequence of the device's receipts that the server knows; 0 = none. */
  last_receipt: z.int(),
  /** Highest `device_seq` that the server knows; 0 = none. */
  last_seq: z.int(),
  /** The server's clock, RFC 3339. */
  now: z.string(),
  /** 32 bytes, base64url: with the device's secret it opens what waits in the device's outbox. */
  outbox_key: z.string(),
});
export const registerOutput = registered.extend(resumed.partial().shape);
export const desktopRegisterOutput = registered.extend(resumed.shape);

/** What the signed-in role may replicate. A changed epoch means: drop what is there and pull again. */
export const collectionsOutput = z.array(
  z.object({ name: z.string(), schema_version: z.number().int(), epoch: z.string() }),
);

export const pullInput = z.strictObject({
  collection: z.string(),
  checkpoint: z.string().max(200).nullable(),
  limit: z.number().int().min(1).max(PULL_LIMIT_MAX),
});
export const replicaDocument = z.looseObject({ id: z.string(), _deleted: z.boolean() });
const pullOutput = z.object({
  documents: z.array(replicaDocument),
  checkpoint: z.string().nullable(),
  done: z.boolean(),
});

/** The next page of many collections at once: what a desktop asks when it comes back, and as a rule finds little of each. */
export const pullManyInput = z.strictObject({
  collections: z
    .array(pullInput.pick({ collection: true, checkpoint: true }))
    .min(1)
    .max(PULL_MANY_MAX),
  /** Records of each collection at most. */
  limit: z.number().int().min(1).max(PULL_MANY_LIMIT_MAX),
});

/** With `carry` the news brings small changes themselves. */
export const changesInput = z.object({ carry: z.boolean().optional() }).optional();
/** What follows `after`, to its end: as `sync.pull` would answer it. Useful only to a desktop whose checkpoint is `after`. */
const carriedPage = z.object({
  collection: z.string(),
  after: z.string().nullable(),
  documents: z.array(replicaDocument),
  checkpoint: z.string().nullable(),
});
/** The collections that changed, and pages of those of them that are carried. */
export const changesOutput = z.object({
  collections: z.array(z.string()),
  pages: z.array(carriedPage).optional(),
});

/** One change made at a desktop, in the order of its device (contract §5.2). */
export const command = z.strictObject({
  id: z.uuid(),
  kind: z.string().max(100),
  payload: z.record(z.string(), z.unknown()),
  occurred_at: z.iso.datetime({ offset: true }),
  device_seq: z.int().min(0),
  /** The user who did it; left out: the user who sends it. */
  author: z.uuid().nullish(),
  /** The author's proof, see proof.ts; not needed for one's own commands. */
  proof: z.string().nullish(),
  /** Part of a command in an outbox; in a batch it must be the batch's device. */
  device_id: z.uuid().optional(),
});
/** A command in a batch: an error in it, except in its id, is answered for that command alone. */
const anyCommand = z.looseObject({ id: z.uuid() });
export const pushInput = z
  .strictObject({
    device_id: z.uuid(),
    commands: z.array(anyCommand).max(PUSH_LIMIT_MAX),
    /** What the device's clock says as it sends this; the server sees by it how far that clock is wrong. */
    sent_at: z.iso.datetime({ offset: true }).optional(),
  })
  .refine(
    ({ device_id, commands }) => commands.every((one) => (one.device_id ?? device_id) === device_id),
    "A device hands in its own commands only",
  );
/** RETRY: not done by a failure of ours; send it again after `retry_after` seconds, and nothing behind it before. */
const commandStatus = z.enum(["APPLIED", "REJECTED", "DUPLICATE", "RETRY"]);
export const commandOutcome = z.object({
  id: z.uuid(),
  status: commandStatus,
  /** The REST answer's body of the operation; for money that could not be applied as meant: `{suspense: true, payment_transaction, review_item}`. */
  result: z.unknown().optional(),
  problem: z.custom<Problem>().optional(),
  /** With RETRY: seconds. */
  retry_after: z.number().optional(),
});
export const pushOutput = z.object({ results: z.array(commandOutcome) });

export type Command = z.infer<typeof command>;
export type CommandOutcome = z.infer<typeof commandOutcome>;
export type ReplicaDocument = z.infer<typeof replicaDocument>;
export type CollectionInfo = z.infer<typeof collectionsOutput>[number];
export type CarriedPage = z.infer<typeof carriedPage>;
export type ChangesEvent = z.infer<typeof changesOutput>;
export type PullOutput = z.infer<typeof pullOutput>;
/** In the order in which they were asked for. */
export interface PullManyOutput {
  pages: (PullOutput & { collection: string })[];
}
