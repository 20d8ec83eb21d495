// The sync procedures' table, line by line, over plain HTTP.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  anotherProvider,
  type Body,
  expectStatus,
  newCustomer,
  newInvoice,
  newPackage,
  newRecharge,
  type Provider,
  startProvider,
  UUID,
  uuidV7,
} from "./helpers/money.ts";
import { listen, mutate, openTill, query, type Till } from "./helpers/wire.ts";

let isp: Provider;
let till: Till;
let url: string;
beforeAll(async () => {
  isp = await startProvider();
  url = isp.server.url;
  till = await openTill(url, isp.owner.token);
});
afterAll(() => isp.server.stop());

const expectRefused = (
  answer: { status: number; data: unknown; error: Body },
  status: number,
  code?: string,
) => {
  expect(answer.status, JSON.stringify(answer.data)).toBe(status);
  expect(answer.data).toBeUndefined();
  expect(answer.error).toMatchObject({ message: expect.any(String), data: { httpStatus: status } });
  if (code) expect(answer.error.data.problem.code).toBe(code);
};

describe("sync.register", () => {
  it("gives a device an id and a short code of its own; known again by its id", async () => {
    const second = await openTill(url, isp.owner.token, "Counter 2");
    for (const device of [till, second]) {
      expect(device).toMatchObject({
        device_id: expect.stringMatching(UUID),
        device_code: expect.stringMatching(/^\S{1,8}$/),
      });
    }
    expect(second.device_id).not.toBe(till.device_id);
    expect(second.device_code).not.toBe(till.device_code);
    const { device_id, device_code } = second;
    const again = await mutate(url, isp.owner.token, "sync.register", { name: "Renamed", device_id });
    expect(again).toMatchObject({ status: 200, data: { device_id, device_code } });
    expect(Object.keys(again.data).sort()).toEqual(["device_code", "device_id"]);
    const listed = await expectStatus(200, isp.owner.get("/devices/"));
    expect(listed.results.map((device: Body) => device.device_code)).toContain(device_code);
  });

  it("keeps the id that the device brings", async () => {
    const device_id = uuidV7();
    const made = await mutate(url, isp.owner.token, "sync.register", { name: "Laptop", device_id });
    expect(made).toMatchObject({ status: 200, data: { device_id } });
  });

  it("is for somebody signed in, and has a name", async () => {
    expectRefused(await mutate(url, null, "sync.register", { name: "X" }), 401);
    expectRefused(await mutate(url, "no-such-token", "sync.register", { name: "X" }), 401);
    expectRefused(await mutate(url, isp.owner.token, "sync.register", {}), 400);
    expectRefused(await mutate(url, isp.owner.token, "sync.register", { name: "X", device_id: "1" }), 400);
  });
});

describe("sync.collections", () => {
  it("says what the role may replicate: name, schema_version, epoch", async () => {
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

  it("shows a lesser role less, and refuses it the rest", async () => {
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
  it("gives records as REST does, page by page behind a checkpoint, until done", async () => {
    const mine = await anotherProvider(isp.server);
    const device = await openTill(url, mine.owner.token);
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

  it("takes a limit of up to 5000 and a checkpoint of its own", async () => {
    const pull = (input: Record<string, unknown>) => query(url, isp.owner.token, "sync.pull", input);
    const good = { collection: "customers", checkpoint: null, limit: 5000 };
    expect((await pull(good)).status).toBe(200);
    expectRefused(await pull({ ...good, limit: 5001 }), 400);
    expectRefused(await pull({ ...good, limit: 0 }), 400);
    expectRefused(await pull({ ...good, checkpoint: "yesterday" }), 400);
    expectRefused(await pull({ ...good, collection: "secrets" }), 404);
    expectRefused(await query(url, null, "sync.pull", good), 401);
  });

  it("never shows another tenant's records", async () => {
    const other = await anotherProvider(isp.server);
    const theirs = await newCustomer(other.owner);
    await newRecharge(other.owner, theirs.id, 5);
    const collections = await query(url, isp.owner.token, "sync.collections");
    for (const { name } of collections.data) {
      expect(JSON.stringify([...(await till.pullAll(name)).values()])).not.toContain(theirs.id);
    }
  });

  it("loses nothing while many write: a reader behind checkpoints ends with what REST shows", async () => {
    const mine = await anotherProvider(isp.server);
    const device = await openTill(url, mine.owner.token);
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
  it("names collections as changes commit, for this tenant and role only", async () => {
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

  it("sends a ping within 20 seconds", async () => {
    const stream = await listen(url, isp.owner.token);
    await expect.poll(() => stream.events.includes("ping"), { timeout: 20_000, interval: 200 }).toBe(true);
    stream.close();
  }, 30_000);

  it("is for somebody signed in", async () => {
    const response = await fetch(`${url}/trpc/sync.changes?input=%7B%7D`, {
      headers: { accept: "text/event-stream" },
    });
    const text = await response.text();
    expect(response.status === 401 || text.includes("UNAUTHORIZED")).toBe(true);
  });
});

describe("sync.push", () => {
  it("applies each command once: APPLIED with the records, then DUPLICATE with the first outcome", async () => {
    const customer = await newCustomer(isp.owner);
    const id = uuidV7();
    const command = till.command("recharge.create", {
      id,
      customer_id: customer.id,
      amount: "25.00",
      validity_days: 30,
    });
    const [applied, ...others] = await till.push(command);
    expect(others).toEqual([]);
    expect(applied).toMatchObject({
      id: command.id,
      status: "APPLIED",
      result: { id, customer: customer.id, amount: "25.00", allocations: [] },
    });
    const record = await expectStatus(200, isp.owner.get(`/recharges/${id}/`));
    expect(applied.result).toMatchObject({ receipt_number: record.receipt_number });
    expect(record.device).toBe(till.device_id);
    const [again] = await till.push(command);
    expect(again).toEqual({ ...applied, status: "DUPLICATE" });
    const [elsewhere] = await (await openTill(url, isp.owner.token, "Restored")).push(command);
    expect(elsewhere).toMatchObject({ status: "DUPLICATE", result: { id } });
    const now = await expectStatus(200, isp.owner.get(`/customers/${customer.id}/`));
    expect(now.advance_amount).toBe("25.00");
  });

  it("applies the same command once when it comes twice at the same moment, or twice in one batch", async () => {
    const customer = await newCustomer(isp.owner);
    const command = till.command("transaction.create", { customer: customer.id, amount: "4.00" });
    const answers = await Promise.all([till.push(command), till.push(command), till.push(command, command)]);
    const statuses = answers.flat().map((result) => result.status);
    expect(statuses.sort()).toEqual(["APPLIED", "DUPLICATE", "DUPLICATE", "DUPLICATE"]);
    const now = await expectStatus(200, isp.owner.get(`/customers/${customer.id}/`));
    expect(now.advance_amount).toBe("4.00");
  });

  it("answers REJECTED with the problem's code and detail, and the rest goes on", async () => {
    const customer = await newCustomer(isp.owner);
    const commands = [
      till.command("customer.create", { name: "No username" }),
      till.command("customer.toggle_status", { id: "01890000-0000-7000-8000-000000000000" }),
      till.command("spaceship.launch", {}),
      till.command("customer.update", { id: customer.id, notes: "Still applied" }),
    ];
    const results = await till.push(...commands);
    expect(results.map((result) => [result.id, result.status])).toEqual(
      commands.map(({ id }, index) => [id, index === 3 ? "APPLIED" : "REJECTED"]),
    );
    const [invalid, missing, unknown, applied] = results;
    expect(invalid.problem).toMatchObject({ status: 400, code: "VALIDATION", detail: expect.any(String) });
    expect(invalid.problem.errors.map((error: Body) => error.field)).toContain("username");
    expect(missing.problem).toMatchObject({ status: 404, code: "NOT_FOUND", detail: expect.any(String) });
    expect(unknown.problem).toMatchObject({ code: expect.any(String), detail: expect.any(String) });
    expect(applied.result).toMatchObject({ id: customer.id, notes: "Still applied" });
    // The same commands again: their first outcomes, REJECTED ones too.
    const again = await till.push(...commands);
    expect(again.map((result) => result.status)).toEqual(commands.map(() => "DUPLICATE"));
    expect(again[0].problem).toMatchObject({ code: "VALIDATION" });
    expect(again[3].result).toMatchObject({ notes: "Still applied" });
  });

  it("applies in the device's order, whatever the batch's", async () => {
    const id = uuidV7();
    const create = till.command("customer.create", { id, name: "A", username: `u-${id}`, phone: "017" });
    const rename = till.command("customer.update", { id, name: "B" });
    const results = await till.push(rename, create);
    expect(Object.fromEntries(results.map((result) => [result.id, result.status]))).toEqual({
      [create.id]: "APPLIED",
      [rename.id]: "APPLIED",
    });
    const record = await expectStatus(200, isp.owner.get(`/customers/${id}/`));
    expect(record).toMatchObject({ id, name: "B" });
  });

  it("keeps the ids that the client gave: customer, invoice, recharge and payment, one on the other", async () => {
    const pack = await newPackage(isp.owner);
    const [customer, invoice, recharge, payment] = [uuidV7(), uuidV7(), uuidV7(), uuidV7()];
    const results = await till.push(
      till.command("customer.create", {
        ...{ id: customer, name: "Off Line", username: `off-${customer}`, phone: "018" },
        package: pack.id,
      }),
      till.command("invoice.create", { id: invoice, customer }),
      till.command("recharge.create", {
        id: recharge,
        customer_id: customer,
        amount: 1200,
        validity_days: 30,
      }),
      till.command("transaction.create", { id: payment, customer, amount: "50.00", method: "MOBILE" }),
      till.command("customer.grant_grace_period", { id: customer, days: 3 }),
      till.command("recharge.reverse", { id: recharge, reason: "Mistyped" }),
      till.command("customer.toggle_status", { id: customer, reason: "Moved out" }),
    );
    expect(
      results.map((result) => result.status),
      JSON.stringify(results),
    ).toEqual(results.map(() => "APPLIED"));
    for (const path of [`customers/${customer}`, `invoices/${invoice}`, `recharges/${recharge}`]) {
      await expectStatus(200, isp.owner.get(`/${path}/`));
    }
    expect(await expectStatus(200, isp.owner.get(`/transactions/${payment}/`))).toMatchObject({
      device: till.device_id,
    });
    expect(results[5].result).toMatchObject({ success: true, recharge: { id: recharge, customer } });
    expect(await expectStatus(200, isp.owner.get(`/customers/${customer}/`))).toMatchObject({
      status: "SUSPENDED",
      due_amount: "1200.00",
      advance_amount: "50.00",
    });
  });

  it("takes 500 commands and no more, from a device of this tenant", async () => {
    const customer = await newCustomer(isp.owner);
    const many = Array.from({ length: 501 }, () =>
      till.command("transaction.create", { customer: customer.id, amount: 1 }),
    );
    const push = (device_id: string, commands: unknown[], token = isp.owner.token) =>
      mutate(url, token, "sync.push", { device_id, commands });
    expectRefused(await push(till.device_id, many), 400);
    const results = await till.push(...many.slice(0, 500));
    expect(results.filter((result) => result.status === "APPLIED")).toHaveLength(500);
    const now = await expectStatus(200, isp.owner.get(`/customers/${customer.id}/`));
    expect(now.advance_amount).toBe("500.00");
    const [command] = many.slice(500);
    expectRefused(await push(uuidV7(), [command]), 404);
    const other = await anotherProvider(isp.server);
    expectRefused(await push(till.device_id, [command], other.owner.token), 404);
    expectRefused(await push(till.device_id, [{ ...command, id: "1" }]), 400);
    expectRefused(await push(till.device_id, [{ ...command, device_id: uuidV7() }]), 400);
    const own = await push(till.device_id, [{ ...command, device_id: till.device_id }]);
    expect(own.data.results).toMatchObject([{ status: "APPLIED" }]);
    expectRefused(await push(till.device_id, [command], null), 401);
    expect(await till.push()).toEqual([]);
  }, 60_000);
});
