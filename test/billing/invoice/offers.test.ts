// What an offer takes off: a percentage is a number, an amount is money (contract §1).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
