// A bare day as a filter on a moment is that whole day in the tenant's time zone, in lists, files and on the platform (contract §1).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTenant, ok, type TestTenant } from "../../billing/helpers/tenant.ts";
import { client, startTestServer, type TestServer } from "../../helpers/server.ts";

/** Moments about 27 November 2026 in Dhaka, six hours ahead of UTC. */
const JOINED = {
  before: "2026-11-26T17:59:59.999Z",
  begin: "2026-11-26T18:00:00.000Z",
  night: "2026-11-26T19:38:00.000Z",
  end: "2026-11-27T17:59:59.999Z",
  after: "2026-11-27T18:00:00.000Z",
} as const;

let server: TestServer;
let isp: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server, { timezone: "Asia/Dhaka" });
  for (const [name, joined_at] of Object.entries(JOINED))
    await ok(isp.admin.post("/customers/", { name, username: name, phone: "01711000001", joined_at }));
});
afterAll(() => server.stop());

const names = async (query: string) => {
  const page = await ok<{ count: number; results: { name: string }[] }>(
    isp.admin.get(`/customers/?ordering=joined_at&${query}`),
  );
  expect(page.count).toBe(page.results.length);
  return page.results.map(({ name }) => name).join(" ");
};

describe("a day", () => {
  it.each([
    ["joined_at__gte=2026-11-27", "begin night end after"],
    ["joined_at__lte=2026-11-27", "before begin night end"],
    ["joined_at__gt=2026-11-27", "after"],
    ["joined_at__lt=2026-11-27", "before"],
    ["joined_at=2026-11-27", "begin night end"],
    ["joined_at__gte=2026-11-27&joined_at__lte=2026-11-27", "begin night end"],
    ["joined_at=2026-11-26&joined_at=2026-11-28", "before after"],
    ["joined_at__in=2026-11-26,2026-11-28", "before after"],
    ["joined_at__lte=9999-12-31", "before begin night end after"],
    ["joined_at__gt=9999-12-31", ""],
    ["joined_at__gte=1900-01-01", "before begin night end after"],
  ])("The list of %s has the customers of Dhaka's day: %s", async (query, found) => {
    expect(await names(query)).toBe(found);
  });

  it("A moment means itself, and one without an offset is UTC", async () => {
    expect(await names("joined_at__lt=2026-11-26T18:00:00Z")).toBe("before");
    expect(await names("joined_at__lt=2026-11-26T18:00")).toBe("before");
    expect(await names("joined_at__gte=2026-11-28T00:00:00%2B06:00")).toBe("after");
    expect(await names("joined_at=2026-11-26T19:38:00Z")).toBe("night");
  });

  it("A file of customers holds those of the same day", async () => {
    const { body } = await isp.admin.get("/customers/export/?joined_at=2026-11-27");
    expect(Object.keys(JOINED).filter((name) => body.includes(`,${name},`))).toEqual([
      "begin",
      "night",
      "end",
    ]);
  });

  it("What was just done is of today by the company's clock, in the log and among the payments, as in the report", async () => {
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Dhaka" }).format();
    const [someone] = (await ok<{ results: { id: string }[] }>(isp.admin.get("/customers/?name=night")))
      .results;
    await ok(isp.admin.post("/transactions/", { customer: someone?.id, amount: "10.00", method: "CASH" }));
    const count = async (path: string) => (await ok<{ count: number }>(isp.admin.get(path))).count;
    expect(await count(`/transactions/?received_at__gte=${today}&received_at__lte=${today}`)).toBe(1);
    expect(await count(`/audit-logs/?timestamp=${today}&action=customer.create`)).toBe(5);
    const report = await ok<{ payments: number }>(
      isp.admin.get(`/reports/collections/?from=${today}&to=${today}`),
    );
    expect(report.payments).toBe(1);
  });

  it("A day on the platform, which has no time zone of its own, is UTC's", async () => {
    const { token } = await server.superuser();
    const platform = client(server.url, token);
    const { body } = await platform.get("/saas/tenants/?page_size=1&ordering=-created_at");
    const day = body.results[0].created_at.slice(0, 10);
    expect((await platform.get(`/saas/tenants/?created_at=${day}`)).body.count).toBeGreaterThan(0);
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    expect((await platform.get(`/saas/tenants/?created_at__gte=${next}`)).body.count).toBe(0);
  });
});

it("A day below 1900 is refused by the name of the field or of the filter", async () => {
  const named = (field: string) => ({ status: 400, body: { code: "VALIDATION", errors: [{ field }] } });
  const bad = { name: "X", username: "x", phone: "01711000002" };
  expect(await isp.admin.post("/customers/", { ...bad, expiry_date: "0000-01-01" })).toMatchObject(
    named("expiry_date"),
  );
  expect(await isp.admin.post("/customers/", { ...bad, joined_at: "0050-01-01T00:00:00Z" })).toMatchObject(
    named("joined_at"),
  );
  for (const filter of ["created_at__gte", "joined_at", "expiry_date__lt"])
    expect(await isp.admin.get(`/customers/?${filter}=0000-01-01`)).toMatchObject(named(filter));
});
