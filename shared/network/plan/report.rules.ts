// A plan fit to be shown and stored.
import { PLAN_KINDS, PLAN_ROWS_MAX, type PlanKind, type PlanReport, type PlanRow } from "./plan-wire.ts";
import type { PlanStep, SyncPlan } from "./rows.ts";

/** How many rows each group of the plan has. */
export function countPlan(plan: SyncPlan): Record<PlanKind, number> {
  return Object.fromEntries(PLAN_KINDS.map((kind) => [kind, plan[kind].length])) as Record<PlanKind, number>;
}

function reportRow(candidate: PlanStep): PlanRow {
  const changes = Object.entries(candidate.write).map(([field, to]) =>
    field === "password"
      ? { field, from: null, to: null }
      : { field, from: candidate.ros_id === null ? null : (candidate.before[field] ?? null), to },
  );
  const { what, name, customer_id, ros_id, remove, reason, adoptable } = candidate;
  return { what, name, customer_id, ros_id, changes, remove, reason, adoptable };
}

/** The plan fit to be shown and stored: counts, rows, no passwords. */
export function reportPlan(plan: SyncPlan): PlanReport {
  const group = (steps: readonly PlanStep[]): PlanReport["create"] => ({
    count: steps.length,
    rows: steps.slice(0, PLAN_ROWS_MAX).map(reportRow),
  });
  return {
    create: group(plan.create),
    update: group(plan.update),
    enable: group(plan.enable),
    disable: group(plan.disable),
    orphan: group(plan.orphan),
    foreign: group(plan.foreign),
    conflict: group(plan.conflict),
  };
}
