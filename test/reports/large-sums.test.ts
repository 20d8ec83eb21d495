// Sums that no single amount could be: what is added up over all columns is read at any size.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTenant, ok } from "../billing/helpers/tenant.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Each 10^12 less a cent: the most that one line is taken in with. */
const LINES = Array.from({ length: 200 }, (_, at) => ({
  description: `${at}`,
  unit_price: "999999999999.99",
}));

test("Reports of a company that bills more than a column of one amount could hold are answered, to the cent", async () => {
  const isp = await makeTenant(server, { currency: "USD" });
  for (let n = 0; n < 3; n++) {
    const customer = await isp.customer();
    for (let bill = 0; bill < 2; bill++)
      await ok(isp.admin.post("/invoices/", { customer, lines: LINES, previous_due: "0" }));
  }
  const month = new Date().toISOString().slice(0, 7);
  for (const report of ["dashboard", "ageing", "balance-sheet", "trial-balance", "owner"]) {
    const { status } = await isp.admin.get(`/reports/${report}/`);
    expect([report, status]).not.toEqual([report, 500]);
  }
  const within = `?from=${month}-01&to=${month}-28`;
  expect((await isp.admin.get(`/reports/profit-and-loss/${within}`)).status).toBe(200);
  expect(await ok(isp.admin.get("/reports/ageing/"))).toMatchObject({ total: "1199999999999988.00" });
  const balance = await ok<{ accounts: { account: string; balance: string }[] }>(
    isp.admin.get("/reports/trial-balance/"),
  );
  expect(balance.accounts.find(({ account }) => account === "CUSTOMERS:RECEIVABLE")?.balance).toBe(
    "1199999999999988.00",
  );
});
