// Days that were stored before the product refused them: nothing that meets them breaks, and a recharge is undone.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool } from "../../../server/kernel/db/db.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server, { timezone: "Asia/Dhaka" });
});
afterAll(() => server.stop());

it("A recharge is undone although the customer's last day has come to lie before all days that are known", async () => {
  const person = { name: "Old", username: "old", phone: "01711000001" };
  const { id } = await ok<{ id: string }>(isp.admin.post("/customers/", person));
  const recharge = await ok<{ id: string }>(
    isp.admin.post("/recharges/", { customer_id: id, amount: "100.00", validity_days: 30 }),
  );
  const sql = openPool(server.database_url, null, 1);
  await sql`update customers set expiry_date = '0001-01-05' where tenant_id = ${isp.id} and id = ${id}`;
  await sql.end();
  expect((await isp.admin.post(`/recharges/${recharge.id}/reverse/`, { reason: "Wrong" })).status).toBe(200);
  expect((await isp.admin.get(`/customers/${id}/`)).body.expiry_date).toBe("1900-01-01");
});

it("Lists, reports and a new recharge take a day from before those that are known as it is", async () => {
  const person = { name: "Older", username: "older", phone: "01711000002" };
  const { id } = await ok<{ id: string }>(isp.admin.post("/customers/", person));
  const sql = openPool(server.database_url, null, 1);
  await sql`update customers set expiry_date = '0050-01-01', joined_at = '0050-01-01T00:00:00Z'
    where tenant_id = ${isp.id} and id = ${id}`;
  await sql.end();
  for (const path of [
    `/customers/${id}/`,
    "/customers/",
    "/reports/dashboard/",
    `/customers/${id}/statement/`,
  ])
    expect([path, (await isp.admin.get(path)).status]).toEqual([path, 200]);
  const recharge = { customer_id: id, amount: "100.00", validity_days: 30 };
  expect((await isp.admin.post("/recharges/", recharge)).status).toBe(201);
});
