// The name of a plan: the same rows to be written on the same device have the same one.
import { createHash } from "node:crypto";
import type { RouterMarks } from "../../../shared/network/plan/guard.rules.ts";
import { type SyncPlan, writingSteps } from "../../../shared/network/plan/rows.ts";

/** Text that changes with anything the plan would write; passwords count only as being written. */
export function planId(plan: SyncPlan, { identity, serial_number }: RouterMarks): string {
  const rows = writingSteps(plan).map(({ what, name, customer_id, ros_id, remove, write }) => {
    // The same plan names a row's fields in the same order.
    const shown = "password" in write ? { ...write, password: "" } : write;
    return JSON.stringify([what, name, customer_id, ros_id, remove, shown]);
  });
  return createHash("sha256")
    .update(JSON.stringify([identity, serial_number, rows.sort()]))
    .digest("hex")
    .slice(0, 32);
}
