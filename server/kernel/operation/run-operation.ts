// Runs a named operation: authorise → validate → one transaction (work, audit, key) → commit → wake readers.

import type { z } from "zod";
import { Failure } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import type { Operation } from "../../../shared/kernel/operation.ts";
import { SUPERUSER } from "../../../shared/kernel/permission.ts";
import { outlives, resourceOf } from "../../../shared/kernel/registry.ts";
import { fieldErrors } from "../../../shared/kernel/validation.ts";
import { inTenant, type Row, type Tx, transaction } from "../db/db.ts";
import { toFailure } from "../db/db-failure.ts";
import { withParts } from "../resource/detail.ts";
import type { Services } from "../services.ts";
import { addNotedItems } from "../sync/review.ts";
import { writeAudit } from "./audit.ts";
import { type Call, OperationContext } from "./context.ts";
import { claimKey, hashRequest, type KeyUse, keepAnswer } from "./idempotency.ts";
import { isGranted, isPermitted, type Principal, refuseEnded, type Tenant } from "./principal.ts";
import { sightOf } from "./sight.ts";

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

export type Handler<I> = (ctx: OperationContext, input: I, id: string) => Promise<unknown>;

/** An operation with the code that does it. */
export interface Implementation {
  operation: Operation;
  handler: Handler<never>;
}

/** Binds a handler to its declaration; the input's type is the declaration's. */
export function implement<I extends z.ZodType>(
  operation: Operation<I>,
  handler: Handler<z.output<I>>,
): Implementation {
  return { operation: operation as unknown as Operation, handler: handler as Handler<never> };
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
  const sight = sightOf(principal);
  return sight ? { ...principal.tenant, sight } : principal.tenant;
}

/** Where an operation is done: in the caller's tenant, or on the platform. @throws Failure TENANT_REQUIRED. */
const placeOf = (services: Services, { on }: Operation, principal: Principal): Tenant =>
  on.of_platform ? services.platform : tenantOf(principal);

/** The tenant whose audit log and keys an operation uses; null: the platform's. */
const ownerOf = ({ on }: Operation, { id }: Tenant): string | null => (on.of_platform ? null : id);

export interface Request {
  input: unknown;
  /** The record in the path; null where the path carries none. */
  id: string | null;
  idempotency_key: string | null;
}

/**
 * Does an operation in a transaction that is already open: what REST and sync.push share. `keep` writes down the answer,
 * in the same round trip as the audit.
 */
export async function runInTransaction(
  services: Services,
  tx: Tx,
  implementation: Implementation,
  call: Call,
  request: Pick<Request, "input" | "id">,
  keep: (reply: Reply) => Promise<unknown> = async () => {},
  context = new OperationContext(
    tx,
    placeOf(services, implementation.operation, call.principal),
    call,
    services,
  ),
): Promise<{ reply: Reply; context: OperationContext }> {
  const { operation, handler } = implementation;
  const owner = ownerOf(operation, context.tenant);
  if (request.id !== null && !isId(request.id)) throw new Failure("NOT_FOUND");
  const input = validate(operation.input, request.input ?? {});
  const told = new Set(context.changed);
  const done = await handler(context, input as never, request.id ?? "");
  const isSaid = (name: string) =>
    operation.changes.includes(name) || (operation.verb === "delete" && outlives(name, operation.on));
  const undeclared = [...context.changed].filter(
    (name) => !told.has(name) && !isSaid(name) && resourceOf(name) !== null,
  );
  if (undeclared.length > 0) services.onUndeclared(operation.name, undeclared);
  await addNotedItems(context);
  const reply =
    done instanceof Reply
      ? done
      : new Reply(operation.status, await answered(tx, context.tenant, operation, call, done));
  await Promise.all([writeAudit(tx, owner, call, context.audits), keep(reply)]);
  return { reply, context };
}

/** What an operation answers. A desktop gets a record's parts as records of their own. */
function answered(tx: Tx, tenant: Tenant, operation: Operation, call: Call, done: unknown): unknown {
  if (!operation.answers_record || call.command !== null || !done) return done;
  return withParts(tx, operation.on, tenant, done as Row);
}

/** After the commit: wakes readers and workers. */
export function publishChanges(services: Services, context: OperationContext): void {
  if (context.tenant !== services.platform)
    services.notices.committed(context.tenant.id, new Set([...context.changed, ...context.moved]));
  for (const effect of context.after_commit) effect();
}

/** An answer as it may be kept for a repeat. */
function withoutSecrets({ shown_once }: Operation, body: unknown): unknown {
  if (shown_once.length === 0) return body;
  return { ...(body as object), ...Object.fromEntries(shown_once.map((name) => [name, null])) };
}

/** @throws Failure VALIDATION for a key that could not be kept. */
function checkKey(key: string | null): void {
  if (key !== null && (key.length > 200 || key.trim() === "" || key.includes("\u0000"))) {
    throw new Failure("VALIDATION", "An Idempotency-Key has 1 to 200 characters");
  }
}

/**
 * Runs an operation from a request of its own.
 * @throws Failure whatever the operation can fail with.
 */
export async function runOperation(
  services: Services,
  implementation: Implementation,
  call: Call,
  request: Request,
): Promise<Reply> {
  const { operation } = implementation;
  authorise(call.principal, operation.permission);
  const place = placeOf(services, operation, call.principal);
  const owner = ownerOf(operation, place);
  checkKey(request.idempotency_key);
  if (operation.idempotency === "required" && !request.idempotency_key)
    throw new Failure("IDEMPOTENCY_KEY_REQUIRED");
  const use: KeyUse | null =
    request.idempotency_key && operation.idempotency !== "none"
      ? {
          key: request.idempotency_key,
          operation: operation.name,
          request_hash: hashRequest(operation.name, request.id, request.input),
        }
      : null;
  try {
    const work = async (tx: Tx) => {
      const first = use && (await claimKey(tx, owner, use));
      if (first) return { reply: new Reply(first.status, first.body, { replayed: true }), context: null };
      return runInTransaction(services, tx, implementation, call, request, async ({ status, body }) => {
        if (use) await keepAnswer(tx, owner, use, status, withoutSecrets(operation, body));
      });
    };
    const { reply, context } = operation.on.of_platform
      ? await transaction(services.db.platform_transactions, work)
      : await inTenant(services.db, place, work);
    if (context) publishChanges(services, context);
    return reply;
  } catch (error) {
    throw toFailure(error);
  }
}
