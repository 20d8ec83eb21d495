// Routers through REST: registered without being contacted, with a password that is taken and never given.
import { afterAll, beforeAll, expect, it } from "vitest";
import { apiRoutes, at } from "../../helpers/api-routes.ts";
import { type NetworkFixture, openNetworkFixture } from "../helpers/network-fixture.ts";

let fixture: NetworkFixture;
beforeAll(async () => {
  fixture = await openNetworkFixture();
});
afterAll(() => fixture.server.stop());

const TOWER = { name: "Tower", host: "203.0.113.7", username: "api", password: "tower-secret" };

it("A router registers with the defaults of a MikroTik router", async () => {
  const made = await fixture.tenant.owner.post("/routers/", TOWER);
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    name: "Tower",
    vendor: "MIKROTIK",
    api_port: 8728,
    use_tls: false,
    is_active: true,
    status: "UNKNOWN",
    last_seen_at: null,
    version: 1,
  });
  expect(JSON.stringify(made.body)).not.toContain("tower-secret");
  const [row] = await fixture.server.services.db
    .platform`select /* every tenant */ password_encrypted from routers where id = ${made.body.id}`;
  expect(Buffer.from(row?.password_encrypted).toString("latin1")).not.toContain("tower-secret");
  expect(await fixture.tenant.owner.post("/routers/", TOWER)).toMatchObject({
    status: 409,
    body: { code: "DUPLICATE" },
  });
});

it.each([
  [{ api_port: 0 }, "api_port"],
  [{ api_port: 70_000 }, "api_port"],
  [{ host: "10.0.0.1; reboot" }, "host"],
  [{ host: undefined }, "host"],
  [{ vendor: "CISCO" }, "vendor"],
  [{ tls_fingerprint: "abc" }, "tls_fingerprint"],
  [{ status: "ONLINE" }, "status"],
  [{ username: "lm\n/user add name=evil group=full password=p" }, "username"],
  [{ password: "two\nlines" }, "password"],
])("A router refuses %o", async (change, field) => {
  const answer = await fixture.tenant.owner.post("/routers/", { ...TOWER, name: "Other", ...change });
  expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION", errors: [{ field }] } });
});

it("A router asks for the password again wherever it would be sent to another place", async () => {
  const body = { name: "Ridge", host: "198.51.100.70", use_tls: true, tls_fingerprint: "ab".repeat(32) };
  const made = await fixture.tenant.owner.post("/routers/", { ...TOWER, ...body });
  const change = (more: object) => fixture.tenant.owner.patch(`/routers/${made.body.id}/`, more);
  const moves = [
    { host: "198.51.100.71" },
    { api_port: 8729 },
    { use_tls: false },
    { tls_fingerprint: null },
    { tls_fingerprint: "cd".repeat(32) },
  ];
  for (const move of moves) {
    expect(await change(move), JSON.stringify(move)).toMatchObject({
      status: 400,
      body: { code: "PASSWORD_REQUIRED" },
    });
    expect(await change({ ...move, password: null })).toMatchObject({ status: 400 });
    expect(await change({ ...move, password: "again" })).toMatchObject({ status: 200, body: move });
  }
  // What leads nowhere else asks for nothing, nor does saying the same again.
  const { host, api_port } = (await fixture.tenant.owner.get(`/routers/${made.body.id}/`)).body;
  expect(await change({ name: "Ridge 2", site: "Hill", username: "x", host, api_port })).toMatchObject({
    status: 200,
    body: { legacy_login: false },
  });
  expect(await change({ legacy_login: true })).toMatchObject({
    status: 400,
    body: { code: "PASSWORD_REQUIRED", errors: [{ field: "password" }] },
  });
  expect(await change({ legacy_login: true, password: "again" })).toMatchObject({
    status: 200,
    body: { legacy_login: true },
  });
  expect(await change({ legacy_login: false })).toMatchObject({ status: 200, body: { legacy_login: false } });
});

it("A router is one record: the same address and port twice is refused, also by a change and in a race", async () => {
  const body = { ...TOWER, host: "Edge.example.net" };
  const twice = await Promise.all(
    ["A", "B"].map((name) => fixture.tenant.owner.post("/routers/", { ...body, name })),
  );
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
  const again = { ...body, name: "C", host: "edge.example.NET" };
  expect(await fixture.tenant.owner.post("/routers/", again)).toMatchObject({
    status: 409,
    body: { code: "DUPLICATE", errors: [{ field: "host" }, { field: "api_port" }] },
  });
  const other = await fixture.tenant.owner.post("/routers/", { ...again, api_port: 8729 });
  expect(other.status).toBe(201);
  const numbers = { ...TOWER, name: "D", host: "198.51.100.77" };
  expect((await fixture.tenant.owner.post("/routers/", numbers)).status).toBe(201);
  for (const host of ["198.51.25677", "0xc6.51.100.77", "3325256781"])
    expect(await fixture.tenant.owner.post("/routers/", { ...numbers, name: host, host })).toMatchObject({
      status: 409,
      body: { code: "DUPLICATE", detail: "The router D has this address and port" },
    });
  const change = { api_port: 8728, password: "x" };
  expect((await fixture.tenant.owner.patch(`/routers/${other.body.id}/`, change)).status).toBe(409);
});

it.each([
  "169.254.169.254",
  "169.254.1.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "100.100.100.200",
  "192.0.0.192",
  "2852039166",
  "0xa9.254.169.254",
  "::",
  "fe80::1",
  "ff02::1",
  "::ffff:169.254.169.254",
  "64:ff9b::a9fe:a9fe",
  "fd00:ec2::254",
])("A router refuses the address %s, at which no router can be", async (host) => {
  const answer = await fixture.tenant.owner.post("/routers/", { ...TOWER, name: "Trap", host });
  expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION", errors: [{ field: "host" }] } });
});

it("A router takes loopback only where the server itself is on loopback", async () => {
  const { services } = fixture.server;
  const made = () =>
    fixture.tenant.owner.post("/routers/", { ...TOWER, name: "Here", host: "127.1", api_port: 1 });
  services.loopback_routers = false;
  expect(await made()).toMatchObject({ status: 400, body: { errors: [{ field: "host" }] } });
  services.loopback_routers = true;
  expect((await made()).status).toBe(201);
});

it("A router is not deleted while customers are on it", async () => {
  const used = await fixture.router();
  await fixture.customer(used);
  expect(await fixture.tenant.owner.delete(`/routers/${used}/`)).toMatchObject({
    status: 409,
    body: { code: "IN_USE" },
  });
  const unused = await fixture.router();
  expect((await fixture.tenant.owner.delete(`/routers/${unused}/`)).status).toBe(204);
});

it("A router shows a job's wait for an agent at once", async () => {
  const customer = await fixture.customer(await fixture.router());
  expect(await fixture.jobs(customer)).toMatchObject([
    { status: "QUEUED", last_error: expect.stringContaining("agent") },
  ]);
});

it("A router's user of an older record stays within its line of the set-up script", async () => {
  const router = await fixture.router();
  await fixture.server.services.db
    .platform`update /* every tenant */ routers set username = ${'lm\n/user add name="evil'} where id = ${router}`;
  const { body } = await fixture.tenant.owner.get(`/routers/${router}/setup-script/`);
  expect(body).toContain('name="lm\\0A/user add name=\\"evil"');
  expect(body.split("\n").filter((line: string) => line.includes("evil"))).toHaveLength(2);
});

it("What is no id names no record, on every route of one record that is read", async () => {
  const routes = await apiRoutes(fixture.server);
  const reads = routes.filter(({ method, path }) => method === "GET" && path.includes("{id}"));
  expect(reads.length).toBeGreaterThan(50);
  const superuser = await fixture.server.superuser();
  for (const route of reads) {
    const client = route.permission === "superuser" ? superuser : fixture.tenant.owner;
    expect(await client.get(at(route, "not-an-id")), route.path).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND" },
    });
  }
});
