// Books what employees are paid.
import { BANK, holderOf, type PostedPart, type PostingDraft } from "../../shared/billing/index.ts";
import {
  advanceJournal,
  dayOfCost,
  type PaidFrom,
  type PaidJournal,
  type PayOut,
  type Payroll,
  salaryJournals,
  takenBackJournals,
} from "../../shared/hr/index.ts";
import { type Day, dayOf } from "../../shared/kernel/day.ts";
import { invalid } from "../../shared/kernel/failure.ts";
import { parseMoney } from "../../shared/kernel/money.ts";
import { type Journal, postedBy, postJournals, requireHolder, systemAccounts } from "../billing/index.ts";
import type { Row } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";

export type SystemAccounts = Awaited<ReturnType<typeof systemAccounts>>;

/** Asked for before anything is locked. */
export const bookAccounts = ({ services, tenant }: OperationContext): Promise<SystemAccounts> =>
  systemAccounts(services.db, tenant);

/**
 * The holder from whom an employee is paid: cash from who pays, the till that they sit at or themselves, unless another holder is named.
 * @throws Failure VALIDATION for an unknown holder, or one named for money at the bank.
 */
export async function paidFrom(
  ctx: OperationContext,
  { method = "CASH", holder }: PayOut,
): Promise<PaidFrom> {
  const own = holderOf(method, postedBy(ctx)) ?? BANK;
  if (holder === undefined || holder === own) return { method, holder: own };
  if (method !== "CASH" || holder === BANK) {
    throw invalid("holder", "Cash alone has a holder; other money lies at the bank", "CONFLICTING");
  }
  await requireHolder(ctx, "holder", holder);
  return { method, holder };
}

/** What a record says of a payment that stands. */
export const STANDING = { reversed_at: null, reversed_by: null, reversal_reason: null };

/** What it says of one that was taken back just now. */
export const takenBack = ({ actor, call }: OperationContext, reversal_reason: string) => ({
  ...{ method: null, holder: null, reversal_reason },
  ...{ reversed_at: call.occurred_at.toISOString(), reversed_by: actor.username },
});

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
  how: PaidFrom,
): Promise<void> {
  const { id, amount } = advance;
  return post(ctx, accounts, [{ lines: advanceJournal({ id, amount: ctx.minor(amount) }, how) }]);
}

/** @throws Failure PERIOD_LOCKED. */
export function postSalary(
  ctx: OperationContext,
  accounts: SystemAccounts,
  payroll: Pick<Payroll, "id" | "month" | "net_salary" | "breakdown">,
  how: PaidFrom,
): Promise<void> {
  const { timezone, lock_date } = ctx.tenant.settings;
  const { id, month, net_salary, breakdown } = payroll;
  const paid = { id, net: ctx.minor(net_salary), advances: ctx.minor(breakdown.advances) };
  const { cost, payment } = salaryJournals(paid, how);
  const entry_date = dayOfCost(month, dayOf(ctx.call.occurred_at, timezone), lock_date as Day | null);
  return post(ctx, accounts, [{ lines: cost, entry_date }, { lines: payment }]);
}

interface PaidRow extends Row {
  journal: string;
  entry_date: Day;
  account: PostedPart["account"];
  credit: string;
  holder: string | null;
}

/** The journals of a payment that stands: those since it was taken back last. */
async function readPaid(
  { tx, tenant }: OperationContext,
  { source_type, source_id }: PostingDraft["source"],
): Promise<PaidJournal[]> {
  const rows = await tx<PaidRow[]>`
    with entry as (
      select e.entry_no, e.journal, to_char(e.entry_date, 'YYYY-MM-DD') as entry_date, a.code as account,
        e.credit - e.debit as credit, e.holder, e.entry_type
      from ledger_entries e join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
      where e.tenant_id = ${tenant.id} and e.source_type = ${source_type} and e.source_id = ${source_id}
    )
    select journal, entry_date, account, credit, holder from entry
    where entry_no > coalesce((select max(entry_no) from entry where entry_type = 'REVERSAL'), 0) order by entry_no`;
  const journals = new Map<string, PaidJournal & { parts: PostedPart[] }>();
  for (const { journal, entry_date, account, credit, holder } of rows) {
    const found = journals.get(journal) ?? { entry_date, parts: [] };
    found.parts.push({ account, credit: parseMoney(credit, tenant.digits), dims: { holder } });
    journals.set(journal, found);
  }
  return [...journals.values()];
}

/** Takes a payment to an employee back. @throws Failure PERIOD_LOCKED. */
export async function takeBackJournals(
  ctx: OperationContext,
  accounts: SystemAccounts,
  source: PostingDraft["source"],
): Promise<void> {
  const lock_date = ctx.tenant.settings.lock_date as Day | null;
  await post(ctx, accounts, takenBackJournals(await readPaid(ctx, source), source, lock_date));
}
