// What is one statement on one PostgreSQL is two in a cluster, and answers the same. Both ways are asked of one database here.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sumUpKept } from "../../../server/billing/figures/kept-sums.ts";
import { figures } from "../../../server/billing/figures/sum-up.ts";
import { insertRows, lockByIds, rowsByIds } from "../../../server/kernel/db/bulk.ts";
import { inTenant, openPool } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { makeTenant, ok, type TestTenant } from "../../billing/helpers/tenant.ts";
import { openDesktop } from "../../helpers/desktop.ts";
import { type Client, client, startTestServer, type TestServer } from "../../helpers/server.ts";

let plain: TestServer;
let cluster: TestServer;
let isp: TestTenant;

beforeAll(async () => {
  plain = await startTestServer();
  cluster = await startTestServer({ database_url: plain.database_url, database: { is_cluster: true } });
  isp = await makeTenant(cluster);
});
afterAll(async () => {
  await cluster.stop();
  await plain.stop();
});

/** The same caller at the server whose statements are the plain ones. */
const atPlain = ({ token }: Client) => client(plain.url, token);

describe("records that are written and answered in two statements", () => {
  const named = () => ({ name: "Rahima", username: newId(), phone: "01700", package: isp.package });

  it("A new record is answered as it is read, with its references' names", async () => {
    const made = await ok(isp.admin.post("/customers/", named()));
    expect(made.package_name).toBe("Home 20");
    expect(await ok(atPlain(isp.admin).get(`/customers/${made.id}/`))).toMatchObject(made);
    const other = await ok(atPlain(isp.admin).post("/customers/", named()));
    expect(Object.keys(made).sort()).toEqual(Object.keys(other).sort());
  });

  it("A changed record is answered as it is read, and one that is not there is 404", async () => {
    const { id } = await ok(isp.admin.post("/customers/", named()));
    const changed = await ok(isp.admin.patch(`/customers/${id}/`, { name: "Karima" }));
    expect(changed).toMatchObject({ name: "Karima", version: 2 });
    expect(await ok(atPlain(isp.admin).get(`/customers/${id}/`))).toMatchObject(changed);
    expect((await isp.admin.patch(`/customers/${newId()}/`, { name: "Nobody" })).status).toBe(404);
  });

  it("A record that the database refuses is refused in the same words, and none is kept", async () => {
    const taken = named();
    await ok(isp.admin.post("/customers/", taken));
    const [first, second] = [
      await isp.admin.post("/customers/", taken),
      await atPlain(isp.admin).post("/customers/", taken),
    ];
    expect(first.status).toBe(409);
    const { request_id: _one, ...body } = first.body;
    expect(second.body).toMatchObject(body);
  });
});

describe("a token that is looked at in two statements", () => {
  /** What both servers answer, which has to be the same. */
  async function both(caller: Client, path: string) {
    const [one, two] = [await caller.get(path), await atPlain(caller).get(path)];
    expect(one.status).toBe(two.status);
    if (one.status < 300) expect(one.body).toEqual(two.body);
    else expect(one.body.code).toBe(two.body.code);
    return one;
  }

  it("Staff, a super administrator and nobody are known as they are in one", async () => {
    const me = await both(isp.admin, "/auth/me/");
    expect(me.status).toBe(200);
    expect(me.body.permissions.length).toBeGreaterThan(10);
    expect((await both(await cluster.superuser(), "/tenants/")).status).toBe(200);
    expect((await both(client(cluster.url, "not-a-token-of-anybody-here"), "/auth/me/")).status).toBe(401);
  });

  it("A session whose device was revoked is refused as it is in one", async () => {
    const own = await cluster.signIn(`owner-${isp.subdomain}`, "owner-password");
    const device = await openDesktop(cluster.url, own.token ?? "");
    expect((await both(own, "/auth/me/")).status).toBe(200);
    await ok(isp.admin.post(`/devices/${device.id}/revoke/`, {}));
    // The other server is told of it a moment later, and knows tokens for two seconds.
    for (const caller of [own, atPlain(own)])
      await expect.poll(async () => (await caller.get("/customers/")).status).toBeGreaterThan(400);
    expect((await both(own, "/customers/")).status).toBeGreaterThan(400);
  });
});

describe("the owner's figures that are summed up in a statement more", () => {
  it("What is kept of each customer, and the sums, are the same", async () => {
    await ok(isp.admin.post("/invoices/", { customer: await isp.customer() }));
    const sql = openPool(plain.database_url, null, 1);
    const summedUp = async ({ services }: TestServer) => {
      await sql`delete from sums_kept where tenant_id = ${isp.id}`;
      await sumUpKept(services, figures, isp.id);
      return [
        await sql`select * from figure_parts where tenant_id = ${isp.id} order by customer`,
        await sql`select * from figure_sums where tenant_id = ${isp.id} order by figure, key`,
      ];
    };
    const [parts, sums] = await summedUp(plain);
    expect(parts?.length).toBeGreaterThan(0);
    expect(sums?.length).toBeGreaterThan(2);
    expect(await summedUp(cluster)).toEqual([parts, sums]);
    await sql.end();
  });
});

describe("rows that are written and deleted many at a time", () => {
  /** What a statement would write, as text. */
  const written = (server: TestServer, collection: string) =>
    server.services.db.platform`
      select id::text, deleted_at::text from deletions
      where tenant_id = ${isp.id} and collection = ${collection} order by id`;

  it("Many rows are the same whether they go as arrays or as values, what is missing, quoted and longer than one included", async () => {
    const types = { tenant_id: "uuid", collection: "text", id: "uuid", deleted_at: "timestamptz" };
    const when = new Date("2026-03-01T12:00:00.125Z");
    const ids = Array.from({ length: 2_000 }, () => newId()).sort();
    for (const [server, collection] of [
      [cluster, `a,"b" {} \\ 'c' NULL`],
      [plain, "plain"],
    ] as const) {
      const rows = ids.map((id) => ({ tenant_id: isp.id, collection, id, deleted_at: when }));
      await inTenant(server.services.db, isp, (tx) => insertRows(tx, "deletions", types, rows));
    }
    const [first, second] = [await written(cluster, `a,"b" {} \\ 'c' NULL`), await written(plain, "plain")];
    expect(first).toHaveLength(2_000);
    expect([...first]).toEqual([...second]);
  });

  it("Rows are found and locked by their ids alike, whether these come twice or are nobody's", async () => {
    const made = [await isp.customer(), await isp.customer(), await isp.customer()];
    const ids = [...made].reverse().concat(made, newId());
    for (const { services } of [cluster, plain]) {
      const [found, locked] = await inTenant(services.db, isp, (tx) =>
        Promise.all([
          tx<{ id: string }[]>`select t.id from ${rowsByIds(tx, "customers", isp.id, ids)} t order by t.id`,
          lockByIds(tx, "customers", isp.id, ids),
        ]),
      );
      expect(found.map(({ id }) => id)).toEqual([...made].sort());
      expect(locked).toHaveLength(3);
    }
  });

  it("Deleted records are gone and told of, and of a deletion that is refused nothing is", async () => {
    for (const caller of [isp.admin, atPlain(isp.admin)]) {
      const { id } = await ok(
        caller.post("/packages/", { name: newId(), price: "5.00", bandwidth_mbps: 5, validity_days: 30 }),
      );
      expect((await caller.delete(`/packages/${id}/`)).status).toBe(204);
      expect((await caller.get(`/packages/${id}/`)).status).toBe(404);
      const told = await plain.services.db
        .platform`select from deletions where tenant_id = ${isp.id} and id = ${id}`;
      expect(told).toHaveLength(1);
      await isp.customer();
      expect((await caller.delete(`/packages/${isp.package}/`)).status).toBe(409);
    }
    const left = await plain.services.db.platform`
      select from deletions where tenant_id = ${isp.id} and id = ${isp.package}`;
    expect(left).toHaveLength(0);
  });
});
