// A company's time zone: what is taken means the same to the screens and to the database, and everything else is refused.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool } from "../../server/kernel/db/db.ts";
import { addDays, isTimezone, momentOf } from "../../shared/kernel/day.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let company: TestTenant;
beforeAll(async () => {
  server = await startTestServer();
  company = await makeTenant(server);
});
afterAll(() => server.stop());

it.each([
  "+0600",
  "+06:00",
  "+14:00",
  "-05:00",
  "AET",
  "IST",
  "CET",
  "EST",
  "GMT",
  "SystemV/PST8",
  "US/Pacific-New",
  "Canada/East-Saskatchewan",
  "posix/Asia/Dhaka",
  "Asia/Atlantis",
  "Asia/",
  "",
])(
  "A time zone that the database reads otherwise or not at all is refused by its name: %s",
  async (timezone) => {
    expect(await company.owner.patch("/settings/", { timezone })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "timezone" }] },
    });
  },
);

it.each(["Etc/GMT+5", "Asia/Calcutta", "US/Eastern", "America/Argentina/Buenos_Aires", "UTC"])(
  "With the time zone %s reports and lists answer",
  async (timezone) => {
    expect((await company.owner.patch("/settings/", { timezone })).status).toBe(200);
    for (const path of ["/reports/dashboard/", "/reports/collections/", "/customers/?created_at=2026-11-27"])
      expect([path, (await company.owner.get(path)).status]).toEqual([path, 200]);
  },
);

it("Every time zone that is taken begins its days at the database's moments", async () => {
  const sql = openPool(server.database_url, null, 1);
  const rows = await sql<{ name: string }[]>`select name from pg_timezone_names`;
  const names = rows.map(({ name }) => name);
  const taken = names.filter(isTimezone);
  expect(Intl.supportedValuesOf("timeZone").filter((name) => !taken.includes(name))).toEqual([]);
  // Old enough that no zone's law has been changed between the two tables since, and on either side of changes of clocks.
  const days = [0, 87, 120, 200, 305].map((count) => addDays("2019-01-01", count));
  const found = await sql<{ name: string; day: string; begin: Date }[]>`
    select name, day::text, day::date::timestamp at time zone name as begin
    from unnest(${taken}::text[]) name, unnest(${days}::text[]) day`;
  await sql.end();
  expect(found).toHaveLength(taken.length * days.length);
  const apart = found.filter(
    ({ name, day, begin }) => momentOf(day, name).getTime() !== Number(new Date(begin)),
  );
  expect(apart).toEqual([]);
});

it("Who has another zone from before keeps it until they set a right one, and may change everything else", async () => {
  const sql = openPool(server.database_url, null, 1);
  await sql`update company_settings set timezone = 'EST5EDT' where tenant_id = ${company.tenant.id}`;
  await sql.end();
  const { owner } = company;
  expect(await owner.patch("/settings/", { invoice_due_days: 9 })).toMatchObject({
    status: 200,
    body: { timezone: "EST5EDT" },
  });
  expect((await owner.get("/customers/?created_at=2026-11-27")).status).toBe(200);
  expect((await owner.patch("/settings/", { timezone: "America/New_York" })).status).toBe(200);
});
