// Routers through REST: registered without being contacted, with a password that is taken and never given.
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeTenant } from "../helpers/tenant.ts";
import { type NetworkOffice, openNetworkOffice } from "./helpers/network-office.ts";

let office: NetworkOffice;
beforeAll(async () => {
  office = await openNetworkOffice();
});
afterAll(() => office.server.stop());

const TOWER = { name: "Tower", host: "198.51.100.7", username: "api", password: "tower-secret" };

it("registers with the defaults of a MikroTik router", async () => {
  const made = await office.tenant.owner.post("/routers/", TOWER);
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
  const [row] = await office.server.services.db
    .platform`select password_encrypted from routers where id = ${made.body.id}`;
  expect(Buffer.from(row?.password_encrypted).toString("latin1")).not.toContain("tower-secret");
  expect(await office.tenant.owner.post("/routers/", TOWER)).toMatchObject({
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
])("refuses %o", async (change, field) => {
  const answer = await office.tenant.owner.post("/routers/", { ...TOWER, name: "Other", ...change });
  expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION", errors: [{ field }] } });
});

it("is not deleted while customers are on it", async () => {
  const used = await office.router();
  await office.customer(used);
  expect(await office.tenant.owner.delete(`/routers/${used}/`)).toMatchObject({
    status: 409,
    body: { code: "IN_USE" },
  });
  const unused = await office.router();
  expect((await office.tenant.owner.delete(`/routers/${unused}/`)).status).toBe(204);
});

it("does not exist for another tenant, nor do its jobs", async () => {
  const router = await office.router();
  const customer = await office.customer(router);
  const [job] = await office.jobs(customer);
  const stranger = await makeTenant(office.server);
  for (const path of [`/routers/${router}/`, `/network-sync-jobs/${job?.id}/`]) {
    expect(await stranger.owner.get(path)).toMatchObject({ status: 404 });
  }
  expect(await stranger.owner.post(`/routers/${router}/sync/`, {})).toMatchObject({ status: 404 });
  expect(await stranger.owner.post(`/network-sync-jobs/${job?.id}/cancel/`, {})).toMatchObject({
    status: 404,
  });
  expect((await stranger.owner.get("/network-sync-jobs/")).body.count).toBe(0);
  const body = { name: "X", username: "x", phone: "1", router };
  expect(await stranger.owner.post("/customers/", body)).toMatchObject({
    status: 400,
    body: { errors: [{ field: "router" }] },
  });
});

it("shows a job's wait for an agent at once", async () => {
  const customer = await office.customer(await office.router());
  expect(await office.jobs(customer)).toMatchObject([
    { status: "QUEUED", last_error: expect.stringContaining("agent") },
  ]);
});
