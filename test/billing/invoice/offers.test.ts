// What an offer takes off: a percentage is a number, an amount is money (contract §1).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, dayOf, monthOf, nextMonth } from "../../../shared/kernel/day.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, ok } from "../helpers/tenant.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const dates = { start_date: "2026-01-01", end_date: "2099-12-31" };

describe("an offer's discount", () => {
  it.each([
    ["BDT", "FIXED", "500", "500.00"],
    ["BDT", "FIXED", 99.5, "99.50"],
    ["KWD", "FIXED", "0.505", "0.505"],
    ["JPY", "FIXED", "500", "500"],
    ["BDT", "PERCENT", "12.5", 12.5],
    ["JPY", "PERCENT", 10, 10],
  ])(
    "An offer in %s of %s %s is answered as money where it is, and as a number where it is none",
    async (currency, discount_type, discount_value, shown) => {
      const { admin } = await makeTenant(server, { currency });
      const made = await ok(
        admin.post("/offers/", { title: "Eid", discount_type, discount_value, ...dates }),
      );
      expect(made.discount_value).toBe(shown);
      expect((await ok(admin.get(`/offers/${made.id}/`))).discount_value).toBe(shown);
      const listed = await ok<{ results: object[] }>(admin.get(`/offers/?discount_value=${discount_value}`));
      expect(listed.results).toMatchObject([{ discount_value: shown }]);
    },
  );

  it("An offer that becomes one of the other kind is answered as that, and checked as that", async () => {
    const { admin } = await makeTenant(server, { currency: "BDT" });
    const offer = { title: "Eid", discount_type: "PERCENT", discount_value: "12.5", ...dates };
    const { id } = await ok(admin.post("/offers/", offer));
    const change = (body: object) => admin.patch(`/offers/${id}/`, body);
    expect((await ok(change({ discount_type: "FIXED" }))).discount_value).toBe("12.50");
    expect((await ok(change({ discount_value: 500 }))).discount_value).toBe("500.00");
    expect((await change({ discount_type: "PERCENT" })).status).toBe(400);
    expect((await change({ discount_value: "1.005" })).status).toBe(400);
    expect((await ok(change({ discount_type: "PERCENT", discount_value: 20 }))).discount_value).toBe(20);
  });
});

describe("an offer and a month's bills", () => {
  const today = dayOf(new Date(), "UTC");
  const month = monthOf(today);
  const next = nextMonth(month);
  const first = (of: string) => `${of}-01`;
  const lastDay = (of: string) => addDays(first(nextMonth(of)), -1);

  async function billed(offers: readonly object[], billing_month: string) {
    const isp = await makeTenant(server);
    for (const one of offers)
      await ok(isp.admin.post("/offers/", { title: "Eid", discount_type: "FIXED", ...one }));
    await isp.customer();
    const preview = await ok(isp.admin.get(`/invoices/batch-preview/?billing_month=${billing_month}`));
    await ok(isp.admin.post("/invoices/generate-batch/", { billing_month, async: false }));
    const { results } = await ok<{ results: { id: string; amount: string }[] }>(
      isp.admin.get(`/invoices/?billing_month=${billing_month}`),
    );
    const { lines } = await ok<{ lines: object[] }>(isp.admin.get(`/invoices/${results[0]?.id}/`));
    return { preview, results, lines };
  }

  it("An offer that runs on any day of the billing month lowers its bill, whenever that is made, as a discount on the line", async () => {
    const begins = { discount_value: "100", start_date: lastDay(next), end_date: addDays(lastDay(next), 30) };
    const { preview, results, lines } = await billed([begins], next);
    expect(lines).toMatchObject([
      { unit_price: "1200.00", discount: "100.00", total: "1100.00", source: "PACKAGE" },
    ]);
    expect(results).toMatchObject([{ total_payable: "1100.00" }]);
    expect(preview).toMatchObject({ count: 1, amount: "1100.00" });
  });

  it("An offer of the month in which the next month's bills are made does not lower those", async () => {
    const ends = { discount_value: "100", start_date: first(month), end_date: lastDay(month) };
    const { preview, lines } = await billed([ends], next);
    expect(lines).toMatchObject([{ discount: "0.00", total: "1200.00" }]);
    expect(preview).toMatchObject({ amount: "1200.00" });
    const own = await billed([{ ...ends, end_date: first(month) }], month);
    expect(own.lines).toMatchObject([{ discount: "100.00", total: "1100.00" }]);
  });

  it("The best of several offers of a month counts, once", async () => {
    const runs = { start_date: first(next), end_date: lastDay(next) };
    const { lines } = await billed(
      [
        { ...runs, discount_value: "100" },
        { ...runs, discount_value: "25", discount_type: "PERCENT" },
        { ...runs, discount_value: "50" },
      ],
      next,
    );
    expect(lines).toMatchObject([{ discount: "300.00", total: "900.00" }]);
  });
});
