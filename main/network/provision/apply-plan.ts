// Carries a plan out on a router: profiles first, a few rows as canaries that are read again, the rest through a window.
import { difference, KINDS } from "../../../shared/network/plan/row-kinds.ts";
import {
  type ActualRow,
  type Fields,
  markerOf,
  type PlanStep,
  type SyncPlan,
  writingSteps,
} from "../../../shared/network/plan/rows.ts";
import { DriverError, isDuplicate, isMissingItem, isPermissionTrap, type RouterSession } from "../driver.ts";
import { addRow, readRows, removeRow, setRow } from "../routeros/rows.ts";
import { CongestionWindow } from "./congestion-window.ts";

/** Changes made one by one and read again before a large plan lets go. */
const CANARIES = 3;
const LARGE = 20;

export interface Applied {
  /** Commands that changed the router. */
  writes: number;
  /** What the router refused, by the row's name. */
  refused: { step: PlanStep; error: DriverError }[];
  /** What another row stood in the way of: the next round may find it gone. */
  in_the_way: { step: PlanStep; error: DriverError }[];
  /** The canaries did not stay on the router, so that nothing else was written. */
  stopped: boolean;
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

async function carryOut(session: RouterSession, step: PlanStep, tenant_marker: string): Promise<boolean> {
  const { what, ros_id, name, write } = step;
  if (ros_id === null) await addRow(session, what, write);
  else if (!step.remove) await setRow(session, what, ros_id, write);
  else {
    const still_right = (row: ActualRow): boolean => {
      const marker = markerOf(row);
      return marker?.tenant_marker === tenant_marker && marker.id === step.customer_id;
    };
    return removeRow(session, what, ros_id, name, still_right);
  }
  return true;
}

/** Not this row's fault: the connection, or rights that no row will be granted. */
const stopsAll = (error: DriverError): boolean => error.code !== "ETRAP" || isPermissionTrap(error);

async function one(
  session: RouterSession,
  step: PlanStep,
  tenant_marker: string,
  applied: Applied,
): Promise<void> {
  try {
    if (await carryOut(session, step, tenant_marker)) applied.writes += 1;
  } catch (error) {
    if (!(error instanceof DriverError) || stopsAll(error)) throw error;
    if (isMissingItem(error)) return;
    // The row was added by another: the next round reads the router and plans again, an add is never repeated blindly.
    (isDuplicate(error) ? applied.in_the_way : applied.refused).push({ step, error });
  }
}

/** Whether the router now says what the step wrote. */
async function isThere(session: RouterSession, step: PlanStep): Promise<boolean> {
  const kind = KINDS[step.what];
  const { password: _unreadable, ...write } = step.write;
  const name = write[kind.key] ?? step.name;
  const rows = await readRows(session, step.what, { queries: [`=${kind.key}=${name}`] });
  if (step.remove) return rows.every(({ ros_id }) => ros_id !== step.ros_id);
  return rows.some(({ fields }) => difference(kind, write, fields).length === 0);
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
  const applied: Applied = { writes: 0, refused: [], in_the_way: [], stopped: false };
  const steps = merge(writingSteps(plan));
  const profiles = steps.filter((step) => !KINDS[step.what].of_customer);
  const lines = steps.filter((step) => KINDS[step.what].of_customer);
  const canaries = lines.slice(0, lines.length > LARGE ? CANARIES : 0);
  for (const step of [...profiles, ...canaries]) {
    signal.throwIfAborted();
    await one(session, step, tenant_marker, applied);
  }
  const failed = [...applied.refused, ...applied.in_the_way];
  const accepted = canaries.filter((canary) => failed.every(({ step }) => step !== canary));
  const [first] = applied.refused;
  if (canaries.length > 0 && accepted.length === 0 && first) throw first.error;
  const stays = await Promise.all(accepted.map((step) => isThere(session, step)));
  if (stays.includes(false)) return { ...applied, stopped: true };
  await new CongestionWindow().each(lines.slice(canaries.length), async (step) => {
    signal.throwIfAborted();
    await one(session, step, tenant_marker, applied);
  });
  return applied;
}
