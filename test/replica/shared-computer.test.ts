// One computer, several people and windows: what one left behind is seen and handed in; a purge reaches every window.

import { afterEach, expect, test } from "vitest";
import { useConnection } from "../../renderer/kernel/connection/connection.ts";
import { openDisk } from "../../renderer/kernel/replica/disk/disk.ts";
import { closeOutbox } from "../../renderer/kernel/replica/outbox/outbox-store.ts";
import { startSession, useSession } from "../../renderer/kernel/session/session-store.ts";
import { rechargeCreate } from "../../shared/billing/index.ts";
import { eventually } from "../helpers/process/wait.ts";
import { openFixture } from "./helpers/fixture.ts";
import { inSync, openTestVault, rechargeOf } from "./helpers/headless-desktop.ts";
import { customers } from "./helpers/memory-server.ts";

const cost = { N: 2 ** 12, r: 8, p: 1 };
const fixture = openFixture(["customers", "recharges", "settings"]);
const session = () => useSession.getState();
const recharge = (amount: string) => rechargeOf(customers(1)[0]!.id, amount);
afterEach(() => session().lock());

const signInAs = async (username: string, password: string, tenant = "demo") => {
  await startSession({ cost });
  await session().signIn({ server: fixture.proxy.url, tenant, username, password });
};

test("What the clerk of the morning left waiting is shown at his name, and handed in by the one of the evening as his", async () => {
  fixture.memoryServer.put("customers", customers(5));
  await signInAs("counter", "right-horse");
  await inSync(session().replica!);
  const morning = session().account!;
  fixture.proxy.set("refuse");
  for (const amount of ["1", "2", "3"]) await session().replica!.send(rechargeCreate, recharge(amount));
  await session().lock();
  expect(session().accounts.find(({ id }) => id === morning.id)).toMatchObject({ waiting: 3 });

  fixture.proxy.set("pass");
  await signInAs("evening", "evening-horse");
  await session().replica!.send(rechargeCreate, recharge("4"));
  await eventually(() => fixture.memoryServer.applied.length === 4);
  const [counter, evening] = fixture.memoryServer.people;
  const mine = fixture.memoryServer.applied.filter(({ author }) => author === counter!.id);
  expect(mine.map(({ payload }) => payload.amount)).toEqual(["1", "2", "3"]);
  expect(fixture.memoryServer.applied.filter(({ author }) => author === evening!.id)).toHaveLength(1);
  await eventually(() => session().accounts.every(({ waiting }) => waiting === 0));
  // Its own commands go on under its own device afterwards.
  await session().replica!.send(rechargeCreate, recharge("5"));
  await eventually(() => fixture.memoryServer.applied.length === 5);
  await eventually(() => useConnection.getState().waiting === 0);
  await session().lock();

  // The one of the morning finds them done.
  await session().unlock(morning.id, "right-horse");
  const commands = session().replica!.outbox$.getSnapshot().commands;
  expect(commands.map(({ status }) => status)).toEqual(["APPLIED", "APPLIED", "APPLIED"]);
});

test("Another company's sign-in closes the window of the first, says why, and leaves nothing of it in memory", async () => {
  fixture.memoryServer.put("customers", customers(5));
  await signInAs("counter", "right-horse");
  await inSync(session().replica!);
  const held = session().replica!;
  const { database } = session().account!;
  // The other window of the same profile.
  const vault = await openTestVault("lastmile");
  await vault.purgeOthers(fixture.proxy.url, "another-tenant");
  vault.close();
  await eventually(() => session().notice === "other-tenant");
  expect(session()).toMatchObject({ phase: "locked", replica: null });
  await expect(held.send(rechargeCreate, recharge("1"))).rejects.toMatchObject({ code: "STORE_GONE" });
  await eventually(async () => !(await indexedDB.databases()).some(({ name }) => name === database));
});

test("A payment queued while another window deletes the account is refused or kept, never taken and deleted", async () => {
  fixture.memoryServer.put("customers", customers(5));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.proxy.set("refuse");
  const disk = await openDisk(desk.database);
  const [left, queued] = await Promise.allSettled([
    closeOutbox(disk),
    desk.replica.send(rechargeCreate, recharge("1")),
  ]);
  disk.close();
  const empty = left.status === "fulfilled" && left.value === 0;
  expect(queued.status).toBe(empty ? "rejected" : "fulfilled");
  if (queued.status === "rejected") expect(queued.reason).toMatchObject({ code: "WIPED" });
});
