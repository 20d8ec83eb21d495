// When a plan is too drastic to be carried out unasked: the operator must confirm it.
import { type DesiredState, ROW_WHATS } from "./plan-wire.ts";
import { KINDS } from "./row-kinds.ts";
import { type ActualState, losing, markerOf, type SyncPlan } from "./rows.ts";

/** Share of a router's customers that one job may suspend or remove unasked. */
const DISABLE_SHARE_MAX = 0.1;
/** Below this many the share is not looked at: two of eight may well have expired in one night. */
const DISABLE_COUNT_MIN = 5;
/** An empty router is suspicious from this many expected customers. */
export const EXPECTED_MIN = 5;

/** What tells one router from another. Null: not known, or the router does not say (virtual ones have no serial number). */
export interface RouterMarks {
  identity: string | null;
  serial_number: string | null;
}

/** Why the router may be another one than it was, by what it says of itself; null: no sign of it. */
export function otherRouter(expected: RouterMarks, now: RouterMarks): string | null {
  const differs = (mark: keyof RouterMarks): boolean =>
    expected[mark] !== null && now[mark] !== null && now[mark] !== expected[mark];
  if (differs("identity"))
    return `The router calls itself "${now.identity}", not "${expected.identity}": it may be another device.`;
  if (differs("serial_number"))
    return `The router's serial number is ${now.serial_number}, not ${expected.serial_number}: it is another device.`;
  return null;
}

export interface GuardInput {
  plan: SyncPlan;
  desired: DesiredState;
  actual: ActualState;
  /** At registration, and now. */
  expected: RouterMarks;
  marks: RouterMarks;
  /** Customers whose lines the router was given before. */
  known_users: number;
  /** False: no person asked for this sync, so a router that was never given anything may well be empty. */
  asked: boolean;
  /** For a job about one customer: true when the router holds none of those it is known to hold. */
  looks_reset: boolean;
}

export type GuardVerdict = { verdict: "PROCEED" } | { verdict: "NEEDS_CONFIRMATION"; reasons: string[] };

/** Rows of customers, of whichever kind. */
const linesOn = (actual: ActualState) =>
  ROW_WHATS.filter((what) => KINDS[what].of_customer).flatMap((what) =>
    actual[what].filter((row) => !KINDS[what].isBuiltIn(row)),
  );

/** Why the router may have lost its configuration or be another one, judged by what it holds; null: no sign of it. */
function lossReason(input: GuardInput): string | null {
  const { desired, actual, known_users, asked, looks_reset } = input;
  if (!desired.complete) {
    return looks_reset
      ? `The router holds none of the ${known_users} customers it was given: it may have been reset. Sync it as a whole.`
      : null;
  }
  const lines = linesOn(actual);
  if (lines.length === 0 && asked && desired.users.length >= EXPECTED_MIN)
    return `The router holds no customer's row at all, but ${desired.users.length} customers are expected on it.`;
  const ours = lines.some((row) => markerOf(row)?.tenant_marker === desired.tenant_marker);
  return known_users >= EXPECTED_MIN && !ours
    ? `The router holds none of the ${known_users} customers it was given: it may have been reset or be another one.`
    : null;
}

/**
 * May the plan be carried out unasked? For every job, whole syncs and those for one customer: another box behind the
 * address, or one that lost what it held, is not written to, and not many lines are closed at once.
 */
export function guardPlan(input: GuardInput): GuardVerdict {
  const { plan, desired, expected, marks, known_users } = input;
  const reasons: string[] = [];
  const other = otherRouter(expected, marks);
  if (other !== null) reasons.push(other);
  const loss = lossReason(input);
  if (loss !== null) reasons.push(loss);
  const stopped = losing(plan).size;
  const known = Math.max(desired.users.length, known_users, 1);
  if (stopped >= DISABLE_COUNT_MIN && stopped / known > DISABLE_SHARE_MAX)
    reasons.push(`${stopped} of ${known} customers would lose their service.`);
  return reasons.length === 0 ? { verdict: "PROCEED" } : { verdict: "NEEDS_CONFIRMATION", reasons };
}
