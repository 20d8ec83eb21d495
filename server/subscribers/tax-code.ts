// Tax codes: one default at most, and a rate that was used stays what it was (contract §4.14).

import type { Day } from "../../shared/kernel/day.ts";
import { Failure, invalid } from "../../shared/kernel/failure.ts";
import { type TaxCode, type TaxRate, taxCode, taxCodeVerbs } from "../../shared/subscribers/index.ts";
import type { Fragment, Tx } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Draft } from "../kernel/resource/draft.ts";
import { updateRecord } from "../kernel/resource/write-record.ts";
import { refreshPrices } from "./service/price.ts";

/**
 * Who bills reads the rates together, who changes one waits until they are done: so no bill is made at a rate that is
 * changed beside it. Billing takes it after the customers' locks and before it draws a number.
 */
const lockFor = (tx: Tx, tenantId: string, mode: "billing" | "change"): Fragment =>
  mode === "billing"
    ? tx`select pg_advisory_xact_lock_shared(hashtextextended(${`tax-codes:${tenantId}`}, 0))`
    : tx`select pg_advisory_xact_lock(hashtextextended(${`tax-codes:${tenantId}`}, 0))`;

/** Before its row, since a change of the default takes hold of another row. */
export const taxCodeLocks = (tx: Tx, tenantId: string, id: string): Fragment[] => [
  lockFor(tx, tenantId, "change"),
  tx`select from tax_codes where tenant_id = ${tenantId} and id = ${id} for no key update`,
];

/** What of a rate bills hold: none of it may change once one of them does. */
const ON_BILLS = ["code", "rate", "is_inclusive", "valid_from"] as const;

async function isOnBills(ctx: OperationContext, id: string): Promise<boolean> {
  const { tx, tenant } = ctx;
  const [found] =
    await tx`select from invoice_lines where tenant_id = ${tenant.id} and tax_code = ${id} limit 1`;
  return found !== undefined;
}

/** @throws Failure VALIDATION for a rate above 100 percent. */
function checkRate({ rate = 0 }: Draft<typeof taxCode>): void {
  if (rate > 100) throw invalid("rate", "At most 100 percent", "TOO_LARGE");
}

/** One code is the default: who becomes it takes the mark from the one before. */
async function takeDefault(ctx: OperationContext, draft: Draft<typeof taxCode>): Promise<void> {
  if (!draft.is_default) return;
  const [before] = await ctx.tx<{ id: string }[]>`
    select id from tax_codes where tenant_id = ${ctx.tenant.id} and is_default`;
  if (before) await updateRecord(ctx, taxCode, before.id, { is_default: false });
}

/** @throws Failure IN_USE for a change of what bills were made with. */
async function refuseUsed(
  ctx: OperationContext,
  draft: Draft<typeof taxCode>,
  record: TaxCode,
): Promise<void> {
  const changes = ON_BILLS.some((field) => draft[field] !== undefined && draft[field] !== record[field]);
  if (changes && (await isOnBills(ctx, record.id)))
    throw new Failure(
      "IN_USE",
      "Bills were made at this rate, so it stays as it is: add a row of the same code that is valid from the day of the change",
    );
}

type Begins = Pick<TaxCode, "code" | "valid_from">;

/**
 * A bill that is dated back gets the rate of its day, as the others of that day did: so no rate begins before bills that were made
 * by the one that it takes over from; that there are not two of one day is said by their key. Asked under the lock of changes, so that no bill is made in between.
 * @throws Failure HAS_DOCUMENTS.
 */
async function refuseBeforeBills(
  { tx, tenant }: OperationContext,
  { code, valid_from }: Begins,
  id: string | null,
): Promise<void> {
  const from = valid_from ?? "-infinity";
  const [found] = await tx<{ last: Day }[]>`
    with other as (
      select id, valid_from from tax_codes
      where tenant_id = ${tenant.id} and code = ${code} and id is distinct from ${id}::uuid
    ), next as (
      select coalesce(min(valid_from), 'infinity') as day from other where valid_from > ${from}
    )
    select max(i.issue_date)::text as last from other o
      join invoice_lines l on l.tenant_id = ${tenant.id} and l.tax_code = o.id
      join invoices i on i.tenant_id = l.tenant_id and i.id = l.invoice, next
    where i.status <> 'VOID' and i.issue_date >= ${from} and i.issue_date < next.day
      and not exists (select from other where coalesce(valid_from, '-infinity') = ${from}) having count(*) > 0`;
  if (!found) return;
  const message = `Bills up to ${found.last} were made at the rate before: begin after that`;
  const errors = [{ field: "valid_from", code: "PAST", message }] as const;
  throw new Failure("HAS_DOCUMENTS", message, { errors, extra: { last_document: found.last } });
}

/** Whoever has something that is taxed by this code pays another price, once the rate is in force. */
async function refreshTaxed(
  ctx: OperationContext,
  { code, is_inclusive, valid_from }: TaxCode,
): Promise<void> {
  const { tx, tenant, today } = ctx;
  if (is_inclusive || (valid_from ?? today) > today) return;
  const rows = tx`select id from tax_codes where tenant_id = ${tenant.id} and code = ${code}`;
  await refreshPrices(
    ctx,
    tx`(c.package in (select id from packages where tenant_id = ${tenant.id} and tax_code in (${rows}))
      or c.id in (select customer from customer_addons where tenant_id = ${tenant.id} and tax_code in (${rows})))`,
  );
}

export const taxCodeOperations = crudOperations(taxCodeVerbs, {
  create: {
    async before(ctx, draft) {
      checkRate(draft);
      await lockFor(ctx.tx, ctx.tenant.id, "change");
      const { code = "", valid_from = null } = draft;
      await refuseBeforeBills(ctx, { code, valid_from }, null);
      await takeDefault(ctx, draft);
      return draft;
    },
    after: refreshTaxed,
  },
  update: {
    async before(ctx, draft, record) {
      checkRate(draft);
      await refuseUsed(ctx, draft, record);
      const { code, valid_from } = { ...record, ...draft };
      if (code !== record.code || valid_from !== record.valid_from)
        await refuseBeforeBills(ctx, { code, valid_from }, record.id);
      if (!record.is_default) await takeDefault(ctx, draft);
      return draft;
    },
    after: refreshTaxed,
  },
  delete: {
    async before(ctx, record) {
      if (await isOnBills(ctx, record.id))
        throw new Failure("IN_USE", "Bills were made at this rate: it can't be deleted");
    },
  },
});

/** Keeps the tax codes as they are until the transaction ends: for who bills with what was read before. */
export const holdTaxRates = (tx: Tx, tenant: Tenant): Fragment => lockFor(tx, tenant.id, "billing");

/** The tenant's tax codes, which stay so until the transaction ends. */
export async function readTaxRates(tx: Tx, tenant: Tenant): Promise<TaxRate[]> {
  const [, rates] = await Promise.all([
    lockFor(tx, tenant.id, "billing"),
    tx<TaxRate[]>`select id, code, rate, is_inclusive, is_default, valid_from from tax_codes
      where tenant_id = ${tenant.id} order by id`,
  ]);
  return rates;
}

/** What a package gets that says nothing of its tax; null: no code is the default. */
export async function defaultTaxCode({ tx, tenant }: OperationContext): Promise<string | null> {
  const [found] = await tx<{ id: string }[]>`
    select id from tax_codes where tenant_id = ${tenant.id} and is_default`;
  return found?.id ?? null;
}
