// What money does to access, what time does to invoices, what nobody may do to the ledger, and who did what.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkBooks as checkNightly, markOverdue } from "../../server/billing/jobs.ts";
import { openPool } from "../../server/kernel/db/db.ts";
import { addDays } from "../../shared/kernel/day.ts";
import { waitingForLocks } from "../helpers/database/cluster.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { checkBooks } from "./helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "./helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
let router: string;
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  const device = { name: "Core", host: "192.0.2.1", username: "api", password: "secret" };
  router = String((await ok(isp.admin.post("/routers/", device))).id);
});
afterAll(() => server.stop());

const jobsOf = async (customer: string) => {
  const { results } = await ok<{ results: { kind: string }[] }>(
    isp.admin.get(
      `/network-sync-jobs/?customer=${customer}&kind__in=ENABLE_USER,DISABLE_USER&ordering=created_at`,
    ),
  );
  return results.map(({ kind }) => kind);
};
const show = (customer: string) => ok(isp.admin.get(`/customers/${customer}/`));
const pay = (customer: string, validity_days: number) =>
  ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "1200.00", validity_days }));

describe("access follows the money", () => {
  it("Access comes back for who was suspended for nonpayment, and ends when that recharge is reversed", async () => {
    const customer = await isp.customer({ router, expiry_date: addDays(today, -3) });
    await ok(isp.admin.post(`/customers/${customer}/toggle_status/`, { reason: "nonpayment" }));
    expect(await show(customer)).toMatchObject({ status: "SUSPENDED", suspended_for: "NONPAYMENT" });
    const recharge = await pay(customer, 30);
    expect(await show(customer)).toMatchObject({ status: "ACTIVE", expiry_date: addDays(today, 30) });
    expect((await jobsOf(customer)).at(-1)).toBe("ENABLE_USER");
    await ok(isp.admin.post(`/recharges/${recharge.id}/reverse/`, {}));
    expect(await show(customer)).toMatchObject({ status: "EXPIRED", expiry_date: addDays(today, -3) });
    expect((await jobsOf(customer)).at(-1)).toBe("DISABLE_USER");
  });

  it("Access does not come back for who was suspended by a decision of the staff", async () => {
    const customer = await isp.customer({ router, expiry_date: addDays(today, 3) });
    await ok(isp.admin.post(`/customers/${customer}/toggle_status/`, { reason: "abuse" }));
    await pay(customer, 30);
    expect(await show(customer)).toMatchObject({ status: "SUSPENDED", expiry_date: addDays(today, 33) });
    expect(await jobsOf(customer)).toEqual(["DISABLE_USER"]);
  });

  it("Access is not changed by a plain payment", async () => {
    const customer = await isp.customer({ expiry_date: "2099-01-01" });
    await ok(isp.admin.post("/transactions/", { customer, amount: "5000" }));
    expect(await show(customer)).toMatchObject({ expiry_date: "2099-01-01", advance_amount: "5000.00" });
  });

  it.each([
    [{ amount: "0" }, "amount"],
    [{ amount: "-5" }, "amount"],
    [{ amount: "1.005" }, "amount"],
    [{ validity_days: -1 }, "validity_days"],
    [{ validity_days: 1.5 }, "validity_days"],
    [{ customer_id: "0190a0a0-0000-7000-8000-000000000000" }, "customer_id"],
    [{ package: "0190a0a0-0000-7000-8000-000000000000" }, "package"],
    [{ method: "BARTER" }, "method"],
    [{ occurred_at: "yesterday" }, "occurred_at"],
  ])("Access is refused for %j", async (more, field) => {
    const customer = await isp.customer();
    const body = { customer_id: customer, amount: "100", validity_days: 1, ...more };
    const answer = await isp.admin.post("/recharges/", body);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "VALIDATION", errors: expect.arrayContaining([expect.objectContaining({ field })]) },
    });
  });
});

describe("time", () => {
  it("Time makes open invoices overdue once their due date is past in the tenant's time zone", async () => {
    const customer = await isp.customer();
    const invoice = await ok(isp.admin.post("/invoices/", { customer, due_date: today }));
    await markOverdue(server.services);
    expect((await ok(isp.admin.get(`/invoices/${invoice.id}/`))).status).toBe("UNPAID");
    await markOverdue(server.services, new Date(Date.parse(`${addDays(today, 1)}T00:00:01Z`)));
    expect((await ok(isp.admin.get(`/invoices/${invoice.id}/`))).status).toBe("OVERDUE");
    await ok(isp.admin.post("/transactions/", { customer, amount: "1200" }));
    expect((await ok(isp.admin.get(`/invoices/${invoice.id}/`))).status).toBe("PAID");
  });

  it("Time brings drift to light each night, once however many look at once, and recalculation repairs it", async () => {
    const { platform } = server.services.db;
    expect(await checkNightly(server.services)).toBe(0);
    const customer = await isp.customer();
    await ok(isp.admin.post("/invoices/", { customer }));
    await platform`update /* every tenant */ customers set due_amount = 1 where id = ${customer}`;
    expect(await checkBooks(platform)).not.toEqual([]);
    // Two servers at once: both have looked before either may report.
    const sql = openPool(server.database_url, null, 1);
    const { nights } = await sql.begin(async (tx) => {
      await tx`lock table review_items in share mode`;
      const nights = Promise.all([checkNightly(server.services), checkNightly(server.services)]);
      await expect.poll(() => waitingForLocks(server.database_url), { interval: 5 }).toBe(2);
      return { nights };
    });
    expect(await nights).toEqual([1, 1]);
    await sql.end();
    expect(await checkNightly(server.services)).toBe(1);
    const items = await ok(isp.admin.get("/review-items/?kind=DRIFT"));
    expect(items).toMatchObject({ count: 1, results: [{ customer, status: "OPEN" }] });
    const repaired = await ok(isp.admin.post(`/customers/${customer}/recalculate-balance/`, {}));
    expect(repaired).toMatchObject({
      drift: { due_amount: "1199.00", advance_amount: "0.00", balance: "0.00" },
    });
    expect(await checkNightly(server.services)).toBe(0);
    expect(await checkBooks(platform)).toEqual([]);
  });
});

describe("the ledger", () => {
  it.each([
    "update ledger_entries set debit = debit",
    "delete from ledger_entries",
    "truncate ledger_entries",
  ])("The ledger refuses %s to both roles", async (statement) => {
    await pay(await isp.customer(), 1);
    const { app, platform_transactions } = server.services.db;
    for (const pool of [app, platform_transactions]) {
      const refused = pool.use(
        (sql) => sql.unsafe(`${statement} /* a test's own */`) as unknown as Promise<unknown>,
      );
      await expect(refused).rejects.toThrow(/permission denied|append-only/);
    }
  });

  it("The ledger refuses a journal that does not balance, whoever writes it", async () => {
    const customer = await isp.customer();
    await expect(
      server.services.db.platform`
        insert into ledger_entries (id, tenant_id, journal, account, customer, entry_type, debit, entry_date,
          source_type, source_id, posted_by, occurred_at)
        values (gen_random_uuid(), ${isp.id}, gen_random_uuid(), ${customer}, ${customer}, 'INVOICE', 5, current_date,
          'invoice', gen_random_uuid(), 'nobody', now())`,
    ).rejects.toThrow(/does not balance/);
  });

  it("The ledger refuses a line on another company's account, and a customer's line on any account but their own", async () => {
    const [one, two] = [await isp.customer(), await isp.customer()];
    const stranger = await (await makeTenant(server)).customer();
    const lines: [account: string, customer: string | null][] = [
      [stranger, stranger],
      [one, two],
      [one, null],
    ];
    for (const [account, customer] of lines) {
      const line = (side: "debit" | "credit", on: string, of: string | null) =>
        server.services.db
          .platform`(gen_random_uuid(), ${isp.id}, ${isp.id}, ${on}::uuid, ${of}::uuid, 'INVOICE',
          ${side === "debit" ? 5 : 0}::numeric, ${side === "credit" ? 5 : 0}::numeric, current_date,
          'invoice', gen_random_uuid(), 'nobody', now())`;
      await expect(
        server.services.db.platform`
          insert into ledger_entries (id, tenant_id, journal, account, customer, entry_type, debit, credit, entry_date,
            source_type, source_id, posted_by, occurred_at)
          values ${line("debit", one, one)}, ${line("credit", account, customer)}`,
      ).rejects.toMatchObject({ code: "23503", message: /an account that is not its tenant's/ });
    }
  });

  it("The ledger is explained by the audit log, with before and after", async () => {
    const customer = await isp.customer();
    const recharge = await pay(customer, 1);
    const { results } = await ok<{ results: { action: string; details: object }[] }>(
      isp.admin.get(`/audit-logs/?object_id=${recharge.id}`),
    );
    expect(results).toMatchObject([
      {
        action: "recharge.create",
        details: {
          before: { advance_amount: "0.00" },
          after: { advance_amount: "1200.00", amount: "1200.00" },
        },
      },
    ]);
  });
});
