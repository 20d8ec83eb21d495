// Reads a customer under a lock, for operations that decide by his state.
import { type Minor, parseMoney } from "../../shared/kernel/money.ts";
import type { Customer } from "../../shared/subscribers/index.ts";
import type { OperationContext } from "../kernel/context.ts";

type Columns = "status" | "suspended_for" | "expiry_date" | "grace_period_until" | "promise_date";

export interface LockedCustomer extends Pick<Customer, Columns> {
  id: string;
  router: string | null;
  username: string;
  due_amount: Minor;
}

/** @throws Failure NOT_FOUND. */
export async function lockCustomer(ctx: OperationContext, id: string): Promise<LockedCustomer> {
  const columns = ctx.tx`id, router, username, status, suspended_for, expiry_date, grace_period_until, promise_date, due_amount`;
  const row = await ctx.lockRecord<Omit<LockedCustomer, "due_amount"> & { due_amount: string }>(
    "customers",
    id,
    columns,
  );
  return { ...row, due_amount: parseMoney(row.due_amount, ctx.tenant.digits) };
}
