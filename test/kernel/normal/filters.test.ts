// A list's filter finds a thing by any of its spellings (contract §1 normal forms), whichever of its fields is asked for.
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeTenant, ok, type TestTenant } from "../../billing/helpers/tenant.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";

let server: TestServer;
let isp: TestTenant;
let customer: string;
beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server, { phone_country: "BD" });
  const email = "Ärger@Example.com";
  customer = await isp.customer({ email, phone: "01711-999888", onu_serial: "hwtc1234ABCD" });
  await ok(
    isp.admin.post("/employees/", { name: "E", email, phone: "০১৭১১৯৯৯৮৮৮", designation: "x", salary: "1" }),
  );
  await ok(
    isp.admin.post("/invoices/", {
      ...{ customer, invoice_number: "Inv-1" },
      lines: [{ description: "x", unit_price: "5.00" }],
    }),
  );
});
afterAll(() => server.stop());

it.each([
  ["customers", "email", "äRGER@EXAMPLE.com"],
  ["customers", "email__in", "none@example.com,äRGER@EXAMPLE.com"],
  ["customers", "onu_serial", "HWTC1234abcd"],
  ["customers", "phone", "+8801711999888"],
  ["customers", "phone__in", "1,+8801711999888"],
  ["employees", "email", "äRGER@EXAMPLE.com"],
  ["employees", "phone__in", "01711999888"],
  ["invoices", "invoice_number", "INV-1"],
  ["invoices", "invoice_no", "INV-1"],
  ["invoices", "invoice_no__in", "inv-0,ｉnv-1"],
])("GET /%s/?%s finds the one that is spelled otherwise", async (list, parameter, value) => {
  const found = await ok<{ count: number }>(
    isp.admin.get(`/${list}/?${parameter}=${encodeURIComponent(value)}`),
  );
  expect(found.count).toBe(1);
});
