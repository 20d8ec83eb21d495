// No tenant sees or touches another one's data, whatever the door: each route, each list, each collection, each table.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AREAS } from "../../server/areas.ts";
import { openPool, type Row, type Sql } from "../../server/kernel/db/db.ts";
import { newId } from "../../shared/kernel/id.ts";
import { fieldsOf } from "../../shared/kernel/resource.ts";
import { type ApiRoute, apiRoutes, ask, at, nameOf } from "../helpers/api-routes.ts";
import { callProcedure } from "../helpers/desktop.ts";
import { type Answer, type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { fingerprint, insertOf, putOneRowEach, type Rows, tenantRelations } from "./helpers/one-row-each.ts";
import { sampleBody, sampleValue } from "./helpers/sample-body.ts";

let server: TestServer;
let sql: Sql;
let a: TestTenant;
let b: TestTenant;
let rows: Rows;
let routes: ApiRoute[];
let foreignIds: string[];

const served = AREAS.flatMap((area) => area.resources).map(({ resource }) => resource);

/** The id of tenant A's record that a path is about. */
function idFor(path: string): string {
  const found = served
    .filter((resource) => path.startsWith(`/${resource.path}/`))
    .sort((x, y) => y.path.length - x.path.length)[0];
  const table = found?.table === "staff" ? "staff_profiles" : found?.table;
  return String(table ? rows.get(table)?.id : a.tenant.id);
}

function send(client: Client, route: ApiRoute, id: string, body: unknown = {}): Promise<Answer> {
  const path = at(route, id);
  return ask(client, route, path, body);
}

function expectNothingForeign(text: string, where: string): void {
  expect(
    foreignIds.filter((id) => text.includes(id)),
    `${where} shows records of another tenant`,
  ).toEqual([]);
}

beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 2);
  // What runs by the clock would change rows meanwhile.
  await server.stopClock();
  a = await makeTenant(server, { subdomain: "alpha" });
  b = await makeTenant(server, { subdomain: "beta" });
  rows = await putOneRowEach(sql, a.tenant.id);
  foreignIds = [...rows.values()].map((row) => String(row.id ?? row.tenant_id));
  routes = await apiRoutes(server);
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

describe("over REST", () => {
  it("REST finds nothing under another tenant's ids, and changes nothing there", async () => {
    const before = await fingerprint(sql, a.tenant.id);
    const withId = routes.filter(({ path, permission }) => path.includes("{") && permission !== "superuser");
    let notFound = 0;
    for (const route of withId) {
      const body = route.has_body ? sampleBody(route) : {};
      const foreign = await send(b.owner, route, idFor(route.path), body);
      const unknown = await send(b.owner, route, newId(), body);
      expect([foreign.status, foreign.body?.code], nameOf(route)).toEqual([
        unknown.status,
        unknown.body?.code,
      ]);
      expect([400, 404, 405], `${nameOf(route)} answered ${foreign.status}`).toContain(foreign.status);
      expectNothingForeign(JSON.stringify(foreign.body), nameOf(route));
      if (foreign.status === 404) notFound += 1;
    }
    // A refused body proves nothing; so nearly all have to get as far as the record.
    expect(notFound).toBeGreaterThan(withId.length * 0.9);
    expect(await fingerprint(sql, a.tenant.id)).toEqual(before);
  });

  it("REST shows the ids to their own tenant, so that the test above means something", async () => {
    const readable = routes.filter(
      ({ method, path }) => method === "GET" && /^\/[\w/-]+\/\{id\}\/$/.test(path),
    );
    const own = readable.filter(({ permission }) => permission !== "superuser");
    for (const route of own)
      expect((await send(a.owner, route, idFor(route.path))).status, nameOf(route)).toBe(200);
  });

  it("REST lists no row of another tenant, not even when asked for it by id", async () => {
    const lists = routes.filter(
      ({ method, path, permission }) => method === "GET" && !path.includes("{") && permission !== "superuser",
    );
    for (const route of lists) {
      expectNothingForeign(JSON.stringify((await b.owner.get(route.path)).body), nameOf(route));
    }
    for (const resource of served.filter(
      ({ verbs, of_platform }) => verbs.includes("list") && !of_platform,
    )) {
      for (const name of [
        "id",
        ...fieldsOf(resource).flatMap(([field, { kind }]) => (kind === "reference" ? [field] : [])),
      ]) {
        const id =
          name === "id" ? idFor(`/${resource.path}/`) : String(rows.get(resource.table)?.[name] ?? newId());
        const list = await b.owner.get(`/${resource.path}/?${name}=${id}`);
        expect([list.status, list.body.results], `${resource.path} by ${name}`).toEqual([200, []]);
      }
    }
  });

  it("REST refuses references into another tenant", async () => {
    for (const resource of served.filter(({ of_platform }) => !of_platform)) {
      const creates = routes.find(({ method, path }) => method === "POST" && path === `/${resource.path}/`);
      if (!creates) continue;
      for (const [name, meta] of fieldsOf(resource)) {
        const target = served.find((other) => other.name === meta.references);
        if (meta.kind !== "reference" || meta.writable === "never" || !target) continue;
        const body = { ...sampleBody(creates), [name]: idFor(`/${target.path}/`) };
        const answer = await b.owner.post(creates.path, body);
        expect(
          [400, 404],
          `${nameOf(creates)} with a foreign ${name}: ${JSON.stringify(answer.body)}`,
        ).toContain(answer.status);
      }
    }
  });

  it("REST asks everybody for a token, except where the API is public", async () => {
    for (const route of routes.filter(({ is_public }) => !is_public)) {
      const answer = await send(server.anonymous, route, newId());
      expect([answer.status, answer.body.code], nameOf(route)).toEqual([401, "UNAUTHENTICATED"]);
    }
    const wrong = await server.anonymous.get("/settings/", { authorization: `Bearer ${"x".repeat(43)}` });
    expect(wrong.status).toBe(401);
  });

  it("REST asks everybody for the permission that a route names", async () => {
    const role = await b.owner.post("/roles/", { name: "Nothing", permissions: [] });
    b = { ...b, roles: { ...b.roles, Nothing: role.body.id } };
    const staff = { username: "nobody", password: "nobody-secret", role: role.body.id };
    await b.owner.post("/staff/", staff);
    const nobody = await server.signIn("nobody", "nobody-secret", "beta");
    const guarded = routes.filter(({ permission }) => permission !== null);
    expect(guarded.length).toBeGreaterThan(50);
    for (const route of guarded) {
      const answer = await send(nobody, route, newId());
      expect([answer.status, answer.body.code], nameOf(route)).toEqual([403, "PERMISSION_DENIED"]);
    }
  });

  it("REST keeps super administrators' routes from the owners of tenants", async () => {
    const above = routes.filter(({ permission }) => permission === "superuser");
    for (const route of above)
      expect((await send(a.owner, route, a.tenant.id)).status, nameOf(route)).toBe(403);
    const other = await a.owner.get("/settings/", { "x-tenant": "beta" });
    expect(other.body.company_name).toBe("Tenant alpha");
  });
});

describe("over sync", () => {
  const call = (client: Client, procedure: string, input?: unknown) =>
    callProcedure(server.url, client.token, `sync.${procedure}`, input);

  it("Sync pulls no row of another tenant from any collection", async () => {
    const collections = (await call(b.owner, "collections")).data ?? [];
    expect(collections.length).toBeGreaterThan(5);
    for (const { name } of collections) {
      const page = await call(b.owner, "pull", { collection: name, checkpoint: null, limit: 5000 });
      expect(page.data, `${name}: ${JSON.stringify(page.error)}`).toBeDefined();
      expectNothingForeign(JSON.stringify(page.data), String(name));
    }
  });

  it("Sync offers a role only what it may see", async () => {
    const nobody = await server.signIn("nobody", "nobody-secret", "beta");
    expect((await call(nobody, "collections")).data).toEqual([]);
    for (const resource of served.filter(({ replica }) => replica)) {
      const page = await call(nobody, "pull", {
        collection: resource.collection,
        checkpoint: null,
        limit: 1,
      });
      expect([page.status, page.error?.data.httpStatus], resource.collection).toEqual([404, 404]);
    }
  });

  it("Sync applies no command to another tenant's record", async () => {
    const registered = await call(b.owner, "register", { name: "Till" });
    const device_id = registered.data.device_id;
    const before = await fingerprint(sql, a.tenant.id);
    const operations = AREAS.flatMap((area) => area.operations).map(({ operation }) => operation);
    const commands = operations.filter((operation) => operation.offline && operation.on_record);
    expect(commands.length).toBeGreaterThan(2);
    for (const [index, { name, path, input }] of commands.entries()) {
      const payload = { ...(sampleValue(input) as Row), id: idFor(path) };
      const command = {
        id: newId(),
        kind: name,
        payload,
        occurred_at: new Date().toISOString(),
        device_seq: index + 1,
      };
      const answer = await call(b.owner, "push", { device_id, commands: [command] });
      expect(answer.data.results, name).toMatchObject([{ status: "REJECTED" }]);
    }
    expect(await fingerprint(sql, a.tenant.id)).toEqual(before);
  });

  it("Sync takes no command for another tenant's device", async () => {
    const answer = await call(b.owner, "push", { device_id: rows.get("devices")?.id, commands: [] });
    expect(answer.status).toBe(404);
  });
});

describe("in the database itself", () => {
  let app: Sql;
  beforeAll(() => {
    app = openPool(server.database_url, "lastmile_app", 1);
  });
  afterAll(() => app.end());

  /** How many rows a statement touched in a transaction that names this tenant; 0 where the database forbids it. */
  async function touched(tenant: string | null, statement: string): Promise<number> {
    let count = 0;
    const undo = new Error("undo");
    await app
      .begin(async (tx) => {
        if (tenant) await tx`select set_config('app.tenant_id', ${tenant}, true)`;
        count = (await tx.unsafe(statement)).count;
        throw undo;
      })
      .catch((error: unknown) => {
        const isForbidden = error instanceof Error && "code" in error && error.code === "42501";
        if (error !== undo && !isForbidden) throw error;
      });
    return count;
  }

  it("The database itself shows and changes no row without the right tenant, in any table", async () => {
    const relations = await tenantRelations(sql);
    expect(relations.length).toBeGreaterThan(25);
    for (const { name, is_table } of relations) {
      for (const tenant of [null, newId()]) {
        expect(await touched(tenant, `select 1 from "${name}"`), `select ${name}`).toBe(0);
        if (!is_table) continue;
        expect(await touched(tenant, `update "${name}" set tenant_id = tenant_id`), `update ${name}`).toBe(0);
        expect(await touched(tenant, `delete from "${name}"`), `delete ${name}`).toBe(0);
        const copy = await insertOf(sql, name, { ...rows.get(name), tenant_id: a.tenant.id });
        expect(await touched(tenant, copy), `insert ${name}`).toBe(0);
      }
      expect(
        await touched(b.tenant.id, `select 1 from "${name}" where tenant_id = '${a.tenant.id}'`),
        name,
      ).toBe(0);
    }
  });

  it("The database itself shows no account and no tenant of others", async () => {
    expect(await touched(null, `select id from users`)).toBe(0);
    expect(await touched(null, "select id from tenants")).toBe(0);
    expect(await touched(a.tenant.id, "select id from users")).toBe(1);
    expect(await touched(a.tenant.id, "select password_hash from users")).toBe(0);
    expect(await touched(a.tenant.id, "select token_hash from auth_tokens")).toBe(0);
  });

  it("The database itself has a wall around each table that has a tenant", async () => {
    const open = await sql`
      select c.relname from pg_class c join pg_attribute x on x.attrelid = c.oid and x.attname = 'tenant_id'
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and not (c.relrowsecurity and c.relforcerowsecurity)`;
    expect(open.map(({ relname }) => relname)).toEqual([]);
    const [roles] = await sql`select bool_or(rolbypassrls or rolsuper) as above from pg_roles
      where rolname in ('lastmile_app', 'lastmile_platform')`;
    expect(roles?.above).toBe(false);
  });

  it("The database itself refuses to change the ledger and the audit log, for every role that the program uses", async () => {
    const platform = openPool(server.database_url, "lastmile_platform", 1);
    try {
      for (const table of ["ledger_entries", "audit_logs"]) {
        const [one] = await sql`select count(*) as count from ${sql(table)}`;
        expect(one?.count).toBeGreaterThan(0);
        const statements = [
          `update ${table} set tenant_id = tenant_id`,
          `delete from ${table}`,
          `truncate ${table} cascade`,
        ];
        for (const [role, pool] of Object.entries({ app, platform, owner: sql })) {
          for (const statement of statements) {
            const attempt = pool.begin(async (tx) => {
              await tx`select set_config('app.tenant_id', ${a.tenant.id}, true)`;
              await tx.unsafe(statement);
            });
            await expect(attempt, `${statement} as ${role}`).rejects.toMatchObject({ code: "42501" });
          }
        }
      }
    } finally {
      await platform.end();
    }
  });
});
