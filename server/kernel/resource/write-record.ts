// The frame of every write to one record: lock → check or plan → write → read → audit → tell who reads.
import { Failure } from "../../../shared/kernel/failure.ts";
import { allResources, outlives } from "../../../shared/kernel/registry.ts";
import {
  fieldsOf,
  type ParentDeclaration,
  type RecordOf,
  type Resource,
} from "../../../shared/kernel/resource.ts";
import type { Fragment, Row } from "../db/db.ts";
import type { OperationContext } from "../operation/context.ts";
import { deleteRows } from "./deletions.ts";
import { columnsToWrite, type Draft, draftOf } from "./draft.ts";
import type { Awaitable, Hooks } from "./hooks.ts";
import { missingNumbers } from "./numbered.ts";
import { followOwner } from "./own-records.ts";
import { ofTenant, recordMapper, requireRecord, selectFrom } from "./record.ts";
import { locksOf } from "./record-locks.ts";

/**
 * Locks one record and reads it as it is under the lock, in one round trip: the read is a separate statement after the
 * lock, because one that waited for a lock still sees other tables as they were when it began.
 */
async function lockAndRead<R extends Resource>(
  ctx: OperationContext,
  resource: R,
  id: string,
): Promise<RecordOf<R>> {
  const { tx, tenant } = ctx;
  const locks = locksOf(resource.name)?.(tx, tenant.id, id) ?? [
    tx`select from ${tx(resource.table)}
      where ${ofTenant(tx, resource, tenant.id)} and id = ${id} for no key update`,
  ];
  const sent = locks.map((lock) => lock.execute());
  const [record] = await Promise.all([requireRecord(ctx, resource, id), ...sent]);
  return record;
}

/**
 * Runs an insert or update that returns its row, and answers that as a record, in one statement; in a cluster in two of one
 * round trip, because no node joins what another statement has just written.
 */
async function writeAndRead<R extends Resource>(
  ctx: OperationContext,
  resource: R,
  id: string,
  write: Fragment,
): Promise<RecordOf<R>> {
  const { tx, tenant, services } = ctx;
  const map = recordMapper(resource, tenant.digits);
  if (services.db.is_cluster) {
    const written = write.execute();
    const { columns, from } = selectFrom(tx, resource, resource.table);
    const [[row]] = await Promise.all([
      tx<
        Row[]
      >`select ${columns} from ${from} where ${ofTenant(tx, resource, tenant.id, "t")} and t.id = ${id}`,
      written,
    ]);
    if (!row) throw new Failure("NOT_FOUND");
    return map({ ...row });
  }
  const { columns, from } = selectFrom(tx, resource, "written");
  const [row] = await tx<Row[]>`with written as (${write}) select ${columns} from ${from}`;
  if (!row) throw new Failure("NOT_FOUND");
  return map({ ...row });
}

function update<R extends Resource>(
  ctx: OperationContext,
  resource: R,
  id: string,
  written: Row,
): Promise<RecordOf<R>> {
  const { tx, tenant } = ctx;
  const columns = columnsToWrite(ctx, resource, id, written);
  return writeAndRead(
    ctx,
    resource,
    id,
    tx`update ${tx(resource.table)} set ${tx(columns)}
      where ${ofTenant(tx, resource, tenant.id)} and id = ${id} returning *`,
  );
}

/** Why, for the audit log: an input's `reason`, where that is no field of the record. */
function reasonIn(resource: Resource, { reason }: Row): string | undefined {
  return typeof reason === "string" && !Object.hasOwn(resource.fields, "reason") ? reason : undefined;
}

/**
 * Creates a record from a checked input.
 * @throws Failure VALIDATION, and what the hooks throw.
 */
export async function createRecord<R extends Resource>(
  ctx: OperationContext,
  resource: R,
  input: Draft<R>,
  hooks: Hooks<R>["create"] = {},
): Promise<RecordOf<R>> {
  const { tx, tenant } = ctx;
  const initial = fieldsOf(resource).flatMap(([name, meta]) =>
    meta.initial === undefined ? [] : [[name, meta.initial]],
  );
  const id = typeof input.id === "string" ? input.id : ctx.newId();
  const draft = { ...Object.fromEntries(initial), ...(await draftOf(ctx, resource, input)), id };
  const checked: Row = hooks.before ? await hooks.before(ctx, draft) : draft;
  const written = { ...checked, ...(await missingNumbers(ctx, resource, checked)) };
  const row = {
    ...columnsToWrite(ctx, resource, id, written),
    id,
    ...(resource.of_platform ? {} : { tenant_id: tenant.id }),
  };
  const insert = tx`insert into ${tx(resource.table)} ${tx(row)} returning *`;
  const record = await writeAndRead(ctx, resource, id, insert);
  const note = reasonIn(resource, input);
  ctx.noteChange({ on: resource, name: `${resource.name}.create` }, { id, after: record, note });
  await hooks.after?.(ctx, record);
  return record;
}

/**
 * Makes a part of a record, as the operation says that `adds` it; of a desktop's command it has the command's id.
 * @throws Failure VALIDATION.
 */
export function addPart<R extends Resource & { readonly parent: ParentDeclaration }>(
  ctx: OperationContext,
  part: R,
  of: string,
  fields: Draft<R>,
): Promise<RecordOf<R>> {
  const id = ctx.call.command ?? ctx.newId();
  return createRecord(ctx, part, { ...fields, [part.parent.via]: of, id });
}

/**
 * Changes the given fields of a record.
 * @throws Failure NOT_FOUND, STALE_VERSION, VALIDATION, and what the hooks throw.
 */
export async function updateRecord<R extends Resource>(
  ctx: OperationContext,
  resource: R,
  id: string,
  input: Draft<R>,
  hooks: Hooks<R>["update"] = {},
): Promise<RecordOf<R>> {
  const before = await lockAndRead(ctx, resource, id);
  ctx.refuseStale(before);
  const draft = await draftOf(ctx, resource, input);
  const written: Row = hooks.before ? await hooks.before(ctx, draft, before) : draft;
  if (Object.keys(written).length === 0) return before;
  const after = await update(ctx, resource, id, written);
  const note = reasonIn(resource, input);
  ctx.noteChange({ on: resource, name: `${resource.name}.update` }, { id, before, after, note });
  await followOwner(ctx, resource, before, after);
  await hooks.after?.(ctx, after, before, draft);
  return after;
}

/** Wakes who reads the records that a deletion outlived: the database has set their references to null with it. */
export function tellOutliving(ctx: OperationContext, gone: Resource): void {
  const left = allResources().filter(({ collection }) => outlives(collection, gone));
  ctx.markChanged(...left.map(({ collection }) => collection));
}

/** @throws Failure NOT_FOUND, STALE_VERSION, and what the hooks throw. */
export async function deleteRecord(
  ctx: OperationContext,
  resource: Resource,
  id: string,
  hooks: Hooks["delete"] = {},
): Promise<void> {
  const { tx, tenant } = ctx;
  const before = await lockAndRead(ctx, resource, id);
  ctx.refuseStale(before);
  await hooks.before?.(ctx, before);
  await deleteRows(tx, resource, tenant.id, tx`t.id = ${id}`);
  tellOutliving(ctx, resource);
  ctx.noteChange({ on: resource, name: `${resource.name}.delete` }, { id, before, after: null });
}

/** An operation on one record, as its declaration says. */
interface OperationOn<R extends Resource> {
  name: string;
  on: R;
}

/** What an operation does to its record. */
export interface Change<R extends Resource> {
  set: Draft<R>;
  /** Why, for the audit log. */
  note?: string | null | undefined;
  /** What follows, in the same transaction. */
  after?(record: RecordOf<R>): Awaitable<unknown>;
}

// Conditional, so that the compiler knows the resource before it looks at what a plan answers.
type Plan<R extends Resource> = R extends Resource
  ? (record: RecordOf<R>) => Awaitable<Change<R> | null>
  : never;

/**
 * Does an operation on one record: `plan` gets it locked and answers what to change; null: it is so already, and nothing
 * is written.
 * @throws Failure NOT_FOUND, and what the plan throws.
 */
export async function changeRecord<R extends Resource>(
  ctx: OperationContext,
  operation: OperationOn<R>,
  id: string,
  plan: Plan<R>,
): Promise<RecordOf<R>> {
  const { on: resource } = operation;
  const before = await lockAndRead(ctx, resource, id);
  const change = await plan(before);
  if (!change) return before;
  const after = await update(ctx, resource, id, change.set);
  ctx.noteChange(operation, { id, before, after, note: change.note });
  await followOwner(ctx, resource, before, after);
  await change.after?.(after);
  return after;
}
