// Encrypts what devices and providers trust us with (contract §3): AES-256-GCM under one key of the installation.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SecretBox {
  seal(text: string): Buffer;
  /** @throws Error when the bytes were sealed with another key, or changed since. */
  open(sealed: Uint8Array): string;
}

export function secretBox(key: Buffer): SecretBox {
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString("utf8");
    },
  };
}

/** The installation's key: as configured, else made once into the data directory, readable by its owner alone. */
export async function loadSecretKey(configured: string | null, dataDir: string): Promise<Buffer> {
  if (configured) return Buffer.from(configured, "base64");
  const path = join(dataDir, "secret-key");
  await mkdir(dataDir, { recursive: true });
  try {
    // "wx": of two servers that start at once, one makes the key and the other reads it.
    await writeFile(path, randomBytes(32).toString("base64"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return Buffer.from(await readFile(path, "utf8"), "base64");
}
