// When a plan is too drastic to be carried out unasked: the operator must confirm it.
import type { DesiredState } from "./agent-wire.ts";
import type { ActualState, SyncPlan } from "./plan.rules.ts";

/** Share of a router's customers that one sync may suspend or remove unasked. */
const DISABLE_SHARE_MAX = 0.1;
/** Below this many the share is not looked at: two of eight may well have expired in one night. */
const DISABLE_COUNT_MIN = 5;
/** An empty router is suspicious from this many expected customers. */
const EXPECTED_MIN = 5;

export interface GuardInput {
  plan: SyncPlan;
  desired: DesiredState;
  actual: ActualState;
  /** Identity at registration; null: not known. */
  expected_identity: string | null;
  /** Identity now; null: the router does not say. */
  identity: string | null;
}

export type GuardVerdict = { verdict: "PROCEED" } | { verdict: "NEEDS_CONFIRMATION"; reasons: string[] };

/**
 * May the plan be carried out unasked? Mass changes are judged for whole-router syncs only, a changed identity for
 * every job: another box behind the address must not be written to.
 */
export function guardPlan(input: GuardInput): GuardVerdict {
  const { plan, desired, actual, expected_identity, identity } = input;
  const reasons: string[] = [];
  if (expected_identity !== null && identity !== null && identity !== expected_identity)
    reasons.push(
      `The router calls itself "${identity}", not "${expected_identity}": it may be another device.`,
    );
  if (desired.complete && actual.secrets.length === 0 && desired.users.length >= EXPECTED_MIN)
    reasons.push(
      `The router holds no secrets at all, but ${desired.users.length} customers are expected on it.`,
    );
  const stopped = plan.disable.length + plan.orphan.filter((step) => step.remove).length;
  const known = Math.max(desired.users.length, 1);
  if (desired.complete && stopped >= DISABLE_COUNT_MIN && stopped / known > DISABLE_SHARE_MAX)
    reasons.push(`${stopped} of ${known} customers would lose their service.`);
  return reasons.length === 0 ? { verdict: "PROCEED" } : { verdict: "NEEDS_CONFIRMATION", reasons };
}
