// What is done is let go of: of requests that were answered nothing stays in the server's memory, however long it runs.
import { queryObjects } from "node:v8";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BatchTransaction } from "../../server/kernel/operation/batch-transaction.ts";
import { OperationContext } from "../../server/kernel/operation/context.ts";
import { newId } from "../../shared/kernel/id.ts";
import { makeTenant, type TestTenant } from "../billing/helpers/tenant.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

const REQUESTS = 60;
/** Of some 250. Mostly none is left, 12 were seen once; one for each connection of a company's work would be no leak that grows. */
const LAST = 24;
/** Each look stops this process for its length, the server with it: in between it gets on with what it has to do. */
const BETWEEN_LOOKS = { interval: 500 };

let server: TestServer;
let isp: TestTenant;
let customers: string[];

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  customers = await Promise.all(Array.from({ length: 8 }, () => isp.customer()));
});
afterAll(() => server.stop());

/** How many of them there are once all that nobody holds was thrown away. */
const alive = (kind: typeof OperationContext | typeof BatchTransaction): number =>
  queryObjects(kind, { format: "count" });

it("Requests that were answered, done or refused, alone or together, leave nothing in the server's memory", async () => {
  const recharge = (customer_id: string | undefined) => {
    const body = { customer_id, amount: "10.00", validity_days: 1 };
    return isp.admin.post("/recharges/", body, { "Idempotency-Key": newId() });
  };
  for (let at = 0; at < REQUESTS; at += 1) {
    expect((await recharge(customers[at % customers.length])).status).toBe(201);
    expect((await recharge(newId())).status).toBeGreaterThanOrEqual(400);
    const change = { notes: `Called ${at} times` };
    expect((await isp.admin.patch(`/customers/${customers[0]}/`, change)).status).toBe(200);
  }
  for (let round = 0; round < REQUESTS / 8; round += 1) await Promise.all(customers.map(recharge));
  // Nothing is asked for after the first look.
  await expect.poll(() => alive(OperationContext), BETWEEN_LOOKS).toBeLessThanOrEqual(LAST);
  await expect.poll(() => alive(BatchTransaction), BETWEEN_LOOKS).toBeLessThanOrEqual(LAST / 4);
});
