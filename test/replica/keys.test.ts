// The keys of what lies here: password and computer's secret, neither alone; the failures are counted out of reach.

import { expect, test } from "vitest";
import { createAccountSecrets } from "../../main/electron/account-secrets.ts";
import { rechargeCreate } from "../../shared/billing/index.ts";
import { eventually } from "../helpers/process/wait.ts";
import { openFixture } from "./helpers/fixture.ts";
import { handedIn, inSync, openTestVault, rechargeOf } from "./helpers/headless-desktop.ts";
import { customers } from "./helpers/memory-server.ts";

const fixture = openFixture(["customers", "recharges"]);

/** A computer's key store, with everything that ever was in it. */
function keyStore() {
  const kept = new Map<string, string>();
  const ever: string[] = [];
  const secrets = createAccountSecrets({
    available: async () => true,
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => {
      kept.set(name, value);
      ever.push(value);
    },
    remove: async (name) => void kept.delete(name),
  });
  return { kept, ever, secrets };
}

async function rawKey(machine: string, secrets: ReturnType<typeof keyStore>["secrets"]): Promise<string> {
  const vault = await openTestVault(machine, secrets);
  const [known] = await vault.accounts();
  const { key } = await vault.unlock(known!.id, "right-horse");
  vault.close();
  return Buffer.from(await crypto.subtle.exportKey("raw", key)).toString("base64");
}

test("Neither the key store nor the password alone opens the replica; the data key is never in the key store", async () => {
  const computer = keyStore();
  await (await fixture.signIn("right-horse", computer.secrets)).close();
  const key = await rawKey(fixture.machine, computer.secrets);
  expect(computer.ever.join()).not.toContain(key);
  expect(computer.ever.join()).not.toContain("right-horse");
  // The disk and the password on another computer.
  await expect(fixture.unlock("right-horse", keyStore().secrets)).rejects.toMatchObject({
    code: "ONLINE_NEEDED",
  });
  await expect(fixture.unlock("right-horse")).rejects.toMatchObject({ code: "ONLINE_NEEDED" });
  // The disk and everything that the key store ever held, without the password.
  await expect(fixture.unlock("wrong", computer.secrets)).rejects.toMatchObject({ code: "WRONG_PASSWORD" });
  await (await fixture.unlock("right-horse", computer.secrets)).close();
});

test("Five wrong passwords lock it although the list of accounts is set back; on-line it opens again", async () => {
  const computer = keyStore();
  const desk = await fixture.signIn("right-horse", computer.secrets);
  await desk.close();
  const read = async (write?: unknown) => {
    const list = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(fixture.machine);
      request.onsuccess = () => resolve(request.result);
    });
    const store = list.transaction(["accounts"], "readwrite").objectStore("accounts");
    const request = write ? store.put(write, desk.account) : store.get(desk.account);
    const result = await new Promise((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    list.close();
    return result;
  };
  const before = await read();
  for (let n = 0; n < 5; n++) {
    await expect(fixture.unlock("wrong", computer.secrets)).rejects.toThrow();
    await read(before);
  }
  await expect(fixture.unlock("right-horse", computer.secrets)).rejects.toMatchObject({
    code: "LOCKED_UNTIL_ONLINE",
  });
  // Right after the lock the key store still refuses: the replica begins anew, and nothing is lost by it.
  fixture.memoryServer.put("customers", customers(4));
  const again = await fixture.signIn("right-horse", computer.secrets);
  await inSync(again.replica);
  expect(again.replica.count("customers")).toBe(4);
  await again.close();
  await (await fixture.unlock("right-horse", computer.secrets)).close();
});

test("With the key store lost, an on-line sign-in begins the replica anew and hands in what was unsent", async () => {
  fixture.memoryServer.put("customers", customers(4));
  const first = await fixture.signIn("right-horse", keyStore().secrets);
  await inSync(first.replica);
  fixture.proxy.set("refuse");
  await first.replica.send(rechargeCreate, rechargeOf(customers(1)[0]!.id, "9"));
  await first.close();
  fixture.proxy.set("pass");
  const again = await fixture.signIn("right-horse", keyStore().secrets);
  await handedIn(again.replica);
  await inSync(again.replica);
  await eventually(() => fixture.memoryServer.applied.length === 1);
  expect(again.replica.count("customers")).toBe(4);
});
