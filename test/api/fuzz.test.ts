// Some thousands of requests made from the OpenAPI document, right and wrong in every way: none may hurt the server, and each
// answer is one that the document knows.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Random, random } from "../../server/demo/random.ts";
import { openPool, type Row, type Sql } from "../../server/kernel/db/db.ts";
import { newId } from "../../shared/kernel/id.ts";
import { apiDocument } from "../helpers/conformance.ts";
import { lot } from "../helpers/lot.ts";
import { client as clientOf, startTestServer, type TestServer } from "../helpers/server.ts";

/** Another one finds other requests; a failure names the request. */
const SEED = Number(process.env.LASTMILE_FUZZ_SEED ?? 20_261_121);
const A_ROUTE = lot(7, 40);
const AT_ONCE = 6;

type Schema = Record<string, unknown> & {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  format?: string;
};
interface Described {
  parameters?: (Schema & { name?: string; in?: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
const document = apiDocument as {
  paths: Record<string, Record<string, Described>>;
  components: Record<string, Record<string, Schema>>;
};

function resolve(schema: Schema): Schema {
  if (!schema.$ref) return schema;
  const [, , kind = "", name = ""] = schema.$ref.split("/");
  return resolve(document.components[kind]?.[name] ?? {});
}

/** Values that some program somewhere once choked on. */
const NASTY: readonly unknown[] = [
  null,
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "‮Ω≈ç√∫˜µ≤≥÷ কাঠবিড়ালী 🐿️",
  "'; drop table customers; --",
  "%",
  "\\",
  "__proto__",
  "x".repeat(5_000),
  "-1",
  "1e400",
  "NaN",
  "0x10",
  "999999999999999999999999.999",
  "0.0000000001",
  "2026-02-30",
  "0000-00-00",
  "9999-12-31T23:59:59.999999999+23:59",
  "00000000-0000-0000-0000-000000000000",
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  true,
  false,
  [],
  {},
  [[[[]]]],
  [null],
  { constructor: { prototype: 1 } },
  { $ref: "#" },
];

/** The ids of the tenant's records, by table. */
type Ids = ReadonlyMap<string, readonly string[]>;

/** An id of what a field of this name may refer to, e.g. `customer_id`. */
function idFor(dice: Random, ids: Ids, name: string): string {
  const stem = name.replace(/_id$/, "");
  const found =
    ids.get(`${stem}s`) ??
    ids.get(`${stem}es`) ??
    (/assigned|approved/.test(name) ? ids.get("staff_profiles") : undefined);
  if (found && found.length > 0 && dice.chance(0.85)) return dice.pick(found);
  return dice.chance(0.5) ? newId() : dice.pick([...ids.values()].flat());
}

/** What a text of a format looks like. */
function textOf(dice: Random, { format, pattern, maxLength }: Schema, ids: Ids, name: string): unknown {
  if (format === "uuid") return idFor(dice, ids, name);
  if (format === "date")
    return dice.pick(["2026-11-21", "2024-02-29", "2026-12-31", "1970-01-01", "9999-12-31"]);
  if (format === "date-time")
    return dice.pick(["2026-11-21T10:00:00Z", "2026-11-21T23:59:59+14:00", "1970-01-01T00:00:00Z"]);
  if (format === "email") return `someone${dice.between(1, 99)}@isp.example`;
  if (typeof pattern === "string")
    return dice.pick(["1", "12.50", "2026-11", "sample", "09:00", "10.0.0.1", "1000000.00"]);
  if (typeof maxLength === "number" && dice.chance(0.1)) return "x".repeat(maxLength + dice.between(0, 1));
  return dice.pick(["sample", `sample ${dice.between(1, 1_000_000)}`, "নমুনা", "1", "2026-11"]);
}

function anyOf(dice: Random, given: Schema, ids: Ids, name = "", depth = 0): unknown {
  const schema = resolve(given);
  if (dice.chance(0.05)) return dice.pick(NASTY);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return anyOf(dice, dice.pick(options), ids, name, depth);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((one) => anyOf(dice, one, ids, name, depth)));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return dice.pick(schema.enum);
  const type = Array.isArray(schema.type) ? dice.pick(schema.type) : schema.type;
  if (type === "object" || schema.properties) return bodyOf(dice, schema, ids, depth);
  if (type === "array") {
    if (depth > 4) return [];
    const isInAddress = depth === 0;
    const count = dice.chance(0.01) && !isInAddress ? 600 : dice.between(0, 3);
    return Array.from({ length: count }, () => anyOf(dice, schema.items ?? {}, ids, name, depth + 1));
  }
  if (type === "integer") return dice.pick([0, 1, 2, 7, 30, 100, 2_147_483_647, 2_147_483_648]);
  if (type === "number") return dice.pick([0, 1, 0.5, 12.34, 1e15]);
  if (type === "boolean") return dice.chance(0.5);
  if (type === "null") return null;
  return textOf(dice, schema, ids, name);
}

function bodyOf(dice: Random, schema: Schema, ids: Ids, depth: number): unknown {
  if (depth > 5) return {};
  const body: Row = {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) ?? false;
    if (dice.chance(isRequired ? 0.97 : 0.25)) body[name] = anyOf(dice, field, ids, name, depth + 1);
  }
  if (dice.chance(0.04))
    body[dice.pick(["no_such_field", "__proto__", "id", "version", ""])] = dice.pick(NASTY);
  return body;
}

interface Request {
  method: string;
  path: string;
  body: unknown;
}

function requestOf(dice: Random, path: string, method: string, described: Described, ids: Ids): Request {
  const filled = path.replace(/\{\w+\}/g, () => {
    // The record that the path is about, or any other one.
    const own = ids.get(path.split("/")[3]?.replaceAll("-", "_") ?? "") ?? [];
    if (dice.chance(0.85)) return own.length > 0 ? dice.pick(own) : newId();
    return encodeURIComponent(
      String(
        dice.pick([
          newId(),
          ...[...ids.values()].flat().slice(0, 3),
          "1",
          "null",
          // With two dots the client itself would ask for another path.
          "...",
          "%00",
          "x".repeat(400),
          "'",
        ]),
      ),
    );
  });
  const query = (described.parameters ?? [])
    .map((parameter) => resolve(parameter) as Schema & { name?: string; in?: string; schema?: Schema })
    .filter(
      (parameter) =>
        parameter.in === "query" && dice.chance(3 / Math.max(8, described.parameters?.length ?? 0)),
    )
    .map(
      ({ name = "", schema = {} }) =>
        `${name}=${encodeURIComponent(textFrom(anyOf(dice, schema, ids, name)))}`,
    );
  if (dice.chance(0.03)) query.push("no_such=1");
  const content = described.requestBody?.content ?? {};
  const json = content["application/json"]?.schema;
  const body = json ? (dice.chance(0.03) ? dice.pick(NASTY) : anyOf(dice, json, ids)) : undefined;
  return {
    method: method.toUpperCase(),
    path: `${filled.slice("/api/v1".length)}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    body,
  };
}

/** A lone half of a surrogate pair can't be sent in an address. */
const textFrom = (value: unknown): string =>
  (typeof value === "object" ? JSON.stringify(value) : String(value)).replace(/[\ud800-\udfff]/g, "?");

/** They end the caller's own session, or lock the account. */
const NOT_ASKED = /\/auth\/(logout|change-password|otp|sessions|login)|\/saas\/auth\//;

let server: TestServer;
let sql: Sql;
let tenant: { id: string };
let token: string | null;
let idsOf: Ids;

const tablesWithIds = (sql: Sql) => sql<{ name: string }[]>`
  select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'v')`;

beforeAll(async () => {
  // Books that are in order: what no program would leave behind is no fault of the one that stumbles over it.
  const demo_size = { months: 1, customers: 12 };
  server = await startTestServer({ gap_wait_ms: 10, demo: true, demo_size });
  sql = openPool(server.database_url, null, 1);
  const [demo] = await sql<{ id: string }[]>`select id from tenants where subdomain = 'demo'`;
  tenant = demo!;
  const known = new Map<string, string[]>();
  for (const { name } of await tablesWithIds(sql)) {
    const rows = await sql<
      { id: string }[]
    >`select id from ${sql(name)} where tenant_id = ${tenant.id} order by id limit 5`;
    known.set(
      name,
      rows.map(({ id }) => id),
    );
  }
  idsOf = known;
  // Nobody can take this one's rights away, whatever is asked.
  token = (await server.superuser()).token;
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

it(`Thousands of requests made from the document (seed ${SEED}) get answers that it knows, and never one of our own mistakes`, async () => {
  const dice = random(SEED);
  const requests: Request[] = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    if (NOT_ASKED.test(path)) continue;
    for (const [method, described] of Object.entries(methods)) {
      for (let number = 0; number < A_ROUTE; number += 1)
        requests.push(requestOf(dice, path, method, described, idsOf));
    }
  }
  const client = clientOf(server.url, token, { "x-tenant": tenant.id, prefer: "wait=0" });
  const wrong: string[] = [];
  const statuses = new Map<number, number>();
  const left = requests.values();
  const worker = async () => {
    for (const { method, path, body } of left) {
      const shown = () => `${method} ${path} ${JSON.stringify(body)?.slice(0, 500)}`;
      try {
        const { get: GET, post: POST, patch: PATCH, put: PUT, delete: DELETE } = client;
        const send = { GET, POST, PATCH, PUT, DELETE }[method]!;
        const isRead = method === "GET" || method === "DELETE";
        const key: Record<string, string> = { "idempotency-key": `k${dice.between(1, 500)}` };
        const headers = dice.chance(0.1) ? key : {};
        const answer = isRead
          ? await (send as typeof client.get)(path, headers)
          : await (send as typeof client.post)(path, body, headers);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status >= 500 && answer.body?.code !== "AGENT_OFFLINE")
          wrong.push(`${shown()}: ${answer.status} ${JSON.stringify(answer.body)}`);
      } catch (error) {
        wrong.push(`${shown()}: ${(error as Error).message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(wrong.map((text) => text.slice(0, 1_500)).slice(0, 12)).toEqual([]);
  expect(requests.length).toBeGreaterThan(A_ROUTE * 250);
  // Many are taken, or the fuzzing knocks at the first door alone.
  const taken = [...statuses].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0);
  expect(taken / requests.length, JSON.stringify([...statuses])).toBeGreaterThan(0.15);
});
