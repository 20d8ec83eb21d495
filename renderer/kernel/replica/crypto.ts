// Sealing what goes to disk: gzip, then AES-GCM 256 with a fresh nonce; and the password's key (PBKDF2-SHA-256).
import { LocalFailure } from "./failure.ts";

const KDF_ITERATIONS = 600_000;

/** Ciphertext with its nonce. The additional data that it was bound to isn't stored: the reader knows it. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

export interface Wrapped extends Sealed {
  salt: Uint8Array<ArrayBuffer>;
  iterations: number;
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

async function passwordKey(password: string, salt: BufferSource, iterations: number): Promise<CryptoKey> {
  const subtle = requireCrypto();
  const material = await subtle.importKey("raw", utf8.encode(password.normalize("NFC")), "PBKDF2", false, [
    "deriveKey",
  ]);
  return subtle.deriveKey(
    { name: "PBKDF2", hash: "SHA-256", salt, iterations },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

/** Wraps a raw data key by a key derived from the password, with a fresh salt. */
export async function wrapKey(
  raw: Uint8Array<ArrayBuffer>,
  password: string,
  bound: string,
): Promise<Wrapped> {
  const salt = randomBytes(16);
  const key = await passwordKey(password, salt, KDF_ITERATIONS);
  return { ...(await sealBytes(key, bound, raw)), salt, iterations: KDF_ITERATIONS };
}

/** The raw data key, or null when the password is another one. */
export async function unwrapKey(
  wrapped: Wrapped,
  password: string,
  bound: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const key = await passwordKey(password, wrapped.salt, wrapped.iterations);
  try {
    return new Uint8Array(await openBytes(key, bound, wrapped));
  } catch {
    // AES-GCM says no more than "does not open": with a derived key that means another password.
    return null;
  }
}
