// A customer's recharges as listed: those of the records, those that wait, with what waiting reversals leave. Pure.
import type { QueuedCommand } from "../../kernel/replica/index.ts";
import type { Recharge } from "../../records.ts";
import { expectations } from "../../subscribers/index.ts";
import type { Expected } from "../expected.ts";

export interface ListedRecharge {
  readonly recharge: Recharge;
  readonly pending: boolean;
}

/** The newest first. */
export function listedRecharges(
  recharges: readonly Recharge[],
  commands: readonly QueuedCommand[],
): ListedRecharge[] {
  const changes = expectations<Expected>(commands).flatMap(({ recharge }) => (recharge ? [recharge] : []));
  const listed = recharges.map((recharge): ListedRecharge => {
    const change = changes.find(({ id }) => id === recharge.id);
    return change ? { recharge: { ...recharge, ...change }, pending: true } : { recharge, pending: false };
  });
  const known = new Set(recharges.map(({ id }) => id));
  for (const change of changes) {
    const at = listed.findIndex(({ recharge }) => recharge.id === change.id);
    if (known.has(change.id)) continue;
    // A reversal of a recharge that waits itself comes after it and changes it.
    if (at >= 0) listed[at] = { recharge: { ...listed[at]!.recharge, ...change }, pending: true };
    else listed.push({ recharge: change as Recharge, pending: true });
  }
  return listed.sort((a, b) => (a.recharge.occurred_at < b.recharge.occurred_at ? 1 : -1));
}
