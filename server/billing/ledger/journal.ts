// The ledger's only writer (contract §4.1): journals whose debits equal their credits, on customers' and system accounts.
import { newId } from "../../../shared/kernel/id.ts";
import { formatMoney, type Minor } from "../../../shared/kernel/money.ts";
import { insertRows } from "../../kernel/db/bulk.ts";
import { beforehand } from "../../kernel/db/client-pool.ts";
import type { Database, Fragment, Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";

const SYSTEM_ACCOUNTS = [
  "CASH:CASH",
  "CASH:BANK",
  "CASH:CARD",
  "CASH:MOBILE",
  "CASH:ONLINE",
  "REVENUE",
  "DISCOUNTS",
  "TAX",
  "WAIVER",
  "OPENING",
  "SUSPENSE",
  "RESELLER",
];

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

export interface JournalLine {
  account: { kind: "customer" } | { kind: "system"; code: string };
  entry_type: string;
  debit: Minor;
  credit: Minor;
  balance_after: Minor | null;
  source_type: string;
  source_id: string;
}

/** Lines that are posted together; `customer` is whose account the customer lines mean, null where there are none. */
export interface Journal {
  id: string;
  customer: { id: string; account_id: string } | null;
  lines: readonly JournalLine[];
}

export interface PostedBy {
  posted_by: string;
  occurred_at: Date;
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

function accountOf(journal: Journal, line: JournalLine, accounts: SystemAccounts): string {
  const id =
    line.account.kind === "customer" ? journal.customer?.account_id : accounts.get(line.account.code);
  if (!id) throw new Error(`Journal ${journal.id} posts to an account that there is not`);
  return id;
}

/** Writes journals in their order with one statement. Whoever posts to a customer holds the lock on his account. */
export function postJournals(
  tx: Tx,
  tenant: Tenant,
  accounts: SystemAccounts,
  by: PostedBy,
  journals: readonly Journal[],
): Fragment {
  const amount = (value: Minor) => formatMoney(value, tenant.digits);
  const rows = journals.flatMap((journal) => {
    assertBalanced(journal);
    return journal.lines.map((line) => ({
      id: newId(),
      tenant_id: tenant.id,
      journal: journal.id,
      account: accountOf(journal, line, accounts),
      customer: line.account.kind === "customer" ? journal.customer?.id : null,
      entry_type: line.entry_type,
      debit: amount(line.debit),
      credit: amount(line.credit),
      balance_after: line.balance_after === null ? null : amount(line.balance_after),
      source_type: line.source_type,
      source_id: line.source_id,
      ...by,
    }));
  });
  return insertRows(tx, "ledger_entries", LEDGER, rows);
}
