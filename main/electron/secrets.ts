// Keeps secrets on disk, encrypted with a key that the operating system keeps for this user (Electron's safeStorage).

import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { safeStorage } from "electron";
import { z } from "zod";
import { Failure } from "../../shared/kernel/failure.ts";
import { own } from "../../shared/kernel/safe-lookup.ts";
import type { SecretStore } from "./bridge-procedures.ts";

const entries = z.record(z.string(), z.base64());

async function available(): Promise<boolean> {
  // "basic_text" encrypts with a password that is the same on every computer: worse than nothing, it looks like safety.
  if (process.platform === "linux" && safeStorage.getSelectedStorageBackend() === "basic_text") return false;
  return safeStorage.isAsyncEncryptionAvailable();
}

async function mustBeAvailable(): Promise<void> {
  if (await available()) return;
  throw new Failure("UNAVAILABLE", "This computer has no key store to keep secrets in", {
    extra: { reason: "SECRETS_UNAVAILABLE" },
  });
}

/** Names and encrypted values in one file, replaced as a whole so that a crash leaves the old or the new one. */
export function createSecretStore(file: string): SecretStore {
  const read = async (): Promise<Record<string, string>> => {
    try {
      return entries.parse(JSON.parse(await readFile(file, "utf8")));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
      throw error;
    }
  };
  const write = async (values: Record<string, string>) => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.new`, JSON.stringify(values), { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  };
  // Each change reads the whole file first: two at once would lose one.
  let last: Promise<unknown> = Promise.resolve();
  const change = (edit: (values: Record<string, string>) => void): Promise<void> => {
    const turn = last.then(async () => {
      const values = await read();
      edit(values);
      await write(values);
    });
    last = turn.catch(() => undefined); // the caller gets the error; the next change starts all the same
    return turn;
  };
  const set = async (name: string, value: string) => {
    await mustBeAvailable();
    const encrypted = (await safeStorage.encryptStringAsync(value)).toString("base64");
    await change((values) => {
      values[name] = encrypted;
    });
  };

  return {
    available,
    set,
    async get(name) {
      await mustBeAvailable();
      await last;
      const encrypted = own(await read(), name);
      if (encrypted === undefined) return null;
      const { result, shouldReEncrypt } = await decrypt(name, encrypted);
      if (shouldReEncrypt) await set(name, result);
      return result;
    },
    remove: (name) =>
      change((values) => {
        delete values[name];
      }),
  };
}

async function decrypt(
  name: string,
  encrypted: string,
): Promise<{ result: string; shouldReEncrypt: boolean }> {
  try {
    return await safeStorage.decryptStringAsync(Buffer.from(encrypted, "base64"));
  } catch (error) {
    // The value stays in the file: with the key back (another login, a restored key ring) it can be read again.
    throw new Failure("UNAVAILABLE", `The secret ${name} can not be read with this user's key`, {
      extra: { reason: "SECRET_UNREADABLE", cause: error instanceof Error ? error.message : String(error) },
    });
  }
}
