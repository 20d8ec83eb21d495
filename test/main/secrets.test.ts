// Secrets on disk: unreadable without the operating system's key, refused without a key store, safe under two writers.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSecretStore } from "../../main/electron/secrets.ts";
import { keyStore } from "../helpers/fake-electron.ts";

let folder: string;
const file = () => join(folder, "profile", "secrets.json");
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lastmile-secrets-"));
  keyStore.backend = "gnome_libsecret";
});
afterEach(() => rmSync(folder, { recursive: true }));

test("A secret outlives the program, is not on disk in plain text, and goes when removed", async () => {
  await createSecretStore(file()).set("replica-key", "correct horse");
  const text = readFileSync(file(), "utf8");
  expect(text).not.toContain("horse");
  expect(text).not.toContain(Buffer.from("correct horse").toString("base64").slice(0, 12));
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  const later = createSecretStore(file());
  expect(await later.get("replica-key")).toBe("correct horse");
  expect(await later.get("other")).toBeNull();
  await later.remove("replica-key");
  expect(await createSecretStore(file()).get("replica-key")).toBeNull();
});

test("Changes at the same time are all kept", async () => {
  const store = createSecretStore(file());
  const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
  await Promise.all(names.map((name) => store.set(name, `value of ${name}`)));
  const again = createSecretStore(file());
  expect(await Promise.all(names.map((name) => again.get(name)))).toEqual(
    names.map((name) => `value of ${name}`),
  );
});

test("Who reads while a change is under way gets what it leaves", async () => {
  const store = createSecretStore(file());
  await store.set("a", "1");
  const removed = store.remove("a");
  expect(await store.get("a")).toBeNull();
  await removed;
});

test.runIf(process.platform === "linux")("A key store that only scrambles is refused", async () => {
  await createSecretStore(file()).set("a", "1");
  keyStore.backend = "basic_text";
  const store = createSecretStore(file());
  expect(await store.available()).toBe(false);
  const refusal = { code: "UNAVAILABLE", extra: { reason: "SECRETS_UNAVAILABLE" } };
  await expect(store.set("b", "2")).rejects.toMatchObject(refusal);
  await expect(store.get("a")).rejects.toMatchObject(refusal);
  keyStore.backend = "gnome_libsecret";
  expect(await store.get("a")).toBe("1");
});

test("After the key turned, reading encrypts again with the new one", async () => {
  const store = createSecretStore(file());
  await store.set("a", "1");
  const before = readFileSync(file(), "utf8");
  keyStore.turn();
  expect(await store.get("a")).toBe("1");
  const after = readFileSync(file(), "utf8");
  expect(after).not.toBe(before);
  expect(await store.get("a")).toBe("1");
  expect(readFileSync(file(), "utf8")).toBe(after);
});

test("A secret of a lost key is an error that names it, and stays on disk", async () => {
  const store = createSecretStore(file());
  await store.set("a", "1");
  const lost = { a: Buffer.concat([Buffer.from([250]), Buffer.alloc(20)]).toString("base64") };
  writeFileSync(file(), JSON.stringify(lost));
  await expect(store.get("a")).rejects.toMatchObject({
    code: "UNAVAILABLE",
    extra: { reason: "SECRET_UNREADABLE" },
  });
  expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual(lost);
});

test("A damaged file is an error, not an empty store", async () => {
  const store = createSecretStore(file());
  await store.set("a", "1");
  writeFileSync(file(), "{");
  await expect(store.get("a")).rejects.toThrow();
  await expect(store.set("b", "2")).rejects.toThrow();
  expect(readFileSync(file(), "utf8")).toBe("{");
});
