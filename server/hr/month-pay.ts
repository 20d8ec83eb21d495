// What a month's pay comes to, and taking all of it back, for who closes the month.
import type { Month } from "../../shared/kernel/day.ts";
import type { Tx } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import { fixDigits } from "../kernel/resource/record.ts";
import { takePayBack } from "./payroll.ts";
import { bookAccounts } from "./salary-ledger.ts";

export interface MonthPay {
  paid: number;
  /** What those got. */
  paid_amount: string;
}

export async function readPayOf(tx: Tx, tenant: Tenant, month: Month): Promise<MonthPay> {
  const [row] = await tx<MonthPay[]>`
    select count(*)::int as paid, coalesce(sum(net_salary), 0) as paid_amount from payrolls
    where tenant_id = ${tenant.id} and month = ${month} and status = 'PAID'`;
  if (!row) throw new Error("An aggregate has one row");
  return { ...row, paid_amount: fixDigits(row.paid_amount, tenant.digits) };
}

/**
 * Takes every paid salary of the month back, each as by hand.
 * @throws Failure PERMISSION_DENIED where there is one and the actor may not; PERIOD_LOCKED.
 */
export async function reversePayOf(ctx: OperationContext, month: Month, reason: string): Promise<void> {
  const paid = await ctx.tx<{ id: string }[]>`select id from payrolls
    where tenant_id = ${ctx.tenant.id} and month = ${month} and status = 'PAID' order by employee, id`;
  if (paid.length === 0) return;
  ctx.require("hr.payroll.reverse");
  const accounts = await bookAccounts(ctx);
  for (const { id } of paid) await takePayBack(ctx, accounts, id, reason);
}
