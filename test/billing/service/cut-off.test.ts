// What changes a service is cut off from the database at each of its round trips in turn, before what it sends arrives and after: nothing
// is half done, and the same request again does it once.
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../shared/kernel/id.ts";
import { openWire, type Wire } from "../../helpers/database/wire.ts";
import { lot } from "../../helpers/lot.ts";
import { freshDatabase } from "../../helpers/postgres.ts";
import { eventually } from "../../helpers/process/wait.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

const ROLE = "lastmile_app";
/** Of one operation; more are none of it. */
const MOST_TRIPS = 60;

let database: Awaited<ReturnType<typeof freshDatabase>>;
let wire: Wire;
let server: TestServer;
let isp: TestTenant;
let home: string;
let large: string;
let tv: string;

beforeAll(async () => {
  database = await freshDatabase("served");
  wire = await openWire(database.url);
  server = await startTestServer({ database_url: wire.url });
  isp = await makeTenant(server);
  const sell = async (name: string, price: string) => {
    const plan = { name, price, bandwidth_mbps: 10, validity_days: 30 };
    return String((await ok(isp.admin.post("/packages/", plan))).id);
  };
  [home, large] = [await sell("Home", "600.00"), await sell("Large", "900.00")];
  const addon = { name: "TV", kind: "RECURRING", price: "30.00", source: "ADDON" };
  tv = String((await ok(isp.admin.post("/addons/", addon))).id);
  await server.stopClock();
});
afterAll(async () => {
  await server.stop();
  await wire.stop();
  await database.drop();
});

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** With 30 paid days of 600.00, from tomorrow. */
async function paid(): Promise<string> {
  const customer = await isp.customer({ package: home, joined_at: "2026-01-15T06:00:00Z" });
  await ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "600.00", validity_days: 30 }));
  return customer;
}

/** What is the same for all to whom the same was done once. */
async function stateOf(id: string) {
  const customer = await ok(isp.admin.get(`/customers/${id}/`));
  const money = await ok(isp.admin.get(`/customers/${id}/financial-summary/`));
  const count = async (path: string) =>
    (await ok(isp.admin.get(`/${path}/?customer=${id}&page_size=1`))).count;
  const { package: pack, expiry_date, price, status, due_amount, advance_amount } = customer;
  return {
    ...{ pack, expiry_date, price, status, due_amount, advance_amount, free: money.free_advance_amount },
    counts: await Promise.all(
      ["services", "service-changes", "service-pauses", "customer-addons", "transactions", "invoices"].map(
        count,
      ),
    ),
  };
}

const pause = { from: day(0), to: day(9) };
const OPERATIONS: Readonly<Record<string, (customer: string) => [path: string, body: object]>> = {
  change: (id) => [`/customers/${id}/change-package/`, { package: large, payment: { amount: "300.00" } }],
  pause: (id) => [`/customers/${id}/pause/`, pause],
  resume: (id) => [`/customers/${id}/resume/`, {}],
  "end of a service": (id) => [`/customers/${id}/end-service/`, { settle: "ADVANCE", reason: "Moves" }],
  "add-on": (customer) => [
    "/customer-addons/",
    { customer, addon: tv, from_date: day(1), payment: { amount: "30.00" } },
  ],
};

it.each(Object.keys(OPERATIONS))(
  "A cut-off %s is not half done, and done once when it is asked for again",
  async (name) => {
    const operation = OPERATIONS[name];
    if (!operation) throw new Error(name);
    const begin = async () => {
      const customer = await paid();
      if (name === "resume") await ok(isp.admin.post(`/customers/${customer}/pause/`, pause));
      return customer;
    };
    const whole = await begin();
    await ok(isp.admin.post(...operation(whole), { "Idempotency-Key": newId() }));
    const done = await stateOf(whole);
    let cuts = 0;
    for (const when of ["before", "after"] as const)
      for (let trip = 1; trip <= MOST_TRIPS; trip += lot(2, 1)) {
        const customer = await begin();
        const before = await stateOf(customer);
        const key = { "Idempotency-Key": newId() };
        const request = operation(customer);
        wire.cut(ROLE, trip, when);
        const first = await isp.admin.post(...request, key);
        if (!wire.wasCut()) {
          expect(await stateOf(customer)).toEqual(done);
          break;
        }
        cuts += 1;
        // Whose answer was cut off may be committing yet, between what is read here and what is read then.
        const either = first.status < 300 ? [done] : [before, done];
        await eventually(async () => {
          const then = await stateOf(customer);
          return either.some((state) => isDeepStrictEqual(state, then));
        }, `${name}, cut ${when} ${trip}`);
        await ok(isp.admin.post(...request, key));
        expect([name, when, trip, await stateOf(customer)]).toEqual([name, when, trip, done]);
      }
    expect(cuts).toBeGreaterThan(1);
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
  },
);
