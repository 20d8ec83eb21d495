// Own records: who sees what is their own alone finds nothing else at any door, whatever the resource.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AREAS } from "../../server/areas.ts";
import { openPool, type Row, type Sql } from "../../server/kernel/db/db.ts";
import { newId } from "../../shared/kernel/id.ts";
import { ownable } from "../../shared/kernel/ownership.ts";
import { operationsOn } from "../../shared/kernel/registry.ts";
import { onCluster, onOnePostgres } from "../helpers/database/cluster.ts";
import { callProcedure, openDesktop, proven, type WireDesktop } from "../helpers/desktop.ts";
import { feedSettledHere } from "../helpers/feed.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { putOneRowEach } from "../identity/helpers/one-row-each.ts";
import { sampleValue } from "../identity/helpers/sample-body.ts";

const OWNABLE = ownable();
const ROUTES = AREAS.flatMap((area) => area.routes);

let server: TestServer;
let sql: Sql;
let isp: TestTenant;
/** Sees their own records alone, may do everything with them, and owns nothing. */
let outsider: Client;

/** All rights, but of what can be owned: to see one's own in place of all. */
async function narrowRights(): Promise<string[]> {
  const { body } = await isp.owner.get("/permissions/?page_size=500");
  const codes: string[] = (body.results ?? body).map(({ code }: Row) => String(code));
  return codes.filter((code) => !codes.includes(`${code}_own`));
}

beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 1);
  isp = await makeTenant(server, { subdomain: "own" });
  const { body } = await isp.owner.post("/customers/", { name: "Nobody's", username: "nobodys", phone: "1" });
  const paid = { customer_id: body.id, amount: "10.00", validity_days: 1 };
  expect((await isp.owner.post("/recharges/", paid)).status).toBe(201);
  await putOneRowEach(sql, isp.tenant.id);
  const role = await isp.owner.post("/roles/", { name: "Narrow", permissions: await narrowRights() });
  expect(role.status).toBe(201);
  const account = { username: "outsider", password: "outsider-secret", role: role.body.id };
  expect((await isp.owner.post("/staff/", account)).status).toBe(201);
  outsider = await server.signIn(account.username, account.password, "own");
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

const idIn = async (table: string) => {
  const [row] = await sql<
    { id: string }[]
  >`select id from ${sql(table)} where tenant_id = ${isp.tenant.id} limit 1`;
  if (!row) throw new Error(`No row of ${table}`);
  return row.id;
};

it("Each table whose records belong to people has its wall, and its resource says the same", async () => {
  // On a cluster it is a part of the tenant's wall: there every policy permits (server/kernel/db/cluster/README.md).
  const wall = onCluster ? "tenant_wall" : "own_wall";
  const walls = await sql<{ table: string }[]>`
    select tablename as table from pg_policies
    where policyname = ${wall} and schemaname = current_schema() and qual like '%app.own%'`;
  const tables = OWNABLE.map(({ table }) => table).sort();
  expect(walls.map(({ table }) => table).sort()).toEqual(tables);
});

onOnePostgres(it, "A cluster counts in the tables themselves.")(
  "Where all of a table are counted has all of its columns, and shows nobody of another tenant, nor who sees their own alone",
  async () => {
    const seen = (table: string, tenant: string, own: string) =>
      sql.begin(async (tx) => {
        await tx`select set_config('app.tenant_id', ${tenant}, true), set_config('app.own', ${own}, true)`;
        await tx`set local role lastmile_app`;
        const [row] = await tx`select count(*) as count from ${tx(`whole_${table}`)}`;
        return Number(row?.count);
      });
    const columns = async (name: string) =>
      (
        await sql`select attname from pg_attribute where attrelid = ${name}::regclass and attnum > 0 and not attisdropped`
      ).map(({ attname }) => attname);
    for (const { table } of OWNABLE) {
      expect(new Set(await columns(`whole_${table}`)), table).toEqual(new Set(await columns(table)));
      const [all] = await sql`select count(*) as count from ${sql(table)} where tenant_id = ${isp.tenant.id}`;
      const counts = [
        await seen(table, isp.tenant.id, ""),
        await seen(table, newId(), ""),
        await seen(table, isp.tenant.id, ` ${table} `),
      ];
      expect(counts, table).toEqual([Number(all?.count), 0, 0]);
      expect(counts[0], table).toBeGreaterThan(0);
    }
  },
);

for (const resource of OWNABLE) {
  const { name, path, collection, table, verbs } = resource;
  describe(name, () => {
    if (verbs.includes("list"))
      it(`Others' records are on no list of ${path}, are not counted, and can't be searched for`, async () => {
        expect((await isp.owner.get(`/${path}/`)).body.count, "the owner sees some").toBeGreaterThan(0);
        const all = await outsider.get(`/${path}/`);
        expect([all.status, all.body.count, all.body.results]).toEqual([200, 0, []]);
        const one = await outsider.get(`/${path}/?id=${await idIn(table)}`);
        expect(one.body.results).toEqual([]);
        if (resource.search.length === 0) return;
        const found = await outsider.get(`/${path}/?search=x`);
        expect([found.status, found.body.results]).toEqual([200, []]);
      });

    it(`Another's record of ${path} does not exist, whatever is asked about it or done to it`, async () => {
      const id = await idIn(table);
      const at = `/${path}/${id}`;
      if (verbs.includes("read")) expect((await outsider.get(`${at}/`)).status).toBe(404);
      for (const route of ROUTES) {
        if (route.method !== "GET" || !route.path.startsWith(`/${path}/{id}/`)) continue;
        expect([route.path, (await outsider.get(route.path.replace("{id}", id))).status]).toEqual([
          route.path,
          404,
        ]);
      }
      for (const operation of operationsOn(resource)) {
        if (!operation.path.includes("{id}")) continue;
        const body = operation.verb === "update" ? {} : (sampleValue(operation.input) as Row);
        const address = operation.path.replace("{id}", id);
        const { status } = await {
          GET: () => outsider.get(address),
          POST: () => outsider.post(address, body),
          PATCH: () => outsider.patch(address, body),
          DELETE: () => outsider.delete(address),
        }[operation.method]();
        expect([operation.name, status]).toEqual([operation.name, 404]);
      }
    });

    if (resource.replica)
      it(`Others' records of ${collection} are not replicated, and whoever sees more or less starts afresh`, async () => {
        await feedSettledHere();
        const pulled = async ({ token }: Client) =>
          (
            await callProcedure(server.url, token, "sync.pull", {
              collection,
              checkpoint: null,
              limit: 5_000,
            })
          ).data.documents;
        expect(await pulled(outsider)).toEqual([]);
        if (resource.replica_own) {
          expect(await pulled(isp.owner), "the owner's desktop holds no more either").toEqual([]);
          return;
        }
        expect((await pulled(isp.owner)).length).toBeGreaterThan(0);
        const epochOf = async ({ token }: Client) =>
          (await callProcedure(server.url, token, "sync.collections")).data.find(
            (one: Row) => one.name === collection,
          )?.epoch;
        expect(await epochOf(outsider)).not.toBe(await epochOf(isp.owner));
      });
  });
}

it("A reference to a record that the writer may not see is refused as one that there is not", async () => {
  const customer = await idIn("customers");
  const answers = [
    await outsider.post("/recharges/", { customer_id: customer, amount: "10.00", validity_days: 1 }),
    await outsider.post("/tickets/", { customer, subject: "Not mine", description: "Not mine" }),
    await outsider.post("/invoices/", {
      customer,
      lines: [{ description: "x", quantity: 1, unit_price: "1.00" }],
    }),
  ];
  for (const { status, body } of answers)
    expect([status, body.errors?.[0]?.code]).toEqual([400, "DOES_NOT_EXIST"]);
});

it("What is said of the whole tenant is not said to somebody who sees their own records alone", async () => {
  expect((await outsider.get("/reports/trial-balance/")).status).toBe(403);
  expect((await isp.owner.get("/reports/trial-balance/")).status).toBe(200);
});

it("Nobody gives more than they hold: who sees their own can't let others see all", async () => {
  const role = { name: "More than mine", permissions: ["subscribers.customer.view"] };
  expect((await outsider.post("/roles/", role)).status).toBe(403);
});

describe("A customer who goes from one reseller to another", () => {
  interface Reseller {
    id: string;
    client: Client;
    desktop: WireDesktop;
  }
  let first: Reseller;
  let second: Reseller;
  let customer: string;
  const COLLECTIONS = [
    "customers",
    "recharges",
    "transactions",
    "ledger_entries",
    "billing_accounts",
    "tickets",
  ];

  async function reseller(username: string): Promise<Reseller> {
    const password = `${username}-secret`;
    const made = await isp.owner.post("/resellers/", {
      ...{ company_name: username, credit_limit: "100000.00", username, password },
    });
    expect(made.status).toBe(201);
    const client = await server.signIn(username, password, "own");
    return { id: made.body.id, client, desktop: await openDesktop(server.url, client.token) };
  }

  const holds = async ({ client }: Reseller) =>
    Object.fromEntries(
      await Promise.all(
        COLLECTIONS.map(async (name) => {
          const desktop = await openDesktop(server.url, client.token);
          return [name, [...(await desktop.pullAll(name)).keys()].sort()] as const;
        }),
      ),
    );

  beforeAll(async () => {
    first = await reseller("first-net");
    second = await reseller("second-net");
    const made = await first.client.post("/customers/", { name: "Rahim", username: "rahim", phone: "017" });
    expect([made.status, made.body.reseller]).toEqual([201, first.id]);
    customer = made.body.id;
    const paid = await isp.owner.post("/recharges/", {
      customer_id: customer,
      amount: "500.00",
      validity_days: 30,
    });
    expect(paid.status).toBe(201);
    const ticket = { customer, subject: "Slow", description: "Slow since yesterday" };
    expect((await first.client.post("/tickets/", ticket)).status).toBe(201);
  });

  it("A customer who goes to another reseller is seen with everything of theirs by the one alone whose they are, also where readers follow the feed", async () => {
    const before = await holds(first);
    for (const name of COLLECTIONS)
      expect([name, before[name]?.length]).toEqual([
        name,
        name === "ledger_entries" ? expect.any(Number) : 1,
      ]);
    expect(Object.values(await holds(second)).flat()).toEqual([]);
    const points = new Map<string, [string | null, string | null]>();
    for (const name of COLLECTIONS)
      points.set(name, [
        (await first.desktop.pull(name)).checkpoint,
        (await second.desktop.pull(name)).checkpoint,
      ]);

    expect((await isp.owner.patch(`/customers/${customer}/`, { reseller: second.id })).status).toBe(200);

    expect((await first.client.get(`/customers/${customer}/`)).status).toBe(404);
    expect((await first.client.get(`/customers/${customer}/financial-summary/`)).status).toBe(404);
    expect((await second.client.get(`/customers/${customer}/financial-summary/`)).status).toBe(200);
    for (const name of COLLECTIONS) {
      const [left, came] = points.get(name) ?? [null, null];
      await expect
        .poll(async () => (await first.desktop.pull(name, left)).documents, {
          interval: 20,
        })
        .not.toEqual([]);
      const lost: Row[] = (await first.desktop.pull(name, left)).documents;
      expect([name, lost.every(({ _deleted }) => _deleted), new Set(lost.map(({ id }) => id))]).toEqual([
        name,
        true,
        new Set(before[name]),
      ]);
      const got: Row[] = (await second.desktop.pull(name, came)).documents;
      expect([name, new Set(got.filter(({ _deleted }) => !_deleted).map(({ id }) => id))]).toEqual([
        name,
        new Set(before[name]),
      ]);
    }
    expect(await holds(second)).toEqual(before);
    expect(Object.values(await holds(first)).flat()).toEqual([]);
  });

  it("A customer can't be given away, or taken, by a reseller themself", async () => {
    const foreign = await second.client.patch(`/customers/${customer}/`, { reseller: first.id });
    expect([foreign.status, foreign.body.errors?.[0]?.code]).toEqual([400, "DOES_NOT_EXIST"]);
    const none = await second.client.patch(`/customers/${customer}/`, { reseller: null });
    expect([none.status, none.body.code]).toEqual([403, "PERMISSION_DENIED"]);
    const taken = await first.client.patch(`/customers/${customer}/`, { reseller: first.id });
    expect(taken.status).toBe(404);
    const [command] = await first.desktop.push([
      first.desktop.command("customer.update", { id: customer, reseller: first.id, base: {} }),
    ]);
    expect(command).toMatchObject({ status: "REJECTED", problem: { code: "NOT_FOUND" } });
  });

  it("A customer is a line of the export of the one alone whose they are", async () => {
    const file = async (who: Reseller) => {
      const answer = await fetch(`${server.url}/api/v1/customers/export/`, {
        headers: { authorization: `Bearer ${who.client.token}` },
      });
      expect(answer.status).toBe(200);
      return answer.text();
    };
    expect(await file(second)).toContain("rahim");
    expect(await file(first)).not.toContain("rahim");
  });

  it("A command is judged by what its author sees, whoever hands it in", async () => {
    const owner = await openDesktop(server.url, isp.owner.token);
    const shown = { device_id: owner.id, device_secret: owner.secret };
    const till = await openDesktop(server.url, first.client.token, shown);
    const { body } = await first.client.get("/auth/me/");
    const payload = {
      customer_id: customer,
      amount: "5.00",
      validity_days: 0,
      receipt_number: owner.receipt(),
      id: newId(),
    };
    const self = { id: body.user.id, author_key: till.author_key };
    const command = await proven(owner, self, owner.command("recharge.create", payload));
    const [outcome] = await owner.push([command]);
    expect(outcome).toMatchObject({ status: "APPLIED", result: { suspense: true } });
  });
});
