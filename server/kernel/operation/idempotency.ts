// Idempotency keys (contract §1): the first answer again, and never a key that blocks for ever.
import { createHash } from "node:crypto";
import { Failure } from "../../../shared/kernel/failure.ts";
import { type FieldKind, metaIn } from "../../../shared/kernel/field.ts";
import { planInsert } from "../db/bulk.ts";
import type { Tx } from "../db/db.ts";
import type { DeferredWrite } from "../db/deferred-writes.ts";
import { type Declarations, declaredNames } from "../declared-names.ts";

const KEEP_DAYS = 90;
const DAY_MS = 86_400_000;

export interface KeyUse {
  key: string;
  operation: string;
  request_hash: string;
}

const AMOUNTS: ReadonlySet<FieldKind | undefined> = new Set(["money", "decimal"] as const);
const DECIMAL = /^(-?)(0|[1-9]\d*)(?:\.(\d*?)0*)?$/;

let amounts: ReadonlySet<string> = new Set();

/** Learns from the declarations which fields are amounts. Told once at start, like the tables. */
export function knowAmounts(modules: readonly Declarations[]): void {
  amounts = declaredNames(modules, (field) => AMOUNTS.has(metaIn(field)?.kind));
}

/** "5", "5.00" and 5 are one amount. */
function plainNumber(value: unknown): unknown {
  const [, sign = "", whole = "", fraction = ""] = DECIMAL.exec(String(value)) ?? [];
  return whole === "" ? value : `${sign}${whole}${fraction && `.${fraction}`}`;
}

/** A body's fingerprint: the same for the same values, whatever the order of their names and however a number is written. */
export function hashRequest(operation: string, target: string | null, body: unknown): string {
  const canonical = JSON.stringify([operation, target, body], (name, value: unknown) => {
    // A name or the number of a transfer is a text, whatever it looks like.
    if (typeof value === "number" || (typeof value === "string" && amounts.has(name)))
      return plainNumber(value);
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

/** What was answered first, where there is an answer already. */
export interface Answered {
  status: number;
  body: unknown;
}

interface KeptRow {
  key: string;
  request_hash: string;
  response_status: number;
  response_data: unknown;
}

/** A key's lock, and what is kept under it. */
interface Claim {
  got: boolean;
  first: KeptRow | null;
}

/**
 * Claims different keys for this transaction. The claim is a lock that vanishes with the transaction, so a crash leaves
 * nothing.
 * @returns for each its first answer where there is one already, else null: go on, and send `answerKept`. Each fails separately:
 * Failure IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED.
 */
export function claimKeys(
  tx: Tx,
  tenantId: string | null,
  uses: readonly KeyUse[],
): Promise<Answered | null>[] {
  const { table, ours } = keysOf(tx, tenantId);
  const names = uses.map(({ key }) => `idempotency:${tenantId}:${key}`);
  const keys = uses.map(({ key }) => key);
  // One after the other in one round trip: what is read is what was there once the locks were held.
  const claims = Promise.all([
    tx<{ got: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended(name, 0)) as got
      from unnest(${names}::text[]) with ordinality as of (name, place) order by place`,
    tx<KeptRow[]>`
      select key, request_hash, response_status, response_data from ${table}
      where ${ours} and key = any(${keys}::text[])`,
  ]).then(([locks, kept]) => {
    const firsts = new Map(kept.map((row) => [row.key, row]));
    return uses.map(
      ({ key }, at): Claim => ({ got: locks[at]?.got ?? false, first: firsts.get(key) ?? null }),
    );
  });
  return uses.map(async (use, at) => answeredFirst(use, (await claims)[at]!));
}

function answeredFirst(use: KeyUse, { got, first }: Claim): Answered | null {
  if (!got) throw new Failure("IDEMPOTENCY_IN_PROGRESS");
  if (!first) return null;
  if (first.request_hash !== use.request_hash) throw new Failure("IDEMPOTENCY_KEY_REUSED");
  return { status: first.response_status, body: first.response_data };
}

const KEPT = {
  key: "text",
  operation: "text",
  request_hash: "text",
  response_status: "int",
  response_data: "json",
  expires_at: "timestamptz",
};

const KEPT_OF_TENANT = { tenant_id: "uuid", ...KEPT };

/** Keeps the answer with the effect: both are committed, or neither is. */
export function answerKept(
  tx: Tx,
  tenantId: string | null,
  use: KeyUse,
  { status, body }: Answered,
): DeferredWrite {
  const kept = {
    ...use,
    tenant_id: tenantId,
    // The key is what the row is known by.
    id: use.key,
    response_status: status,
    response_data: JSON.stringify(body ?? null),
    expires_at: new Date(Date.now() + KEEP_DAYS * DAY_MS),
  };
  return tenantId === null
    ? planInsert(tx, "platform_idempotency_keys", KEPT, [kept])
    : planInsert(tx, "idempotency_keys", KEPT_OF_TENANT, [kept]);
}
