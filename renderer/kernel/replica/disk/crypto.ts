// Sealing what goes to disk: gzip, then AES-GCM 256 with a fresh nonce; and the key made of password and computer's secret.
import { scryptAsync } from "@noble/hashes/scrypt.js";
import { LocalFailure } from "../../connection/local-failure.ts";

/** What scrypt costs; kept with every account, so that it can be raised without locking anybody out. */
export interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP's figure for scrypt: 128 MB, and half a second on the machine that it was measured on (two slow cores). */
export const COST: Cost = { N: 2 ** 17, r: 8, p: 1 };
/** Longest time in ms that stretching keeps the page from anything else. */
const TICK_MS = 8;

/** Ciphertext with its nonce. The additional data that it was bound to isn't stored: the reader knows it. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

export interface Wrapped extends Sealed {
  salt: Uint8Array<ArrayBuffer>;
  cost: Cost;
  /** Whether the computer's own secret is needed, too. */
  with_secret: boolean;
}

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** @throws LocalFailure INSECURE_CONTEXT where the page has no WebCrypto. */
function requireCrypto(): SubtleCrypto {
  if (globalThis.crypto?.subtle) return globalThis.crypto.subtle;
  throw new LocalFailure("INSECURE_CONTEXT", "This address can't keep data safely: open it over https.");
}

export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
export const fromBase64 = (packed: string) =>
  Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0)) as Uint8Array<ArrayBuffer>;

/** Imports 32 raw bytes. Extractable: whoever signs in with a changed password has the open key wrapped anew. */
export function importKey(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return requireCrypto().importKey("raw", raw, "AES-GCM", true, ["encrypt", "decrypt"]);
}

export async function exportKey(key: CryptoKey): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await requireCrypto().exportKey("raw", key));
}

/** Encrypts bytes; they open again only with the same key and the same `bound` text. */
async function sealBytes(key: CryptoKey, bound: string, bytes: BufferSource): Promise<Sealed> {
  const iv = randomBytes(12);
  const data = await requireCrypto().encrypt(
    { name: "AES-GCM", iv, additionalData: utf8.encode(bound) },
    key,
    bytes,
  );
  return { iv, data };
}

/** @throws when key, bound text or bytes are not what was sealed. */
function openBytes(key: CryptoKey, bound: string, sealed: Sealed): Promise<ArrayBuffer> {
  return requireCrypto().decrypt(
    { name: "AES-GCM", iv: sealed.iv, additionalData: utf8.encode(bound) },
    key,
    sealed.data,
  );
}

/** First byte of what is sealed: whether the rest is gzip. */
const PLAIN = 0;
const GZIP = 1;
/** Shorter values are not worth the stream that compresses them: a sale must be on disk at once. */
const WORTH_PACKING = 4096;

async function pack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const body =
    bytes.length < WORTH_PACKING
      ? bytes
      : await new Response(
          new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip")),
        ).arrayBuffer();
  const packed = new Uint8Array(body.byteLength + 1);
  packed[0] = body === bytes ? PLAIN : GZIP;
  packed.set(body instanceof Uint8Array ? body : new Uint8Array(body), 1);
  return packed;
}

async function unpack(packed: Uint8Array<ArrayBuffer>): Promise<BufferSource> {
  const body = packed.subarray(1);
  if (packed[0] === PLAIN) return body;
  const plain = new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).arrayBuffer();
}

/** Seals a JSON value, compressed where that pays. */
export async function seal(key: CryptoKey, bound: string, value: unknown): Promise<Sealed> {
  return sealBytes(key, bound, await pack(utf8.encode(JSON.stringify(value))));
}

/** Opens what `seal` made. The caller checks the shape: only who holds the key can have written it. */
export async function unseal(key: CryptoKey, bound: string, sealed: Sealed): Promise<unknown> {
  return JSON.parse(text.decode(await unpack(new Uint8Array(await openBytes(key, bound, sealed)))));
}

/** The password made expensive to guess; the page stays usable meanwhile. */
export async function stretch(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  cost: Cost,
): Promise<Uint8Array<ArrayBuffer>> {
  const { N, r, p } = cost;
  const options = { N, r, p, dkLen: 32, asyncTick: TICK_MS };
  return new Uint8Array(await scryptAsync(utf8.encode(password.normalize("NFC")), salt, options));
}

async function derive(material: Uint8Array<ArrayBuffer>, info: string): Promise<ArrayBuffer> {
  const subtle = requireCrypto();
  const key = await subtle.importKey("raw", material, "HKDF", false, ["deriveBits"]);
  const salt = new Uint8Array(32);
  return subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info: utf8.encode(info) }, key, 256);
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
