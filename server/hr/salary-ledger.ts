// Books what employees are paid.
import {
  advanceJournal,
  dayOfCost,
  type PayOut,
  type Payroll,
  salaryJournals,
} from "../../shared/hr/index.ts";
import { type Day, dayOf } from "../../shared/kernel/day.ts";
import { type Journal, postedBy, postJournals, systemAccounts } from "../billing/index.ts";
import type { OperationContext } from "../kernel/operation/context.ts";

export type SystemAccounts = Awaited<ReturnType<typeof systemAccounts>>;

/** Asked for before anything is locked. */
export const bookAccounts = ({ services, tenant }: OperationContext): Promise<SystemAccounts> =>
  systemAccounts(services.db, tenant);

async function post(
  ctx: OperationContext,
  accounts: SystemAccounts,
  journals: readonly Pick<Journal, "lines" | "entry_date">[],
): Promise<void> {
  const posted = journals.filter(({ lines }) => lines.length > 0);
  if (posted.length === 0) return;
  const rows = posted.map((journal) => ({ ...journal, id: ctx.newId(), customer: null }));
  await postJournals(ctx.tx, ctx.tenant, accounts, postedBy(ctx), rows);
  ctx.markChanged("ledger_entries");
}

/** @throws Failure PERIOD_LOCKED. */
export function postAdvance(
  ctx: OperationContext,
  accounts: SystemAccounts,
  advance: { id: string; amount: string },
  how: PayOut,
): Promise<void> {
  const { id, amount } = advance;
  return post(ctx, accounts, [{ lines: advanceJournal({ id, amount: ctx.minor(amount) }, how) }]);
}

/** @throws Failure PERIOD_LOCKED. */
export function postSalary(
  ctx: OperationContext,
  accounts: SystemAccounts,
  payroll: Pick<Payroll, "id" | "month" | "net_salary" | "breakdown">,
  how: PayOut,
): Promise<void> {
  const { timezone, lock_date } = ctx.tenant.settings;
  const { id, month, net_salary, breakdown } = payroll;
  const paid = { id, net: ctx.minor(net_salary), advances: ctx.minor(breakdown.advances) };
  const { cost, payment } = salaryJournals(paid, how);
  const entry_date = dayOfCost(month, dayOf(ctx.call.occurred_at, timezone), lock_date as Day | null);
  return post(ctx, accounts, [{ lines: cost, entry_date }, { lines: payment }]);
}
