// The sync procedures' table, line by line, over plain HTTP.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WireDesktop } from "../../helpers/desktop.ts";
import {
  anotherProvider,
  type Body,
  expectStatus,
  newCustomer,
  newInvoice,
  newRecharge,
  type Provider,
  startProvider,
  UUID,
  uuidV7,
} from "../helpers/money.ts";
import { expectRefused, listen, mutate, openContractDesktop, query } from "../helpers/wire.ts";

let isp: Provider;
let desktop: WireDesktop;
let url: string;
beforeAll(async () => {
  isp = await startProvider();
  url = isp.server.url;
  desktop = await openContractDesktop(url, isp.owner.token);
});
afterAll(() => isp.server.stop());

describe("the procedures' door", () => {
  it("The procedures' door says what is wrong with a call, never 500", async () => {
    const { token } = isp.owner;
    expectRefused(await query(url, token, "sync.nothing"), 404, "NOT_FOUND");
    expectRefused(await query(url, token, "sync.push", {}), 405, "METHOD_NOT_ALLOWED");
    expectRefused(await mutate(url, token, "sync.collections", {}), 405, "METHOD_NOT_ALLOWED");
    expectRefused(await query(url, token, "sync.pull"), 400, "VALIDATION");
    for (const [path, init] of [
      ["sync.pull?input=%7B", {}],
      ["sync.push", { method: "POST", body: "{", headers: { "content-type": "application/json" } }],
    ] as const) {
      const headers = { ...("headers" in init ? init.headers : {}), authorization: `Bearer ${token}` };
      const response = await fetch(`${url}/trpc/${path}`, { ...init, headers });
      expect(response.status).toBe(400);
    }
  });
});

describe("sync.register", () => {
  it("sync.register gives a device an id and a short code of its own; known again by its id and its secret", async () => {
    const second = await openContractDesktop(url, isp.owner.token, "Counter 2");
    for (const device of [desktop, second]) {
      expect(device).toMatchObject({
        id: expect.stringMatching(UUID),
        code: expect.stringMatching(/^\S{1,8}$/),
      });
    }
    expect(second.id).not.toBe(desktop.id);
    expect(second.code).not.toBe(desktop.code);
    const { id: device_id, code: device_code } = second;
    const { secret: device_secret, author_key } = second;
    for (const wrong of [
      {},
      { device_secret: desktop.secret },
      { device_secret: "x" },
      { device_secret: device_code },
    ])
      expectRefused(
        await mutate(url, isp.owner.token, "sync.register", { name: "Renamed", device_id, ...wrong }),
        403,
        "DEVICE_SECRET_REQUIRED",
      );
    const shown = { name: "Renamed", device_id, device_secret };
    const again = await mutate(url, isp.owner.token, "sync.register", shown);
    expect(again).toMatchObject({ status: 200, data: { device_id, device_code, author_key } });
    expect(Object.keys(again.data).sort()).toEqual(["author_key", "device_code", "device_id"]);
    const listed = await expectStatus(200, isp.owner.get("/devices/"));
    expect(listed.results.map((device: Body) => device.device_code)).toContain(device_code);
  });

  it("sync.register keeps the id that the device brings", async () => {
    const device_id = uuidV7();
    const made = await mutate(url, isp.owner.token, "sync.register", { name: "Laptop", device_id });
    expect(made).toMatchObject({ status: 200, data: { device_id } });
  });

  it("sync.register is for somebody signed in, and has a name", async () => {
    expectRefused(await mutate(url, null, "sync.register", { name: "X" }), 401);
    expectRefused(await mutate(url, "no-such-token", "sync.register", { name: "X" }), 401);
    expectRefused(await mutate(url, isp.owner.token, "sync.register", {}), 400);
    expectRefused(await mutate(url, isp.owner.token, "sync.register", { name: "X", device_id: "1" }), 400);
  });
});

describe("sync.collections", () => {
  it("sync.collections says what the role may replicate: name, schema_version, epoch", async () => {
    const { data } = await query(url, isp.owner.token, "sync.collections");
    const names = data.map((collection: Body) => collection.name);
    expect(names).toEqual(
      expect.arrayContaining([
        ...["customers", "packages", "invoices", "invoice_lines", "recharges", "transactions"],
        ...["payment_allocations", "billing_accounts", "ledger_entries", "adjustments", "routers"],
      ]),
    );
    expect(new Set(names).size).toBe(names.length);
    for (const collection of data) {
      expect(Object.keys(collection).sort()).toEqual(["epoch", "name", "schema_version"]);
      expect(Number.isInteger(collection.schema_version)).toBe(true);
      expect(["string", "number"]).toContain(typeof collection.epoch);
    }
    const same = await query(url, isp.owner.token, "sync.collections");
    expect(same.data).toEqual(data);
  });

  it("sync.collections shows a lesser role less, and refuses it the rest", async () => {
    const technician = await isp.staff("tech-sync", "Technician");
    const { data } = await query(url, technician.token, "sync.collections");
    const names = data.map((collection: Body) => collection.name);
    expect(names).toContain("customers");
    expect(names).not.toContain("ledger_entries");
    const input = { collection: "ledger_entries", checkpoint: null, limit: 10 };
    const refused = await query(url, technician.token, "sync.pull", input);
    expect([403, 404]).toContain(refused.status);
    expectRefused(await query(url, null, "sync.collections"), 401);
  });
});

describe("sync.pull", () => {
  it("sync.pull gives records as REST does, page by page behind a checkpoint, until done", async () => {
    const mine = await anotherProvider(isp.server);
    const device = await openContractDesktop(url, mine.owner.token);
    const customers: Body[] = [];
    for (let made = 0; made < 7; made += 1) customers.push(await newCustomer(mine.owner));
    await expect.poll(async () => (await device.pullAll("customers")).size).toBe(7);
    const seen: Body[] = [];
    let checkpoint: string | null = null;
    let pages = 0;
    for (let done = false; !done && pages < 20; pages += 1) {
      const page: Body = await device.pull("customers", checkpoint, 3);
      expect(Object.keys(page).sort()).toEqual(["checkpoint", "documents", "done"]);
      expect(page.documents.length).toBeLessThanOrEqual(3);
      seen.push(...page.documents);
      checkpoint = page.checkpoint;
      done = page.done;
    }
    expect(pages).toBeGreaterThanOrEqual(3);
    expect(seen.map((document) => document.id).sort()).toEqual(customers.map((record) => record.id).sort());
    for (const document of seen) {
      const record = await expectStatus(200, mine.owner.get(`/customers/${document.id}/`));
      const { _deleted, ...fields } = document;
      expect(_deleted).toBe(false);
      expect(record).toMatchObject(fields);
      expect(document).not.toHaveProperty("password");
    }
    expect(await device.pull("customers", checkpoint)).toMatchObject({ documents: [], done: true });
    const [first, second] = customers;
    await expectStatus(200, mine.owner.patch(`/customers/${first.id}/`, { notes: "changed" }));
    await expectStatus(204, mine.owner.delete(`/customers/${second.id}/`));
    const changed = async () => (await device.pull("customers", checkpoint)).documents;
    await expect.poll(async () => (await changed()).length).toBe(2);
    const documents = await changed();
    const byId = new Map(documents.map((document: Body) => [document.id, document]));
    expect([...byId.keys()].sort()).toEqual([first.id, second.id].sort());
    expect(byId.get(first.id)).toMatchObject({ notes: "changed", _deleted: false });
    expect(byId.get(second.id)).toMatchObject({ _deleted: true });
  });

  it("sync.pull takes a limit of up to 5000 and a checkpoint of its own", async () => {
    const pull = (input: Record<string, unknown>) => query(url, isp.owner.token, "sync.pull", input);
    const good = { collection: "customers", checkpoint: null, limit: 5000 };
    expect((await pull(good)).status).toBe(200);
    expectRefused(await pull({ ...good, limit: 5001 }), 400);
    expectRefused(await pull({ ...good, limit: 0 }), 400);
    expectRefused(await pull({ ...good, checkpoint: "yesterday" }), 400);
    expectRefused(await pull({ ...good, collection: "secrets" }), 404);
    expectRefused(await query(url, null, "sync.pull", good), 401);
  });

  it("sync.pull never shows another tenant's records", async () => {
    const other = await anotherProvider(isp.server);
    const theirs = await newCustomer(other.owner);
    await newRecharge(other.owner, theirs.id, 5);
    const collections = await query(url, isp.owner.token, "sync.collections");
    for (const { name } of collections.data) {
      expect(JSON.stringify([...(await desktop.pullAll(name)).values()])).not.toContain(theirs.id);
    }
  });

  it("sync.pull loses nothing while many write: a reader behind checkpoints ends with what REST shows", async () => {
    const mine = await anotherProvider(isp.server);
    const device = await openContractDesktop(url, mine.owner.token);
    const held = new Map<string, Body>();
    let checkpoint: string | null = null;
    let isWriting = true;
    const readOn = async () => {
      for (let done = false; !done; ) {
        const page: Body = await device.pull("ledger_entries", checkpoint, 5);
        for (const document of page.documents) held.set(document.id, document);
        checkpoint = page.checkpoint;
        done = page.done;
      }
      return held.size;
    };
    const readWhileWriting = async () => {
      while (isWriting) await readOn();
    };
    const write = async () => {
      const customers = await Promise.all(Array.from({ length: 6 }, () => newCustomer(mine.owner)));
      await Promise.all(
        customers.map(async ({ id }) => {
          for (let round = 1; round <= 6; round += 1) {
            await newInvoice(mine.owner, id, `${round}.00`);
            await newRecharge(mine.owner, id, 2);
          }
        }),
      );
      isWriting = false;
    };
    await Promise.all([readWhileWriting(), write()]);
    const listed = await expectStatus(200, mine.owner.get("/ledger-entries/?page_size=500"));
    await expect.poll(readOn).toBe(listed.count);
    expect([...held.keys()].sort()).toEqual(listed.results.map((entry: Body) => entry.id).sort());
  });
});

describe("sync.changes", () => {
  it("sync.changes names collections as changes commit, for this tenant and role only", async () => {
    const technician = await isp.staff("tech-changes", "Technician");
    const other = await anotherProvider(isp.server);
    const streams = [
      await listen(url, isp.owner.token),
      await listen(url, technician.token),
      await listen(url, other.owner.token),
    ] as const;
    const [owner, tech, stranger] = streams;
    await expect.poll(() => owner.events.length).toBeGreaterThan(0);
    const customer = await newCustomer(isp.owner);
    await newInvoice(isp.owner, customer.id, "10.00");
    await newRecharge(isp.owner, customer.id, 5);
    await expect
      .poll(() => [...owner.heard])
      .toEqual(
        expect.arrayContaining([
          ...["customers", "invoices", "invoice_lines", "recharges", "transactions"],
          ...["payment_allocations", "billing_accounts", "ledger_entries"],
        ]),
      );
    await expect.poll(() => [...tech.heard]).toContain("customers");
    expect([...tech.heard]).not.toContain("ledger_entries");
    expect([...stranger.heard]).toEqual([]);
    for (const stream of streams) stream.close();
  });

  it("sync.changes sends a ping within 20 seconds", async () => {
    const stream = await listen(url, isp.owner.token);
    await expect.poll(() => stream.events.includes("ping"), { interval: 200 }).toBe(true);
    stream.close();
  });

  it("sync.changes is for somebody signed in", async () => {
    const response = await fetch(`${url}/trpc/sync.changes?input=%7B%7D`, {
      headers: { accept: "text/event-stream" },
    });
    const text = await response.text();
    expect(response.status === 401 || text.includes("UNAUTHORIZED")).toBe(true);
  });
});
