// Between rows and records: what is selected, how money and decimals look on the wire.

import { Failure } from "../../../shared/kernel/failure.ts";
import { type FieldMeta, metaOf } from "../../../shared/kernel/field.ts";
import { keptDigits, MAX_DIGITS } from "../../../shared/kernel/money.ts";
import { resourceNamed } from "../../../shared/kernel/registry.ts";
import { fieldsOf, type RecordOf, type Resource } from "../../../shared/kernel/resource.ts";
import type { Fragment, Row, Sql, Tx } from "../db/db.ts";
import type { OperationContext } from "../operation/context.ts";

const SERVER_COLUMNS: Readonly<Record<string, FieldMeta["kind"]>> = {
  id: "reference",
  created_at: "instant",
  updated_at: "instant",
  version: "count",
};

type Columns = Readonly<Record<string, FieldMeta["kind"]>>;

const known = new WeakMap<Resource, Columns>();

/** The columns that a record is made of, with their kinds: no secrets. They are read for each record that is written. */
export function columnsOf(resource: Resource): Columns {
  const columns = known.get(resource) ?? readColumns(resource);
  known.set(resource, columns);
  return columns;
}

function readColumns(resource: Resource): Columns {
  const { id, ...rest } = SERVER_COLUMNS;
  const columns: Record<string, FieldMeta["kind"]> = { id: id ?? "reference" };
  for (const [name, field] of Object.entries(resource.fields)) {
    const meta = metaOf(field);
    if (!meta.secret) columns[name] = meta.kind;
  }
  return { ...columns, ...rest };
}

/** The condition that a resource's rows, `alias`, are this tenant's; the platform's have no tenant. */
export const ofTenant = (sql: Sql | Tx, resource: Resource, tenantId: string, alias?: string): Fragment =>
  resource.of_platform ? sql`true` : sql`${sql(alias ? `${alias}.tenant_id` : "tenant_id")} = ${tenantId}`;

/**
 * `select` list and `from` of a resource's rows, `t`. The names that it shows of others are looked up row by row, by their
 * primary key: a plan for the average tenant would join a page with all of a large tenant's customers.
 * @param source where these rows are, unless where the resource is read.
 */
export function selectFrom(
  sql: Sql | Tx,
  resource: Resource,
  source: string = resource.view,
): { columns: Fragment; from: Fragment } {
  const names = Object.keys(columnsOf(resource));
  let columns = sql`${sql(names.map((name) => `t.${name}`))}`;
  for (const [key, { via, column }] of Object.entries(resource.display)) {
    const field = resource.fields[via];
    const references = (field && metaOf(field).references) ?? "";
    const target = resourceNamed(references);
    if (!target) throw new Error(`${resource.name}.${via} refers to ${references}, which nobody serves`);
    const same = target.of_platform ? sql`true` : sql`d.tenant_id = t.tenant_id`;
    columns = sql`${columns}, (select ${sql(`d.${column}`)} from ${sql(target.table)} d
      where ${same} and d.id = ${sql(`t.${via}`)}) as ${sql(key)}`;
  }
  return { columns, from: sql`${sql(source)} t` };
}

/** Fields that a record has otherwise than its row. */
function unlikeRows(resource: Resource) {
  const fields = fieldsOf(resource);
  return {
    money: fields.filter(([, { kind, secret }]) => kind === "money" && !secret),
    decimals: fields.filter(([, { kind, secret }]) => kind === "decimal" && !secret),
    shown: fields.flatMap(([name, { shown }]) => (shown ? [{ name, show: shown }] : [])),
  };
}

const unlike_rows = new WeakMap<Resource, ReturnType<typeof unlikeRows>>();

/** A function that turns rows of a resource into records. */
export function recordMapper<R extends Resource>(resource: R, digits: number): (row: Row) => RecordOf<R> {
  const unlike = unlike_rows.get(resource) ?? unlikeRows(resource);
  unlike_rows.set(resource, unlike);
  const { money, decimals, shown } = unlike;
  return (row) => {
    for (const { name, show } of shown) row[name] = show(row[name] as never);
    for (const [name, { currency }] of money) {
      const value = row[name];
      if (typeof value !== "string") continue;
      row[name] = fixDigits(value, currency ? keptDigits(String(row[currency])) : digits);
    }
    for (const [name, { money_where }] of decimals) {
      const value = row[name];
      if (typeof value !== "string") continue;
      const isMoney = money_where !== undefined && row[money_where.field] === money_where.is;
      row[name] = isMoney ? fixDigits(value, digits) : Number(value);
    }
    return row as RecordOf<R>;
  };
}

/** What may be cut from the end of an amount with all its digits, by the currency's number of digits. */
const ZEROS = Array.from({ length: MAX_DIGITS + 1 }, (_, digits) => "0".repeat(MAX_DIGITS - digits));

/**
 * SQL's numeric text with the currency's digits: "1200.000" → "1200.00"; of a sum that had nothing to add: "0" → "0.000".
 * An amount finer than the currency keeps its digits: a list with such a row must be readable, or the row could not be corrected.
 */
export function fixDigits(value: string, digits: number): string {
  const point = value.length - 1 - MAX_DIGITS;
  // As numeric(18,3) gives it: cut, not reckoned, as a page of a list has thousands of them.
  if (value[point] === "." && value.endsWith(ZEROS[digits]!))
    return value.slice(0, digits === 0 ? point : point + 1 + digits);
  const [whole, fraction = ""] = value.split(".");
  const kept = fraction.replace(/0+$/, "").padEnd(digits, "0");
  return kept ? `${whole}.${kept}` : `${whole}`;
}

/**
 * A record as it will be read once `row` is inserted, so that a write need not wait for its own reading. What the row does
 * not name is as the table's defaults are: nothing, no, or none.
 * @param now of the transaction.
 * @param display the names that it shows of others.
 */
export function recordOfNew<R extends Resource>(
  resource: R,
  digits: number,
  row: Row,
  { now, display }: { now: string; display: Row },
): RecordOf<R> {
  const stamps: Row = { created_at: now, updated_at: now, version: 1 };
  const columns = Object.entries(columnsOf(resource)).map(([name, kind]) => {
    const given = row[name];
    if (given instanceof Date) return [name, given.toISOString()];
    if (given !== undefined && given !== null)
      return [name, kind === "json" ? JSON.parse(String(given)) : given];
    if (Object.hasOwn(stamps, name)) return [name, stamps[name]];
    const field = resource.fields[name];
    if (given === null || !field || metaOf(field).nullable) return [name, null];
    return [name, kind === "flag" ? false : kind === "money" ? "0" : null];
  });
  return recordMapper(resource, digits)({ ...Object.fromEntries(columns), ...display });
}

/** Reads one record of the tenant, or null. */
export async function readRecord<R extends Resource>(
  tx: Tx,
  resource: R,
  tenant: { id: string; digits: number },
  id: string,
): Promise<RecordOf<R> | null> {
  const { columns, from } = selectFrom(tx, resource);
  const [row] = await tx<
    Row[]
  >`select ${columns} from ${from} where ${ofTenant(tx, resource, tenant.id, "t")} and t.id = ${id}`;
  return row ? recordMapper(resource, tenant.digits)({ ...row }) : null;
}

/** The records with this value in `column`, by `order` and id. */
export async function readRecordsBy<R extends Resource>(
  tx: Tx,
  resource: R,
  tenant: { id: string; digits: number },
  by: { column: string; value: string; order?: string },
): Promise<RecordOf<R>[]> {
  const { columns, from } = selectFrom(tx, resource);
  const rows = await tx<Row[]>`select ${columns} from ${from}
    where ${ofTenant(tx, resource, tenant.id, "t")} and ${tx(`t.${by.column}`)} = ${by.value}
    order by ${tx(`t.${by.order ?? "id"}`)}, t.id`;
  const map = recordMapper(resource, tenant.digits);
  return rows.map((row) => map({ ...row }));
}

/** @throws Failure NOT_FOUND. */
export async function requireRecord<R extends Resource>(
  ctx: OperationContext,
  resource: R,
  id: string,
): Promise<RecordOf<R>> {
  const record = await readRecord(ctx.tx, resource, ctx.tenant, id);
  if (!record) throw new Failure("NOT_FOUND");
  return record;
}
