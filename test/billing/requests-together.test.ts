// Requests that come while one of their kind is under way share a transaction: each is answered and done as it would be by itself,
// whatever refuses among them, whoever sends it twice, and wherever the connection breaks.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { permissionCodes } from "../../shared/identity/grants.ts";
import { newId } from "../../shared/kernel/id.ts";
import { whileBroken } from "../helpers/database/broken-connections.ts";
import { whileHeld } from "../helpers/database/held-account.ts";
import { rechargesOf, transactionsOf } from "../helpers/database/recharges-written.ts";
import { isOfFeed } from "../helpers/feed.ts";
import { type Answer, type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { checkBooks } from "./helpers/check-books.ts";
import { ok } from "./helpers/tenant.ts";

/** While one is under way, so many are begun together as soon as they are here (`SIZES` in run-request.ts). */
const FEW = 4;

let server: TestServer;
let isp: TestTenant;
let sql: Sql;
let pack: string;
/** May sell, but not below the price. */
let clerk: Client;
/** Of the server, since it was last set to zero. */
let statements = 0;

beforeAll(async () => {
  server = await startTestServer({
    database: {
      onStatement: (text) => {
        if (!isOfFeed(text)) statements += 1;
      },
    },
  });
  isp = await makeTenant(server);
  sql = openPool(server.database_url, null, 2);
  const plan = { name: "Home", price: "1200.00", bandwidth_mbps: 20, validity_days: 30 };
  pack = (await ok<{ id: string }>(isp.owner.post("/packages/", plan))).id;
  const permissions = permissionCodes().filter((code) => code !== "billing.recharge.below_price");
  const role = await ok<{ id: string }>(isp.owner.post("/roles/", { name: "Sells", permissions }));
  const person = { username: "sells", password: "sells-secret", full_name: "Sells", role: role.id };
  await ok(isp.owner.post("/staff/", person));
  clerk = await server.signIn(person.username, person.password, isp.tenant.subdomain);
  await server.stopClock();
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

const makeCustomers = (count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const body = { name: "A B", username: newId(), phone: "1", package: pack };
      return (await ok<{ id: string }>(isp.owner.post("/customers/", body))).id;
    }),
  );

const recharge = (customer_id: string, { key = newId(), amount = "40.00", by = isp.owner } = {}) =>
  by.post("/recharges/", { customer_id, amount, validity_days: 1 }, { "Idempotency-Key": key });

/** Does something while a recharge is under way, which waits for its customer's account meanwhile. */
async function meanwhile<T>(work: () => Promise<T>): Promise<T> {
  const [customer = ""] = await makeCustomers(1);
  const held = { sql, database_url: server.database_url, tenant: isp.tenant.id, customer };
  const { first, done } = await whileHeld({ ...held, first: () => recharge(customer) }, work);
  expect(first.status).toBe(201);
  return done;
}

const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status);

describe("recharges of different customers that come while another is under way", () => {
  it("A few are done in one transaction, each is answered with its own record, and everyone's books are right", async () => {
    const customers = await makeCustomers(FEW);
    const answers = await meanwhile(() => Promise.all(customers.map((one) => recharge(one))));
    expect(statusesOf(answers)).toEqual(customers.map(() => 201));
    expect(answers.map(({ body }) => body.customer)).toEqual(customers);
    expect(new Set(answers.map(({ body }) => body.receipt_number)).size).toBe(FEW);
    expect(await transactionsOf(sql, customers)).toBe(1);
    for (const { body } of answers)
      expect(await ok(isp.owner.get(`/recharges/${body.id}/`))).toMatchObject({ amount: "40.00" });
    const { body: audits } = await isp.owner.get("/audit-logs/?action=recharge.create&page_size=100");
    const audited = audits.results.map(({ object_id }: { object_id: string }) => object_id);
    expect(audited).toEqual(expect.arrayContaining(answers.map(({ body }) => body.id)));
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
  });

  it("Four cost no more than thirty statements, where one by itself is fourteen", async () => {
    const sent: number[] = [];
    // Now and then a block of receipt numbers is used up, and what was read is read again.
    for (let run = 0; run < 3; run += 1) {
      const customers = await makeCustomers(FEW);
      const counted = await meanwhile(async () => {
        statements = 0;
        expect(statusesOf(await Promise.all(customers.map((one) => recharge(one))))).toEqual([
          201, 201, 201, 201,
        ]);
        return statements;
      });
      sent.push(counted);
    }
    expect(Math.min(...sent)).toBeLessThanOrEqual(30);
  });

  it("One that comes while another waits for a lock is done all the same", async () => {
    const [customer = ""] = await makeCustomers(1);
    expect((await meanwhile(() => recharge(customer))).status).toBe(201);
  });

  it("Who names nobody, or sells below the price without the right, is refused alone, and the others are done together", async () => {
    const nobody = newId();
    const customers = await makeCustomers(FEW - 1);
    const [cheap = "", ...others] = customers;
    const unknown = await meanwhile(() => Promise.all([nobody, ...customers].map((one) => recharge(one))));
    expect(statusesOf(unknown)).toEqual([400, 201, 201, 201]);
    expect(unknown[0]?.body).toMatchObject({ code: "VALIDATION", errors: [{ field: "customer_id" }] });
    expect(await transactionsOf(sql, customers)).toBe(1);
    const [last = ""] = await makeCustomers(1);
    const refused = await meanwhile(() =>
      Promise.all([
        ...others.map((one) => recharge(one)),
        recharge(cheap, { amount: "0.01", by: clerk }),
        recharge(last, { by: clerk }),
      ]),
    );
    expect(statusesOf(refused)).toEqual([201, 201, 403, 201]);
    expect(await rechargesOf(sql, [cheap, ...others, last])).toEqual([1, 2, 2, 1]);
  });

  it("A repeat among them is answered as the first time and does nothing, and a key used for something else is refused", async () => {
    const customers = await makeCustomers(FEW);
    const [key, other] = [newId(), newId()];
    const first = await recharge(customers[0]!, { key });
    await recharge(customers[1]!, { key: other });
    const answers = await meanwhile(() =>
      Promise.all([
        recharge(customers[0]!, { key }),
        recharge(customers[1]!, { key: other, amount: "80.00" }),
        ...customers.slice(2).map((one) => recharge(one)),
      ]),
    );
    expect(statusesOf(answers)).toEqual([201, 422, 201, 201]);
    expect(answers[0]?.body).toEqual(first.body);
    expect(answers[0]?.headers.get("idempotent-replayed")).toBe("true");
    expect(answers[1]?.body.code).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(await rechargesOf(sql, customers)).toEqual([1, 1, 1, 1]);
  });

  it("One key that is sent for two customers at once is used for one of them", async () => {
    const customers = await makeCustomers(2);
    const key = newId();
    const answers = await meanwhile(async () => {
      const sent = customers.map((one) => recharge(one, { key }));
      // One of them is by itself: the other may wait for the one under way.
      await Promise.race(sent);
      return sent;
    });
    const [used, refused = 0] = statusesOf(await Promise.all(answers)).sort();
    expect(used).toBe(201);
    // In progress, or used for another customer: as they met.
    expect([409, 422]).toContain(refused);
    expect((await rechargesOf(sql, customers)).sort()).toEqual([0, 1]);
  });

  it("Thirty-two tills whose connections break again and again are each done once, with the key that they repeat", async () => {
    const customers = await makeCustomers(32);
    const keys = customers.map(() => newId());
    const until = async (at: number): Promise<Answer> => {
      for (;;) {
        const answer = await recharge(customers[at]!, { key: keys[at]! });
        if (answer.status === 201) return answer;
        expect([409, 503]).toContain(answer.status);
      }
    };
    const broken = await whileBroken(sql, () => Promise.all(customers.map((_one, at) => until(at))));
    expect(broken).toBeGreaterThan(0);
    expect(await rechargesOf(sql, customers)).toEqual(customers.map(() => 1));
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
  });

  it("Tills of two servers that recharge the same customers in opposite order all get through", async () => {
    const another = await startTestServer({ database_url: server.database_url });
    try {
      const there = await another.signIn(
        `${isp.tenant.subdomain}-owner`,
        `${isp.tenant.subdomain}-secret`,
        isp.tenant.subdomain,
      );
      const customers = await makeCustomers(24);
      const answers = await Promise.all([
        ...customers.map((one) => recharge(one)),
        ...[...customers].reverse().map((one) => recharge(one, { by: there })),
      ]);
      expect(statusesOf(answers)).toEqual(answers.map(() => 201));
      expect(await rechargesOf(sql, customers)).toEqual(customers.map(() => 2));
    } finally {
      await another.stop();
    }
  });
});

describe("payments that come while another is under way", () => {
  it("Payments of many at once are all kept, in fewer transactions than there are payments", async () => {
    const customers = await makeCustomers(40);
    const answers = await Promise.all(
      customers.map((customer) =>
        isp.owner.post("/transactions/", { customer, amount: "5.00" }, { "Idempotency-Key": newId() }),
      ),
    );
    expect(statusesOf(answers)).toEqual(customers.map(() => 201));
    const [row] = await sql<{ count: number }[]>`select count(distinct changed_xid::text) as count
      from payment_transactions where customer = any(${customers}::uuid[])`;
    expect(row?.count).toBeLessThan(customers.length / 2);
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
  });
});
