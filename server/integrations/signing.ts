// Standard Webhooks: secrets, and what a delivery is signed with.
import { createHmac, randomBytes } from "node:crypto";
import { newId } from "../../shared/kernel/id.ts";
import type { Sql, Tx } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;
/** Rotated more often than old ones end: the newest count. A header of 8 kB is what most servers take. */
const MOST_SECRETS = 10;

/** Where the secrets are kept. */
export const WEBHOOK_SECRETS = {
  table: "webhook_secrets",
  column: "secret_encrypted",
  key: ["id"],
  of_tenants: true,
} as const;

const placeOf = (id: string) => ({
  table: WEBHOOK_SECRETS.table,
  column: WEBHOOK_SECRETS.column,
  id,
});

/** Gives an endpoint a secret. @returns it in clear: it is told once. */
export async function addSecret(ctx: OperationContext, endpoint: string): Promise<string> {
  const secret = `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
  const id = newId();
  const secret_encrypted = ctx.services.secrets.seal(secret, placeOf(id));
  await ctx.tx`insert into webhook_secrets ${ctx.tx({ tenant_id: ctx.tenant.id, id, endpoint, secret_encrypted })}`;
  return secret;
}

/** The secrets that an endpoint's deliveries are signed with now, the newest first. */
export async function secretsOf(
  sql: Sql | Tx,
  box: SecretBox,
  tenant: string,
  endpoint: string,
): Promise<string[]> {
  const rows = await sql<{ id: string; secret_encrypted: Uint8Array }[]>`
    select id, secret_encrypted from webhook_secrets
    where tenant_id = ${tenant} and endpoint = ${endpoint} and (ends_at is null or ends_at > now())
    order by created_at desc limit ${MOST_SECRETS}`;
  return rows.map(({ id, secret_encrypted }) => box.open(secret_encrypted, placeOf(id)));
}

/** The headers that prove who sent a body, and when. @param seconds since 1970, of this attempt. */
export function signedHeaders(
  secrets: readonly string[],
  { id, seconds, body }: { id: string; seconds: number; body: string },
): Record<string, string> {
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  };
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": secrets.map(sign).join(" "),
  };
}
