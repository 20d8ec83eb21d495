// The replica: first sync, restart without a server, changes as they happen, what may no longer be seen.
import { expect, test } from "vitest";
import { until } from "../../renderer/kernel/replica/observable.ts";
import { customerSearch } from "../../renderer/subscribers/customer/customer-search.ts";
import { eventually } from "../helpers/process/wait.ts";
import { openFixture } from "./helpers/fixture.ts";
import { inSync } from "./helpers/headless-desktop.ts";
import { customers } from "./helpers/memory-server.ts";

const fixture = openFixture(["customers", "recharges", "packages", "settings"]);

test("What was pulled is there after a restart without a server", async () => {
  fixture.memoryServer.put("customers", customers(5000));
  fixture.memoryServer.put("packages", [{ id: "p1", name: "Home 20", price: "800.00" }]);
  const first = await fixture.signIn();
  await inSync(first.replica);
  expect(first.replica.count("customers")).toBe(5000);
  await first.close();

  fixture.proxy.set("refuse");
  const second = await fixture.unlock();
  await until(second.replica.progress$, ({ phase }) => phase === "ready");
  expect(second.replica.count("customers")).toBe(5000);
  expect(second.replica.projection(customerSearch).search("rahima 4240").rows[0]?.username).toBe("user4240");
  const [found] = await second.replica.find("customers", { phone: "+880 1700000042" });
  expect(found?.username).toBe("user42");
  expect(await second.replica.get("packages", "p1")).toEqual({ id: "p1", name: "Home 20", price: "800.00" });
  await until(second.replica.status$, ({ state }) => state === "offline");
});

test("A change on the server reaches a live query, a search and the disk", async () => {
  fixture.memoryServer.put("customers", customers(20));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  const active = desk.replica.observe("customers", {
    selector: { status: "ACTIVE" },
    sort: [{ name: "asc" }],
  });
  const stop = active.subscribe(() => undefined);
  await until(active, (rows) => rows?.length === 12);

  const [one, two] = customers(2);
  fixture.memoryServer.put("customers", [{ ...one!, name: "Nazrul Islam", version: 2 }]);
  fixture.memoryServer.remove("customers", two!.id);
  await until(active, (rows) => rows?.length === 11 && rows.some(({ name }) => name === "Nazrul Islam"));
  expect(desk.replica.projection(customerSearch).search("nazrul").total).toBe(1);
  expect(
    desk.replica
      .projection(customerSearch)
      .search("user1 ")
      .rows.map(({ username }) => username),
  ).not.toContain("user1");
  stop();
  await desk.close();

  fixture.proxy.set("refuse");
  const again = await fixture.unlock();
  await until(again.replica.progress$, ({ phase }) => phase === "ready");
  expect(again.replica.count("customers")).toBe(19);
  expect((await again.replica.get("customers", one!.id))?.name).toBe("Nazrul Islam");
});

test("What comes with the news is shown unasked, and kept; what does not follow what is here is asked for", async () => {
  fixture.memoryServer.put("customers", customers(20));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  const { memoryServer } = fixture;
  await eventually(() => memoryServer.listeners.size > 0);
  const [one, two] = customers(2);
  const carry = (after: string, checkpoint: string, document: Record<string, unknown> & { id: string }) => {
    const page = {
      collection: "customers",
      after,
      documents: [{ ...document, _deleted: false }],
      checkpoint,
    };
    for (const tell of memoryServer.listeners) tell(["customers"], [page]);
  };
  const nameOf = async (id: string) => (await desk.replica.get("customers", id))?.name;
  // Whatever is asked of this server, it knows nothing of these.
  carry("20", "20.1", { ...one!, name: "Came with the news" });
  await eventually(async () => (await nameOf(one!.id)) === "Came with the news");
  carry("20.1", "20.2", { ...one!, name: "Came behind it" });
  await eventually(async () => (await nameOf(one!.id)) === "Came behind it");

  memoryServer.put("customers", [{ ...two!, name: "Was asked for" }], false);
  carry("20.3", "20.4", { ...one!, name: "Does not follow" });
  await eventually(async () => (await nameOf(two!.id)) === "Was asked for");
  expect(await nameOf(one!.id)).toBe("Came behind it");
  await desk.close();

  fixture.proxy.set("refuse");
  const again = await fixture.unlock();
  await until(again.replica.progress$, ({ phase }) => phase === "ready");
  expect((await again.replica.get("customers", one!.id))?.name).toBe("Came behind it");
  expect((await again.replica.get("customers", two!.id))?.name).toBe("Was asked for");
});

test("A first pull that was cut off goes on where it was", async () => {
  fixture.memoryServer.put("customers", customers(9000));
  fixture.memoryServer.faults.pullDelay = 60;
  const first = await fixture.signIn();
  await eventually(() => first.replica.count("customers") >= 3000);
  await first.close();
  const pulls = fixture.memoryServer.faults.pulls;
  fixture.memoryServer.faults.pullDelay = 0;
  const again = await fixture.unlock();
  await until(again.replica.progress$, ({ phase }) => phase !== "hydrating");
  expect(again.replica.count("customers")).toBeGreaterThanOrEqual(3000);
  await inSync(again.replica);
  expect(again.replica.count("customers")).toBe(9000);
  expect(new Set((await again.replica.find("customers")).map(({ id }) => id)).size).toBe(9000);
  expect(pulls).toBeGreaterThan(1);
});

test("Another epoch drops what was here and pulls again", async () => {
  fixture.memoryServer.put("customers", customers(50));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.memoryServer.data.get("customers")!.clear();
  fixture.memoryServer.put("customers", customers(3, 100), false);
  fixture.memoryServer.infos.set("customers", { name: "customers", schema_version: 1, epoch: "2" });
  desk.replica.status$.getSnapshot();
  await desk.replica.setToken(await desk.replica.profile.get("token"));
  await eventually(() => desk.replica.count("customers") === 3);
  expect(desk.replica.projection(customerSearch).search("").total).toBe(3);
});

test("A collection that the role may no longer see is purged from disk and memory", async () => {
  fixture.memoryServer.put("customers", customers(50));
  fixture.memoryServer.put("packages", [{ id: "p1", name: "Home 20" }]);
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  const live = desk.replica.observe("packages");
  const stop = live.subscribe(() => undefined);
  await until(live, (rows) => rows?.length === 1);

  fixture.memoryServer.infos.delete("customers");
  fixture.memoryServer.infos.delete("packages");
  // The server only says that something changed there; asking for it is refused.
  for (const tell of fixture.memoryServer.listeners) tell(["packages"]);
  await until(live, (rows) => rows?.length === 0);
  await eventually(
    () =>
      desk.replica.count("customers") === 0 && desk.replica.projection(customerSearch).search("").total === 0,
  );
  stop();
  await desk.close();

  fixture.proxy.set("refuse");
  const again = await fixture.unlock();
  await until(again.replica.progress$, ({ phase }) => phase === "ready");
  expect(again.replica.count("customers")).toBe(0);
  expect(await again.replica.find("packages")).toEqual([]);
});

test("More collections than RxDB allows open at once are all readable", async () => {
  const names = ["customers", "billing_accounts", "invoices", "recharges", "transactions"];
  const large = [
    "payment_allocations",
    "ledger_entries",
    "invoice_lines",
    "user_sessions",
    "network_sync_jobs",
  ];
  const small = Array.from({ length: 15 }, (_, n) => `kind_${n}`);
  for (const name of [...names, ...large, ...small]) {
    fixture.memoryServer.data.set(name, new Map());
    fixture.memoryServer.infos.set(name, { name, schema_version: 1, epoch: "1" });
    fixture.memoryServer.put(name, [{ id: "same", of: name, customer: "c1" }], false);
  }
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  for (const name of [...names, ...large, ...small]) {
    expect(await desk.replica.get(name, "same")).toEqual({ id: "same", of: name, customer: "c1" });
    expect(await desk.replica.find(name, { customer: "c1" })).toHaveLength(1);
  }
});

test("The log is compacted and stays whole", async () => {
  fixture.memoryServer.put("customers", customers(1000));
  const last = customers(1000).at(-1)!.id;
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  for (let version = 2; version < 5; version++) {
    fixture.memoryServer.put(
      "customers",
      customers(1000).map((customer) => ({ ...customer, version })),
    );
    await eventually(async () => (await desk.replica.get("customers", last))?.version === version);
  }
  await desk.close();
  fixture.proxy.set("refuse");
  const again = await fixture.unlock();
  await until(again.replica.progress$, ({ phase }) => phase === "ready");
  expect(again.replica.count("customers")).toBe(1000);
  const all = await again.replica.find("customers");
  expect(all.every(({ version }) => version === 4)).toBe(true);
});
