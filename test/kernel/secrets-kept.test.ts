// No secret is kept where people read: whatever operation brings one, and whatever becomes of it (contract §5.7).
import { afterAll, beforeAll, expect, it } from "vitest";
import type { z } from "zod";
import { AREAS } from "../../server/areas.ts";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { redact } from "../../server/kernel/secrets/redact.ts";
import { isSecret } from "../../shared/kernel/field.ts";
import { newId } from "../../shared/kernel/id.ts";
import { openDesktop } from "../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { sampleValue } from "../identity/helpers/sample-body.ts";

const MARKER = "Xq7-marked-secret";

let server: TestServer;
let t: TestTenant;
let sql: Sql;
beforeAll(async () => {
  server = await startTestServer({ gap_wait_ms: 50 });
  t = await makeTenant(server);
  sql = openPool(server.database_url, null, 2);
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

const operations = AREAS.flatMap((area) => area.operations).map(({ operation }) => operation);
const shapeOf = (input: z.ZodType) => (input as z.ZodObject).shape ?? {};
const secretsOf = (input: z.ZodType) =>
  Object.entries(shapeOf(input))
    .filter(([, field]) => isSecret(field as never))
    .map(([name]) => name);

/** Every table with a row in which the marker stands as text. */
async function tablesWithMarker(): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [schema] = await sql<
      { schema: string }[]
    >`select schemaname as schema from pg_tables where tablename = ${name}`;
    const rows = await sql`select 1 from ${sql(schema?.schema ?? "public")}.${sql(name)} r
      where r::text like ${`%${MARKER}%`} limit 1`;
    if (rows.length > 0) found.push(name);
  }
  return found;
}

it("Every input that is named like a secret is declared as one", () => {
  const careless = operations.flatMap(({ name, input }) =>
    Object.keys(shapeOf(input))
      .filter((field) => /password|secret|passphrase/i.test(field) && !secretsOf(input).includes(field))
      .map((field) => `${name}.${field}`),
  );
  expect(careless).toEqual([]);
  expect(operations.filter(({ input }) => secretsOf(input).length > 0).length).toBeGreaterThan(3);
});

it("A secret is kept of any command: applied, flagged, refused, unreadable, of an unknown kind, or edited by two", async () => {
  const desk = await openDesktop(server.url, t.owner.token);
  const own = operations.filter(({ offline, input }) => offline && secretsOf(input).length > 0);
  expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(["customer.create", "customer.update"]));
  const made = await t.owner.post("/customers/", { name: "A B", username: newId(), phone: "1", area: "x" });
  const ahead = new Date(Date.now() + 3_600_000).toISOString();
  const commands = own.flatMap(({ name, input, path }) => {
    const secrets = Object.fromEntries(secretsOf(input).map((field) => [field, MARKER]));
    const body = {
      ...(sampleValue(input) as object),
      ...secrets,
      ...(path.includes("{id}") ? { id: made.body.id } : {}),
    };
    return [
      desk.command(name, body),
      desk.command(name, body, { occurred_at: ahead }),
      desk.command(name, { ...body, surprise: { nested: [secrets] } }),
      { ...desk.command(name, body), occurred_at: "yesterday" },
      desk.command(`${name}d`, body),
      desk.command(name, { ...body, base: { ...secrets, area: "y" }, area: "z" }),
    ];
  });
  const outcomes = await desk.push(commands);
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["APPLIED", "REJECTED"]));
  expect((await t.owner.get("/review-items/?kind=CLOCK")).body.count).toBeGreaterThan(0);
  // A repeat is known by what may be kept.
  expect((await desk.push(commands.slice(0, 1)))[0].status).toBe("DUPLICATE");
  expect(await tablesWithMarker()).toEqual([]);
});

it("A secret is kept of any request either", async () => {
  const routers = { name: "R1", host: "192.0.2.7", username: "api", password: MARKER };
  expect((await t.owner.post("/routers/", routers)).status).toBe(201);
  const member = { username: "marked", password: MARKER, full_name: "M", role: t.roles.Counter };
  const staff = await t.owner.post("/staff/", member, { "idempotency-key": newId() });
  expect(staff.status).toBe(201);
  const set = await t.owner.post(`/staff/${staff.body.id}/set-password/`, { new_password: `${MARKER}-2` });
  expect(set.status).toBe(200);
  const settings = { payment_provider_secrets: { bank: MARKER } };
  expect((await t.owner.patch("/settings/", settings)).status).toBe(200);
  expect(await tablesWithMarker()).toEqual([]);
});

it("A secret is taken out at every depth, and nothing else is", () => {
  const at = new Date();
  expect(redact({ a: 1, password: "x", list: [{ new_password: "y", b: null }], at, none: null })).toEqual({
    a: 1,
    password: "[secret]",
    list: [{ new_password: "[secret]", b: null }],
    at,
    none: null,
  });
});
