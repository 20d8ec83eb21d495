// Customers' list, export, changes and deletion through REST.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool } from "../../server/kernel/db/db.ts";
import { deleteRows } from "../../server/kernel/resource/deletions.ts";
import { newId } from "../../shared/kernel/id.ts";
import { networkSyncJob } from "../../shared/network/index.ts";
import { create, type Fixture, openFixture, person } from "./helpers/fixture.ts";

let fixture: Fixture;
let server: Fixture["server"];
let home: Fixture["home"];
let routerId: string;
let packageId: string;
let waiting: Fixture["waiting"];
beforeAll(async () => {
  fixture = await openFixture();
  ({ server, home, routerId, packageId, waiting } = fixture);
});
afterAll(() => fixture.server.stop());

describe("the list", () => {
  it("Filters, searches and refuses what it does not know", async () => {
    const area = `Area ${newId()}`;
    const mark = newId().slice(-12);
    const a = await create(
      home,
      "/customers/",
      person({ area, address: `House ${mark}`, expiry_date: "2026-01-31" }),
    );
    const b = await create(
      home,
      "/customers/",
      person({ area, status: "SUSPENDED", expiry_date: "2026-03-31", router: routerId }),
    );
    const ids = async (query: string) => {
      const { body } = await home.owner.get(`/customers/?area=${encodeURIComponent(area)}&${query}`);
      return body.results.map((row: { id: string }) => row.id);
    };
    expect(await ids("")).toEqual([a, b]);
    expect(await ids("status=SUSPENDED")).toEqual([b]);
    expect(await ids("status__in=SUSPENDED,EXPIRED")).toEqual([b]);
    expect(await ids(`router=${routerId}`)).toEqual([b]);
    expect(await ids("expiry_date__lte=2026-02-01")).toEqual([a]);
    expect(await ids("expiry_date__gte=2026-02-01&expiry_date__lt=2026-04-01")).toEqual([b]);
    expect(await ids("has_due=true")).toEqual([]);
    expect(await ids("has_due=false&ordering=-expiry_date")).toEqual([b, a]);
    expect(await ids(`search=${mark.toUpperCase()}`)).toEqual([a]);
    await server.services.db.platform`update /* every tenant */ customers set due_amount = 5 where id = ${b}`;
    expect(await ids("has_due=true")).toEqual([b]);
    for (const query of [
      "has_due=maybe",
      "colour=red",
      "ordering=password",
      "expiry_date__gte=soon",
      "page=0",
    ]) {
      expect(await home.owner.get(`/customers/?${query}`), query).toMatchObject({ status: 400 });
    }
  });

  it("The list comes as CSV with the same filters", async () => {
    const area = `Csv ${newId()}`;
    await create(
      home,
      "/customers/",
      person({ area, name: 'Say "hi", Bob', phone: "+8801711", notes: "=1+1\nline two" }),
    );
    await create(home, "/customers/", person({ area, status: "EXPIRED" }));
    const path = `/customers/export/?area=${encodeURIComponent(area)}&status=ACTIVE`;
    const response = await fetch(`${server.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${home.owner.token}` },
    });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = new TextDecoder().decode(bytes);
    expect(text).toContain('"Say ""hi"", Bob"');
    expect(text).toContain("+8801711");
    expect(text).toContain('"\'=1+1\nline two"');
    expect(text.split("\r\n")).toHaveLength(3);
    expect(await home.owner.get("/customers/export/?colour=red")).toMatchObject({ status: 400 });
    expect(await server.anonymous.get("/customers/export/")).toMatchObject({ status: 401 });
  });

  it("The list exports more than one page whole", async () => {
    const area = `Many ${newId()}`;
    const sql = openPool(server.database_url, null, 1);
    await sql`
      insert into customers (id, tenant_id, customer_code, name, username, phone, area)
      select gen_random_uuid(), ${home.tenant.id}, 'X' || n, 'N' || n, 'many' || n, '0', ${area} from generate_series(1, 1100) n`;
    await sql.end();
    const { body } = await home.owner.get(`/customers/export/?area=${encodeURIComponent(area)}`);
    const names = String(body)
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(",")[3]);
    expect(new Set(names).size).toBe(1100);
  });
});

describe("changing a customer", () => {
  it("Changing a customer queues what the router has to learn, and nothing else", async () => {
    const south = await create(home, "/routers/", {
      name: newId(),
      host: "192.0.2.2",
      username: "api",
      password: "x",
    });
    const id = await create(home, "/customers/", person({ package: packageId, router: routerId }));
    const patch = (body: object) => home.owner.patch(`/customers/${id}/`, body);
    const { platform } = server.services.db;
    await deleteRows(platform, networkSyncJob, home.tenant.id, platform`t.customer = ${id}`);
    expect((await patch({ notes: "nice" })).status).toBe(200);
    expect(await waiting(id)).toEqual([]);
    await patch({ password: "new-secret" });
    await patch({ username: `${newId()}` });
    expect(await waiting(id)).toEqual(["UPSERT_USER"]);
    await patch({ router: south });
    expect(await waiting(id)).toEqual(["REMOVE_USER"]);
    expect(await waiting(id, south)).toEqual(["UPSERT_USER"]);
    await patch({ status: "TERMINATED" });
    expect(await waiting(id, south)).toEqual(["UPSERT_USER", "DISABLE_USER"]);
  });

  it("Changing a customer leaves the status to its operations", async () => {
    const id = await create(home, "/customers/", person());
    const answer = await home.owner.patch(`/customers/${id}/`, { status: "SUSPENDED" });
    expect(answer).toMatchObject({ status: 409, body: { code: "ILLEGAL_TRANSITION" } });
    expect(await home.owner.patch(`/customers/${id}/`, { status: "ACTIVE", name: "Same" })).toMatchObject({
      status: 200,
    });
  });

  it("Changing a customer is refused on a stale version", async () => {
    const id = await create(home, "/customers/", person());
    const { headers } = await home.owner.get(`/customers/${id}/`);
    const etag = headers.get("etag") ?? "";
    expect((await home.owner.patch(`/customers/${id}/`, { name: "A" }, { "if-match": etag })).status).toBe(
      200,
    );
    const stale = await home.owner.patch(`/customers/${id}/`, { name: "B" }, { "if-match": etag });
    expect(stale).toMatchObject({ status: 412, body: { code: "STALE_VERSION" } });
  });

  it("Changing a customer deletes only without a financial history", async () => {
    const id = await create(home, "/customers/", person({ package: packageId, router: routerId }));
    expect((await home.owner.delete(`/customers/${id}/`)).status).toBe(204);
    expect((await home.owner.get(`/customers/${id}/`)).status).toBe(404);
    expect(await waiting(id)).toEqual(["REMOVE_USER"]);
    const paid = await create(home, "/customers/", person());
    await server.services.db.platform`
      insert into invoices (id, tenant_id, invoice_number, customer, billing_month, amount, total_payable, due_amount, status,
        issue_date, due_date)
      values (${newId()}, ${home.tenant.id}, ${newId()}, ${paid}, '2026-01', 5, 5, 5, 'UNPAID', '2026-01-01', '2026-01-08')`;
    const answer = await home.owner.delete(`/customers/${paid}/`);
    expect(answer).toMatchObject({ status: 409, body: { code: "HAS_FINANCIAL_HISTORY" } });
  });
});
