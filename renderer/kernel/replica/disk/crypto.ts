// Sealing of values for the disk; and the key made of password and computer's secret.
import { cryptoJob } from "./crypto-jobs.ts";
import type { Cost } from "./kdf.ts";
import {
  openBytes,
  openText,
  requireCrypto,
  type Sealed,
  sealBytes,
  sealPacked,
  WORTH_PACKING,
} from "./sealing.ts";

export type { Cost } from "./kdf.ts";
export { openBytes, randomBytes, type Sealed, sealBytes } from "./sealing.ts";

/** OWASP's figure for scrypt: 128 MB, and half a second on the machine that it was measured on (two slow cores). */
export const COST: Cost = { N: 2 ** 17, r: 8, p: 1 };

export interface Wrapped extends Sealed {
  salt: Uint8Array<ArrayBuffer>;
  cost: Cost;
  /** Whether the computer's own secret is needed, too. */
  with_secret: boolean;
}

const utf8 = new TextEncoder();

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
export const fromBase64 = (packed: string) =>
  Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0)) as Uint8Array<ArrayBuffer>;

/** What base64url says, without padding. */
export const fromBase64Url = (packed: string) => fromBase64(packed.replaceAll("-", "+").replaceAll("_", "/"));

/** Imports 32 raw bytes. Extractable: whoever signs in with a changed password has the open key wrapped anew. */
export function importKey(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return requireCrypto().importKey("raw", raw, "AES-GCM", true, ["encrypt", "decrypt"]);
}

export async function exportKey(key: CryptoKey): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await requireCrypto().exportKey("raw", key));
}

/** Seals parts of one whole, compressed, where that is worth another thread aside: they are its own from then on. */
function sealParts(
  key: CryptoKey,
  bound: string,
  parts: readonly Uint8Array<ArrayBuffer>[],
): Promise<Sealed> {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  if (size < WORTH_PACKING) return sealPacked(key, bound, parts);
  const moved = parts.map(({ buffer }) => buffer);
  return cryptoJob("seal", { key, bound, parts }, moved);
}

/** Seals a JSON value, compressed where that pays: a large one aside. */
export const seal = (key: CryptoKey, bound: string, value: unknown): Promise<Sealed> =>
  sealParts(key, bound, [utf8.encode(JSON.stringify(value))]);

/** So many records at a time are made JSON. */
const AT_A_TIME = 16;
const COMMA = ",".charCodeAt(0);

/**
 * Seals a list of JSON values as `seal` would. There is no text of all of them: one of more than 128 kB dies only in a full
 * collection of garbage, and a month end leaves hundreds of MB of such texts for it.
 */
export function sealList(key: CryptoKey, bound: string, values: readonly unknown[]): Promise<Sealed> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0; start < Math.max(values.length, 1); start += AT_A_TIME) {
    const part = utf8.encode(JSON.stringify(values.slice(start, start + AT_A_TIME)));
    if (start > 0) part[0] = COMMA;
    parts.push(start + AT_A_TIME < values.length ? part.subarray(0, -1) : part);
  }
  return sealParts(key, bound, parts);
}

/** A compressed text is at least this much shorter than what was worth compressing. */
const WORTH_ASIDE = WORTH_PACKING / 4;

/** Opens what `seal` made. The caller checks the shape: only who holds the key can have written it. */
export async function unseal(key: CryptoKey, bound: string, sealed: Sealed): Promise<unknown> {
  const isSmall = sealed.data.byteLength < WORTH_ASIDE;
  return JSON.parse(
    isSmall ? await openText(key, bound, sealed) : await cryptoJob("open", { key, bound, sealed }),
  );
}

/** Seals many bytes, compressed, aside; they are its own from then on. */
export const sealMany = (key: CryptoKey, bound: string, plain: Uint8Array<ArrayBuffer>): Promise<Sealed> =>
  sealParts(key, bound, [plain]);

/** Opens what `sealMany` made, aside. @throws when key, bound text or bytes are not what was sealed. */
export const unsealMany = (key: CryptoKey, bound: string, sealed: Sealed): Promise<ArrayBuffer> =>
  cryptoJob("openBytes", { key, bound, sealed });

/** The password made expensive to guess; the page stays usable meanwhile. */
export const stretch = (
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  cost: Cost,
): Promise<Uint8Array<ArrayBuffer>> => cryptoJob("stretch", { password, salt, cost });

async function derive(material: Uint8Array<ArrayBuffer>, info: string): Promise<ArrayBuffer> {
  const subtle = requireCrypto();
  const key = await subtle.importKey("raw", material, "HKDF", false, ["deriveBits"]);
  const salt = new Uint8Array(32);
  return subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info: utf8.encode(info) }, key, 256);
}

/** The key of a device's outbox, base64: of the device's secret and the server's part of it, neither of which says it alone. */
export async function outboxKeyOf(of: {
  device_id: string;
  device_secret: string;
  /** base64url */
  outbox_key: string;
}): Promise<string> {
  const [secret, part] = [utf8.encode(of.device_secret), fromBase64Url(of.outbox_key)];
  const both = new Uint8Array(secret.length + part.length);
  both.set(secret);
  both.set(part, secret.length);
  return base64(new Uint8Array(await derive(both, `outbox|${of.device_id}`)));
}

/** What shows the computer's key store that the password is the right one; it tells nothing about the key itself. */
export async function proofOf(stretched: Uint8Array<ArrayBuffer>, bound: string): Promise<string> {
  return base64(new Uint8Array(await derive(stretched, `proof|${bound}`)));
}

/** The wrapping key: of the stretched password and, where the computer has one, of its secret; neither alone makes it. */
async function wrappingKey(stretched: Uint8Array, secret: Uint8Array | null, bound: string) {
  const both = new Uint8Array(stretched.length + (secret?.length ?? 0));
  both.set(stretched);
  if (secret) both.set(secret, stretched.length);
  return importKey(new Uint8Array(await derive(both, `wrap|${bound}`)));
}

/** Wraps a raw data key by a stretched password and the computer's secret. */
export async function wrapKey(
  raw: Uint8Array<ArrayBuffer>,
  made: { stretched: Uint8Array; salt: Uint8Array<ArrayBuffer>; cost: Cost; secret: Uint8Array | null },
  bound: string,
): Promise<Wrapped> {
  const { stretched, salt, cost, secret } = made;
  const key = await wrappingKey(stretched, secret, bound);
  return { ...(await sealBytes(key, bound, raw)), salt, cost, with_secret: secret !== null };
}

/** The raw data key, or null when password or secret is another one. */
export async function unwrapKey(
  wrapped: Wrapped,
  stretched: Uint8Array,
  secret: Uint8Array | null,
  bound: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const key = await wrappingKey(stretched, secret, bound);
  try {
    return new Uint8Array(await openBytes(key, bound, wrapped));
  } catch {
    // AES-GCM says no more than "does not open": with a derived key that means another password or secret.
    return null;
  }
}
