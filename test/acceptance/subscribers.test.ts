// Contract §3, customers, their access, and packages, seen from outside.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { person, plan } from "./helpers/bodies.ts";
import { type Body, day, expectProblem, expectStatus } from "./helpers/money.ts";

let server: TestServer;
let tenant: TestTenant;
let owner: Client;
let pack: Body;
let router: Body;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await makeTenant(server, { subdomain: "subs" });
  owner = tenant.owner;
  pack = await expectStatus(201, owner.post("/packages/", plan({ price: "500.00" })));
  const address = { name: "Tower", host: "198.51.100.1", username: "api", password: "router-secret" };
  router = await expectStatus(201, owner.post("/routers/", address));
});
afterAll(() => server.stop());

const create = (more: object = {}): Promise<Body> =>
  expectStatus(201, owner.post("/customers/", person(more)));
const jobs = async (query: string): Promise<Body[]> =>
  (await expectStatus(200, owner.get(`/network-sync-jobs/?${query}`))).results;
const recharge = (customer_id: string, amount: string, validity_days = 30) =>
  expectStatus(201, owner.post("/recharges/", { customer_id, amount, validity_days }));

describe("a customer", () => {
  it("A customer needs a name, a username and a phone; the rest has its defaults", async () => {
    for (const field of ["name", "username", "phone"]) {
      const problem = await expectProblem(400, owner.post("/customers/", person({ [field]: undefined })));
      expect(problem.errors).toMatchObject([{ field }]);
    }
    expect(await create()).toMatchObject({
      customer_code: expect.stringMatching(/\S/),
      status: "ACTIVE",
      connection_type: "PPPOE",
      due_amount: "0.00",
      advance_amount: "0.00",
      discount: "0.00",
      expiry_date: null,
      promise_date: null,
      grace_period_until: null,
      package: null,
      router: null,
      onu: null,
      reseller: null,
      version: 1,
    });
  });

  it("A customer has the ONU's serial number in one form, however it is written on the label", async () => {
    const { id } = await create({ onu_serial: "hwtc-1234abcd" });
    const written = { "48575443 1234abcd": "HWTC1234ABCD", "aa-bb-cc-dd-ee-0f": "AA:BB:CC:DD:EE:0F" };
    for (const [onu_serial, kept] of Object.entries(written)) {
      const changed = await expectStatus(200, owner.patch(`/customers/${id}/`, { onu_serial }));
      expect(changed.onu_serial).toBe(kept);
    }
    await expectProblem(400, owner.patch(`/customers/${id}/`, { onu_serial: "unknown" }), "VALIDATION");
    expect(await expectStatus(200, owner.patch(`/customers/${id}/`, { onu_serial: null }))).toMatchObject({
      onu_serial: null,
    });
  });

  it("A customer has every field of the contract, and never its password", async () => {
    const body = {
      email: "a@isp.example",
      address: "House 7",
      area: "North",
      latitude: 23.8103,
      longitude: 90.4125,
      national_id: "1234",
      connection_type: "STATIC",
      ip_address: "10.1.2.3",
      mac_address: "AA:BB:CC:DD:EE:FF",
      router: router.id,
      package: pack.id,
      onu_serial: "HWTC1234ABCD",
      discount: "50.00",
      expiry_date: day(30),
      notes: "Third floor\nring twice",
    };
    const made = await create({ ...body, password: "pppoe-secret" });
    expect(made).toMatchObject(body);
    expect(made).not.toHaveProperty("password");
    const read = await expectStatus(200, owner.get(`/customers/${made.id}/`));
    expect(read).toEqual(made);
    for (const answer of [await owner.get("/customers/"), await owner.get("/audit-logs/")])
      expect(JSON.stringify(answer.body)).not.toContain("pppoe-secret");
  });

  it("A customer has a code and a username of its own in the tenant", async () => {
    const first = await create({ customer_code: "VIP-1" });
    expect(first.customer_code).toBe("VIP-1");
    await expectProblem(409, owner.post("/customers/", person({ customer_code: "VIP-1" })));
    const other = await makeTenant(server);
    const twin = { ...person(), username: first.username, customer_code: "VIP-1" };
    await expectStatus(201, other.owner.post("/customers/", twin));
    const codes = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(new Set(codes.map(({ customer_code }) => customer_code)).size).toBe(8);
  });

  it.each([
    [{ status: "GONE" }],
    [{ connection_type: "DIALUP" }],
    [{ email: "nobody" }],
    [{ latitude: 91 }],
    [{ longitude: -181 }],
    [{ ip_address: "300.1.1.1" }],
    [{ mac_address: "nonsense" }],
    [{ discount: "-1" }],
    [{ package: "nonsense" }],
    [{ name: "" }],
    [{ due_amount: "5" }],
    [{ advance_amount: "5" }],
  ])("A customer is refused with %j", async (body) => {
    const [field] = Object.keys(body);
    const problem = await expectProblem(400, owner.post("/customers/", person(body)), "VALIDATION");
    expect(problem.errors).toMatchObject([{ field }]);
  });

  it("A customer may begin in another status", async () => {
    for (const status of ["SUSPENDED", "EXPIRED", "TERMINATED"])
      expect((await create({ status })).status).toBe(status);
  });

  it("A customer is found by name, username, phone, code and address, and by the contract's filters", async () => {
    const made = await create({
      name: "Findable Fellow",
      phone: "0199-777",
      address: "Rose Lane 5",
      area: "Findia",
      package: pack.id,
      router: router.id,
      expiry_date: day(400),
    });
    const found = async (query: string) =>
      (await expectStatus(200, owner.get(`/customers/?${query}`))).results.map(({ id }: Body) => id);
    for (const text of ["findable", made.username, "0199-777", made.customer_code, "rose lane"])
      expect(await found(`page_size=500&search=${encodeURIComponent(text)}`), text).toContain(made.id);
    for (const query of [
      `status=ACTIVE&area=Findia`,
      `package=${pack.id}&router=${router.id}&area=Findia`,
      `expiry_date__gte=${day(399)}&expiry_date__lte=${day(401)}`,
      `expiry_date=${day(400)}`,
      `username=${made.username}`,
      "has_due=false&area=Findia",
    ])
      expect(await found(query), query).toEqual([made.id]);
    expect(await found("has_due=true&area=Findia")).toEqual([]);
    const lines = [{ description: "Line", quantity: 1, unit_price: "10.00" }];
    await expectStatus(201, owner.post("/invoices/", { customer: made.id, lines }));
    expect(await found("has_due=true&area=Findia")).toEqual([made.id]);
    expect(await found("due_amount__gt=5&area=Findia")).toEqual([made.id]);
    await expectStatus(200, owner.get(`/customers/?reseller=${made.id}`));
  });

  it("A customer is deleted only without a financial history; else terminated", async () => {
    const fresh = await create();
    await expectStatus(204, owner.delete(`/customers/${fresh.id}/`));
    const payer = await create({ package: pack.id, router: router.id });
    await recharge(payer.id, "10");
    await expectProblem(409, owner.delete(`/customers/${payer.id}/`), "HAS_FINANCIAL_HISTORY");
    const ended = await expectStatus(200, owner.patch(`/customers/${payer.id}/`, { status: "TERMINATED" }));
    expect(ended.status).toBe("TERMINATED");
    const kinds = (await jobs(`customer=${payer.id}&status=QUEUED`)).map(({ kind }) => kind);
    expect(kinds).toContain("DISABLE_USER");
  });
});

describe("access", () => {
  it("Access is suspended and resumed by toggle_status, with the reason in the audit log and a job each", async () => {
    const { id } = await create({ package: pack.id, router: router.id, expiry_date: day(5) });
    const off = await expectStatus(
      200,
      owner.post(`/customers/${id}/toggle_status/`, { reason: "On holiday" }),
    );
    expect(off).toMatchObject({ id, status: "SUSPENDED", version: 2 });
    expect((await jobs(`customer=${id}&kind=DISABLE_USER`))[0]).toMatchObject({ status: "QUEUED" });
    const on = await expectStatus(200, owner.post(`/customers/${id}/toggle_status/`));
    expect(on.status).toBe("ACTIVE");
    expect((await jobs(`customer=${id}&kind=ENABLE_USER`))[0]).toMatchObject({ status: "QUEUED" });
    expect(JSON.stringify((await owner.get(`/audit-logs/?object_id=${id}`)).body)).toContain("On holiday");
  });

  it("Access comes back without paid days only by force", async () => {
    for (const status of ["EXPIRED", "SUSPENDED"]) {
      const { id } = await create({ status, expiry_date: day(-3) });
      await expectProblem(409, owner.post(`/customers/${id}/toggle_status/`, {}), "SERVICE_EXPIRED");
      const forced = await expectStatus(200, owner.post(`/customers/${id}/toggle_status/`, { force: true }));
      expect(forced.status).toBe("ACTIVE");
    }
    const today = await create({ status: "SUSPENDED", expiry_date: day(0) });
    expect((await expectStatus(200, owner.post(`/customers/${today.id}/toggle_status/`))).status).toBe(
      "ACTIVE",
    );
  });

  it("Access is extended by days or a promised day, from whatever status", async () => {
    for (const status of ["ACTIVE", "SUSPENDED", "EXPIRED"]) {
      const { id } = await create({ status, expiry_date: day(-3), package: pack.id, router: router.id });
      const path = `/customers/${id}/grant-grace-period/`;
      expect(await expectStatus(200, owner.post(path, { days: 3 }))).toMatchObject({
        status: "ACTIVE",
        grace_period_until: day(3),
        promise_date: day(3),
        expiry_date: day(-3),
      });
      const promised = await expectStatus(200, owner.post(path, { promise_date: day(7) }));
      expect(promised).toMatchObject({ promise_date: day(7), grace_period_until: day(7) });
      expect((await jobs(`customer=${id}&kind=ENABLE_USER`)).length).toBeGreaterThan(0);
      const audit = await owner.get(`/audit-logs/?object_id=${id}&search=grace`);
      expect(audit.body.count).toBeGreaterThan(0);
    }
  });

  it("Access is extended by exactly one of the two, within bounds", async () => {
    const path = `/customers/${(await create()).id}/grant-grace-period/`;
    for (const body of [
      {},
      { days: 3, promise_date: day(3) },
      { days: 0 },
      { days: 91 },
      { days: -1 },
      { days: 1.5 },
      { days: "three" },
      { promise_date: day(-1) },
      { promise_date: "tomorrow" },
    ])
      await expectProblem(400, owner.post(path, body), "VALIDATION");
    await expectStatus(200, owner.post(path, { days: 90 }));
    await expectStatus(200, owner.post(path, { promise_date: day(0) }));
  });
});

describe("a package", () => {
  it("A package has the contract's fields and bounds", async () => {
    const body = {
      description: "For families",
      upload_mbps: 5,
      burst: "20M/20M",
      address_pool: "pool-1",
      queue_type: "default",
      router_profile: "family",
      validity_days: 15,
    };
    const made = await expectStatus(201, owner.post("/packages/", plan(body)));
    expect(made).toMatchObject({ ...body, price: "500.00", bandwidth_mbps: 10, is_active: true });
    expect((await expectStatus(201, owner.post("/packages/", plan({ price: 0 })))).price).toBe("0.00");
    for (const wrong of [
      { bandwidth_mbps: 0 },
      { bandwidth_mbps: -1 },
      { price: "-0.01" },
      { validity_days: 0 },
      { validity_days: 1.5 },
      { name: undefined },
      { price: undefined },
      { bandwidth_mbps: undefined },
    ]) {
      const problem = await expectProblem(400, owner.post("/packages/", plan(wrong)), "VALIDATION");
      expect(problem.errors).toMatchObject([{ field: Object.keys(wrong)[0] }]);
    }
  });

  it("A package is told to every active router when made or changed, never to an inactive one", async () => {
    const idle = {
      name: "Idle",
      host: "198.51.100.9",
      username: "a",
      password: "b-secret",
      is_active: false,
    };
    const inactive = await expectStatus(201, owner.post("/routers/", idle));
    const { id } = await expectStatus(201, owner.post("/packages/", plan()));
    const told = async () =>
      (await jobs("kind=SYNC_PROFILE&page_size=500")).filter(({ payload }) => payload.package === id);
    const first = await told();
    expect(first.map((job) => job.router)).toEqual([router.id]);
    expect(first.map((job) => job.router)).not.toContain(inactive.id);
    await expectStatus(200, owner.patch(`/packages/${id}/`, { bandwidth_mbps: 20 }));
    expect((await told()).length).toBeGreaterThanOrEqual(1);
  });

  it("A package can't be deleted while somebody has it", async () => {
    const { id } = await expectStatus(201, owner.post("/packages/", plan()));
    await create({ package: id });
    await expectProblem(409, owner.delete(`/packages/${id}/`));
  });
});
