// What proves a device and the people who work at it: a secret of the device, of which the server keeps the hash, and keys that
// it derives at each request from one root of the company. So none of them is lost with a restored database.
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Sql } from "../db/db.ts";

const MOMENT_BYTES = 8;
const RANDOM_BYTES = 24;
const STAMP_BYTES = 16;
const SECRET_BYTES = MOMENT_BYTES + RANDOM_BYTES + STAMP_BYTES;

const keyed = (root: Uint8Array, ...of: string[]): Buffer =>
  createHmac("sha256", root).update(of.join("\n").toLowerCase()).digest();

/** The company's root, made the first time that it is asked for. */
export async function rootOf(platform: Sql, tenant_id: string): Promise<Uint8Array> {
  const read = () =>
    platform<{ root: Uint8Array }[]>`select root from sync_keys where tenant_id = ${tenant_id}`;
  const [known] = await read();
  if (known) return known.root;
  await platform`insert into sync_keys ${platform({ tenant_id, root: randomBytes(32) })}
    on conflict (tenant_id) do nothing`;
  const [made] = await read();
  if (!made) throw new Error(`no sync key of tenant ${tenant_id}`);
  return made.root;
}

/**
 * With which a person proves what they did at a device, 32 bytes: the same each time, and told only to that person's own
 * session on that device.
 */
export const authorKey = (root: Uint8Array, device: string, person: string): Buffer =>
  keyed(root, "author", device, person);

/** The server's half of the key that encrypts a device's outbox; the other half is the device's secret. */
export const outboxKey = (root: Uint8Array, device: string): Buffer => keyed(root, "outbox", device);

/** The hash of a device's secret, as it is kept: the secret itself has 192 random bits. */
export const hashOfSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** Whether a secret is the one that this is the hash of. */
export const isSecret = (secret: string, hash: Uint8Array): boolean =>
  timingSafeEqual(hashOfSecret(secret), hash);

const stampOf = (root: Uint8Array, device: string, head: Buffer): Buffer =>
  keyed(root, "device", device, head.toString("hex")).subarray(0, STAMP_BYTES);

/** A secret for a device that is registered now. It says when, under the server's stamp. */
export function newSecret(root: Uint8Array, device: string, registered_at: Date): string {
  const moment = Buffer.alloc(MOMENT_BYTES);
  moment.writeBigUInt64BE(BigInt(registered_at.getTime()));
  const head = Buffer.concat([moment, randomBytes(RANDOM_BYTES)]);
  return Buffer.concat([head, stampOf(root, device, head)]).toString("base64url");
}

/**
 * When a device that this database does not know (it was set back) was registered, by the secret that was made for it then.
 * @returns null for a secret that was never made here for this device.
 */
export function registeredAt(root: Uint8Array, device: string, secret: string): Date | null {
  const bytes = Buffer.from(secret, "base64url");
  if (bytes.length !== SECRET_BYTES) return null;
  const head = bytes.subarray(0, MOMENT_BYTES + RANDOM_BYTES);
  if (!timingSafeEqual(bytes.subarray(head.length), stampOf(root, device, head))) return null;
  return new Date(Number(head.readBigUInt64BE()));
}
