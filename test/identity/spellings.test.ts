// A name is one name in every case and every form of its letters, whatever the database's locale knows (contract §1).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server, { subdomain: "alpha" });
});
afterAll(() => server.stop());

const staff = (username: string) =>
  isp.owner.post("/staff/", {
    ...{ username, password: "a-good-secret", full_name: "Åse Ärlig", phone: "", designation: "" },
    role: isp.roles.Counter,
  });

describe("accounts", () => {
  it("Who has a letter beyond ASCII in their name signs in by it in either case", async () => {
    expect((await staff("Ärger")).status).toBe(201);
    for (const name of ["Ärger", "ärger", "ÄRGER", "A\u0308rger"])
      expect((await server.signIn(name, "a-good-secret")).token, name).toBeTruthy();
    expect(await staff("ärger")).toMatchObject({ status: 409, body: { errors: [{ field: "username" }] } });
  });

  it("Names that look like somebody's are theirs, or are refused", async () => {
    expect((await staff("first1")).status).toBe(201);
    expect((await staff("ﬁrst1")).status).toBe(409);
    expect((await staff("ＦＩＲＳＴ1")).status).toBe(409);
    expect(await staff("fіrst1")).toMatchObject({
      status: 400,
      body: { errors: [{ field: "username", code: "MIXED_SCRIPTS" }] },
    });
    expect((await staff("первый1")).status).toBe(201);
  });

  it("A list finds åse by ÅSE", async () => {
    const { body } = await isp.owner.get(`/staff/?search=${encodeURIComponent("ÅSE")}`);
    expect(body.count).toBeGreaterThan(0);
    expect((await isp.owner.get(`/staff/?username=${encodeURIComponent("ÄRGER")}`)).body.count).toBe(1);
  });
});

describe("records", () => {
  const make = (path: string, body: object) => isp.owner.post(path, body);
  const customer = (more: object) => make("/customers/", { name: "Åse Straße", phone: "1", ...more });

  it("A customer's username and code are theirs in every spelling", async () => {
    expect((await customer({ username: "Jane01", customer_code: "C-77" })).status).toBe(201);
    expect(await customer({ username: "JANE01" })).toMatchObject({
      status: 409,
      body: { errors: [{ field: "username", code: "NOT_UNIQUE" }] },
    });
    expect(await customer({ username: "jane02", customer_code: "c-77" })).toMatchObject({
      status: 409,
      body: { errors: [{ field: "customer_code", code: "NOT_UNIQUE" }] },
    });
    expect(await customer({ username: "jаne03" })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "username", code: "MIXED_SCRIPTS" }] },
    });
    for (const text of ["åse", "ÅSE", "STRASSE", "JANE01", "c-77"])
      expect((await isp.owner.get(`/customers/?search=${encodeURIComponent(text)}`)).body.count, text).toBe(
        1,
      );
    expect((await isp.owner.get("/customers/?username=JANE01")).body.count).toBe(1);
  });

  it.each([
    [
      "/store-items/",
      { name: "Cable", unit: "m", sku: "CBL-a" },
      { name: "Cable 2", unit: "m", sku: "cbl-A" },
      "sku",
    ],
    [
      "/tax-codes/",
      { name: "VAT", code: "V", rate: 15, is_inclusive: true },
      { name: "VAT 2", code: "v", rate: 5, is_inclusive: true },
      "code",
    ],
    [
      "/employees/",
      {
        name: "A",
        employee_code: "E-x",
        salary: "1",
        join_date: "2026-01-01",
        designation: "x",
        department: "x",
      },
      {
        name: "B",
        employee_code: "e-X",
        salary: "1",
        join_date: "2026-01-01",
        designation: "x",
        department: "x",
      },
      "employee_code",
    ],
  ])("The list %s has one of each, in whatever case", async (path, first, second, field) => {
    expect((await make(path, first)).status).toBe(201);
    expect(await make(path, second)).toMatchObject({ status: 409, body: { code: "DUPLICATE" } });
    const { errors } = (await make(path, second)).body;
    expect(errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  it("A wallet's payment that is typed in twice, and a bill's number, are the same in every case", async () => {
    const payer = (await customer({ username: "payer" })).body.id;
    const pay = (trx_id: string) =>
      make("/transactions/", { customer: payer, amount: "5", method: "MOBILE", trx_id });
    expect((await pay("BKASH-9ab")).status).toBe(201);
    expect(await pay("bkash-9AB")).toMatchObject({
      status: 409,
      body: { errors: [{ field: "trx_id", code: "NOT_UNIQUE" }] },
    });
    const bill = (invoice_number: string) =>
      make("/invoices/", {
        customer: payer,
        invoice_number,
        lines: [{ description: "x", quantity: 1, unit_price: "5" }],
      });
    expect((await bill("Inv-A")).status).toBe(201);
    expect(await bill("INV-a")).toMatchObject({
      status: 409,
      body: { errors: [{ field: "invoice_number" }] },
    });
    expect((await isp.owner.get("/invoices/?search=inv-A")).body.count).toBe(1);
    expect((await isp.owner.get("/transactions/?search=BKASH-9AB")).body.count).toBe(1);
  });

  it("One import holds each name once, and numbers that a spreadsheet destroyed are refused or pointed at", async () => {
    await isp.owner.patch("/settings/", { phone_country: "BD" });
    const owner = await server.signIn("alpha-owner", "alpha-secret", "alpha");
    const csv = [
      "name,username,phone,customer_code",
      "A,imp1,1.7E+09,",
      "B,IMP1,1.71112E+09,",
      "C,imp3,01711111111.0,I-1",
      "D,imp4,1711111111,i-1",
      "E,jane01,০১৭১১১১১১১২,",
    ].join("\n");
    const { body } = await owner.post("/customers/import/", { csv });
    const told = body.errors.map(
      ({ line, field, code }: Record<string, unknown>) => `${line} ${field} ${code}`,
    );
    expect(told).toEqual([
      "2 phone INVALID",
      "3 phone INVALID",
      "3 username NOT_UNIQUE",
      "4 phone INVALID",
      "5 customer_code NOT_UNIQUE",
      "6 username NOT_UNIQUE",
    ]);
    expect(body.warnings).toMatchObject([{ line: 5, field: "phone", code: "ZERO_LOST" }]);
  });
});
