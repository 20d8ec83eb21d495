// What running a named operation is made of: authorise, validate, read, do, audit, and after the commit wake the readers.

import type { z } from "zod";
import { Failure } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import type { Operation } from "../../../shared/kernel/operation.ts";
import { SUPERUSER } from "../../../shared/kernel/permission.ts";
import { outlives, resourceOf } from "../../../shared/kernel/registry.ts";
import { fieldErrors } from "../../../shared/kernel/validation.ts";
import type { Row } from "../db/db.ts";
import type { DeferredWrite } from "../db/deferred-writes.ts";
import { withParts } from "../resource/detail.ts";
import type { Services } from "../services.ts";
import { addNotedItems } from "../sync/review.ts";
import { auditEntries } from "./audit.ts";
import type { OperationContext } from "./context.ts";
import { isGranted, isPermitted, type Principal, refuseEnded, type Tenant } from "./principal.ts";
import { rowScopeOf } from "./row-scope.ts";

/** An answer that is not the operation's plain success, e.g. 202 for work that goes on in the background. */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly replayed: boolean;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    body: unknown,
    more: { replayed?: boolean; headers?: Record<string, string> } = {},
  ) {
    this.status = status;
    this.body = body;
    this.replayed = more.replayed ?? false;
    this.headers = more.headers ?? {};
  }
}

export type Handler<I, R = undefined> = (
  ctx: OperationContext,
  input: I,
  id: string,
  read: R,
) => Promise<unknown>;

type Reader = (ctx: OperationContext, input: never, id: string) => Promise<unknown>;

/** An operation with the code that does it. */
export interface Implementation {
  operation: Operation;
  handler: Handler<never, never>;
  /** What it locks and reads first, and nothing else: sent with the claim of the key, before that is answered. */
  reader: Reader | null;
}

/** Binds a handler to its declaration; the input's type is the declaration's. */
export function implement<I extends z.ZodType>(
  operation: Operation<I>,
  handler: Handler<z.output<I>>,
): Implementation {
  return {
    operation: operation as Operation,
    handler: handler as Implementation["handler"],
    reader: null,
  };
}

/**
 * The same for one on the hot path, in two steps: `read` locks and reads, with no effect beyond the transaction, and what
 * it found is the handler's. So claim, locks and reads are one round trip. Of several calls about different records in one
 * transaction (sync/push/apply-batch.ts) the next one reads while this one is worked out, and what they leave to the end
 * (`ctx.atEnd`) is written together: so nothing that a call leaves to the end may be read by another, and one that has
 * read what others share says so (`ctx.sharesWhatItRead`).
 */
export function implementInSteps<I extends z.ZodType, R>(
  operation: Operation<I>,
  read: (ctx: OperationContext, input: z.output<I>, id: string) => Promise<R>,
  handler: Handler<z.output<I>, R>,
): Implementation {
  return {
    operation: operation as Operation,
    handler: handler as Implementation["handler"],
    reader: read as Reader,
  };
}

/**
 * Checks an input against its schema.
 * @throws Failure VALIDATION with one entry per wrong field.
 */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const errors = fieldErrors(result.error);
  const first = errors[0];
  throw new Failure("VALIDATION", first ? `${first.field || "body"}: ${first.message}` : undefined, {
    errors,
  });
}

/**
 * @param is_of_all what is asked for concerns the whole tenant: seeing what is one's own will not do.
 * @throws Failure UNAUTHENTICATED, PERMISSION_DENIED or TENANT_REQUIRED.
 */
export function authorise(
  principal: Principal | null,
  permission: string | null,
  is_of_all = false,
): asserts principal is Principal {
  if (!principal) throw new Failure("UNAUTHENTICATED");
  refuseEnded(principal);
  const may = is_of_all ? isGranted : isPermitted;
  if (permission === SUPERUSER && !may(principal, SUPERUSER))
    throw new Failure("PERMISSION_DENIED", "This is for SaaS super administrators");
  if (permission !== null && !may(principal, permission)) {
    throw new Failure("PERMISSION_DENIED", `This needs the permission ${permission}`, {
      extra: { permission },
    });
  }
}

/** The tenant, as far as the principal sees it. @throws Failure TENANT_REQUIRED when a super administrator named no tenant. */
export function tenantOf(principal: Principal): Tenant {
  if (!principal.tenant)
    throw new Failure("TENANT_REQUIRED", "Name the tenant to act in with the X-Tenant header");
  const rowScope = rowScopeOf(principal);
  return rowScope ? { ...principal.tenant, rowScope } : principal.tenant;
}

/** The tenant whose audit log and keys an operation uses; null: the platform's. */
export const ownerOf = ({ on }: Operation, { id }: Tenant): string | null => (on.of_platform ? null : id);

export interface Request {
  input: unknown;
  /** The record in the path; null where the path carries none. */
  id: string | null;
  idempotency_key: string | null;
}

interface How {
  /** The statements that write down the answer, sent with the audit. */
  keep(reply: Reply): DeferredWrite[];
  /** The answer that was given before to the same request, if there is one. */
  claim?: Promise<Reply | null> | null;
  /** Where it was begun before (`begin`), with the same request and context. */
  begun?: Promise<Begun | Reply> | null;
}

/** An operation's valid input, and what it read. */
export interface Begun {
  input: unknown;
  read: unknown;
}

/** Checks the input and reads. A first answer comes before any fault that is found by it. */
export async function begin(
  { operation, reader }: Implementation,
  { input, id }: Pick<Request, "input" | "id">,
  context: OperationContext,
  claim: Promise<Reply | null> | null = null,
): Promise<Begun | Reply> {
  const reading = async (): Promise<Begun> => {
    if (id !== null && !isId(id)) throw new Failure("NOT_FOUND");
    const valid = validate(operation.input, input ?? {});
    return { input: valid, read: await reader?.(context, valid as never, id ?? "") };
  };
  if (!reader) return (await claim) ?? reading();
  const [first, begun] = await Promise.allSettled([claim, reading()]);
  if (first.status === "rejected") throw first.reason;
  if (first.value) return first.value;
  if (begun.status === "rejected") throw begun.reason;
  return begun.value;
}

/**
 * Does an operation in a transaction that is already open: what REST and sync.push share. The audit, what `keep` writes and
 * what the operation left to its end go out with the transaction's COMMIT.
 */
export async function runInTransaction(
  implementation: Implementation,
  request: Pick<Request, "input" | "id">,
  context: OperationContext,
  { keep, claim = null, begun: before = null }: How,
): Promise<{ reply: Reply; context: OperationContext }> {
  const { operation, handler } = implementation;
  const { tx, call, services } = context;
  const told = new Set(context.changed);
  const begun = await (before ?? begin(implementation, request, context, claim));
  if (begun instanceof Reply) return { reply: begun, context };
  const done = await handler(context, begun.input as never, request.id ?? "", begun.read as never);
  const deletes = operation.verb === "delete" ? operation.changes.map(resourceOf) : [];
  const isSaid = (name: string) =>
    operation.changes.includes(name) || deletes.some((gone) => gone !== null && outlives(name, gone));
  const undeclared = [...context.changed].filter(
    (name) => !told.has(name) && !isSaid(name) && resourceOf(name) !== null,
  );
  if (undeclared.length > 0) services.onUndeclared(operation.name, undeclared);
  await addNotedItems(context);
  const reply =
    done instanceof Reply ? done : new Reply(operation.status, await answered(context, operation, done));
  const owner = ownerOf(operation, context.tenant);
  context.end(...auditEntries(tx, owner, call, context.audits), ...keep(reply));
  return { reply, context };
}

/** What an operation answers. A desktop gets a record's parts as records of their own. */
async function answered(context: OperationContext, operation: Operation, done: unknown): Promise<unknown> {
  const { tx, tenant, call } = context;
  if (!operation.answers_record || call.command !== null || !done) return done;
  await context.flush();
  return withParts(tx, operation.on, tenant, done as Row);
}

/** After the commit: wakes readers and workers. */
export function publishChanges(services: Services, context: OperationContext): void {
  if (context.tenant !== services.platform)
    services.notices.committed(context.tenant.id, new Set([...context.changed, ...context.moved]));
  for (const effect of context.after_commit) effect();
}
