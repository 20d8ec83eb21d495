// The plain verbs of a resource, made from its declaration. A resource that needs more than two hooks gets its own handlers.
import { Failure, type FailureCode, invalid } from "../../../shared/kernel/failure.ts";
import { operation } from "../../../shared/kernel/operation.ts";
import {
  createSchema,
  fieldsOf,
  permissionOf,
  type Resource,
  recordSchema,
  updateSchema,
} from "../../../shared/kernel/resource.ts";
import type { Row } from "../db/db.ts";
import type { OperationContext } from "../operation/context.ts";
import { type Handler, type Implementation, implement } from "../operation/run-operation.ts";
import { readRecord } from "./record.ts";
import { tableOf } from "./tables.ts";

export interface CrudHooks {
  /** How the hooks can fail beside bad input, for OpenAPI. */
  failures?: readonly FailureCode[];
  /** Last word on the row before it is written: adds what the server owns, checks what the declaration can't say. */
  before_write?(ctx: OperationContext, row: Row, before: Row | null): Promise<Row> | Row;
  /** What follows from the write, in the same transaction. */
  after_write?(ctx: OperationContext, record: Row, before: Row | null): Promise<void>;
  /** Why, for the audit log. */
  note?: string | undefined;
  /** Throws what forbids a deletion. */
  before_delete?(ctx: OperationContext, record: Row): Promise<void> | void;
}

/** Checks what needs the tenant (references, money digits) and seals secrets: input fields → columns. */
async function toRow(ctx: OperationContext, resource: Resource, input: Row, id: string): Promise<Row> {
  const row: Row = {};
  for (const [name, meta] of fieldsOf(resource)) {
    const value = input[name];
    if (value === undefined) continue;
    if (meta.secret) {
      const column = `${name}_encrypted`;
      const place = { table: resource.table, column, id };
      row[column] = value === null ? null : ctx.services.secrets.seal(String(value), place);
    } else if (value !== null && meta.kind === "money") {
      row[name] = ctx.money(ctx.minor(String(value), name));
    } else {
      row[name] = meta.kind === "json" && value !== null ? ctx.tx.json(value as never) : value;
    }
    if (meta.kind === "reference" && value !== null)
      await requireReference(ctx, name, meta.references ?? "", String(value));
  }
  return row;
}

/** @throws Failure VALIDATION when the record does not exist in this tenant. */
export async function requireReference(
  ctx: OperationContext,
  field: string,
  resource: string,
  id: string,
): Promise<void> {
  const table = tableOf(resource);
  const [found] = table
    ? await ctx.tx`select 1 from ${ctx.tx(table)} where tenant_id = ${ctx.tenant.id} and id = ${id}`
    : [];
  if (!found) throw invalid(field, `There is no such ${resource.replaceAll("_", " ")}`, "DOES_NOT_EXIST");
}

/** @throws Failure NOT_FOUND. */
export async function requireRecord(ctx: OperationContext, resource: Resource, id: string): Promise<Row> {
  const record = await readRecord(ctx.tx, resource, ctx.tenant, id);
  if (!record) throw new Failure("NOT_FOUND");
  return record;
}

export async function createRecord(
  ctx: OperationContext,
  resource: Resource,
  input: Row,
  hooks: CrudHooks = {},
): Promise<Row> {
  const initial: Row = {};
  for (const [name, meta] of fieldsOf(resource)) if (meta.initial !== undefined) initial[name] = meta.initial;
  const id = String(input.id ?? ctx.newId());
  let row: Row = { ...initial, ...(await toRow(ctx, resource, input, id)) };
  row = { ...row, id, tenant_id: ctx.tenant.id };
  if (hooks.before_write) row = await hooks.before_write(ctx, row, null);
  await ctx.tx`insert into ${ctx.tx(resource.table)} ${ctx.tx(row)}`;
  const record = await requireRecord(ctx, resource, String(row.id));
  ctx.markChanged(resource.collection);
  ctx.audit({
    action: `${resource.name}.create`,
    module: resource.module,
    object_type: resource.name,
    object_id: String(row.id),
    after: record,
    note: hooks.note,
  });
  await hooks.after_write?.(ctx, record, null);
  return record;
}

export async function updateRecord(
  ctx: OperationContext,
  resource: Resource,
  id: string,
  input: Row,
  hooks: CrudHooks = {},
): Promise<Row> {
  const [locked] =
    await ctx.tx`select version from ${ctx.tx(resource.table)} where tenant_id = ${ctx.tenant.id} and id = ${id} for no key update`;
  if (!locked) throw new Failure("NOT_FOUND");
  if (ctx.call.if_match !== null && ctx.call.if_match !== locked.version) throw new Failure("STALE_VERSION");
  const before = await requireRecord(ctx, resource, id);
  let row = await toRow(ctx, resource, input, id);
  if (hooks.before_write) row = await hooks.before_write(ctx, row, before);
  if (Object.keys(row).length === 0) return before;
  await ctx.tx`update ${ctx.tx(resource.table)} set ${ctx.tx(row)} where tenant_id = ${ctx.tenant.id} and id = ${id}`;
  const record = await requireRecord(ctx, resource, id);
  ctx.markChanged(resource.collection);
  ctx.audit({
    action: `${resource.name}.update`,
    module: resource.module,
    object_type: resource.name,
    object_id: id,
    before,
    after: record,
    note: hooks.note,
  });
  await hooks.after_write?.(ctx, record, before);
  return record;
}

export async function deleteRecord(
  ctx: OperationContext,
  resource: Resource,
  id: string,
  hooks: CrudHooks = {},
): Promise<void> {
  const [locked] =
    await ctx.tx`select version from ${ctx.tx(resource.table)} where tenant_id = ${ctx.tenant.id} and id = ${id} for update`;
  if (!locked) throw new Failure("NOT_FOUND");
  if (ctx.call.if_match !== null && ctx.call.if_match !== locked.version) throw new Failure("STALE_VERSION");
  const before = await requireRecord(ctx, resource, id);
  await hooks.before_delete?.(ctx, before);
  await ctx.tx`delete from ${ctx.tx(resource.table)} where tenant_id = ${ctx.tenant.id} and id = ${id}`;
  ctx.markChanged(resource.collection);
  ctx.audit({
    action: `${resource.name}.delete`,
    module: resource.module,
    object_type: resource.name,
    object_id: id,
    before,
    after: null,
  });
}

/** The create, update and delete operations that the declaration's verbs name. */
export function crudOperations(
  resource: Resource,
  hooks: CrudHooks = {},
  commands: readonly ("create" | "update")[] = [],
): Implementation[] {
  const common = { area: resource.area, output: recordSchema(resource) };
  const { failures: own = [] } = hooks;
  const made: Implementation[] = [];
  if (resource.verbs.includes("create")) {
    const declared = operation({
      ...common,
      name: `${resource.name}.create`,
      summary: `Create: ${resource.summary}`,
      method: "POST",
      path: `/${resource.path}/`,
      permission: permissionOf(resource, "create"),
      input: createSchema(resource),
      status: 201,
      failures: ["DUPLICATE", ...own],
      command: commands.includes("create"),
    });
    made.push(
      implement(declared, ((ctx, input) => createRecord(ctx, resource, input, hooks)) as Handler<Row>),
    );
  }
  if (resource.verbs.includes("update")) {
    const declared = operation({
      ...common,
      name: `${resource.name}.update`,
      summary: `Change: ${resource.summary}`,
      method: "PATCH",
      path: `/${resource.path}/{id}/`,
      permission: permissionOf(resource, "update"),
      input: updateSchema(resource),
      failures: ["NOT_FOUND", "DUPLICATE", "STALE_VERSION", ...own],
      command: commands.includes("update"),
    });
    made.push(
      implement(declared, ((ctx, input, id) =>
        updateRecord(ctx, resource, id, input, hooks)) as Handler<Row>),
    );
  }
  if (resource.verbs.includes("delete")) {
    const declared = operation({
      area: resource.area,
      name: `${resource.name}.delete`,
      summary: `Delete: ${resource.summary}`,
      method: "DELETE",
      path: `/${resource.path}/{id}/`,
      permission: permissionOf(resource, "delete"),
      input: updateSchema(resource).partial().pick({}),
      status: 204,
      failures: ["NOT_FOUND", "IN_USE", "STALE_VERSION", ...own],
    });
    made.push(implement(declared, (ctx, _input, id) => deleteRecord(ctx, resource, id, hooks)));
  }
  return made;
}
