// How often a till's operations wait for the database. Each wait is held under the lock of a customer's account.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../shared/kernel/id.ts";
import { openWire, type Wire } from "../helpers/database/wire.ts";
import { openDesktop } from "../helpers/desktop.ts";
import { isOfFeed } from "../helpers/feed.ts";
import { freshDatabase } from "../helpers/postgres.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, ok, type TestTenant } from "./helpers/tenant.ts";

/** Until each statement is prepared on the one connection. */
const WARM_UP = 4;

let database: Awaited<ReturnType<typeof freshDatabase>>;
let wire: Wire;
let server: TestServer;
let isp: TestTenant;
let customer: string;
/** That the server sent so far, but for what its feed looks for and tells, which goes on while others write. */
let statements = 0;

beforeAll(async () => {
  database = await freshDatabase("served");
  wire = await openWire(database.url);
  server = await startTestServer({
    database_url: wire.url,
    database: {
      sizes: { app: 1, platform: 1, platform_transactions: 1 },
      onStatement: (text) => {
        if (!isOfFeed(text)) statements += 1;
      },
    },
  });
  isp = await makeTenant(server);
  customer = await isp.customer({ expiry_date: "2098-01-01" });
  await server.stopClock();
});
afterAll(async () => {
  await server.stop();
  await wire.stop();
  await database.drop();
});

/** The fewest of a few runs: now and then a block of receipt numbers is used up. */
async function tripsOf(act: () => Promise<unknown>, role = "lastmile_app"): Promise<number> {
  for (let run = 0; run < WARM_UP; run += 1) await act();
  const trips: number[] = [];
  for (let run = 0; run < WARM_UP; run += 1) {
    wire.trips(role);
    await act();
    trips.push(wire.trips(role));
  }
  return Math.min(...trips);
}

/** Beside BEGIN and COMMIT, which go with the others: the fewest of a few runs. */
async function statementsOf(act: () => Promise<unknown>): Promise<number> {
  const sent: number[] = [];
  for (let run = 0; run < 2 * WARM_UP; run += 1) {
    const before = statements;
    await act();
    sent.push(statements - before);
  }
  return Math.min(...sent);
}

const keyed = () => ({ "Idempotency-Key": newId() });
const recharge = () =>
  ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "1200.00", validity_days: 1 }, keyed()));
const payment = () => ok(isp.admin.post("/transactions/", { customer, amount: "1.00" }, keyed()));

describe("round trips to the database", () => {
  it("A recharge waits twice: for its locks and reads, and for its writes with audit, key and COMMIT", async () => {
    expect(await tripsOf(recharge)).toBe(2);
  });

  it("A payment waits twice", async () => {
    expect(await tripsOf(payment)).toBe(2);
  });

  it("A recharge is fourteen statements beside BEGIN and COMMIT, and a payment thirteen", async () => {
    expect(await statementsOf(recharge)).toBe(14);
    expect(await statementsOf(payment)).toBe(13);
  });

  it("A change of package waits three times, the second for its bill's number, and is thirty-one statements", async () => {
    const sell = async (name: string, price: string) => {
      const plan = { name, price, bandwidth_mbps: 10, validity_days: 30 };
      return String((await ok(isp.admin.post("/packages/", plan))).id);
    };
    const [small, large] = [await sell("Small", "300.00"), await sell("Large", "900.00")];
    const payers: string[] = [];
    for (let at = 0; at < 4 * WARM_UP; at += 1) {
      const payer = await isp.customer({ package: small, joined_at: "2026-01-15T06:00:00Z" });
      await ok(isp.admin.post("/recharges/", { customer_id: payer, amount: "300.00", validity_days: 30 }));
      payers.push(payer);
    }
    const change = () => {
      const asked = { package: large, payment: { amount: "600.00" } };
      return ok(isp.admin.post(`/customers/${payers.pop()}/change-package/`, asked, keyed()));
    };
    expect([await tripsOf(change), await statementsOf(change)]).toEqual([3, 31]);
  });

  it("A request whose token was just seen asks nobody who holds it", async () => {
    // What is read of the platform meanwhile is its change feed alone, until what was written before may be told.
    const look = () => ok(isp.admin.get("/customers/?page_size=1"));
    await expect.poll(() => tripsOf(look, "lastmile_platform")).toBe(0);
  });

  it("A pushed recharge waits five times, and is twenty-four statements", async () => {
    const device = await openDesktop(server.url, isp.admin.token ?? "");
    const push = async () => {
      const payload = { id: newId(), customer_id: customer, amount: "7.00", validity_days: 1 };
      const [outcome] = await device.push([
        device.command("recharge.create", { ...payload, receipt_number: device.receipt() }),
      ]);
      expect(outcome).toMatchObject({ status: "APPLIED" });
    };
    expect(await tripsOf(push)).toBe(5);
    expect(await statementsOf(push)).toBe(24);
  });

  it("A push of several waits for eight of them at once, and sends eight statements for each beside those that are for all of them", async () => {
    server.services.push_hold_ms = 60_000;
    // How often it waits depends on which of eight is answered first: 5, and 6 to 8, are seen.
    const few = { count: 5, trips: 7, sent: 52 };
    const many = { count: 25, trips: 10, sent: 209 };
    const customers: string[] = [];
    for (let at = 0; at < many.count; at += 1)
      customers.push(await isp.customer({ expiry_date: "2098-01-01" }));
    const device = await openDesktop(server.url, isp.admin.token ?? "");
    const push = (count: number) => async () => {
      const outcomes = await device.push(
        customers.slice(0, count).map((customer_id) =>
          device.command("recharge.create", {
            ...{ id: newId(), customer_id, amount: "7.00", validity_days: 1 },
            receipt_number: device.receipt(),
          }),
        ),
      );
      expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => "APPLIED"));
    };
    // One by one they would be 24 statements and five waits for each; 41 waits for 25 in a transaction if each read in its turn.
    for (const { count, trips, sent } of [few, many]) {
      expect(await tripsOf(push(count))).toBeLessThanOrEqual(trips);
      expect(await statementsOf(push(count))).toBe(sent);
    }
  });
});

describe("an answer that is known before its record is written", () => {
  it("A recharge and a payment answer what is read of them afterwards", async () => {
    const named = { name: "Fresh", username: newId(), phone: "1", package: isp.package };
    const { id: fresh } = await ok<{ id: string }>(isp.admin.post("/customers/", named));
    await ok(isp.admin.post("/invoices/", { customer: fresh }));
    const input = { customer_id: fresh, amount: "1200.00", validity_days: 30, reference: "R-1" };
    const { allocations, ...recharged } = await ok<Record<string, unknown> & { allocations: object[] }>(
      isp.admin.post("/recharges/", input),
    );
    expect(await ok(isp.admin.get(`/recharges/${recharged.id}/`))).toEqual(recharged);
    expect(allocations.length).toBeGreaterThan(0);
    for (const allocation of allocations as { id: string }[])
      expect(await ok(isp.admin.get(`/payment-allocations/${allocation.id}/`))).toEqual(allocation);
    const { allocations: _, ...paid } = await ok(
      isp.admin.post("/transactions/", { customer: fresh, amount: "5.50", method: "BANK", reference: "R-2" }),
    );
    expect(await ok(isp.admin.get(`/transactions/${paid.id}/`))).toEqual(paid);
  });

  it("A change of package answers what is read of it afterwards, at once and where it waits", async () => {
    const plan = { name: "Larger", price: "2400.00", bandwidth_mbps: 10, validity_days: 30 };
    const { id: larger } = await ok<{ id: string }>(isp.admin.post("/packages/", plan));
    for (const asked of [
      { when: "NOW", payment: { amount: "1300.00" } },
      { when: "AT_EXPIRY", reason: "Later" },
    ]) {
      const payer = await isp.customer({ joined_at: "2026-01-15T06:00:00Z" });
      await ok(isp.admin.post("/recharges/", { customer_id: payer, amount: "1200.00", validity_days: 30 }));
      const changed = await ok(
        isp.admin.post(`/customers/${payer}/change-package/`, { package: larger, ...asked }),
      );
      expect(await ok(isp.admin.get(`/service-changes/${changed.id}/`))).toEqual(changed);
    }
  });
});
