// A command's first outcome, kept for ever with its effect: what makes a repeat harmless.
import { type Failure, type Problem, toProblem } from "../../../../shared/kernel/failure.ts";
import type { Command, CommandOutcome } from "../../../../shared/kernel/sync/wire.ts";
import type { Fragment, Row, Tx } from "../../db/db.ts";
import { hashRequest } from "../../operation/idempotency.ts";
import { redact } from "../../secrets/redact.ts";
import type { Attempt, Push } from "./attempt.ts";

/** Tells a repeat from another command under the same id. Of what may be kept: a secret leaves no trace, not even this. */
export const fingerprint = ({ kind, payload }: Pick<Command, "kind" | "payload">): string =>
  hashRequest(kind, null, redact(payload));

export interface Waiting {
  command: string;
  /** As it was sent, without secrets. */
  content: Command;
  /** As whom it was judged, where that is a person. */
  judged_author: string | null;
  /** It named another author without a proof. */
  is_unproven: boolean;
  tries: number;
  /** Seconds since it first failed. */
  waited_s: number;
}

/** Its columns, of command_retries. */
export const waitingOf = (tx: Tx): Fragment =>
  tx`command, content, judged_author, is_unproven, tries, extract(epoch from now() - first_failed_at)::float8 as waited_s`;

/** What is known before a command is tried. */
export interface Standing {
  first: (CommandOutcome & { fingerprint: string | null }) | null;
  /** The highest number of the device that came in. */
  last_seq: number;
  /** What binds its time: the device's command before it did not happen later. */
  not_before: Date | null;
  /** A command of the device that comes before this one and is to be tried again first. */
  waiting: Waiting | null;
}

/** The first outcome, as a repeat is answered. */
export function repeated({ fingerprint: _, ...outcome }: NonNullable<Standing["first"]>): CommandOutcome {
  return outcome;
}

/** Whether what comes under a known id is what came under it first. */
export const isSame = (command: Command, first: NonNullable<Standing["first"]>): boolean =>
  first.fingerprint === null || first.fingerprint === fingerprint(command);

/** The highest number of the device that came in; 0 = none. */
export async function readLastSeq(
  tx: Tx,
  { tenant, device }: { tenant: { id: string }; device: { id: string } },
): Promise<number> {
  const { last_seq } = await readCoordinates(tx, { tenant, device }, null);
  return last_seq;
}

/** Where a device stands. */
interface Place {
  /** The highest number that came in; 0 = none. */
  last_seq: number;
  /** What binds the time of a command with the number that was asked for: the device's command before it did not happen later. */
  not_before: Date | null;
}

/** @param before a command's number; null: of the next one that comes. */
async function readCoordinates(
  tx: Tx,
  { tenant, device }: { tenant: { id: string }; device: { id: string } },
  before: number | null,
): Promise<Place> {
  const [last] = await tx<{ seq: number | null; not_before: string | null }[]>`
    select greatest(
      (select max(device_seq) from commands where tenant_id = ${tenant.id} and device = ${device.id}),
      (select max(device_seq) from command_retries where tenant_id = ${tenant.id} and device = ${device.id})) as seq,
      (select not_before from commands where tenant_id = ${tenant.id} and device = ${device.id}
        and device_seq < ${before ?? Number.MAX_SAFE_INTEGER}
        order by device_seq desc, not_before desc nulls last limit 1) as not_before`;
  const not_before = last?.not_before ? new Date(last.not_before) : null;
  return { last_seq: last?.seq ?? 0, not_before };
}

interface Kept {
  id: string;
  result: unknown;
  problem: Problem | null;
  fingerprint: string | null;
}

const lock = (tx: Tx, name: string) =>
  tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute();

const deviceLock = ({ tenant, device }: Push) => `device:${tenant.id}:${device.id}`;
const commandLock = ({ tenant }: Push, id: string) => `command:${tenant.id}:${id}`;

const toFirst = ({ id, result, problem, fingerprint }: Kept): NonNullable<Standing["first"]> => ({
  id,
  status: "DUPLICATE",
  ...(result === null ? {} : { result }),
  ...(problem === null ? {} : { problem }),
  fingerprint,
});

/**
 * Locks the device and the command's id until the commit, and reads what is known of both. Two pushes of one device take
 * turns command by command, so what one reads here is what the other did.
 */
export async function readStanding(
  tx: Tx,
  push: Push,
  { id, device_seq }: Pick<Command, "id" | "device_seq">,
): Promise<Standing> {
  const { tenant, device } = push;
  // One after the other in one round trip: what is read is what was there once the locks were held.
  const [, , [first], place, [waiting]] = await Promise.all([
    lock(tx, deviceLock(push)),
    lock(tx, commandLock(push, id)),
    tx<Kept[]>`
      select id, result, problem, fingerprint from commands where tenant_id = ${tenant.id} and id = ${id}`,
    readCoordinates(tx, push, device_seq),
    tx<Waiting[]>`
      select ${waitingOf(tx)}
      from command_retries
      where tenant_id = ${tenant.id} and device = ${device.id} and device_seq < ${device_seq} and command <> ${id}
      order by device_seq limit 1`,
  ]);
  return {
    first: first ? toFirst(first) : null,
    ...place,
    waiting: waiting ?? null,
  };
}

/** What is known of several commands, and of their devices. */
export interface Standings {
  /** What became of those that came before, by their ids. */
  firsts: ReadonlyMap<string, NonNullable<Standing["first"]>>;
  /** The highest number that came in, by device. */
  last_seqs: ReadonlyMap<string, number>;
  /** Whether something of its device waits, or it itself does. */
  waits(one: Pick<Attempt, "push" | "command">): boolean;
  /**
   * Whether what is known of its device's commands before it may change when it counts as having happened: that is looked at
   * by itself.
   */
  bindsAnew(one: Pick<Attempt, "push" | "command">): boolean;
}

/** The same of several commands of one company, in one round trip. */
export async function readStandings(
  tx: Tx,
  several: readonly Pick<Attempt, "push" | "command">[],
): Promise<Standings> {
  const { tenant } = several[0]!.push;
  const pushes = new Map(several.map(({ push }) => [push.device.id, push]));
  // Always in one order, so that no two wait for each other.
  const devices = [...pushes.keys()].sort();
  const ids = several.map(({ command }) => command.id).sort();
  const names = [
    ...devices.map((device) => deviceLock(pushes.get(device)!)),
    ...ids.map((id) => commandLock(several[0]!.push, id)),
  ];
  const [, known, retries, ...read] = await Promise.all([
    tx`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) name`.execute(),
    tx<Kept[]>`select id, result, problem, fingerprint from commands
      where tenant_id = ${tenant.id} and id = any(${ids}::text[]::uuid[])`,
    tx<{ device: string; command: string }[]>`select device, command from command_retries
      where tenant_id = ${tenant.id}
        and (device = any(${devices}::text[]::uuid[]) or command = any(${ids}::text[]::uuid[]))`,
    ...devices.map((device) => readCoordinates(tx, pushes.get(device)!, null)),
  ]);
  const places = new Map(devices.map((device, at) => [device, read[at]!]));
  return {
    firsts: new Map(known.map((first) => [first.id, toFirst(first)])),
    last_seqs: new Map([...places].map(([device, { last_seq }]) => [device, last_seq])),
    waits: ({ push, command }) =>
      retries.some((retry) => retry.device === push.device.id || retry.command === command.id),
    bindsAnew: ({ push, command }) => {
      const { last_seq, not_before } = places.get(push.device.id)!;
      // One that comes late is bound by those before its own place alone.
      if (command.device_seq <= last_seq) return true;
      const { occurred_at, flagged } = push.times.of(command);
      return not_before !== null && !flagged && occurred_at.getTime() < not_before.getTime();
    },
  };
}

/** What is kept of a command that can't even be read: that it came, and where it stands in its device's order. */
export interface Unreadable {
  id: string;
  kind: string;
  device_seq: number | null;
  /** What binds the device's commands behind it, as far as the database knows. */
  not_before: Date | null;
}

/** PostgreSQL writes no year 0 and none of five digits, which RFC 3339's offsets reach. */
const [FIRST, LAST] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59Z")] as const;

/** What a device said of when it happened, as it can be kept: of an offset that is nobody's, the moment. */
const keptMoment = (said: string): Date => new Date(Math.min(Math.max(Date.parse(said), FIRST), LAST));

/** A command's outcome as it is kept. */
export function keptRow(
  tx: Tx,
  { push, call }: Pick<Attempt, "push" | "call">,
  command: Command | Unreadable,
  outcome: CommandOutcome,
): Row {
  const isReadable = "payload" in command;
  const { tenant, device } = push;
  return {
    tenant_id: tenant.id,
    id: command.id,
    device: device.id,
    device_seq: command.device_seq,
    kind: command.kind,
    payload: tx.json(isReadable ? redact(command.payload) : {}),
    fingerprint: isReadable ? fingerprint(command) : null,
    occurred_at: isReadable ? keptMoment(command.occurred_at) : null,
    not_before: isReadable ? push.times.of(command).not_before : command.not_before,
    author: call.principal.username,
    handed_in_by: call.handed_in_by ?? null,
    status: outcome.status,
    result: outcome.result === undefined ? null : tx.json(outcome.result),
    problem: outcome.problem === undefined ? null : tx.json(outcome.problem),
  };
}

/** The statements that write the outcome down, in the transaction of its effect. */
export function outcomeKept(
  tx: Tx,
  attempt: Pick<Attempt, "push" | "call">,
  command: Command | Unreadable,
  outcome: CommandOutcome,
): Fragment[] {
  const { tenant } = attempt.push;
  return [
    tx`insert into commands ${tx(keptRow(tx, attempt, command, outcome))}`,
    tx`delete from command_retries where tenant_id = ${tenant.id} and command = ${command.id}`,
  ];
}

export const rejected = (id: string, failure: Failure, requestId?: string | null): CommandOutcome => ({
  id,
  status: "REJECTED",
  problem: toProblem(failure, requestId ?? undefined),
});
