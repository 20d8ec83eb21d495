// Collections on disk through the replica's door: after a restart, in a second window, compacted, and damaged.
import { expect, test } from "vitest";
import { answer, openDisk, transact } from "../../../renderer/kernel/replica/disk/disk.ts";
import { until } from "../../../renderer/kernel/replica/observable.ts";
import { rechargeCreate } from "../../../shared/billing/index.ts";
import { eventually } from "../../helpers/process/wait.ts";
import { openFixture } from "../helpers/fixture.ts";
import { inSync, openTestVault, rechargeOf } from "../helpers/headless-desktop.ts";
import { customers } from "../helpers/memory-server.ts";

const fixture = openFixture(["customers", "invoices"]);

const bills = (count: number, version = 1) =>
  Array.from({ length: count }, (_, n) => ({
    id: `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`,
    customer: `c${n % 100}`,
    invoice_number: `INV-${n}`,
    status: "UNPAID",
    issue_date: `2026-${String((n % 12) + 1).padStart(2, "0")}-01`,
    due_date: "2026-12-31",
    billing_month: "2026-11",
    version,
  }));

test("After a restart without a line a customer's bills are read from disk, and what memory holds of the others is no text", async () => {
  fixture.memoryServer.put("invoices", bills(1200));
  const first = await fixture.signIn();
  await inSync(first.replica);
  await first.close();
  fixture.proxy.set("refuse");
  const again = await fixture.unlock();
  await until(again.replica.progress$, ({ phase }) => phase === "ready");
  expect(again.replica.count("invoices")).toBe(1200);
  expect(again.replica.records.peek("invoices", bills(1)[0]!.id)).toBeNull();
  const found = await again.replica.find("invoices", { customer: "c42" }, [{ issue_date: "asc" }]);
  expect(found.map(({ invoice_number }) => invoice_number).sort()).toEqual(
    Array.from({ length: 12 }, (_, n) => `INV-${n * 100 + 42}`).sort(),
  );
  expect(await again.replica.get("invoices", bills(8)[7]!.id)).toMatchObject({ invoice_number: "INV-7" });
});

test("A log on disk is compacted and every bill is found afterwards, once and in its newest version", async () => {
  fixture.memoryServer.put("invoices", bills(1100));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  const live = desk.replica.observe("invoices", { selector: { customer: "c7" } });
  const stop = live.subscribe(() => undefined);
  for (let version = 2; version < 5; version++) {
    fixture.memoryServer.put("invoices", bills(1100, version));
    await until(live, (rows) => rows?.length === 11 && rows.every((row) => row.version === version));
  }
  const disk = await openDisk(desk.database);
  const kept = () =>
    transact(disk, ["log", "cells"], "readonly", async (tx) => {
      const sizes = ["log", "cells"].map(
        (name) =>
          new Promise<number>((resolve) => {
            const keys = tx.objectStore(name).getAllKeys();
            keys.onsuccess = () =>
              resolve(keys.result.filter((key) => (key as string[])[0] === "invoices").length);
          }),
      );
      return Promise.all(sizes);
    });
  // Four versions of 1,100 would be twenty batches and more.
  await eventually(async () => {
    const [log = 0, cells = 0] = await kept();
    return log < 15 && cells === log;
  });
  disk.close();
  expect(desk.replica.count("invoices")).toBe(1100);
  const all = await desk.replica.find("invoices");
  expect(new Set(all.map(({ id }) => id)).size).toBe(1100);
  expect(new Set(all.map(({ version }) => version))).toEqual(new Set([4]));
  stop();
});

test("A batch that turns out to be damaged as it is read is dropped with its log, and pulled again", async () => {
  fixture.memoryServer.put("invoices", bills(600));
  const first = await fixture.signIn();
  await inSync(first.replica);
  await first.close();
  const disk = await openDisk(first.database);
  await transact(disk, ["log"], "readwrite", (tx) => {
    const store = tx.objectStore("log");
    const keys = store.getAllKeys();
    keys.onsuccess = () => {
      for (const key of keys.result) {
        if ((key as string[])[0] !== "invoices") continue;
        store.get(key).onsuccess = (event) => {
          const record = (event.target as IDBRequest).result;
          new Uint8Array(record.data)[50]! ^= 1;
          store.put(record, key);
        };
      }
    };
  });
  disk.close();
  const again = await fixture.unlock();
  await inSync(again.replica);
  await again.replica.find("invoices", { customer: "c1" });
  await eventually(async () => (await again.replica.find("invoices", { customer: "c1" })).length === 6);
});

test("Where another company signs in nothing that was pulled stays, what memory held of it neither; what waits does", async () => {
  fixture.memoryServer.put("customers", customers(5));
  fixture.memoryServer.put("invoices", bills(600));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.proxy.set("refuse");
  await desk.replica.send(rechargeCreate, rechargeOf(customers(1)[0]!.id, "7"));
  await desk.close();
  const disk = await openDisk(desk.database);
  const kept = () =>
    transact(disk, ["log", "cells", "heads", "outbox"], "readonly", async (tx) => {
      const counts: Record<string, number> = {};
      for (const name of ["log", "cells", "heads", "outbox"])
        counts[name] = await answer(tx.objectStore(name).count());
      return counts;
    });
  for (const [name, count] of Object.entries(await kept())) expect(count, name).toBeGreaterThan(0);
  const vault = await openTestVault(fixture.machine);
  await vault.purgeOthers(fixture.proxy.url, "tenant-other");
  vault.close();
  expect(await kept()).toEqual({ log: 0, cells: 0, heads: 0, outbox: 1 });
  disk.close();
});
