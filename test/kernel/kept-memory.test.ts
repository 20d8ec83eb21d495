// What is done is let go of: of requests that were answered nothing stays in the server's memory, however long it runs.
import { queryObjects } from "node:v8";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OperationContext } from "../../server/kernel/operation/context.ts";
import { Several } from "../../server/kernel/operation/several.ts";
import { newId } from "../../shared/kernel/id.ts";
import { makeTenant, type TestTenant } from "../billing/helpers/tenant.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

const REQUESTS = 60;
/** The last answers may still be held by what the engine runs next. */
const LAST = 5;

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
const alive = (kind: typeof OperationContext | typeof Several): number =>
  queryObjects(kind, { format: "count" });

async function manyTimes(each: (at: number) => Promise<{ status: number }>): Promise<void> {
  for (let at = 0; at < REQUESTS; at += 1) expect((await each(at)).status).toBeLessThan(300);
}

it("Recharges that were answered, alone or together, leave nothing in the server's memory", async () => {
  const recharge = (customer_id: string | undefined) =>
    isp.admin.post(
      "/recharges/",
      { customer_id, amount: "10.00", validity_days: 1 },
      { "Idempotency-Key": newId() },
    );
  await manyTimes((at) => recharge(customers[at % customers.length]));
  for (let round = 0; round < REQUESTS / 8; round += 1) await Promise.all(customers.map(recharge));
  await expect.poll(() => alive(OperationContext), { timeout: 10_000 }).toBeLessThanOrEqual(LAST);
  await expect.poll(() => alive(Several), { timeout: 10_000 }).toBeLessThanOrEqual(LAST);
});

it("Changes and refusals that were answered leave nothing in the server's memory", async () => {
  await manyTimes((at) => isp.admin.patch(`/customers/${customers[0]}/`, { notes: `Called ${at} times` }));
  for (let at = 0; at < REQUESTS; at += 1)
    expect(
      (await isp.admin.post("/recharges/", { customer_id: newId(), amount: "1.00" })).status,
    ).toBeGreaterThan(399);
  await expect.poll(() => alive(OperationContext), { timeout: 10_000 }).toBeLessThanOrEqual(LAST);
});
