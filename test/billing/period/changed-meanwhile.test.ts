// What a plan was made with and somebody changed before it was written: money is never written by what is no longer so.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { waitingForLocks } from "../../helpers/database/cluster.ts";
import { whileHeld } from "../../helpers/database/held-account.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok } from "../helpers/tenant.ts";

let server: TestServer;
let sql: Sql;
beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 2);
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

it.each([
  {
    what: "a payment of whole units",
    amount: "12",
    status: 201,
    code: undefined,
  },
  {
    what: "a payment of parts that the new currency has not",
    amount: "12.50",
    status: 400,
    code: "VALIDATION",
  },
])("While the currency changes, $what is planned in the new one", async ({ amount, status, code }) => {
  const isp = await makeTenant(server);
  const customer = await isp.customer();
  const held = {
    sql,
    database_url: server.database_url,
    tenant: isp.id,
    customer,
  };
  const change = () => isp.admin.patch("/settings/", { currency: "JPY" });
  const { first, done } = await whileHeld({ ...held, first: change }, async () => {
    // It waits behind the change for the same account, planned in the currency of before.
    const paid = isp.admin.post("/transactions/", { customer, amount });
    await expect.poll(() => waitingForLocks(server.database_url), { interval: 5 }).toBeGreaterThan(1);
    return { paid };
  });
  expect(first).toMatchObject({ status: 200, body: { currency: "JPY" } });
  expect(await done.paid).toMatchObject({
    status,
    body: code ? { code } : { amount: "12" },
  });
  const { results } = await ok<{ results: { amount: string }[] }>(isp.admin.get("/transactions/"));
  expect(results.map((row) => row.amount)).toEqual(code ? [] : ["12"]);
  expect(await checkBooks(server.services.db.platform)).toEqual([]);
});

it("A price that changes while a recharge waits decides by what it was or what it is, as if one had come after the other", async () => {
  const isp = await makeTenant(server);
  const created = await ok<{ id: string }>(
    isp.admin.post("/packages/", {
      name: "Home",
      price: "100",
      bandwidth_mbps: 10,
      validity_days: 30,
    }),
  );
  const customer = await isp.customer({
    username: "dear",
    package: created.id,
  });
  const { first } = await whileHeld(
    {
      ...{ sql, database_url: server.database_url, tenant: isp.id, customer },
      first: () =>
        isp.admin.post("/payments/events/", {
          ...{
            provider: "paygate",
            event_id: "e-1",
            amount: "100.00",
            account_ref: "dear",
          },
        }),
    },
    () => ok(isp.admin.patch(`/packages/${created.id}/`, { price: "200" })),
  );
  expect(first).toMatchObject({ status: 201, body: { status: "APPLIED" } });
  const { results } = await ok<{ results: unknown[] }>(isp.admin.get("/recharges/"));
  // Read with the lock of the account: what it is by then.
  expect(results.length).toBeLessThan(2);
  expect(await checkBooks(server.services.db.platform)).toEqual([]);
});
