// The keys in callback addresses: 256 random bits each, found by their hash, told whole to who may change the account.
import { createHash, randomBytes } from "node:crypto";
import { newId } from "../../../shared/kernel/id.ts";
import type { InboundSource } from "../../../shared/kernel/outgoing/inbound.ts";
import type { Sql, Tx } from "../db/db.ts";
import type { OperationContext } from "../operation/context.ts";
import type { SecretBox } from "../secrets/secret-box.ts";

const KEY_BYTES = 32;
/** For so long the old address works. */
const OLD_HOURS = 24;

export const CALLBACK_KEYS = {
  table: "callback_keys",
  column: "key_encrypted",
  key: ["id"],
  of_tenants: true,
} as const;

const placeOf = (id: string) => ({ table: CALLBACK_KEYS.table, column: CALLBACK_KEYS.column, id });

const hashOf = (key: string): Buffer => createHash("sha256").update(key).digest();

/** Whose calls come in by a key. */
export interface KeyHolder {
  source: InboundSource;
  receiver: string;
  account: string;
}

/** Gives an account its key; one that it had works for a day more. @returns the new one. */
export async function giveCallbackKey(ctx: OperationContext, holder: KeyHolder): Promise<string> {
  const { tx, tenant, services } = ctx;
  const key = randomBytes(KEY_BYTES).toString("base64url");
  const id = newId();
  await tx`update callback_keys set ends_at = least(coalesce(ends_at, 'infinity'), now() + ${OLD_HOURS} * interval '1 hour')
    where tenant_id = ${tenant.id} and account = ${holder.account}`;
  const sealed = services.secrets.seal(key, placeOf(id));
  const row = { tenant_id: tenant.id, id, ...holder, key_hash: hashOf(key), key_encrypted: sealed };
  await tx`insert into callback_keys ${tx(row)}`;
  return key;
}

/** Where an account's calls come in. @param origin what the company's addresses begin with. */
export const callbackAddress = (origin: string, key: string): string => `${origin}/api/v1/callbacks/${key}/`;

/** The key that an account's calls come in by; null: it has none. */
export async function callbackKeyOf(
  sql: Sql | Tx,
  box: SecretBox,
  tenant: string,
  account: string,
): Promise<string | null> {
  const [row] = await sql<{ id: string; key_encrypted: Uint8Array }[]>`
    select id, key_encrypted from callback_keys
    where tenant_id = ${tenant} and account = ${account} and ends_at is null`;
  return row ? box.open(row.key_encrypted, placeOf(row.id)) : null;
}

/** Who has a key; null: nobody, or not any more. */
export async function holderOf(sql: Sql, key: string): Promise<(KeyHolder & { tenant_id: string }) | null> {
  const [row] = await sql<(KeyHolder & { tenant_id: string })[]>`
    select /* every tenant */ tenant_id, source, receiver, account from callback_keys
    where key_hash = ${hashOf(key)} and (ends_at is null or ends_at > now())`;
  return row ?? null;
}
