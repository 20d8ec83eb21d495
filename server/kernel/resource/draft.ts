// From what a caller gave to what the table takes: fields checked against the tenant, secrets sealed.

import { invalid } from "../../../shared/kernel/failure.ts";
import { resourceNamed } from "../../../shared/kernel/registry.ts";
import { fieldsOf, type RecordOf, type Resource } from "../../../shared/kernel/resource.ts";
import type { Row } from "../db/db.ts";
import { formOf } from "../db/normal/columns.ts";
import { normalColumn } from "../db/normal/keys.ts";
import type { OperationContext } from "../operation/context.ts";
import { ofTenant } from "./record.ts";

/** What a write says of a record: the fields that were given; those left out stay as they are. */
export type Draft<R extends Resource> = Partial<RecordOf<R>>;

/** The same with columns that the server alone knows, which are no fields. */
export function withColumns<D extends object>(draft: D, columns: Row): D {
  return { ...draft, ...columns };
}

async function isThere(ctx: OperationContext, resource: string, id: string): Promise<boolean> {
  const target = resourceNamed(resource);
  const [found] = target
    ? await ctx.tx`select 1 from ${ctx.tx(target.table)} where ${ofTenant(ctx.tx, target, ctx.tenant.id)} and id = ${id}`
    : [];
  return found !== undefined;
}

/** @throws Failure VALIDATION when the record does not exist in this tenant. */
export async function requireReference(
  ctx: OperationContext,
  field: string,
  resource: string,
  id: string,
): Promise<void> {
  if (!(await isThere(ctx, resource, id)))
    throw invalid(field, `There is no such ${resource.replaceAll("_", " ")}`, "DOES_NOT_EXIST");
}

/** Whether a record was deleted; not: whether there is none. */
async function isGone(ctx: OperationContext, resource: string, id: string): Promise<boolean> {
  const collection = resourceNamed(resource)?.collection ?? "";
  const [found] = await ctx.tx`select 1 from deletions
    where tenant_id = ${ctx.tenant.id} and collection = ${collection} and id = ${id} limit 1`;
  return found !== undefined;
}

/**
 * The declared fields of an input, with amounts in the currency's digits. References are looked up in one round trip.
 * @throws Failure VALIDATION for an amount with too many digits, or a reference to what does not exist in this tenant.
 */
export async function draftOf<R extends Resource>(
  ctx: OperationContext,
  resource: R,
  input: Draft<R>,
): Promise<Draft<R>> {
  const given = fieldsOf(resource).filter(([name]) => input[name] !== undefined);
  const draft: Row = {};
  for (const [name, { kind }] of given) {
    const value = input[name];
    draft[name] = kind === "money" && value !== null ? ctx.money(ctx.minor(String(value), name)) : value;
  }
  const named = given.filter(([name, { kind }]) => kind === "reference" && draft[name] !== null);
  await Promise.all(
    named.map(async ([name, { references = "", outlived }]) => {
      const id = String(draft[name]);
      const isLate = outlived && ctx.call.command !== null;
      // Written offline before that one was deleted, which would have set it to null.
      if (isLate && !(await isThere(ctx, references, id)) && (await isGone(ctx, references, id)))
        draft[name] = null;
      else await requireReference(ctx, name, references, id);
    }),
  );
  return draft as Draft<R>;
}

/** The columns of what is written: secrets sealed, structured data as JSON, texts with their normal forms. */
export function columnsToWrite(ctx: OperationContext, resource: Resource, id: string, written: Row): Row {
  const metas = new Map(fieldsOf(resource));
  const columns: Row = {};
  for (const [name, value] of Object.entries(written)) {
    const meta = metas.get(name);
    if (meta?.secret) {
      const column = `${name}_encrypted`;
      const place = { table: resource.table, column, id };
      columns[column] = value === null ? null : ctx.services.secrets.seal(String(value), place);
    } else {
      columns[name] = meta?.kind === "json" && value !== null ? ctx.tx.json(value) : value;
      if (meta?.is_key) columns[normalColumn(name)] = formOf(value);
    }
  }
  return columns;
}
