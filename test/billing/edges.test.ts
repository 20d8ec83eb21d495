// Where money meets the ends of things: of the calendar, of a currency's use, of an answer's text, of the order of undoing.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../shared/kernel/id.ts";
import { openDesktop } from "../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { checkBooks } from "./helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "./helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
});
afterAll(() => server.stop());

const recharge = (customer: string, validity_days: number) =>
  isp.admin.post("/recharges/", { customer_id: customer, amount: "1.00", validity_days });

describe("a recharge beyond the last day there is", () => {
  it("A recharge beyond the last day there is is refused with that day; as far as that it is taken, and one that a till took is kept in suspense", async () => {
    const customer = await isp.customer({ expiry_date: "9999-12-21" });
    const refused = await recharge(customer, 11);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "VALIDATION", errors: [{ field: "validity_days", code: "TOO_LARGE" }] },
    });
    expect(refused.body.detail).toContain("9999-12-31");
    const device = await openDesktop(server.url, isp.admin.token ?? "");
    const [pushed] = await device.push([
      device.command("recharge.create", {
        ...{ id: newId(), customer_id: customer, amount: "7.00", validity_days: 36_500 },
        receipt_number: device.receipt(),
      }),
    ]);
    expect(pushed).toMatchObject({
      status: "APPLIED",
      result: { suspense: true },
      problem: { code: "VALIDATION" },
    });
    expect((await recharge(customer, 10)).body).toMatchObject({ new_expiry_date: "9999-12-31" });
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
  });
});

describe("a month that nobody bills", () => {
  it.each(["1900-01", "1999-12", "9999-12"])(
    "A month that nobody bills %s is refused, with the months that can be",
    async (billing_month) => {
      const customer = await isp.customer();
      for (const answer of [
        await isp.admin.post("/invoices/generate-batch/", { billing_month, async: false }),
        await isp.admin.post("/invoices/generate-batch/", { billing_month }),
        await isp.admin.post("/invoices/", { customer, billing_month }),
      ]) {
        expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: "billing_month" }] } });
        expect(answer.body.detail).toMatch(/^From 2000-01 to 20\d\d-12$/);
      }
    },
  );
});

describe("a currency that changes before anything is posted", () => {
  it("A currency that changes before anything is posted is the accounts' currency, too; afterwards it can't change", async () => {
    const other = await makeTenant(server);
    const customer = await other.customer();
    await ok(other.admin.patch("/settings/", { currency: "KWD" }));
    const account = async () => {
      const { results } = await ok<{ results: { currency: string; balance: string }[] }>(
        other.admin.get(`/billing-accounts/?customer=${customer}`),
      );
      return results[0];
    };
    expect(await account()).toMatchObject({ currency: "KWD", balance: "0.000" });
    await ok(other.admin.post("/transactions/", { customer, amount: "1.005" }));
    expect((await other.admin.patch("/settings/", { currency: "USD" })).status).toBe(409);
    expect(await account()).toMatchObject({ currency: "KWD", balance: "1.005" });
  });
});

describe("three recharges, undone in any order", () => {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  it.each(orders)(
    "Three recharges, undone in any order %i, %i, %i leave the customer as he was before them",
    async (...order) => {
      const customer = await isp.customer({ expiry_date: "2026-06-01" });
      const made: string[] = [];
      for (const days of [30, 30, 7]) made.push((await recharge(customer, days)).body.id);
      for (const index of order) await ok(isp.admin.post(`/recharges/${made[index]}/reverse/`, {}));
      expect(await ok(isp.admin.get(`/customers/${customer}/`))).toMatchObject({
        expiry_date: "2026-06-01",
        status: "EXPIRED",
      });
    },
  );

  it("A day that somebody else set meanwhile is not lost", async () => {
    const customer = await isp.customer({ expiry_date: "2026-06-01" });
    const { id } = (await recharge(customer, 30)).body;
    await ok(isp.admin.patch(`/customers/${customer}/`, { expiry_date: "2099-01-31" }));
    await ok(isp.admin.post(`/recharges/${id}/reverse/`, {}));
    expect(await ok(isp.admin.get(`/customers/${customer}/`))).toMatchObject({ expiry_date: "2099-01-01" });
  });
});

describe("an answer that is given again", () => {
  it("An answer that is given again is the first one to the letter", async () => {
    const customer = await isp.customer();
    const send = async () => {
      const response = await fetch(`${server.url}/api/v1/invoices/`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${isp.admin.token}`,
          "content-type": "application/json",
          "idempotency-key": "to-the-letter",
        },
        body: JSON.stringify({ customer }),
      });
      return { replayed: response.headers.get("idempotent-replayed"), text: await response.text() };
    };
    const first = await send();
    expect(first.replayed).toBe(null);
    expect(await send()).toEqual({ replayed: "true", text: first.text });
  });
});
