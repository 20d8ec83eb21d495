// Sealing what goes to disk: gzip where it pays, then AES-GCM 256 with a fresh nonce. The page and its worker both do it.
import { gunzip, gzip, joined } from "../../bytes.ts";
import { LocalFailure } from "../../connection/local-failure.ts";

/** Ciphertext with its nonce. The additional data that it was bound to isn't stored: the reader knows it. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** @throws LocalFailure INSECURE_CONTEXT where the page has no WebCrypto. */
export function requireCrypto(): SubtleCrypto {
  if (globalThis.crypto?.subtle) return globalThis.crypto.subtle;
  throw new LocalFailure("INSECURE_CONTEXT", "This address can't keep data safely: open it over https.");
}

export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Encrypts bytes; they open again only with the same key and the same `bound` text. */
export async function sealBytes(key: CryptoKey, bound: string, bytes: BufferSource): Promise<Sealed> {
  const iv = randomBytes(12);
  const data = await requireCrypto().encrypt(
    { name: "AES-GCM", iv, additionalData: utf8.encode(bound) },
    key,
    bytes,
  );
  return { iv, data };
}

/** @throws when key, bound text or bytes are not what was sealed. */
export function openBytes(key: CryptoKey, bound: string, sealed: Sealed): Promise<ArrayBuffer> {
  return requireCrypto().decrypt(
    { name: "AES-GCM", iv: sealed.iv, additionalData: utf8.encode(bound) },
    key,
    sealed.data,
  );
}

/** First byte of what is sealed: whether the rest is gzip. */
const PLAIN = 0;
const GZIP = 1;
/** Shorter values are not worth the stream that compresses them, nor another thread: a sale must be on disk at once. */
export const WORTH_PACKING = 4096;

async function pack(parts: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  const isWorth = parts.reduce((sum, part) => sum + part.length, 0) >= WORTH_PACKING;
  return joined(isWorth ? [Uint8Array.of(GZIP), await gzip(parts)] : [Uint8Array.of(PLAIN), ...parts]);
}

async function unpack(packed: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const body = packed.subarray(1);
  return packed[0] === PLAIN ? body.slice().buffer : gunzip(body);
}

/** Seals bytes that lie in several parts, compressed where that pays. */
export async function sealPacked(
  key: CryptoKey,
  bound: string,
  parts: readonly Uint8Array<ArrayBuffer>[],
): Promise<Sealed> {
  return sealBytes(key, bound, await pack(parts));
}

/** Opens what `sealPacked` made of bytes. */
export async function openPacked(key: CryptoKey, bound: string, sealed: Sealed): Promise<ArrayBuffer> {
  return unpack(new Uint8Array(await openBytes(key, bound, sealed)));
}

/** Opens what `sealPacked` made of a text. */
export async function openText(key: CryptoKey, bound: string, sealed: Sealed): Promise<string> {
  return text.decode(await openPacked(key, bound, sealed));
}
