// POST /customers/import/: a CSV file is tried, then imported as a whole, in one transaction.

import { Failure } from "../../shared/kernel/failure.ts";
import { normalText } from "../../shared/kernel/normal/normal-text.ts";
import { fieldsOf } from "../../shared/kernel/resource.ts";
import {
  customer,
  customerImport,
  customerVerbs,
  type ImportAnswer,
  initialCause,
} from "../../shared/subscribers/index.ts";
import { type ColumnTypes, insertRows } from "../kernel/db/bulk.ts";
import type { Row } from "../kernel/db/db.ts";
import { normalColumn } from "../kernel/db/normal/keys.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { SQL_TYPES } from "../kernel/resource/column-types.ts";
import { drawNumbers } from "../kernel/resource/numbered.ts";
import { enqueueAffected } from "../network/index.ts";
import { type ImportRow, lostZeros, readRows } from "./import-rows.ts";
import { openAccounts } from "./open-accounts.ts";
import { beginServices } from "./service/history.ts";
import { pricesOfNew } from "./service/price.ts";
import { takePlaces } from "./subscriber-limit.ts";
import { requireTerms } from "./terms.ts";

/** As many as a person may want to go through before trying again. */
const ERRORS_LISTED = 1_000;
/** Customers written by one statement. */
const CHUNK = 1_000;

const WRITTEN = fieldsOf(customer).filter(
  ([name, meta]) => meta.writable !== "never" || name === "suspended_for" || name === "price",
);
const TYPES: ColumnTypes = {
  id: "uuid",
  tenant_id: "uuid",
  ...Object.fromEntries(
    WRITTEN.flatMap(([name, { kind, secret, is_key }]) =>
      secret
        ? [[`${name}_encrypted`, "bytea"]]
        : [[name, SQL_TYPES[kind]], ...(is_key ? [[normalColumn(name), "text"]] : [])],
    ),
  ),
};
const INITIAL: Row = Object.fromEntries(
  WRITTEN.flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
);

/** The rows of the table, with what the server gives: id, code, what was left out; secrets sealed. */
async function toCustomers(ctx: OperationContext, rows: readonly ImportRow[]): Promise<Row[]> {
  const spoken = new Set(rows.map(({ input }) => normalText(input.customer_code ?? "")));
  const missing = rows.filter(({ input }) => input.customer_code === undefined).length;
  const codes = (await drawNumbers(ctx, customer, "customer_code", missing, spoken)).values();
  const priced = rows.map(({ input }) => ({
    package: input.package ?? null,
    discount: input.discount ?? "0",
  }));
  const prices = await pricesOfNew(ctx, priced);
  return rows.map(({ input }, at) => {
    const { password, ...given } = input;
    const id = ctx.newId();
    const place = { table: "customers", column: "password_encrypted", id };
    const sealed = typeof password === "string" ? ctx.services.secrets.seal(password, place) : null;
    return {
      ...INITIAL,
      joined_at: ctx.call.occurred_at,
      suspended_for: initialCause(given, ctx.today),
      ...given,
      price: prices[at] ?? "0",
      customer_code: given.customer_code ?? codes.next().value,
      id,
      tenant_id: ctx.tenant.id,
      password_encrypted: sealed && `\\x${sealed.toString("hex")}`,
    };
  });
}

async function writeCustomers(ctx: OperationContext, customers: readonly Row[]): Promise<void> {
  await takePlaces(ctx, customers.filter(({ status }) => status !== "TERMINATED").length);
  for (let first = 0; first < customers.length; first += CHUNK) {
    const chunk = customers.slice(first, first + CHUNK);
    await insertRows(ctx.tx, "customers", TYPES, chunk);
    await openAccounts(ctx, chunk);
    await beginServices(
      ctx,
      chunk.map(({ id }) => String(id)),
      "IMPORT",
    );
    for (const { tenant_id: _tenant, ...after } of chunk)
      ctx.audit(customerVerbs.create, { id: String(after.id), after });
  }
  const placed = customers.flatMap(({ id, router }) =>
    router === undefined ? [] : [{ id: String(id), router: String(router) }],
  );
  await enqueueAffected(ctx, placed);
  const note = `${customers.length} customers`;
  ctx.audit(customerImport, { id: null, note });
  ctx.markChanged("customers");
}

export const importOperation = implement(customerImport, async (ctx, input): Promise<ImportAnswer> => {
  const dry_run = input.dry_run ?? true;
  const { total, rows, errors } = await readRows(ctx, input.csv);
  if (errors.length > 0 && !dry_run) {
    const detail = `Nothing was imported: ${errors.length} errors in ${total} rows`;
    throw new Failure("VALIDATION", detail, { errors, extra: { dry_run, rows: total, created: 0 } });
  }
  if (errors.length === 0) for (const { input: row } of rows) requireTerms(ctx, row, null);
  const lost = lostZeros(ctx, rows).slice(0, ERRORS_LISTED);
  const warned = lost.length > 0 ? { warnings: lost } : {};
  if (dry_run) return { dry_run, rows: total, created: 0, errors: errors.slice(0, ERRORS_LISTED), ...warned };
  if (rows.length > 0) await writeCustomers(ctx, await toCustomers(ctx, rows));
  return { dry_run, rows: total, created: rows.length, errors, ...warned };
});
