// The search of a desktop lies on its disk, sealed: the next session opens with it, and one that is old, torn or of another
// log is made anew of the records.
import { afterEach, expect, test, vi } from "vitest";
import { answer, openDisk, transact } from "../../../renderer/kernel/replica/disk/disk.ts";
import { until } from "../../../renderer/kernel/replica/observable.ts";
import { Projections } from "../../../renderer/kernel/replica/search/projection.ts";
import { customerSearch } from "../../../renderer/subscribers/customer/customer-search.ts";
import { eventually } from "../../helpers/process/wait.ts";
import { openFixture } from "../helpers/fixture.ts";
import { type Desk, inSync } from "../helpers/headless-desktop.ts";
import { customers } from "../helpers/people.ts";

const fixture = openFixture(["customers"]);
const MANY = 1500;

interface Kept {
  at: [string, string, string];
  stored: { data: ArrayBuffer; batches: number };
}

/** What lies beside the log of customers. */
async function keptOf(database: string): Promise<Kept[]> {
  const disk = await openDisk(database);
  const all = await transact(disk, ["cells"], "readonly", async (tx) => {
    const store = tx.objectStore("cells");
    const [keys, values] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
    return keys.map((at, n) => ({ at, stored: values[n] }) as Kept);
  });
  disk.close();
  return all.filter(({ at }) => at[0] === "customers");
}

/** A desktop that holds everybody and has kept its search. */
async function keptDesk(): Promise<Desk> {
  fixture.memoryServer.put("customers", customers(MANY));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  await eventually(async () => (await keptOf(desk.database)).length === 1);
  return desk;
}

/** How many customers are put into a search from now on. */
function counted(): () => number {
  const applied = vi.spyOn(Projections.prototype, "apply");
  return () => applied.mock.calls.reduce((sum, [, documents]) => sum + (documents?.length ?? 0), 0);
}

const found = ({ replica }: Desk, words: string) => replica.projection(customerSearch).search(words).total;

async function opened(): Promise<Desk> {
  fixture.proxy.set("refuse");
  const desk = await fixture.unlock();
  await until(desk.replica.progress$, ({ phase }) => phase === "ready");
  return desk;
}

afterEach(() => {
  vi.restoreAllMocks();
});

test("A desktop that is opened again finds everybody without putting one of them into the search anew", async () => {
  const first = await keptDesk();
  await first.close();
  const put = counted();
  const again = await opened();
  expect(put()).toBe(0);
  expect(found(again, "")).toBe(MANY);
  expect(found(again, "user77 ")).toBe(1 + 10 + 1 - 1);
  expect(again.replica.count("customers")).toBe(MANY);
  expect((await again.replica.find("customers", {})).length).toBe(MANY);
});

test("Nothing of a kept search can be read on the disk", async () => {
  const desk = await keptDesk();
  const [kept] = await keptOf(desk.database);
  const bytes = Buffer.from(kept!.stored.data);
  for (const text of ["Rahima", "rahima", "user77", "customer_code", "ACTIVE"])
    for (const encoding of ["utf8", "utf16le"] as const)
      expect(bytes.includes(Buffer.from(text, encoding)), text).toBe(false);
});

test("What came after a search was kept is laid over it when it is opened", async () => {
  const desk = await keptDesk();
  const [one, two] = customers(2);
  fixture.memoryServer.put("customers", [
    { ...one!, name: "Nazrul Islam", version: 2 },
    ...customers(1, MANY),
  ]);
  fixture.memoryServer.remove("customers", two!.id);
  await eventually(() => found(desk, "nazrul") === 1 && found(desk, "") === MANY);
  await desk.close();
  const put = counted();
  const again = await opened();
  expect(put()).toBeLessThan(10);
  expect(found(again, "nazrul")).toBe(1);
  expect(found(again, `user${MANY}`)).toBe(1);
  expect(found(again, "C-000001")).toBe(0);
  expect(again.replica.count("customers")).toBe(MANY);
});

test("Records that are still on their way from disk are waited for, and nobody hears that there are none", async () => {
  const first = await keptDesk();
  await first.close();
  fixture.proxy.set("refuse");
  const again = await fixture.unlock();
  const { replica } = again;
  await eventually(() => replica.count("customers") === MANY);
  const last = customers(1, MANY - 1)[0]!;
  const seen: unknown[] = [];
  const live = replica.observe("customers", { selector: { id: last.id }, limit: 1 });
  const stop = live.subscribe((rows) => seen.push(rows?.length));
  expect((await replica.get("customers", last.id))?.name).toBe(last.name);
  expect(await replica.find("customers", { status: "SUSPENDED" })).toHaveLength(MANY / 5);
  await until(live, (rows) => rows !== undefined);
  expect(seen.filter((count) => count !== undefined)).toEqual([1]);
  stop();
});

test("A torn search is made anew of the records, and kept again", async () => {
  const first = await keptDesk();
  await first.close();
  const disk = await openDisk(first.database);
  await transact(disk, ["cells"], "readwrite", async (tx) => {
    const store = tx.objectStore("cells");
    const [at] = await answer(store.getAllKeys());
    const stored = await answer(store.get(at!));
    new Uint8Array(stored.data)[100]! ^= 1;
    store.put(stored, at);
  });
  disk.close();
  const put = counted();
  const again = await opened();
  expect(put()).toBe(MANY);
  expect(found(again, "")).toBe(MANY);
  expect(found(again, "C-000001")).toBe(1);
  const [torn] = await keptOf(again.database);
  await eventually(async () => {
    const [now] = await keptOf(again.database);
    return Buffer.compare(Buffer.from(now!.stored.data), Buffer.from(torn!.stored.data)) !== 0;
  });
});

test("What was kept of a log goes with it when the server begins anew", async () => {
  const desk = await keptDesk();
  const [before] = await keptOf(desk.database);
  fixture.memoryServer.data.get("customers")!.clear();
  fixture.memoryServer.put("customers", customers(3, 5000), false);
  fixture.memoryServer.infos.set("customers", { name: "customers", schema_version: 1, epoch: "2" });
  await desk.replica.setToken(await desk.replica.profile.get("token"));
  await eventually(() => found(desk, "") === 3);
  await eventually(async () => (await keptOf(desk.database)).every(({ at }) => at[1] !== before!.at[1]));
  await desk.close();
  const again = await opened();
  expect(found(again, "")).toBe(3);
});
