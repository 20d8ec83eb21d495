// Carries a plan out on a router: profiles first, a few secrets as canaries, the rest through a window of commands.
import { parseMarker } from "../../shared/network/comment.rules.ts";
import {
  type Fields,
  type PlanStep,
  type SyncPlan,
  writingSteps,
} from "../../shared/network/sync-plan.rules.ts";
import { DriverError, isDuplicate, isMissingItem, isPermissionTrap, type RouterSession } from "./driver.ts";
import { addRow, removeSecret, setRow } from "./routeros/provisioning.ts";

/** Commands under way at the same time: enough to hide the round trip, few enough for a small router. */
const WINDOW = 8;
/** Changes made one by one before a large sync lets go. */
const CANARIES = 3;
const LARGE = 20;

export interface Applied {
  /** Commands that changed the router. */
  writes: number;
  /** What the router refused, by the row's name. */
  refused: { step: PlanStep; error: DriverError }[];
}

/** Steps on the same row become one command: each write goes to the router's flash. */
function merge(steps: readonly PlanStep[]): PlanStep[] {
  const merged = new Map<string, PlanStep>();
  for (const step of steps) {
    const key = `${step.what} ${step.ros_id ?? `new ${step.name}`}`;
    const earlier = merged.get(key);
    const write: Fields = { ...earlier?.write, ...step.write };
    merged.set(key, { ...step, write, remove: step.remove || (earlier?.remove ?? false) });
  }
  return [...merged.values()];
}

async function carryOut(session: RouterSession, step: PlanStep, tenant_marker: string): Promise<void> {
  if (step.ros_id === null) return addRow(session, step.what, step.write);
  if (!step.remove) return setRow(session, step.what, step.ros_id, step.write);
  const still_right = (row: { comment: string }): boolean => {
    const marker = parseMarker(row.comment);
    return marker?.tenant_marker === tenant_marker && marker.id === step.customer_id;
  };
  return removeSecret(session, step.ros_id, still_right, step.name);
}

/** Not this row's fault: the connection, or rights that no row will be granted. */
function stopsAll(error: DriverError): boolean {
  return error.code !== "ETRAP" || isPermissionTrap(error);
}

async function one(
  session: RouterSession,
  step: PlanStep,
  tenant_marker: string,
  applied: Applied,
): Promise<void> {
  try {
    await carryOut(session, step, tenant_marker);
    applied.writes += 1;
  } catch (error) {
    if (!(error instanceof DriverError) || stopsAll(error)) throw error;
    // Somebody was faster: the next round reads the router again and plans anew, an add is never repeated blindly.
    if (!isDuplicate(error) && !isMissingItem(error)) applied.refused.push({ step, error });
  }
}

/**
 * Applies the plan. Rows that the router refuses are collected; connection errors and missing rights end it.
 * Throws DriverError, or the signal's reason before the next write once it is aborted.
 */
export async function applyPlan(
  session: RouterSession,
  plan: SyncPlan,
  tenant_marker: string,
  signal: AbortSignal,
): Promise<Applied> {
  const applied: Applied = { writes: 0, refused: [] };
  const steps = merge(writingSteps(plan));
  const profiles = steps.filter((step) => step.what === "profile");
  const secrets = steps.filter((step) => step.what === "secret");
  const canaries = secrets.length > LARGE ? CANARIES : 0;
  for (const step of [...profiles, ...secrets.slice(0, canaries)]) {
    signal.throwIfAborted();
    await one(session, step, tenant_marker, applied);
  }
  const first = applied.refused.find((refusal) => refusal.step.what === "secret");
  if (canaries > 0 && first) throw first.error;
  const queue = secrets.slice(canaries);
  let next = 0;
  let failed = false;
  const worker = async (): Promise<void> => {
    while (next < queue.length && !failed) {
      signal.throwIfAborted();
      const step = queue[next];
      next += 1;
      if (step) await one(session, step, tenant_marker, applied);
    }
  };
  const workers = Array.from({ length: WINDOW }, () =>
    worker().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  // All settle before the first error is passed on, so that nothing writes after this function ended.
  const results = await Promise.allSettled(workers);
  for (const result of results) if (result.status === "rejected") throw result.reason;
  return applied;
}
