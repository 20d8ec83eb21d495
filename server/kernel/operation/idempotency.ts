// Idempotency keys (contract §1): the first answer again, and never a key that blocks for ever.
import { createHash } from "node:crypto";
import { Failure } from "../../../shared/kernel/failure.ts";
import type { Fragment, Tx } from "../db/db.ts";

const KEEP_DAYS = 90;

export interface KeyUse {
  key: string;
  operation: string;
  request_hash: string;
}

const DECIMAL = /^(-?)(0|[1-9]\d*)(?:\.(\d*?)0*)?$/;

/** "5", "5.00" and 5 are one amount. */
function plainNumber(value: unknown): unknown {
  const [, sign = "", whole = "", fraction = ""] = DECIMAL.exec(String(value)) ?? [];
  return whole === "" ? value : `${sign}${whole}${fraction && `.${fraction}`}`;
}

/** A body's fingerprint: the same for the same values, whatever the order of their names and however a number is written. */
export function hashRequest(operation: string, target: string | null, body: unknown): string {
  const canonical = JSON.stringify([operation, target, body], (_key, value: unknown) => {
    if (typeof value === "number" || typeof value === "string") return plainNumber(value);
    return value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  });
  return createHash("sha256").update(canonical).digest("hex");
}

/** What was answered in a tenant, or on the platform (null), is kept apart. */
const keysOf = (tx: Tx, tenantId: string | null) =>
  tenantId === null
    ? { table: tx("platform_idempotency_keys"), ours: tx`true` }
    : { table: tx("idempotency_keys"), ours: tx`tenant_id = ${tenantId}` };

/**
 * Claims the key for this transaction. The claim is a lock that vanishes with the transaction, so a crash leaves nothing.
 * @returns the first answer where there is one already, else null: go on, and send `answerKept`.
 * @throws Failure IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED.
 */
export async function claimKey(
  tx: Tx,
  tenantId: string | null,
  use: KeyUse,
): Promise<{ status: number; body: unknown } | null> {
  const { table, ours } = keysOf(tx, tenantId);
  // One after the other in one round trip: what is read is what was there once the lock was held.
  const [[lock], [first]] = await Promise.all([
    tx<{ got: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended(${`idempotency:${tenantId}:${use.key}`}, 0)) as got`,
    tx<{ request_hash: string; response_status: number; response_data: unknown }[]>`
      select request_hash, response_status, response_data from ${table}
      where ${ours} and key = ${use.key}`,
  ]);
  if (!lock?.got) throw new Failure("IDEMPOTENCY_IN_PROGRESS");
  if (!first) return null;
  if (first.request_hash !== use.request_hash) throw new Failure("IDEMPOTENCY_KEY_REUSED");
  return { status: first.response_status, body: first.response_data };
}

/** The statement that keeps the answer with the effect: both are committed, or neither is. */
export function answerKept(
  tx: Tx,
  tenantId: string | null,
  use: KeyUse,
  status: number,
  body: unknown,
): Fragment {
  const { table } = keysOf(tx, tenantId);
  const [column, value] = tenantId === null ? [tx``, tx``] : [tx`tenant_id, `, tx`${tenantId}, `];
  return tx`insert into ${table} (${column}key, operation, request_hash, response_status, response_data, expires_at)
    values (${value}${use.key}, ${use.operation}, ${use.request_hash}, ${status},
      ${JSON.stringify(body ?? null)}::text::json, now() + ${`${KEEP_DAYS} days`}::interval)`;
}
