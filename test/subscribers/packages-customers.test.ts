// Packages and new customers through REST: the contract's bodies and codes, and what is queued for the routers.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool } from "../../server/kernel/db/db.ts";
import { newId } from "../../shared/kernel/id.ts";
import { create, type Fixture, HOME_10, openFixture, person } from "./helpers/fixture.ts";

let fixture: Fixture;
let server: Fixture["server"];
let home: Fixture["home"];
let other: Fixture["other"];
let routerId: string;
let packageId: string;
let waiting: Fixture["waiting"];
beforeAll(async () => {
  fixture = await openFixture();
  ({ server, home, other, routerId, packageId, waiting } = fixture);
});
afterAll(() => fixture.server.stop());

describe("packages", () => {
  it("Packages are answered with the currency's digits and told to every active router", async () => {
    const { body } = await home.owner.get(`/packages/${packageId}/`);
    expect(body).toMatchObject({ ...HOME_10, price: "500.00", is_active: true, version: 1 });
    const jobs = await home.owner.get(`/network-sync-jobs/?router=${routerId}&kind=SYNC_PROFILE`);
    expect(jobs.body.results).toMatchObject([
      { status: "QUEUED", payload: { package: packageId }, router_name: "North" },
    ]);
    await home.owner.patch(`/packages/${packageId}/`, { bandwidth_mbps: 12 });
    const again = await home.owner.get(`/network-sync-jobs/?router=${routerId}&kind=SYNC_PROFILE`);
    expect(again.body.count).toBe(1);
  });

  it.each([
    [{ bandwidth_mbps: 0 }, "bandwidth_mbps"],
    [{ price: "-1" }, "price"],
    [{ price: "1.234" }, "price"],
    [{ validity_days: 0 }, "validity_days"],
    [{ burst: "20M/80M; drop" }, "burst"],
    [{ colour: "red" }, "colour"],
    [{ name: "" }, "name"],
  ])("Packages are refused with %o", async (change, field) => {
    const answer = await home.owner.post("/packages/", { ...HOME_10, name: newId(), ...change });
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION", errors: [{ field }] } });
  });

  it("Packages can't have another's name, nor be deleted while somebody has them", async () => {
    expect(await home.owner.post("/packages/", HOME_10)).toMatchObject({
      status: 409,
      body: { code: "DUPLICATE" },
    });
    const used = await create(home, "/packages/", { ...HOME_10, name: "Used" });
    await create(home, "/customers/", person({ package: used }));
    expect(await home.owner.delete(`/packages/${used}/`)).toMatchObject({
      status: 409,
      body: { code: "IN_USE" },
    });
    const unused = await create(home, "/packages/", { ...HOME_10, name: "Unused" });
    expect((await home.owner.delete(`/packages/${unused}/`)).status).toBe(204);
  });

  it("Packages whose names come to the same profile name get profiles of their own, also when made at once", async () => {
    const made = await Promise.all(
      ["Duo 50/10", "Duo 50 10", "Duo 50-10"].map((name) =>
        home.owner.post("/packages/", { name, price: "1", bandwidth_mbps: 50, validity_days: 30 }),
      ),
    );
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    const names = made.map(({ body }) => body.router_profile).sort();
    expect(names).toEqual(["duo-50-10", "duo-50-10-2", "duo-50-10-3"]);
    // Who names a profile by hand may share it.
    const shared = { name: "Duo yearly", price: "1", bandwidth_mbps: 50, router_profile: "duo-50-10" };
    expect((await home.owner.post("/packages/", shared)).status).toBe(201);
  });
});

describe("creating a customer", () => {
  it("Numbers, seals the password, shows the names behind references, and queues the login", async () => {
    const body = person({
      package: packageId,
      router: routerId,
      password: "ppp-secret",
      mac_address: "aa-bb-cc-dd-ee-0f",
    });
    const answer = await home.owner.post("/customers/", body);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      customer_code: expect.stringMatching(/^C\d{5}$/),
      status: "ACTIVE",
      connection_type: "PPPOE",
      package_name: "Home 10",
      router_name: "North",
      due_amount: "0.00",
      advance_amount: "0.00",
      discount: "0.00",
      expiry_date: null,
      mac_address: "AA:BB:CC:DD:EE:0F",
    });
    expect(JSON.stringify(answer.body)).not.toContain("ppp-secret");
    expect(answer.body).not.toHaveProperty("password");
    expect(await waiting(answer.body.id)).toEqual(["UPSERT_USER"]);
    const logs = await server.services.db
      .platform`select /* every tenant */ details from audit_logs where object_id = ${answer.body.id}`;
    expect(JSON.stringify(logs)).not.toContain("ppp-secret");
  });

  it("Creating a customer keeps a client's id and code, and passes over codes that were given by hand", async () => {
    const id = newId();
    const first = await home.owner.post("/customers/", person({ id }));
    expect(first.body.id).toBe(id);
    const next = Number(first.body.customer_code.slice(1)) + 1;
    const taken = `C${String(next).padStart(5, "0")}`;
    await create(home, "/customers/", person({ customer_code: taken }));
    const after = await home.owner.post("/customers/", person());
    expect(after.body.customer_code).toBe(`C${String(next + 1).padStart(5, "0")}`);
  });

  it("Creating a customer gives different codes to many at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => home.owner.post("/customers/", person())),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.customer_code)).size).toBe(12);
  });

  it.each([
    [{ name: undefined }, "name"],
    [{ phone: "" }, "phone"],
    [{ username: "two words" }, "username"],
    [{ email: "nobody" }, "email"],
    [{ latitude: 91 }, "latitude"],
    [{ ip_address: "300.1.1.1" }, "ip_address"],
    [{ ip_address: "10.6.0.9." }, "ip_address"],
    [{ ip_address: "10.6.0" }, "ip_address"],
    [{ ip_address: "10.06.0.9" }, "ip_address"],
    [{ ip_address: "0.0.0.0" }, "ip_address"],
    [{ ip_address: "127.0.0.1" }, "ip_address"],
    [{ ip_address: "224.0.0.1" }, "ip_address"],
    [{ ip_address: "255.255.255.255" }, "ip_address"],
    [{ mac_address: "xx" }, "mac_address"],
    [{ expiry_date: "2026-02-30" }, "expiry_date"],
    [{ status: "GONE" }, "status"],
    [{ joined_at: "0001-01-01T00:00:00+14:00" }, "joined_at"],
    [{ due_amount: "5" }, "due_amount"],
    [{ name: "a\u0000b" }, "name"],
  ])("Creating a customer refuses %o", async (change, field) => {
    const answer = await home.owner.post("/customers/", person(change));
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION", errors: [{ field }] } });
  });

  it("Creating a customer refuses a username twice in one tenant, not in another", async () => {
    const body = person();
    await create(home, "/customers/", body);
    const again = await home.owner.post("/customers/", body);
    expect(again).toMatchObject({
      status: 409,
      body: { code: "DUPLICATE", errors: [{ field: "username" }] },
    });
    await create(other, "/customers/", body);
  });

  it("One address is one line of a router, whoever comes first, until that one leaves", async () => {
    const south = await create(home, "/routers/", { name: "South", host: "198.51.100.99", username: "api" });
    const at = (router: string | null, more: object = {}) =>
      home.owner.post("/customers/", person({ router, ip_address: "10.77.0.1", ...more }));
    const raced = await Promise.all([1, 2, 3].map(() => at(routerId)));
    expect(raced.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(raced.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "DUPLICATE",
      errors: [
        { field: "router", code: "NOT_UNIQUE" },
        { field: "ip_address", code: "NOT_UNIQUE" },
      ],
    });
    // Elsewhere it is another address.
    expect((await at(null)).status).toBe(201);
    const moving = await at(south);
    expect(moving.status).toBe(201);
    const move = () => home.owner.patch(`/customers/${moving.body.id}/`, { router: routerId });
    expect((await move()).status).toBe(409);
    const first = raced.find(({ status }) => status === 201)?.body;
    const change = (more: object) => home.owner.patch(`/customers/${first.id}/`, more);
    expect((await change({ name: "Another", ip_address: "10.77.0.1" })).status).toBe(200);
    const csv = `name,username,phone,router,ip_address\nA,ip-a,1,North,10.77.0.1\nB,ip-b,1,North,10.77.0.2\nC,ip-c,1,North,10.77.0.2\n`;
    const tried = await home.owner.post("/customers/import/?dry_run=true", { csv });
    expect(tried.body.errors).toMatchObject([
      { line: 2, field: "ip_address", code: "NOT_UNIQUE" },
      { line: 4, field: "ip_address", code: "NOT_UNIQUE" },
    ]);
    expect((await change({ status: "TERMINATED" })).status).toBe(200);
    expect((await move()).status).toBe(200);
  });

  it("Lines that had one address before that was refused are served as before", async () => {
    const [one, two] = [{ ip_address: "10.78.0.1" }, { ip_address: "10.78.0.2" }];
    const ids: string[] = [];
    for (const more of [one, two])
      ids.push(await create(home, "/customers/", person({ router: routerId, ...more })));
    const asOwner = openPool(server.database_url, null, 1);
    await asOwner.begin(async (tx) => {
      await tx`select set_config('app.restoring', 'yes', true)`;
      await tx`update customers set ip_address = '10.78.0.1' where id = ${ids[1] ?? ""}`;
    });
    await asOwner.end();
    const second = `/customers/${ids[1]}/`;
    expect((await home.owner.post(`${second}toggle_status/`, {})).status).toBe(200);
    expect((await home.owner.patch(second, { notes: "both are here", ip_address: "10.78.0.1" })).status).toBe(
      200,
    );
    expect((await home.owner.patch(second, { ip_address: "10.77.0.1" })).status).toBe(409);
    expect((await home.owner.patch(second, { ip_address: "10.78.0.3" })).status).toBe(200);
  });
});
