// Contract §1 as an integrator meets it: paths, ids, money, dates, references, errors.
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";
import { LISTS, person, plan } from "../helpers/bodies.ts";
import { expectProblem, expectStatus } from "../helpers/money.ts";

let server: TestServer;
let tenant: TestTenant;
let other: TestTenant;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await makeTenant(server, { subdomain: "wire" });
  other = await makeTenant(server, { subdomain: "elsewhere" });
  owner = tenant.owner;
});
afterAll(() => server.stop());

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

async function raw(
  method: string,
  path: string,
  body?: string | Uint8Array,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${owner.token}`, ...headers },
    redirect: "manual",
    ...(body === undefined ? {} : { body: body as BodyInit }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith("{") ? JSON.parse(text) : text,
  };
}

const JSON_TYPE = { "content-type": "application/json" };

describe("paths", () => {
  it.each(LISTS)("/%s/ answers the same with and without the slash", async (path) => {
    const slash = await expectStatus(200, owner.get(`/${path}/`));
    const bare = await raw("GET", `/${path}`);
    expect(bare.status).toBe(200);
    expect(Object.keys(slash).sort()).toEqual(["count", "next", "previous", "results"]);
    expect(Object.keys(bare.body).sort()).toEqual(Object.keys(slash).sort());
  });

  it("Paths keep a POST's body without the slash, also below a record", async () => {
    const created = await raw("POST", "/customers", JSON.stringify(person()), JSON_TYPE);
    expect(created.status).toBe(201);
    const bare = await raw("GET", `/customers/${created.body.id}`);
    expect(bare).toMatchObject({ status: 200, body: { username: created.body.username } });
    const toggled = await raw("POST", `/customers/${created.body.id}/toggle_status`, "{}", JSON_TYPE);
    expect(toggled).toMatchObject({ status: 200, body: { status: "SUSPENDED" } });
    const patched = await raw("PATCH", `/customers/${created.body.id}`, '{"area":"North"}', JSON_TYPE);
    expect(patched).toMatchObject({ status: 200, body: { area: "North" } });
  });

  it("Query strings stay with the path that has no slash", async () => {
    const answer = await raw("GET", "/customers?page_size=1");
    expect(answer.body.results.length).toBeLessThanOrEqual(1);
  });
});

describe("ids", () => {
  it("Ids are UUIDv7, made by the server", async () => {
    const { id } = await expectStatus(201, owner.post("/packages/", plan()));
    expect(id).toMatch(V7);
  });

  it("Ids are the client's where it made one, and not given twice", async () => {
    const id = "01900000-0000-7000-8000-000000000001";
    expect((await expectStatus(201, owner.post("/customers/", person({ id })))).id).toBe(id);
    await expectProblem(409, owner.post("/customers/", person({ id })));
  });

  it("Ids that are none are not found", async () => {
    await expectProblem(404, owner.get("/customers/nonsense/"), "NOT_FOUND");
    await expectProblem(404, owner.get("/customers/01900000-0000-7000-8000-00000000ffff/"), "NOT_FOUND");
  });
});

describe("money", () => {
  it.each([
    ["1200", "1200.00"],
    ["1200.5", "1200.50"],
    ["1200.00", "1200.00"],
    [1200, "1200.00"],
    [1200.5, "1200.50"],
    [0.1, "0.10"],
    [0, "0.00"],
    ["999999999999.99", "999999999999.99"],
  ])("Money %j is answered as %s", async (price, answered) => {
    const created = await expectStatus(201, owner.post("/packages/", plan({ price })));
    expect(created.price).toBe(answered);
    expect((await owner.get(`/packages/${created.id}/`)).body.price).toBe(answered);
  });

  it.each([
    ["1.234"],
    [1.234],
    [0.1 + 0.2],
    ["-1"],
    [-1],
    ["1e3"],
    ["1,200"],
    [""],
    [null],
    [true],
    ["NaN"],
    [{}],
  ])("Money %j is refused", async (price) => {
    const problem = await expectProblem(400, owner.post("/packages/", plan({ price })), "VALIDATION");
    expect(problem.errors).toMatchObject([{ field: "price" }]);
  });

  it.each([
    ["JPY", "1200", "1200", "1200.5"],
    ["KWD", 1.234, "1.234", "1.2345"],
    ["BDT", "7", "7.00", "7.001"],
  ])("Money has %s's own digits", async (currency, given, answered, tooFine) => {
    const local = await makeTenant(server, { settings: { currency } });
    const created = await expectStatus(201, local.owner.post("/packages/", plan({ price: given })));
    expect(created.price).toBe(answered);
    await expectProblem(400, local.owner.post("/packages/", plan({ price: tooFine })), "VALIDATION");
    const customer = await expectStatus(201, local.owner.post("/customers/", person()));
    expect(customer.due_amount).toBe(answered.replace(/[1-9]/g, "0").replace(/^0+(?=0)/, ""));
  });
});

describe("dates", () => {
  it("Dates are days in the tenant's time zone, and instants carry an offset", async () => {
    for (const timezone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      const far = await makeTenant(server, { settings: { timezone } });
      const { id, created_at, updated_at, joined_at } = await expectStatus(
        201,
        far.owner.post("/customers/", person()),
      );
      for (const instant of [created_at, updated_at, joined_at]) expect(instant).toMatch(INSTANT);
      const graced = await expectStatus(
        200,
        far.owner.post(`/customers/${id}/grant-grace-period/`, { days: 1 }),
      );
      const tomorrow = new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(
        Date.now() + 86_400_000,
      );
      expect(graced.grace_period_until).toBe(tomorrow);
    }
  });

  it("Dates that do not exist are refused", async () => {
    for (const expiry_date of [
      "2026-02-30",
      "2026-13-01",
      "20-11-2026",
      "2026-11-20T00:00:00Z",
      "",
      20261120,
    ]) {
      const problem = await expectProblem(400, owner.post("/customers/", person({ expiry_date })));
      expect(problem.errors).toMatchObject([{ field: "expiry_date" }]);
    }
  });

  it("A billing month is YYYY-MM", async () => {
    const { id } = (await owner.post("/customers/", person())).body;
    const lines = [{ description: "Line", quantity: 1, unit_price: "10.00" }];
    const invoice = await expectStatus(
      201,
      owner.post("/invoices/", { customer: id, billing_month: "2026-11", lines }),
    );
    expect(invoice.billing_month).toBe("2026-11");
    expect(invoice.due_date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const billing_month of ["2026-13", "November 2026", "2026-1"])
      await expectProblem(400, owner.post("/invoices/", { customer: id, billing_month, lines }));
  });
});

describe("references", () => {
  it("References hold the id under their own name, with the display name beside it", async () => {
    const pack = (await owner.post("/packages/", plan())).body;
    const customer = (await owner.post("/customers/", person({ package: pack.id }))).body;
    expect(customer).toMatchObject({ package: pack.id, package_name: pack.name });
    const list = await owner.get(`/customers/?package=${pack.id}`);
    expect(list.body.results).toMatchObject([{ id: customer.id, package: pack.id, package_name: pack.name }]);
    const lines = [{ description: "Line", quantity: 1, unit_price: "10.00" }];
    await expectStatus(201, owner.post("/invoices/", { customer: customer.id, lines }));
    const invoices = await owner.get(`/invoices/?customer=${customer.id}`);
    expect(invoices.body.results).toMatchObject([{ customer: customer.id, customer_name: customer.name }]);
  });

  it("References into another tenant do not exist: 400 on write, 404 on read", async () => {
    const foreign = (await other.owner.post("/packages/", plan())).body;
    const problem = await expectProblem(400, owner.post("/customers/", person({ package: foreign.id })));
    expect(problem.errors).toMatchObject([{ field: "package" }]);
    const mine = (await owner.post("/customers/", person())).body;
    await expectProblem(400, owner.patch(`/customers/${mine.id}/`, { package: foreign.id }), "VALIDATION");
    await expectProblem(404, owner.get(`/packages/${foreign.id}/`), "NOT_FOUND");
    await expectProblem(404, owner.patch(`/packages/${foreign.id}/`, { price: "1" }), "NOT_FOUND");
    await expectProblem(404, owner.delete(`/packages/${foreign.id}/`), "NOT_FOUND");
  });
});

/** Sends a whole body, however early it is answered; answers what came back, or how the connection ended. */
function sendAll(path: string, bytes: number, token: string | null): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let said = "";
    socket.on("data", (chunk) => {
      said += chunk;
    });
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(`${said} ${error.code}`));
    socket.on("close", () => resolve(said));
    const sign = token ? `authorization: Bearer ${token}\r\n` : "";
    socket.write(
      `POST /api/v1${path} HTTP/1.1\r\nhost: x\r\n${sign}content-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`,
    );
    // A client that looks at the answer only after its last byte, as most do.
    socket.write(Buffer.alloc(bytes, 0x20), () =>
      socket.write("GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"),
    );
  });
}

describe("errors", () => {
  it("Errors are RFC 9457 problems with a stable code and the request's id", async () => {
    const answer = await owner.post("/customers/", { username: 7 });
    expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({
      type: expect.any(String),
      title: expect.any(String),
      status: 400,
      detail: expect.any(String),
      code: "VALIDATION",
      request_id: expect.any(String),
    });
    const fields = answer.body.errors.map(({ field }: { field: string }) => field).sort();
    expect(fields).toEqual(["name", "phone", "username"]);
  });

  it("A request without a token, or with one that is none, is answered 401", async () => {
    await expectProblem(401, server.anonymous.get("/customers/"));
    await expectProblem(
      401,
      server.anonymous.get("/customers/", { authorization: `Bearer ${"x".repeat(43)}` }),
    );
    await expectProblem(401, server.anonymous.get("/customers/", { authorization: "Bearer" }));
    await expectProblem(401, server.anonymous.get("/customers/", { authorization: "Basic YTpi" }));
    // RFC 9110 §11.6.1: a 401 names the scheme that would do.
    expect((await server.anonymous.get("/customers/")).headers.get("www-authenticate")).toBe("Bearer");
  });

  it("A request without the permission is answered 403", async () => {
    const technician = await tenant.staff("wire-technician", "Technician");
    await expectProblem(403, technician.post("/customers/", person()), "PERMISSION_DENIED");
    await expectProblem(403, owner.get("/tenants/"), "PERMISSION_DENIED");
  });

  it("What does not exist is answered 404, also as a path", async () => {
    await expectProblem(404, owner.get("/nonsense/"), "NOT_FOUND");
    await expectProblem(404, owner.post("/customers/x/y/z/", {}), "NOT_FOUND");
  });

  it("A wrong method is answered 405 with the methods that there are", async () => {
    const put = await raw("PUT", "/customers/", "{}", JSON_TYPE);
    expect(put).toMatchObject({ status: 405, body: { code: "METHOD_NOT_ALLOWED" } });
    expect(put.headers.get("allow")).toContain("GET");
    for (const [method, path] of [
      ["DELETE", "/customers/"],
      ["POST", "/ledger-entries/"],
      ["POST", "/permissions/"],
      ["GET", "/auth/login/"],
      ["DELETE", "/settings/"],
      ["PATCH", "/invoice-lines/"],
    ] as const)
      expect(
        (await raw(method, path, method === "GET" ? undefined : "{}", method === "GET" ? {} : JSON_TYPE))
          .status,
        `${method} ${path}`,
      ).toBe(405);
  });

  it("An address that can't be read is answered 400", async () => {
    const answer = await raw("GET", "/customers/%zz/");
    expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({ status: 400, code: "VALIDATION", request_id: expect.any(String) });
    // No id is as long as this.
    await expectProblem(404, owner.get(`/customers/${"x".repeat(600)}/`), "NOT_FOUND");
  });

  it("A duplicate is answered 409", async () => {
    const body = person();
    await expectStatus(201, owner.post("/customers/", body));
    const problem = await expectProblem(
      409,
      owner.post("/customers/", { ...person(), username: body.username }),
    );
    expect(problem.errors).toMatchObject([{ field: "username" }]);
  });

  it("Errors reach a caller who is still sending, on a connection that goes on", async () => {
    for (const [token, status] of [
      [owner.token, "413"],
      [null, "401"],
    ] as const) {
      const said = await sendAll("/customers/", 12_000_000, token);
      expect(said.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
      expect(said).toContain('{"status":"ok"}');
    }
  });

  it("Bodies that can't be read are answered 413, 415 and 400", async () => {
    const large = JSON.stringify(person({ notes: "x".repeat(5_000_000) }));
    const tooLarge = await raw("POST", "/customers/", large, JSON_TYPE);
    expect(tooLarge).toMatchObject({ status: 413, body: { status: 413, code: "BODY_TOO_LARGE" } });
    const xml = await raw("POST", "/customers/", "<a/>", { "content-type": "application/xml" });
    expect(xml).toMatchObject({ status: 415, body: { code: "UNSUPPORTED_MEDIA_TYPE" } });
    const form = await raw("POST", "/customers/", "name=a", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(form.status).toBe(415);
    for (const body of ["{", "[]", "null", '"text"', "1", "{'a': 1}"]) {
      const answer = await raw("POST", "/customers/", body, JSON_TYPE);
      expect([answer.status, answer.body.code], body).toEqual([400, "VALIDATION"]);
    }
    const charset = { "content-type": "application/json; charset=utf-8" };
    expect((await raw("POST", "/customers/", JSON.stringify(person()), charset)).status).toBe(201);
  });
});
