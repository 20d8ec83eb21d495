// Encrypts what devices and providers trust us with (contract §3): AES-256-GCM under a key of the installation, bound to the
// row and column where it is stored, so that a sealed value moved elsewhere does not open.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

const FORMAT = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NONCE_AT = 1 + KEY_ID_BYTES;
const TAG_AT = NONCE_AT + NONCE_BYTES;
const BODY_AT = TAG_AT + TAG_BYTES;
/** Of a sealed value, what says by which key. */
export const HEAD_BYTES = NONCE_AT;

/** Where a sealed value is stored. */
export interface SecretPlace {
  table: string;
  column: string;
  /** The row's id; where the key has several columns, their values with a space between. */
  id: string;
}

/** That a holder of a key has written a text. */
export interface Signature {
  key_id: string;
  /** In hex. */
  hmac: string;
}

export interface SecretBox {
  /** Seals with the present key. */
  seal(text: string, place: SecretPlace): Buffer;
  /** @throws Error when the bytes were sealed with a key that is not known or for another place, or changed since. */
  open(sealed: Uint8Array, place: SecretPlace): string;
  /** Whether the present key sealed it; what an older one sealed is to be sealed again. */
  isCurrent(sealed: Uint8Array): boolean;
  /** Tells the present key from others, and nothing about it. */
  readonly key_id: string;
  /** Which key sealed a value that begins so. */
  keyIdOf(sealed: Uint8Array): string;
  /** Whether what was sealed with the key of this id can be opened here. */
  knows(key_id: string): boolean;
  /** Signs with the present key. @param purpose what was signed for one thing counts for no other. */
  sign(text: string, purpose: string): Signature;
  /** Whether a key that is known here signed the text for this purpose. */
  isSigned(text: string, purpose: string, signature: Signature): boolean;
}

/** Tells keys apart without telling anything about them. */
const keyId = (key: Buffer): Buffer =>
  createHash("sha256").update("lastmile key id").update(key).digest().subarray(0, KEY_ID_BYTES);

const bound = (id: Buffer, { table, column, id: row }: SecretPlace): Buffer =>
  Buffer.concat([Buffer.from([FORMAT]), id, Buffer.from(JSON.stringify([table, column, row]))]);

/** Of a key made for the purpose alone: the one that encrypts signs nothing itself. */
const hmacOf = (key: Buffer, purpose: string, text: string): Buffer =>
  createHmac("sha256", createHmac("sha256", key).update(`lastmile sign ${purpose}`).digest())
    .update(text)
    .digest();

/** @param older keys that still open what they sealed, and seal nothing more. */
export function secretBox(key: Buffer, older: readonly Buffer[] = []): SecretBox {
  const keys = new Map([key, ...older].map((one) => [keyId(one).toString("hex"), one]));
  const current = keyId(key);
  const idOf = (sealed: Uint8Array) => Buffer.from(sealed.subarray(1, NONCE_AT));
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(bound(current, place));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.from([FORMAT]), current, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, place) {
      const id = idOf(sealed);
      const known = keys.get(id.toString("hex"));
      if (sealed[0] !== FORMAT || !known) throw new Error("Sealed with a key that is not known here");
      const decipher = createDecipheriv("aes-256-gcm", known, sealed.subarray(NONCE_AT, TAG_AT), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(bound(id, place)).setAuthTag(sealed.subarray(TAG_AT, BODY_AT));
      return Buffer.concat([decipher.update(sealed.subarray(BODY_AT)), decipher.final()]).toString("utf8");
    },
    isCurrent: (sealed) => idOf(sealed).equals(current),
    key_id: current.toString("hex"),
    keyIdOf: (sealed) => idOf(sealed).toString("hex"),
    knows: (key_id) => keys.has(key_id),
    sign: (text, purpose) => ({
      key_id: current.toString("hex"),
      hmac: hmacOf(key, purpose, text).toString("hex"),
    }),
    isSigned(text, purpose, { key_id, hmac }) {
      const known = keys.get(key_id);
      const given = Buffer.from(hmac, "hex");
      return (
        known !== undefined && given.length === 32 && timingSafeEqual(given, hmacOf(known, purpose, text))
      );
    },
  };
}

const KEY = /^[A-Za-z0-9+/]{43}=$/;

/** A key as it is written; null: it is none. */
export const keyOf = (text: string): Buffer | null => (KEY.test(text) ? Buffer.from(text, "base64") : null);

/** The key that is there can't be the one that is wanted; the message says what to do. */
export class UnusableKey extends Error {
  override readonly name = "UnusableKey";
}

async function readKey(path: string): Promise<Buffer | null> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const key = keyOf(text.trim());
  if (key) return key;
  throw new UnusableKey(
    `${path} holds no key of 32 bytes in base64: put the right one there, or remove it where no secret was kept yet`,
  );
}

/** Under its name the file is whole: a full disk or a power cut leaves no part of a key. Of two servers that start at once one makes it. */
async function makeKey(path: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  try {
    const file = await open(draft, "w", 0o600);
    try {
      await file.writeFile(randomBytes(32).toString("base64"));
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * The installation's key: as configured, else made once into the data directory, readable by its owner alone.
 * @throws UnusableKey when the file there is none.
 */
export async function loadSecretKey(configured: string | null, dataDir: string): Promise<Buffer> {
  if (configured) return Buffer.from(configured, "base64");
  const path = join(dataDir, "secret-key");
  await mkdir(dataDir, { recursive: true });
  const kept = await readKey(path);
  if (kept) return kept;
  await makeKey(path);
  return (await readKey(path)) as Buffer;
}
