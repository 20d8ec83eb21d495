// Contract §3, a customer's summary, the public look-up, files and background tasks, seen from outside.
import { request as httpRequest } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIMITS } from "../helpers/config.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { person, plan } from "./helpers/bodies.ts";
import { type Body, day, expectProblem, expectStatus } from "./helpers/money.ts";

let server: TestServer;
let tenant: TestTenant;
let owner: Client;
let pack: Body;
beforeAll(async () => {
  server = await startTestServer({
    limits: { ...LIMITS, lookups_per_minute: 1_000_000 },
  });
  tenant = await makeTenant(server, { subdomain: "subs" });
  owner = tenant.owner;
  pack = await expectStatus(201, owner.post("/packages/", plan({ price: "500.00" })));
});
afterAll(() => server.stop());

const create = (more: object = {}): Promise<Body> =>
  expectStatus(201, owner.post("/customers/", person(more)));
const recharge = (customer_id: string, amount: string, validity_days = 30) =>
  expectStatus(201, owner.post("/recharges/", { customer_id, amount, validity_days }));

describe("financial summary", () => {
  it("Financial summary shows balance, dues, advance, open invoices, recent entries, last payment and the account", async () => {
    const { id } = await create({ package: pack.id });
    const fresh = await expectStatus(200, owner.get(`/customers/${id}/financial-summary/`));
    expect(fresh).toMatchObject({
      customer: id,
      balance: "0.00",
      due_amount: "0.00",
      advance_amount: "0.00",
      open_invoices: [],
      recent_ledger_entries: [],
      last_payment: null,
      account: { customer: id, balance: "0.00" },
    });
    const lines = [{ description: "Line", quantity: 2, unit_price: "300.00" }];
    const invoice = await expectStatus(201, owner.post("/invoices/", { customer: id, lines }));
    await recharge(id, "250.00");
    const summary = await expectStatus(200, owner.get(`/customers/${id}/financial-summary/`));
    expect(summary).toMatchObject({
      balance: "-350.00",
      due_amount: "350.00",
      advance_amount: "0.00",
      open_invoices: [{ id: invoice.id, due_amount: "350.00", status: "PARTIAL" }],
      last_payment: { amount: "250.00", status: "COMPLETED" },
      account: { balance: "-350.00" },
    });
    expect(summary.recent_ledger_entries).toHaveLength(2);
    for (let n = 0; n < 20; n += 1) await recharge(id, "1.00", 0);
    const busy = await expectStatus(200, owner.get(`/customers/${id}/financial-summary/`));
    expect(busy.recent_ledger_entries).toHaveLength(20);
    expect(busy.recent_ledger_entries[0].balance_after).toBe(busy.balance);
    const other = await makeTenant(server);
    await expectProblem(404, other.owner.get(`/customers/${id}/financial-summary/`));
  });

  it("Financial summary is recalculated without drift", async () => {
    const { id } = await create({ package: pack.id });
    await recharge(id, "70.00");
    const answer = await expectStatus(200, owner.post(`/customers/${id}/recalculate-balance/`));
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(["before", "after", "drift"]));
    expect(answer.after).toEqual(answer.before);
  });
});

describe("the public look-up", () => {
  const query = (body: object, headers?: Record<string, string>) =>
    server.anonymous.post("/customer/query/", body, headers);

  /** fetch won't name another host. */
  const askAtHost = (host: string, body: object) =>
    new Promise<Body>((resolve, reject) => {
      const headers = { host, "content-type": "application/json" };
      const request = httpRequest(
        `${server.url}/api/v1/customer/query/`,
        { method: "POST", headers },
        (response) => {
          json(response).then(resolve, reject);
        },
      );
      request.on("error", reject);
      request.end(JSON.stringify(body));
    });

  it("The public look-up tells the state of a line by phone or username, and nothing else", async () => {
    const made = await create({
      name: "Anika Binte Rahman",
      package: pack.id,
      expiry_date: day(9),
      phone: "0177-query",
    });
    for (const by of [{ phone: "0177-query" }, { username: made.username }]) {
      const body = await expectStatus(200, query({ ...by, tenant: "subs" }));
      expect(Object.keys(body)).toEqual(["results"]);
      expect(body.results).toHaveLength(1);
      const [result] = body.results;
      expect(Object.keys(result).sort()).toEqual(
        ["username", "name", "package_name", "status", "due_amount", "expiry_date"].sort(),
      );
      expect(result).toMatchObject({
        username: made.username,
        package_name: pack.name,
        status: "ACTIVE",
        due_amount: "0.00",
        expiry_date: day(9),
      });
      expect(result.name).toMatch(/^A\S* B\S* R\S*$/);
      expect(result.name).not.toMatch(/nika|inte|ahman/);
      expect(JSON.stringify(body)).not.toContain(made.id);
    }
  });

  it("The public look-up finds nobody quietly, and only in the tenant that is named, or that the host names", async () => {
    const made = await create();
    const other = await makeTenant(server, { subdomain: "elsewhere" });
    expect((await expectStatus(200, query({ username: "nobody", tenant: "subs" }))).results).toEqual([]);
    const foreign = { username: made.username, tenant: other.tenant.subdomain };
    expect((await expectStatus(200, query(foreign))).results).toEqual([]);
    expect((await expectStatus(200, query({ ...foreign, tenant: "no-such" }))).results).toEqual([]);
    await expectProblem(400, query({ username: made.username }), "TENANT_REQUIRED");
    for (const [host, found] of [
      ["subs.isp.example", [made.username]],
      ["elsewhere.isp.example:8080", []],
    ] as const) {
      const { results } = await askAtHost(host, { username: made.username });
      expect(results.map(({ username }: Body) => username)).toEqual(found);
    }
    for (const body of [{}, { phone: "1", username: "2" }, { phone: "" }, { phone: 1 }, { email: "x" }])
      await expectProblem(400, query({ ...body, tenant: "subs" }), "VALIDATION");
  });
});

describe("files", () => {
  it("The export is CSV, with the list's filters", async () => {
    await create({ name: 'Comma, "Quote"', area: "Export" });
    await create({ name: "Plain", area: "Export" });
    const answer = await owner.get("/customers/export/?area=Export");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^text\/csv/);
    const [header = "", ...rows] = answer.body
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\r\n");
    expect(header.split(",")).toEqual(expect.arrayContaining(["customer_code", "name", "username", "phone"]));
    expect(rows).toHaveLength(2);
    expect(answer.body).toContain('"Comma, ""Quote"""');
    await expectProblem(400, owner.get("/customers/export/?colour=red"), "VALIDATION");
    const technician = await tenant.staff("subs-technician", "Technician");
    await expectProblem(403, technician.get("/customers/export/"), "PERMISSION_DENIED");
  });

  it("The import is a dry run first, names the lines of errors, and imports all or nothing", async () => {
    const csv = `name,username,phone,package\nOne,imp-1,1,${pack.name}\nTwo,imp-2,2,\n`;
    expect(await expectStatus(200, owner.post("/customers/import/", { csv }))).toEqual({
      dry_run: true,
      rows: 2,
      created: 0,
      errors: [],
    });
    const bad = `${csv}Three,imp-1,3,\nFour,imp-4,4,No such package\n`;
    const tried = await expectStatus(200, owner.post("/customers/import/", { csv: bad }));
    expect(tried.errors.map(({ line, field }: Body) => [line, field])).toEqual([
      [4, "username"],
      [5, "package"],
    ]);
    await expectProblem(400, owner.post("/customers/import/", { csv: bad, dry_run: false }), "VALIDATION");
    expect((await owner.get("/customers/?username=imp-1")).body.count).toBe(0);
    const done = await expectStatus(200, owner.post("/customers/import/", { csv, dry_run: false }));
    expect(done).toEqual({ dry_run: false, rows: 2, created: 2, errors: [] });
    expect((await owner.get("/customers/?username=imp-1")).body.results).toMatchObject([
      { package: pack.id },
    ]);
  });
});

describe("background tasks", () => {
  it("Background tasks show status, progress and result, to their own tenant", async () => {
    await create({ package: pack.id });
    const queued = await expectStatus(202, owner.post("/invoices/generate-batch/", {}));
    const path = `/background-tasks/${queued.task_id}/`;
    await expect.poll(async () => (await owner.get(path)).body.status).toBe("SUCCEEDED");
    const task = await expectStatus(200, owner.get(path));
    expect(task.progress.done).toBe(task.progress.total);
    expect(task.result).toBeTruthy();
    const other = await makeTenant(server);
    await expectProblem(404, other.owner.get(path), "NOT_FOUND");
  });
});
