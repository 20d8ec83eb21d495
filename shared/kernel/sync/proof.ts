// The proof that a command's author gives (contract §5.2): one way to write what is proven, for server and desktop alike.

type Plain = null | boolean | number | string | readonly Plain[] | { readonly [name: string]: Plain };

function written(value: Plain): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: Plain) => written(item)).join(",")}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${written(member)}`).join(",")}}`;
}

/**
 * A value as canonical JSON: what JSON says of it (a member that is undefined is none), keys sorted by their UTF-16 units, no
 * blanks, numbers and texts as ECMAScript writes them (RFC 8785).
 */
export const canonicalJson = (value: unknown): string => written(JSON.parse(JSON.stringify(value)) as Plain);

/** What is proven of a command: every member as it goes over the wire. */
export interface Provable {
  readonly id: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly occurred_at: string;
  readonly device_seq: number;
  readonly device_id: string;
  /** The author's user id. */
  readonly author: string;
}

/** Proves what one author did at one device. */
export interface Prover {
  /** SHA-256 of the payload's canonical JSON, hex. */
  digest(payload: unknown): string;
  /** The proof, base64url. */
  prove(command: Omit<Provable, "payload"> & { readonly digest: string }): string;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Six bits a letter, without padding: what both sides have without a library of either. */
function base64url(bytes: Uint8Array): string {
  let [text, bits, held] = ["", 0, 0];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff;
    bits += 8;
    for (; bits >= 6; bits -= 6) text += ALPHABET[(held >> (bits - 6)) & 63];
  }
  return bits > 0 ? text + ALPHABET[(held << (6 - bits)) & 63] : text;
}

/**
 * Opens a key for proving; what it gives works at once, also within a transaction that waits for nothing else.
 * @param author_key 32 bytes.
 */
export async function openProver(author_key: Uint8Array): Promise<Prover> {
  // Only who proves needs it: what comes before the counter is as small as it can be.
  const { createHMAC, createSHA256 } = await import("hash-wasm");
  const [sha256, hmac] = await Promise.all([createSHA256(), createHMAC(createSHA256(), author_key)]);
  return {
    digest: (payload) => sha256.init().update(canonicalJson(payload)).digest("hex"),
    prove: ({ id, kind, digest, occurred_at, device_seq, device_id, author }) => {
      const lines = [id, kind, digest, occurred_at, device_seq, device_id, author];
      return base64url(hmac.init().update(lines.join("\n")).digest("binary"));
    },
  };
}
