// The session: sign in, lock, unlock offline, renew, change the password, sign out and wipe, be thrown out.

import { afterEach, expect, test } from "vitest";
import { useConnection } from "../../renderer/kernel/connection/connection.ts";
import { until } from "../../renderer/kernel/replica/observable.ts";
import { startSession, useSession } from "../../renderer/kernel/session/session-store.ts";
import { rechargeCreate } from "../../shared/billing/index.ts";
import { eventually } from "../helpers/process/wait.ts";
import { openFixture } from "./helpers/fixture.ts";
import { inSync, rechargeOf } from "./helpers/headless-desktop.ts";
import { customers } from "./helpers/memory-server.ts";

const cost = { N: 2 ** 12, r: 8, p: 1 };
const fixture = openFixture(["customers", "recharges", "settings"]);
const session = () => useSession.getState();
const replica = () => session().replica!;
const input = (more: object = {}) => ({
  server: `${fixture.proxy.url}/`,
  tenant: "demo",
  username: "counter",
  password: "right-horse",
  ...more,
});
const recharge = rechargeOf(customers(1)[0]!.id, "5");

afterEach(() => session().lock());

async function signInHere(more?: object): Promise<void> {
  await startSession({ cost });
  await session().signIn(input(more));
}

test("Sign in, lock, unlock without a server, and know who one is", async () => {
  fixture.memoryServer.put("customers", customers(10));
  await signInHere();
  expect(session()).toMatchObject({ phase: "open", account: { username: "counter", tenant: "demo" } });
  expect(session().can("billing.recharge.create")).toBe(true);
  expect(session().can("network.router.reboot")).toBe(false);
  await inSync(replica());
  await session().lock();
  expect(session()).toMatchObject({ phase: "locked", replica: null, identity: null });
  expect(session().can("billing.recharge.create")).toBe(false);

  fixture.proxy.set("refuse");
  await expect(session().signIn(input())).rejects.toMatchObject({ code: "OFFLINE" });
  await session().unlock(session().accounts[0]!.id, "right-horse");
  expect(session().identity).toMatchObject({
    user: { username: "counter" },
    settings: { currency: "BDT", timezone: "Asia/Dhaka" },
  });
  await until(replica().progress$, ({ phase }) => phase === "ready");
  expect(replica().count("customers")).toBe(10);
  await eventually(() => useConnection.getState().state === "offline");
});

test("A wrong password says so and changes nothing", async () => {
  await startSession({ cost });
  await expect(session().signIn(input({ password: "wrong" }))).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    problem: { code: "INVALID_CREDENTIALS" },
  });
  expect(session().phase).toBe("locked");
});

test("Changed permissions and settings arrive by themselves", async () => {
  await signInHere();
  await inSync(replica());
  fixture.memoryServer.permissions.push("network.router.reboot");
  fixture.memoryServer.put("settings", [{ id: "s", currency: "JPY" }]);
  await replica().setToken(await replica().profile.get("token"));
  await eventually(() => session().can("network.router.reboot"));
  await eventually(() => session().identity?.settings.currency === "JPY");
});

test("Renewing with a password changed elsewhere: the next unlock takes the new one", async () => {
  await signInHere();
  await inSync(replica());
  fixture.memoryServer.people[0]!.password = "new-horse";
  fixture.memoryServer.expire();
  await replica().send(rechargeCreate, recharge);
  await eventually(() => useConnection.getState().state === "signed-out");
  await session().renew("new-horse");
  await eventually(() => useConnection.getState().waiting === 0);
  expect(fixture.memoryServer.applied).toHaveLength(1);
  const { id } = session().account!;
  await session().lock();
  await expect(session().unlock(id, "right-horse")).rejects.toMatchObject({ code: "WRONG_PASSWORD" });
  await session().unlock(id, "new-horse");
});

test("Changing the password here wraps the key anew", async () => {
  await signInHere();
  await session().changePassword("right-horse", "third-horse");
  const { id } = session().account!;
  await session().lock();
  fixture.proxy.set("refuse");
  await session().unlock(id, "third-horse");
});

test("Sign out and wipe is refused while work waits; afterwards nothing is left", async () => {
  await signInHere();
  await inSync(replica());
  const { database } = session().account!;
  fixture.proxy.set("refuse");
  await replica().send(rechargeCreate, recharge);
  await eventually(() => useConnection.getState().state === "offline");
  await expect(session().signOut({ wipe: true })).rejects.toMatchObject({ code: "WIPE_REFUSED" });
  expect(session().phase).toBe("open");
  fixture.proxy.set("pass");
  await eventually(() => useConnection.getState().waiting === 0);
  await session().signOut({ wipe: true });
  expect(session()).toMatchObject({ phase: "locked", replica: null });
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).not.toContain(database);
  expect(session().accounts.map((account) => account.database)).not.toContain(database);
});

test("A revoked device is wiped by itself, and may sign in again as a new one", async () => {
  await signInHere();
  await inSync(replica());
  const { database } = session().account!;
  fixture.memoryServer.faults.revoked = true;
  for (const tell of fixture.memoryServer.listeners) tell(["customers"]);
  await eventually(() => session().notice === "revoked");
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(database);
  fixture.memoryServer.faults.revoked = false;
  await session().signIn(input());
  await inSync(replica());
  expect(await replica().nextReceiptNumber()).toBe("D2-1");
});

test("Who is no longer a member loses what lies here when he tries to get in", async () => {
  fixture.memoryServer.put("customers", customers(10));
  await signInHere();
  await inSync(replica());
  const { database } = session().account!;
  fixture.memoryServer.people[0]!.is_member = false;
  fixture.memoryServer.expire();
  await replica().send(rechargeCreate, recharge);
  await eventually(() => useConnection.getState().state === "signed-out");
  await expect(session().renew("right-horse")).rejects.toMatchObject({
    problem: { code: "TENANT_INACTIVE" },
  });
  expect(session()).toMatchObject({ phase: "locked", notice: "ended" });
  // The sale that was made before is not lost with it.
  const kept = session().accounts.find((account) => account.database === database);
  await session().unlock(kept!.id, "right-horse");
  await until(replica().progress$, ({ phase }) => phase === "ready");
  expect(replica().count("customers")).toBe(0);
  expect(useConnection.getState().waiting).toBe(1);
});
