// GET /changes/ as contract §1 has it: what the caller may see, as REST answers it, with a cursor that is for them alone.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AREAS } from "../../../server/areas.ts";
import { CURSOR_DAYS, formatCursor } from "../../../server/kernel/changes/cursor.ts";
import { followedBy } from "../../../server/kernel/changes/route.ts";
import { inTenant, openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { readBound } from "../../../server/kernel/sync/feed-bound.ts";
import { allResources } from "../../../shared/kernel/registry.ts";
import { feedSettled } from "../../helpers/feed.ts";
import { type Client, client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";
import { putOneRowEach } from "../../identity/helpers/one-row-each.ts";
import { ChangesReader } from "./helpers/reader.ts";

const DAY_MS = 86_400_000;

let server: TestServer;
let isp: TestTenant;
let other: TestTenant;
let sql: Sql;

beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 2);
  isp = await makeTenant(server, { subdomain: "followed" });
  other = await makeTenant(server, { subdomain: "foreign" });
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

let people = 0;
async function newCustomer(by: Client, more: object = {}): Promise<string> {
  people += 1;
  const person = {
    name: `Person ${people}`,
    username: `person-${people}`,
    phone: `0171100${people}`,
    ...more,
  };
  const { status, body } = await by.post("/customers/", person);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

const changesOf = (by: Client, query: string) => by.get(`/changes/?${query}`);

/** A machine with a role of just these rights. */
async function machine(permissions: string[]): Promise<Client> {
  const name = `Role ${permissions.join()} ${Math.trunc(performance.now())}`;
  const role = await isp.owner.post("/roles/", { name, permissions });
  const token = await isp.owner.post("/api-tokens/", { name, role: role.body.id });
  return client(server.url, token.body.token);
}

describe("what is told", () => {
  it("Every resource of a company that has an address for its records can be followed, but the logs of what is told and done", () => {
    const followed = [...followedBy(AREAS).keys()].sort();
    const readable = allResources().filter(
      ({ of_platform, verbs }) => !of_platform && verbs.includes("read"),
    );
    const logs = ["audit_logs", "webhook_deliveries", "webhook_events"];
    const expected = readable.map(({ collection }) => collection).filter((name) => !logs.includes(name));
    expect(followed).toEqual(expected.sort());
    expect(followed).toEqual(
      expect.arrayContaining(
        "customers invoices transactions recharges ledger_entries payment_events tickets tasks".split(" "),
      ),
    );
  });

  it("Whatever can be followed has the feed's stamp and an index that finds what is new by it", async () => {
    const tables = [...followedBy(AREAS).values()].map(({ resource }) => resource.table);
    const stamped = await sql<{ name: string }[]>`
      select distinct i.tablename as name from pg_indexes i
      where i.schemaname = current_schema() and i.indexdef like '%(tenant_id, changed_xid, id)%'`;
    const names = new Set(stamped.map(({ name }) => name));
    // A view over the rows of one person's membership, profile and account: some hundreds.
    expect(tables.filter((table) => !names.has(table))).toEqual(["staff"]);
  });

  it("Each record is told just as its own address answers it", async () => {
    const crowded = await makeTenant(server, { subdomain: "crowded" });
    const id = await newCustomer(crowded.owner);
    const lines = [{ description: "Cable", quantity: 2, unit_price: "15.00" }];
    await crowded.owner.post("/invoices/", { customer: id, lines });
    const ticket = await crowded.owner.post("/tickets/", {
      customer: id,
      subject: "Slow",
      description: "Slow",
    });
    await crowded.owner.post(`/tickets/${ticket.body.id}/reply/`, { message: "We look at it" });
    await putOneRowEach(sql, crowded.tenant.id);
    await server.stopClock();
    await feedSettled(sql);
    const reader = new ChangesReader(crowded.owner, [...followedBy(AREAS).keys()].join());
    await reader.follow(500);
    const different: string[] = [];
    for (const [name, { resource }] of followedBy(AREAS)) {
      const told = reader.told.filter(({ collection, deleted }) => collection === name && !deleted);
      if (told.length === 0) different.push(`${name}: nothing was told`);
      for (const { id, record } of told) {
        const { status, body } = await crowded.owner.get(`/${resource.path}/${id}/`);
        if (status !== 200 || JSON.stringify(body) !== JSON.stringify(record))
          different.push(`${name}: ${JSON.stringify(record)} is not ${JSON.stringify(body)}`);
      }
    }
    expect(different).toEqual([]);
  });

  it("A change is told after what came before it, a deletion too, and one that is done again stands at its last place", async () => {
    const reader = new ChangesReader(isp.owner, "customers,packages", "now");
    await reader.follow();
    expect(reader.told).toEqual([]);
    const [first, second] = [await newCustomer(isp.owner), await newCustomer(isp.owner)];
    const plan = { name: "Home 20", price: "1200.00", bandwidth_mbps: 20, validity_days: 30 };
    const { body: pack } = await isp.owner.post("/packages/", plan);
    await isp.owner.patch(`/customers/${first}/`, { area: "Mirpur" });
    expect((await isp.owner.delete(`/customers/${second}/`)).status).toBe(204);
    await feedSettled(sql);
    await reader.follow(1);
    expect(reader.told.map(({ collection, id, deleted }) => [collection, id, deleted])).toEqual([
      ["packages", pack.id, false],
      ["customers", first, false],
      ["customers", second, true],
    ]);
    expect(reader.told.map(({ record }) => record?.area ?? null)).toEqual([null, "Mirpur", null]);
    await reader.follow();
    expect(reader.told).toHaveLength(3);
  });

  it("What one transaction did in several collections is told together, however small the pages", async () => {
    const reader = new ChangesReader(isp.owner, "recharges,transactions,customers,ledger_entries", "now");
    await reader.follow();
    const id = await newCustomer(isp.owner);
    const paid = { customer_id: id, amount: "10.00", validity_days: 1 };
    expect((await isp.owner.post("/recharges/", paid)).status).toBe(201);
    await feedSettled(sql);
    await reader.follow(1);
    const names = reader.told.map(({ collection }) => collection);
    expect(names.slice(0, 1)).toEqual(["customers"]);
    expect([...new Set(names)].sort()).toEqual(["customers", "ledger_entries", "recharges", "transactions"]);
    const money = reader.told.filter(({ collection }) => /recharges|transactions/.test(collection));
    expect(money).toHaveLength(2);
  });
});

describe("who is told", () => {
  it("Each collection asks for its own right, and the refusal names both", async () => {
    const gateway = await machine(["subscribers.customer.view"]);
    expect((await changesOf(gateway, "collections=customers")).status).toBe(200);
    const { status, body } = await changesOf(gateway, "collections=customers,transactions");
    expect([status, body.code, body.collection, body.permission]).toEqual([
      403,
      "PERMISSION_DENIED",
      "transactions",
      "finance.transaction.view",
    ]);
    expect(body.detail).toContain("transactions");
    const nobody = await changesOf(server.anonymous, "collections=customers");
    expect([nobody.status, nobody.body.code]).toEqual([401, "UNAUTHENTICATED"]);
  });

  it("The company's own books are told to whoever may see its reports, and to nobody else", async () => {
    const id = await newCustomer(isp.owner);
    await isp.owner.post("/transactions/", { customer: id, amount: "5.00", method: "CASH" });
    await feedSettled(sql);
    const clerk = await machine(["finance.ledger_entry.view"]);
    const bookkeeper = await machine(["finance.ledger_entry.view", "reporting.report.view"]);
    const [seen, all] = [
      new ChangesReader(clerk, "ledger_entries"),
      new ChangesReader(bookkeeper, "ledger_entries"),
    ];
    await seen.follow(7);
    await all.follow(7);
    const ofNobody = (reader: ChangesReader) => reader.told.filter(({ record }) => record?.customer === null);
    expect(seen.told.length).toBeGreaterThan(0);
    expect(ofNobody(seen)).toEqual([]);
    expect(ofNobody(all).length).toBeGreaterThan(0);
  });

  it("A reseller is told of their own customers alone, also when one comes, leaves or is deleted", async () => {
    const seller = await isp.staff("seller", "Reseller");
    const { body: me } = await seller.get("/auth/me/");
    const made = (company_name: string, more = {}) =>
      isp.owner.post("/resellers/", { company_name, ...more });
    const { body: reseller } = await made("Seller", { user: me.user.id });
    const { body: rival } = await made("Rival");
    const own = await newCustomer(isp.owner, { reseller: reseller.id });
    const theirs = await newCustomer(isp.owner, { reseller: rival.id });
    const house = await newCustomer(isp.owner);
    const reader = new ChangesReader(seller, "customers");
    await feedSettled(sql);
    await reader.follow();
    expect(reader.idsOf("customers")).toEqual([own]);
    expect((await isp.owner.delete(`/customers/${theirs}/`)).status).toBe(204);
    expect((await isp.owner.patch(`/customers/${house}/`, { reseller: reseller.id })).status).toBe(200);
    await feedSettled(sql);
    expect((await reader.follow()).map(({ id, deleted }) => [id, deleted])).toEqual([[house, false]]);
    expect((await isp.owner.patch(`/customers/${house}/`, { reseller: rival.id })).status).toBe(200);
    expect((await isp.owner.delete(`/customers/${own}/`)).status).toBe(204);
    await feedSettled(sql);
    expect((await reader.follow()).map(({ id, deleted }) => [id, deleted])).toEqual([
      [house, true],
      [own, true],
    ]);
    // And of nothing that the house sells by itself.
    await newCustomer(isp.owner);
    await feedSettled(sql);
    expect(await reader.follow()).toEqual([]);
  });
});

describe("what a cursor holds good for", () => {
  const refusal = async (by: Client, query: string) => {
    const { status, body } = await changesOf(by, query);
    return [status, body.code, body.errors?.[0]?.field ?? null];
  };

  it("What is asked wrongly is refused, never ignored", async () => {
    expect(await refusal(isp.owner, "")).toEqual([400, "VALIDATION", "collections"]);
    expect(await refusal(isp.owner, "collections=")).toEqual([400, "VALIDATION", "collections"]);
    for (const name of [
      "no_such",
      "customers,",
      "tenants",
      "audit_logs",
      "settings",
      "__proto__",
      "Customers",
    ])
      expect(await refusal(isp.owner, `collections=${name}`), name).toEqual([
        400,
        "VALIDATION",
        "collections",
      ]);
    expect(await refusal(isp.owner, "collections=customers&since=1")).toEqual([400, "VALIDATION", "since"]);
    for (const size of ["0", "501", "x", "-1", "1.5", ""])
      expect(await refusal(isp.owner, `collections=customers&page_size=${size}`), size).toEqual([
        400,
        "VALIDATION",
        "page_size",
      ]);
  });

  it("A cursor that the server did not give, or gave to another company or for other collections, is refused", async () => {
    const { body } = await changesOf(isp.owner, "collections=customers");
    const [text = "", mark = ""] = body.cursor.split(".");
    const held = JSON.parse(Buffer.from(text, "base64url").toString());
    const changed = Buffer.from(JSON.stringify([...held.slice(0, 5), "1", 0, held[7]])).toString("base64url");
    const foreign = (await changesOf(other.owner, "collections=customers")).body.cursor;
    const wrong = [
      "x",
      "a.b",
      `${text}.${"A".repeat(22)}`,
      `${changed}.${mark}`,
      `${body.cursor}x`,
      text,
      "%00",
      "NOW",
      foreign,
    ];
    for (const cursor of wrong)
      expect(await refusal(isp.owner, `collections=customers&cursor=${cursor}`), cursor).toEqual([
        400,
        "VALIDATION",
        "cursor",
      ]);
    for (const names of ["packages", "customers,packages"])
      expect(await refusal(isp.owner, `collections=${names}&cursor=${body.cursor}`), names).toEqual([
        400,
        "VALIDATION",
        "cursor",
      ]);
    const { body: both } = await changesOf(isp.owner, "collections=packages,customers&cursor=now");
    // Their order says nothing, nor do blanks, nor one that is named twice.
    const again = `collections=customers,%20packages,customers&cursor=${both.cursor}`;
    expect((await changesOf(isp.owner, again)).status).toBe(200);
  });

  it("A cursor of more than 45 days ago, or of another sight of the same collections, has expired", async () => {
    const { incarnation, db } = server.services;
    const bound = await inTenant(db, { id: isp.tenant.id }, (tx) => readBound(tx, incarnation));
    const reach = { tenant_id: isp.tenant.id, collections: ["customers"], rowScope: "all" };
    const place = { xid: "3", rank: 0, id: "019a9f4e-5b7a-7c3d-9e21-3f0a5c8d7b10" };
    const givenBefore = (days: number) =>
      formatCursor(place, reach, bound, incarnation, Date.now() - days * DAY_MS);
    const asked = (cursor: string) => refusal(isp.owner, `collections=customers&cursor=${cursor}`);
    expect((await asked(givenBefore(CURSOR_DAYS - 1)))[0]).toBe(200);
    expect(await asked(givenBefore(CURSOR_DAYS + 1))).toEqual([410, "CURSOR_EXPIRED", null]);
    const narrow = formatCursor(place, { ...reach, rowScope: isp.tenant.id }, bound, incarnation);
    expect(await asked(narrow)).toEqual([410, "CURSOR_EXPIRED", null]);
  });

  it("Whoever is given the right to see more reads from the beginning: what they did not see is not passed over", async () => {
    const permissions = ["subscribers.customer.view_own"];
    const role = await isp.owner.post("/roles/", { name: "Growing", permissions });
    const account = { username: "growing", password: "growing-secret", role: role.body.id };
    expect((await isp.owner.post("/staff/", account)).status).toBe(201);
    const growing = await server.signIn(account.username, account.password, "followed");
    const before = await changesOf(growing, "collections=customers");
    expect(before.body.results).toEqual([]);
    await isp.owner.patch(`/roles/${role.body.id}/`, { permissions: ["subscribers.customer.view"] });
    const query = `collections=customers&cursor=${before.body.cursor}`;
    await expect.poll(() => refusal(growing, query)).toEqual([410, "CURSOR_EXPIRED", null]);
    await feedSettled(sql);
    expect((await changesOf(growing, "collections=customers")).body.results.length).toBeGreaterThan(0);
  });
});
