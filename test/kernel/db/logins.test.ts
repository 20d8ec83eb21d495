// The wall between tenants stands in the session itself: no statement steps back into the owner's rights.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { prepareLogins } from "../../../server/kernel/db/logins.ts";
import { migrate } from "../../../server/kernel/db/migrate.ts";
import { makeTenant, ok } from "../../billing/helpers/tenant.ts";
import { onOnePostgres } from "../../helpers/database/cluster.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";

let server: TestServer;
let owner: Sql;

beforeAll(async () => {
  server = await startTestServer();
  owner = openPool(server.database_url, null, 1);
  const isp = await makeTenant(server);
  const customer = await isp.customer();
  await ok(isp.admin.post("/transactions/", { customer, amount: "1.00" }));
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});

/** Ways out of a role, each of which may be refused. */
const STEPS = [
  "set role none",
  "reset role",
  "reset all",
  "set session authorization default",
  "reset session authorization",
  "set session authorization lastmile_owner",
  "set role lastmile_owner",
  "set role lastmile_platform",
  "set row_security = off",
  "set session_replication_role = replica",
];

const TABLES = ["audit_logs", "ledger_entries"];

describe("over the connection that serves requests", () => {
  it.each(STEPS)(
    "What a request tries, %s, leaves the wall standing and the books beyond change",
    async (step) => {
      const refused = (sql: Sql, statement: string) =>
        sql.unsafe(statement).then(
          () => false,
          (error: { code?: string }) => ["42501", "22023", "0L000"].includes(error.code ?? "") || error,
        );
      await server.services.db.app.use(async (sql) => {
        await refused(sql, step);
        const [who] = await sql`select current_user as is, session_user as logged_in`;
        expect(who).toEqual({ is: "lastmile_app", logged_in: "lastmile_app" });
        // No row, or refused where row-level security is to be passed over.
        const seen = await sql`select /* a test's own */ id from customers`.then(
          (rows) => rows.length,
          (error: { code?: string }) => error.code,
        );
        expect([0, "42501"]).toContain(seen);
        for (const table of TABLES) {
          expect(await refused(sql, `alter table ${table} disable trigger all`)).toBe(true);
          expect(await refused(sql, `alter table ${table} no force row level security`)).toBe(true);
          expect(await refused(sql, `update /* a test's own */ ${table} set tenant_id = tenant_id`)).toBe(
            true,
          );
        }
        await sql`reset all`;
      });
    },
  );

  it("The other connections are the platform's, and neither role is a member of another", async () => {
    const [who] = await server.services.db.platform`select current_user as is, session_user as logged_in`;
    expect(who).toEqual({ is: "lastmile_platform", logged_in: "lastmile_platform" });
    const [members] = await owner<{ count: number }[]>`select count(*) as count from pg_auth_members m
      join pg_roles r on r.oid = m.member where r.rolname in ('lastmile_app', 'lastmile_platform')`;
    expect(members?.count).toBe(0);
  });
});

describe("what runs with the owner's rights", () => {
  it("Every function that may, and every trigger, looks for names in the schema first and among temporary ones last", async () => {
    const functions = await owner<{ name: string; path: string | null }[]>`
      select p.oid::regprocedure::text as name,
        (select one from unnest(p.proconfig) one where one like 'search\\_path=%') as path from pg_proc p
      where p.pronamespace = current_schema()::regnamespace
        and (p.prosecdef or p.prorettype = 'trigger'::regtype)
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
    expect(functions.length).toBeGreaterThan(60);
    expect(functions.filter(({ path }) => path !== "search_path=public, pg_temp")).toEqual([]);
  });

  it("Nobody but the owner makes anything temporary, or anything in the schema", async () => {
    const [may] =
      await owner`select bool_or(has_database_privilege(role, current_database(), 'TEMPORARY')) as temporary,
      bool_or(has_schema_privilege(role, current_schema(), 'CREATE')) as make
      from unnest(array['lastmile_app', 'lastmile_platform']) role`;
    expect(may).toEqual({ temporary: false, make: false });
  });

  it("A view that a session puts in a table's place runs nothing as the owner, also where temporary ones may be made", async () => {
    const attack = `create temp view resellers as
      select /* a test's own */ id, tenant_id, pg_temp.evil() as user from public.resellers`;
    const evil = `create function pg_temp.evil() returns uuid language plpgsql as $$ begin
      create role wall_proof superuser; return null; end $$`;
    const [database] = await owner<{ name: string }[]>`select quote_ident(current_database()) as name`;
    await server.services.db.app.use(async (sql) => {
      await expect(sql.unsafe(evil)).rejects.toMatchObject({ code: "42501" });
    });
    await owner.unsafe(`grant temporary on database ${database?.name} to public`);
    try {
      await server.services.db.app.use(async (sql) => {
        await sql.unsafe(evil);
        await sql.unsafe(attack);
        await sql`select own_resellers_ids()`;
        await sql.unsafe("discard temp");
      });
      expect(await owner`select from pg_roles where rolname = 'wall_proof'`).toHaveLength(0);
      await migrate(server.database_url);
      await server.services.db.app.use(async (sql) => {
        await expect(sql.unsafe(evil)).rejects.toMatchObject({ code: "42501" });
      });
    } finally {
      await owner.unsafe(`revoke temporary on database ${database?.name} from public`);
    }
  });
});

describe("where the roles can't log in by themselves", () => {
  const why = async (url: URL) => {
    const said: string[] = [];
    const { lastmile_app } = await prepareLogins(url.href, (reason) => said.push(reason));
    expect(lastmile_app).toEqual({ url: url.href, role: "lastmile_app" });
    return said;
  };

  it("An address without a password is used as it is, and says so", async () => {
    const url = new URL(server.database_url);
    url.password = "";
    expect(await why(url)).toEqual([
      "it names no password, from which those of the server's own roles follow",
    ]);
  });

  onOnePostgres(
    it,
    "Nodes let each other in without a password, and here clients come from the same address.",
  )("An owner who may not change roles is used as he is, and says so", async () => {
    await owner`create role plain_owner login password 'plain'`;
    try {
      const url = new URL(server.database_url);
      url.username = "plain_owner";
      url.password = "plain";
      expect(await why(url)).toEqual(["its user may not give lastmile_app a password (CREATEROLE)"]);
    } finally {
      await owner`drop role plain_owner`;
    }
  });
});
