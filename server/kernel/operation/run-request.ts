// Runs a named operation for one request: authorise → validate → one transaction (work, audit, key) → commit → wake
// readers. Requests of one kind that come while others are under way share a transaction.
import { Failure } from "../../../shared/kernel/failure.ts";
import { currencyDigits } from "../../../shared/kernel/money.ts";
import type { Operation } from "../../../shared/kernel/operation.ts";
import { inTenant, type Tx, transaction } from "../db/db.ts";
import { toFailure, wasClosedMeanwhile } from "../db/db-failure.ts";
import type { Services } from "../services.ts";
import { BatchTransaction, whoRefused } from "./batch-transaction.ts";
import { type Call, OperationContext } from "./context.ts";
import { type Answered, answerKept, claimKeys, hashRequest, type KeyUse } from "./idempotency.ts";
import type { Principal, Tenant, TenantSettings } from "./principal.ts";
import { recordsNamed } from "./records-named.ts";
import { type Batched, type CollectedBatch, gathered } from "./request-batcher.ts";
import {
  authorise,
  begin,
  type Implementation,
  ownerOf,
  publishChanges,
  Reply,
  type Request,
  runInTransaction,
  tenantOf,
} from "./run-operation.ts";

/** A request that was let in. */
interface Asked {
  services: Services;
  implementation: Implementation;
  call: Call;
  request: Request;
  /** Where it is done: in the caller's tenant, or on the platform. */
  place: Tenant;
  /** The key under which its answer is kept. */
  use: KeyUse | null;
}

/** What was done, before anybody is told of it. */
interface Done {
  reply: Reply;
  context: OperationContext;
}

/** @throws Failure TENANT_REQUIRED. */
const placeOf = (services: Services, { on }: Operation, principal: Principal): Tenant =>
  on.of_platform ? services.platform : tenantOf(principal);

/** An answer as it may be kept for a repeat. */
function withoutSecrets({ shown_once }: Operation, body: unknown): unknown {
  if (shown_once.length === 0) return body;
  return { ...(body as object), ...Object.fromEntries(shown_once.map((name) => [name, null])) };
}

/** @throws Failure VALIDATION for a key that could not be kept. */
export function checkKey(key: string | null): void {
  if (key !== null && (key.length > 200 || key.trim() === "" || key.includes("\u0000"))) {
    throw new Failure("VALIDATION", "An Idempotency-Key has 1 to 200 characters");
  }
}

/** @throws Failure for a key that is missing or could not be kept. */
function keyUseOf({ name, idempotency }: Operation, { id, input, idempotency_key }: Request): KeyUse | null {
  checkKey(idempotency_key);
  if (idempotency === "required" && !idempotency_key) throw new Failure("IDEMPOTENCY_KEY_REQUIRED");
  if (!idempotency_key || idempotency === "none") return null;
  return { key: idempotency_key, operation: name, request_hash: hashRequest(name, id, input) };
}

/** The answer that was given before. */
const replayed = (first: Answered | null): Reply | null =>
  first && new Reply(first.status, first.body, { replayed: true });

/** The statement that keeps an answer under the request's key. */
function keeping(tx: Tx, { implementation, place, use }: Asked) {
  const { operation } = implementation;
  return ({ status, body }: Reply) =>
    use
      ? [answerKept(tx, ownerOf(operation, place), use, { status, body: withoutSecrets(operation, body) })]
      : [];
}

function publish({ services }: Asked, { reply, context }: Done): Reply {
  if (!reply.replayed) publishChanges(services, context);
  return reply;
}

/** In a separate transaction. @throws what the operation or the database refuses it with. */
async function inOne(asked: Asked): Promise<Reply> {
  const { services, implementation, call, request, place, use } = asked;
  const { operation } = implementation;
  const work = (tx: Tx) => {
    const [claim = null] = use ? claimKeys(tx, ownerOf(operation, place), [use]) : [];
    return runInTransaction(implementation, request, new OperationContext(tx, place, call, services), {
      claim: claim?.then(replayed),
      keep: keeping(tx, asked),
    });
  };
  const done = operation.on.of_platform
    ? await transaction(services.db.platform_transactions, work)
    : await inTenant(services.db, place, work);
  return publish(asked, done);
}

/** The same with the company's settings as they are now. */
async function asOfNow(asked: Asked): Promise<Asked> {
  const { services, call, place } = asked;
  const [row] = await services.db.platform<{ settings: TenantSettings }[]>`
    select to_jsonb(s) - 'logo' - 'mail_password_encrypted' as settings from company_settings s where tenant_id = ${place.id}`;
  if (!row) return asked;
  const { settings } = row;
  const now = { ...place, settings, digits: currencyDigits(settings.currency) };
  return { ...asked, place: now, call: { ...call, principal: { ...call.principal, tenant: now } } };
}

/**
 * In a separate transaction. What was planned with the books as they were open, and came to be written after somebody
 * closed them, is planned once more: whether the day is closed is the plan's to say, not a matter of who was sooner.
 * @throws Failure whatever the operation can fail with.
 */
async function alone(asked: Asked): Promise<Reply> {
  try {
    return await inOne(asked).catch(async (error: unknown) => {
      if (!wasClosedMeanwhile(error)) throw error;
      return inOne(await asOfNow(asked));
    });
  } catch (error) {
    throw toFailure(error);
  }
}

/** Calls of one operation, all with a key, in one transaction. Where one refuses, nothing of them is kept. */
async function together(several: readonly Asked[]): Promise<Batched<Reply>> {
  const { services, implementation, place } = several[0]!;
  const uses = several.flatMap(({ use }) => use ?? []);
  /** The call that is being worked on; null: none in particular. */
  let turn: number | null = null;
  const work = async (tx: Tx): Promise<Done[]> => {
    const claims = claimKeys(tx, ownerOf(implementation.operation, place), uses).map((claim) =>
      claim.then(replayed),
    );
    // What one of them fails with is heard in its turn, or not at all where another failed before.
    for (const claim of claims) claim.catch(() => undefined);
    const claimOf = new Map(several.map((asked, at) => [asked, claims[at] ?? null]));
    const contextOf = (asked: Asked) => new OperationContext(tx, asked.place, asked.call, services);
    const calls = new BatchTransaction(tx, several, (asked) => {
      const context = contextOf(asked);
      return { context, begun: begin(implementation, asked.request, context, claimOf.get(asked)) };
    });
    const done: Done[] = [];
    for (const [at, asked] of several.entries()) {
      turn = at;
      const call = await calls.call(at, (ahead) =>
        runInTransaction(implementation, asked.request, ahead?.context ?? contextOf(asked), {
          keep: keeping(tx, asked),
          claim: claimOf.get(asked) ?? null,
          begun: ahead?.begun ?? null,
        }),
      );
      done.push(call);
    }
    turn = null;
    calls.end();
    return done;
  };
  let done: Done[];
  try {
    done = await inTenant(services.db, place, work);
  } catch (error) {
    return { apart: whoRefused(error, turn) };
  }
  return { done: done.map((each, at) => publish(several[at]!, each)) };
}

/** Whether it may share a transaction: it reads first, sees the whole company, and can be done again, as its key tells what was. */
const isBatched = ({ implementation, place, request, use }: Asked): boolean =>
  implementation.reader !== null &&
  use !== null &&
  request.id === null &&
  !implementation.operation.on.of_platform &&
  !place.rowScope;

const REQUESTS: CollectedBatch<Asked, Reply> = {
  records: ({ implementation, request, use }) => [
    ...recordsNamed(implementation.operation, request.input),
    ...(use ? [use.key] : []),
  ],
  alone,
  together,
};

/**
 * Runs an operation for one request.
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
  const asked: Asked = { services, implementation, call, request, place, use: keyUseOf(operation, request) };
  if (!isBatched(asked)) return alone(asked);
  return gathered(services, `${operation.name} in ${place.id}`, REQUESTS, asked);
}
