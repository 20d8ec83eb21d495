// News that carries what changed: as sync.pull would answer it, to whom it would, and read once for all who see the same.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MOST_RECORDS } from "../../../server/kernel/sync/news-payload.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { ChangesEvent } from "../../../shared/kernel/sync/wire.ts";
import { callProcedure, openDesktop, type WireDesktop } from "../../helpers/desktop.ts";
import { feedSettledHere } from "../../helpers/feed.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";
import { openStream } from "./helpers/change-stream.ts";

let server: TestServer;
let t: TestTenant;
let desk: WireDesktop;
/** Pages of customers that the server read. */
let reads = 0;

beforeAll(async () => {
  const onStatement = (text: string) => {
    if (/from "customers\w*" t [\s\S]*order by t.changed_xid, t.id limit/.test(text)) reads += 1;
  };
  server = await startTestServer({ database: { onStatement } });
  t = await makeTenant(server);
  desk = await openDesktop(server.url, t.owner.token);
});
afterAll(() => server.stop());

const listen = (token: string | null, carry = true) => openStream(server.url, token, carry);

async function newCustomer(): Promise<string> {
  const made = await t.owner.post("/customers/", { name: "A B", username: newId(), phone: "1" });
  expect(made.status).toBe(201);
  return made.body.id;
}

const pageOf = (event: ChangesEvent, collection: string) =>
  event.pages?.find((page) => page.collection === collection);
const hasTold = (events: readonly ChangesEvent[], id: string) =>
  events.some((event) => pageOf(event, "customers")?.documents.some((document) => document.id === id));

/** A stream whose news of customers carry what changed: the first news of a collection finds out where its readers stand. */
async function following(token: string | null) {
  const stream = await listen(token);
  await newCustomer();
  await expect
    .poll(() => stream.events.some(({ collections }) => collections.includes("customers")))
    .toBe(true);
  return stream;
}

describe("news that carries what changed", () => {
  it("News carries what sync.pull answers behind the checkpoint of whoever is in step, deletions with it", async () => {
    const stream = await following(t.owner.token);
    await feedSettledHere();
    const { checkpoint: after } = await desk.pull("customers");
    const [kept, deleted] = [await newCustomer(), await newCustomer()];
    await expect.poll(() => hasTold(stream.events, deleted)).toBe(true);
    const pages = stream.events.flatMap((event) => pageOf(event, "customers") ?? []);
    const begun = pages.findIndex((page) => page.after === after);
    expect(begun).toBeGreaterThanOrEqual(0);
    const told = pages.slice(begun);
    // Each follows the one before it, and together they are what a reader would have pulled.
    for (const [at, page] of told.entries()) expect(page.after).toBe(told[at - 1]?.checkpoint ?? after);
    const pulled = await desk.pull("customers", after);
    expect(told.flatMap(({ documents }) => documents)).toEqual(pulled.documents);
    expect(told.at(-1)?.checkpoint).toBe(pulled.checkpoint);
    expect((await t.owner.delete(`/customers/${deleted}/`)).status).toBe(204);
    const gone = () =>
      stream.events.some((event) => pageOf(event, "customers")?.documents.some(({ _deleted }) => _deleted));
    await expect.poll(gone).toBe(true);
    expect(pulled.documents.map(({ id }: { id: string }) => id)).toContain(kept);
    stream.close();
  });

  it("News of many writers at once brings whoever follows it each record once, and leaves nothing out", async () => {
    const stream = await following(t.owner.token);
    const seen: string[] = [];
    let place: string | null = null;
    let read = 0;
    const pull = async () => {
      const page = await desk.pull("customers", place);
      seen.push(...page.documents.map(({ id }: { id: string }) => id));
      place = page.checkpoint;
    };
    /** As a desktop does: what follows its checkpoint is taken, anything else is a reason to ask. */
    const follow = async () => {
      for (; read < stream.events.length; read += 1) {
        const event = stream.events[read]!;
        const page = pageOf(event, "customers");
        if (page?.checkpoint === place) continue;
        if (page?.after === place) {
          seen.push(...page.documents.map(({ id }) => id));
          place = page.checkpoint;
        } else if (event.collections.includes("customers")) await pull();
      }
    };
    await pull();
    const made: string[] = [];
    const writer = async () => {
      for (let at = 0; at < 12; at += 1) {
        made.push(await newCustomer());
        await follow();
      }
    };
    // One of them follows; the others only write.
    const other = async () => {
      for (let at = 0; at < 12; at += 1) made.push(await newCustomer());
    };
    await Promise.all([writer(), other(), other(), other()]);
    await expect
      .poll(async () => {
        await follow();
        return made.every((id) => seen.includes(id));
      })
      .toBe(true);
    expect(new Set(seen).size).toBe(seen.length);
    stream.close();
  });

  it("Whoever sees their own records alone is carried those, and no collection that their role may not see", async () => {
    const technician = await t.staff("carried-technician", "Technician");
    const theirs = await openDesktop(server.url, technician.token);
    const offered = await callProcedure(server.url, technician.token, "sync.collections");
    const names: string[] = offered.data.map(({ name }: { name: string }) => name);
    const [own, all] = [await following(technician.token), await following(t.owner.token)];
    const customer = await newCustomer();
    const task = { title: "Look at it", description: "Look", task_type: "REPAIR", customer };
    const [a, b] = [
      await t.owner.post("/tasks/", { ...task, assigned_to: technician.staff_id }),
      await t.owner.post("/tasks/", task),
    ];
    expect([a.status, b.status]).toEqual([201, 201]);
    await t.owner.post("/transactions/", { customer, amount: "5.00" });
    const last = await newCustomer();
    await expect.poll(() => hasTold(own.events, last)).toBe(true);
    await expect.poll(() => all.events.some((event) => pageOf(event, "customers"))).toBe(true);
    const told = own.events.flatMap(({ pages = [] }) => pages);
    expect(told.length).toBeGreaterThan(0);
    for (const { collection, documents } of told) {
      expect(names).toContain(collection);
      const held = await theirs.pullAll(collection);
      for (const { id, _deleted } of documents) if (!_deleted) expect(held.has(id)).toBe(true);
    }
    for (const stream of [own, all]) stream.close();
  });

  it("Whose rights are taken away is carried nothing that was written after it", async () => {
    const clerk = await t.staff("carried-clerk", "Counter");
    const [theirs, all] = [await following(clerk.token), await following(t.owner.token)];
    expect((await t.owner.patch(`/staff/${clerk.staff_id}/`, { is_active: false })).status).toBe(200);
    const later = await newCustomer();
    await expect.poll(() => hasTold(all.events, later)).toBe(true);
    await expect.poll(() => theirs.isOpen()).toBe(false);
    expect(hasTold(theirs.events, later)).toBe(false);
    all.close();
  });

  it("What fifteen desktops of a tenant hear of is read once", async () => {
    const streams = await Promise.all(Array.from({ length: 15 }, () => listen(t.owner.token)));
    await newCustomer();
    const heard = () =>
      streams.every(({ events }) => events.some((event) => event.collections.includes("customers")));
    await expect.poll(heard).toBe(true);
    await feedSettledHere();
    reads = 0;
    const id = await newCustomer();
    await expect.poll(() => streams.every(({ events }) => hasTold(events, id))).toBe(true);
    const waves = streams[0]!.events.filter((event) => pageOf(event, "customers"));
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThanOrEqual(waves.length);
    for (const stream of streams) stream.close();
  });

  it("Much that changed at once is told by its names alone, and what changes next is carried again", async () => {
    const stream = await following(t.owner.token);
    const rows = Array.from({ length: MOST_RECORDS + 10 }, () => ["A B", newId(), "1"].join(","));
    const csv = ["name,username,phone", ...rows].join("\n");
    const before = stream.events.length;
    const answer = await t.owner.post("/customers/import/", { csv, dry_run: false });
    expect(answer.status).toBe(200);
    const named = () =>
      stream.events.slice(before).filter(({ collections }) => collections.includes("customers"));
    await expect.poll(() => named().length).toBeGreaterThan(0);
    const carried = named().flatMap((event) => pageOf(event, "customers")?.documents ?? []);
    expect(carried.length).toBeLessThanOrEqual(MOST_RECORDS);
    const id = await newCustomer();
    await expect.poll(() => hasTold(stream.events, id)).toBe(true);
    stream.close();
  });

  it("A desktop that does not ask for more hears the names alone, as ever", async () => {
    const [plain, carried] = [await listen(t.owner.token, false), await following(t.owner.token)];
    const id = await newCustomer();
    await expect.poll(() => hasTold(carried.events, id)).toBe(true);
    await expect.poll(() => plain.events.length).toBeGreaterThan(0);
    for (const event of plain.events) expect(Object.keys(event)).toEqual(["collections"]);
    for (const stream of [plain, carried]) stream.close();
  });
});
