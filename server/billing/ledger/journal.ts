// The ledger's only writer (contract §4.1): journals whose debits equal their credits, on customers' and system accounts.
import { SYSTEM_ACCOUNTS } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { type Acting, holderOfAccount } from "../../../shared/billing/ledger/holder.rules.ts";
import type { Posting } from "../../../shared/billing/ledger/posting.rules.ts";
import { lastSettledDay } from "../../../shared/billing/period/period.rules.ts";
import { addDays, type Day, dayOf } from "../../../shared/kernel/day.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { formatMoney, type Minor } from "../../../shared/kernel/money.ts";
import { because } from "../../../shared/platform/index.ts";
import { planInsert } from "../../kernel/db/bulk.ts";
import { beforehand } from "../../kernel/db/client-pool.ts";
import type { Database, Tx } from "../../kernel/db/db.ts";
import { type DeferredWrite, sendDeferred } from "../../kernel/db/deferred-writes.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";

/** Account code → id. */
export type SystemAccounts = ReadonlyMap<string, string>;

const known = new WeakMap<Database, Map<string, Promise<SystemAccounts>>>();

async function openSystemAccounts(db: Database, tenant: Tenant): Promise<SystemAccounts> {
  const { currency } = tenant.settings;
  const accounts = SYSTEM_ACCOUNTS.map((code) => ({
    ...{ tenant_id: tenant.id, id: newId(), account_number: code, code, currency },
  }));
  // In a transaction of its own: what is remembered has to be there whatever becomes of the caller's.
  await db.platform`insert into billing_accounts ${db.platform(accounts)} on conflict do nothing`;
  const rows = await db.platform<{ id: string; code: string }[]>`
    select id, code from billing_accounts where tenant_id = ${tenant.id} and code is not null`;
  return new Map(rows.map(({ id, code }) => [code, id]));
}

/** The tenant's system accounts, opened on first use; they are never locked, so nobody waits for them. */
export async function systemAccounts(db: Database, tenant: Tenant): Promise<SystemAccounts> {
  return known.get(db)?.get(tenant.id) ?? beforehand("system accounts", () => remember(db, tenant));
}

function remember(db: Database, tenant: Tenant): Promise<SystemAccounts> {
  const tenants = known.get(db) ?? new Map<string, Promise<SystemAccounts>>();
  known.set(db, tenants);
  const remembered = tenants.get(tenant.id);
  if (remembered) return remembered;
  const opened = openSystemAccounts(db, tenant);
  tenants.set(tenant.id, opened);
  opened.catch(() => tenants.delete(tenant.id));
  return opened;
}

/** Lines that are posted together; `customer` is whose account the customer lines mean, null where there are none. */
export interface Journal {
  id: string;
  customer: { id: string; account_id: string } | null;
  lines: readonly Posting[];
  /** The day that it counts on; left out or null: the day on which the thing happened. */
  entry_date?: Day | null;
}

/** Who posts, and of when: holds cash that is nobody's by the plan. */
export interface PostedBy extends Acting {
  occurred_at: Date;
  /** Done at a till before it was sent: what a till has done is booked, into a closed month too late or not. */
  is_command: boolean;
  /** Told where something is booked on a later day than it was done on, since the books of that day are closed. */
  onLate?(done: Day, booked: Day): void;
}

/** Who posts in this call. */
export function postedBy(ctx: OperationContext, occurred_at = ctx.call.occurred_at): PostedBy {
  const { actor, call } = ctx;
  const till = call.device?.device_code ?? null;
  return {
    ...{ username: actor.username, till, occurred_at, is_command: call.command !== null },
    onLate(done, booked) {
      ctx.review({
        kind: "PERIOD",
        ...because("BOOKED_LATER", { done, booked }, { payload: { done, booked } }),
      });
    },
  };
}

/**
 * The accounting day of what is booked for `wanted` (contract §4.13): that day, or for what a till did in a month that is
 * closed or frozen by now, the first one after it.
 * @throws Failure PERIOD_LOCKED.
 */
export function accountingDay({ settings }: Tenant, by: PostedBy, wanted: Day | null = null): Day {
  const day = wanted ?? dayOf(by.occurred_at, settings.timezone);
  const { lock_date } = settings;
  if (by.is_command) {
    const until = lastSettledDay(settings);
    if (until === null || day > until) return day;
    const booked = addDays(until, 1);
    by.onLate?.(day, booked);
    return booked;
  }
  if (lock_date === null || day > lock_date) return day;
  throw new Failure("PERIOD_LOCKED", `The books are closed up to ${lock_date}: nothing is booked on ${day}`, {
    extra: { lock_date },
  });
}

const LEDGER = {
  id: "uuid",
  tenant_id: "uuid",
  journal: "uuid",
  account: "uuid",
  customer: "uuid",
  entry_type: "text",
  debit: "numeric",
  credit: "numeric",
  balance_after: "numeric",
  advance_change: "numeric",
  entry_date: "date",
  holder: "text",
  source: "text",
  tax_code: "uuid",
  source_type: "text",
  source_id: "uuid",
  posted_by: "text",
  occurred_at: "timestamptz",
};

/** @throws Error when a journal's debits and credits differ: a defect of ours. */
function assertBalanced(journal: Journal): void {
  const difference = journal.lines.reduce((sum, line) => sum + line.debit - line.credit, 0n);
  if (difference !== 0n) throw new Error(`Journal ${journal.id} is out of balance by ${difference}`);
}

function accountOf(journal: Journal, line: Posting, accounts: SystemAccounts): string {
  const id =
    line.account.kind === "customer" ? journal.customer?.account_id : accounts.get(line.account.code);
  if (!id) throw new Error(`Journal ${journal.id} posts to an account that there is not`);
  return id;
}

/**
 * Journals as they are to be written, in their order. What posts to a customer holds the lock on their account.
 * @throws Failure PERIOD_LOCKED.
 */
export function planJournals(
  tx: Tx,
  tenant: Tenant,
  accounts: SystemAccounts,
  by: PostedBy,
  journals: readonly Journal[],
): DeferredWrite {
  const amount = (value: Minor) => formatMoney(value, tenant.digits);
  const rows = journals.flatMap((journal) => {
    assertBalanced(journal);
    const entry_date = accountingDay(tenant, by, journal.entry_date);
    return journal.lines.map(({ account, dims, ...line }) => ({
      id: newId(),
      tenant_id: tenant.id,
      journal: journal.id,
      account: accountOf(journal, { account, dims, ...line }, accounts),
      customer: account.kind === "customer" ? journal.customer?.id : null,
      entry_type: line.entry_type,
      debit: amount(line.debit),
      credit: amount(line.credit),
      balance_after: line.balance_after === null ? null : amount(line.balance_after),
      advance_change: amount(line.advance_change),
      entry_date,
      holder: dims.holder ?? (account.kind === "customer" ? null : holderOfAccount(account.code, by)),
      source: dims.source ?? null,
      tax_code: dims.tax_code ?? null,
      source_type: line.source_type,
      source_id: line.source_id,
      posted_by: by.username,
      occurred_at: by.occurred_at,
    }));
  });
  return planInsert(tx, "ledger_entries", LEDGER, rows);
}

/** The same, at once. @throws Failure PERIOD_LOCKED. */
export const postJournals = (...given: Parameters<typeof planJournals>): Promise<unknown> =>
  sendDeferred([planJournals(...given)]);
