// When a plan is too drastic to be carried out unasked: the operator must confirm it.
import type { DesiredState } from "./agent-wire.ts";
import { parseMarker } from "./comment.rules.ts";
import type { ActualState, SyncPlan } from "./sync-plan.rules.ts";

/** Share of a router's customers that one sync may suspend or remove unasked. */
const DISABLE_SHARE_MAX = 0.1;
/** Below this many the share is not looked at: two of eight may well have expired in one night. */
const DISABLE_COUNT_MIN = 5;
/** An empty router is suspicious from this many expected customers. */
export const EXPECTED_MIN = 5;

export interface GuardInput {
  plan: SyncPlan;
  desired: DesiredState;
  actual: ActualState;
  /** Identity at registration; null: not known. */
  expected_identity: string | null;
  /** Identity now; null: the router does not say. */
  identity: string | null;
  /** Customers whose secrets the router was given before. */
  known_users: number;
  /** False: nobody asked for this sync, so a router that was never given anything may well be empty. */
  asked: boolean;
  /** For a job about somebody in particular: true when the router holds none of those it is known to hold. */
  looks_reset: boolean;
}

export type GuardVerdict = { verdict: "PROCEED" } | { verdict: "NEEDS_CONFIRMATION"; reasons: string[] };

/** Why the router may have lost its configuration or be another one, judged by what it holds; null: no sign of it. */
function lossReason(input: GuardInput): string | null {
  const { desired, actual, known_users, asked, looks_reset } = input;
  if (!desired.complete) {
    return looks_reset
      ? `The router holds none of the ${known_users} customers it was given: it may have been reset. Sync it as a whole.`
      : null;
  }
  if (actual.secrets.length === 0 && asked && desired.users.length >= EXPECTED_MIN)
    return `The router holds no secrets at all, but ${desired.users.length} customers are expected on it.`;
  const ours = actual.secrets.some(
    ({ comment }) => parseMarker(comment)?.tenant_marker === desired.tenant_marker,
  );
  return known_users >= EXPECTED_MIN && !ours
    ? `The router holds none of the ${known_users} customers it was given: it may have been reset or be another one.`
    : null;
}

/**
 * May the plan be carried out unasked? Mass changes are judged for whole-router syncs only; a changed identity and a
 * router that lost what it held for every job: another box behind the address must not be written to.
 */
export function guardPlan(input: GuardInput): GuardVerdict {
  const { plan, desired, expected_identity, identity } = input;
  const reasons: string[] = [];
  if (expected_identity !== null && identity !== null && identity !== expected_identity)
    reasons.push(
      `The router calls itself "${identity}", not "${expected_identity}": it may be another device.`,
    );
  const loss = lossReason(input);
  if (loss !== null) reasons.push(loss);
  const stopped = plan.disable.length + plan.orphan.filter((step) => step.remove).length;
  const known = Math.max(desired.users.length, 1);
  if (desired.complete && stopped >= DISABLE_COUNT_MIN && stopped / known > DISABLE_SHARE_MAX)
    reasons.push(`${stopped} of ${known} customers would lose their service.`);
  return reasons.length === 0 ? { verdict: "PROCEED" } : { verdict: "NEEDS_CONFIRMATION", reasons };
}
