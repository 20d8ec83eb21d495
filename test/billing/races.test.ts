// What happens to a customer while money moves: a package change, a deletion, an import, a batch. Nobody gets a 500 or a
// 503 for it, no money ends in suspense, and PostgreSQL sees no deadlock.
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../shared/kernel/id.ts";
import { openDesktop } from "../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { checkBooks } from "./helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "./helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
let other: string;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  const plan = { name: "Home 50", price: "2400.00", bandwidth_mbps: 50, validity_days: 30 };
  other = String((await ok(isp.admin.post("/packages/", plan))).id);
});
afterAll(() => server.stop());

const books = () => checkBooks(server.services.db.platform);

async function deadlocks(): Promise<number> {
  const [row] = await server.services.db.platform<{ deadlocks: number }[]>`
    select deadlocks from pg_stat_database where datname = current_database()`;
  return row?.deadlocks ?? 0;
}

/** Statuses other than the expected ones, with what was said. */
class Surprises {
  readonly seen: string[] = [];

  async expect(allowed: readonly number[], answer: Promise<{ status: number; body: unknown }>) {
    const { status, body } = await answer;
    if (!allowed.includes(status)) this.seen.push(`${status} ${JSON.stringify(body)}`);
  }
}

it("A package change beside payments, pushes and a batch is no error, and no money goes to suspense", async () => {
  const { admin } = isp;
  const customer = await isp.customer();
  const device = await openDesktop(server.url, admin.token ?? "");
  const surprises = new Surprises();
  const push = async () => {
    const commands = [
      device.command("recharge.create", {
        id: newId(),
        customer_id: customer,
        amount: "7.00",
        validity_days: 1,
        receipt_number: device.receipt(),
      }),
      device.command("invoice.create", { customer, lines: [{ description: "x", unit_price: "1.00" }] }),
    ];
    for (const { status, problem } of await device.push(commands))
      if (status !== "APPLIED" || problem) surprises.seen.push(JSON.stringify(problem));
  };
  for (let round = 0; round < 40; round += 1) {
    const pack = round % 2 ? isp.package : other;
    const month = `2027-${String((round % 12) + 1).padStart(2, "0")}`;
    await Promise.all([
      surprises.expect([200], admin.patch(`/customers/${customer}/`, { package: pack, reason: "Race" })),
      surprises.expect(
        [201],
        admin.post("/recharges/", { customer_id: customer, amount: "5.00", validity_days: 1 }),
      ),
      surprises.expect([201], admin.post("/invoices/", { customer })),
      push(),
      round % 4 === 0
        ? surprises.expect(
            [200],
            admin.post("/invoices/generate-batch/", { billing_month: month, async: false }),
          )
        : null,
    ]);
  }
  expect(surprises.seen).toEqual([]);
  expect((await ok<{ count: number }>(admin.get("/review-items/?kind=SUSPENSE"))).count).toBe(0);
  expect(await books()).toEqual([]);
});

it("Deletions beside everything else that touches a customer lead to no deadlock and no 503", async () => {
  const { admin } = isp;
  const before = await deadlocks();
  const surprises = new Surprises();
  for (let round = 0; round < 15; round += 1) {
    const customer = await isp.customer();
    const path = `/customers/${customer}/`;
    const csv = `name,username,phone\nA,import-${round}-a,1\nB,import-${round}-b,2\n`;
    // Gone, refused for its history, or ahead of the deletion: each is a proper answer.
    const gone = [200, 201, 204, 400, 404, 409];
    await Promise.all(
      [
        admin.delete(path),
        admin.post("/recharges/", { customer_id: customer, amount: "5.00", validity_days: 1 }),
        admin.post("/transactions/", { customer, amount: "5.00" }),
        admin.delete(path),
        admin.post("/invoices/", { customer }),
        admin.post(
          "/adjustments/",
          { customer, adjustment_type: "CREDIT", amount: "1.00", reason: "race" },
          { "Idempotency-Key": newId() },
        ),
        admin.patch(path, { notes: "x" }),
        admin.patch(path, { package: other, username: `renamed-${round}` }),
        admin.post(`${path}toggle_status/`, {}),
        admin.post(`${path}grant-grace-period/`, { days: 3 }),
        admin.post(`${path}recalculate-balance/`, {}),
        admin.post("/customers/import/", { csv, dry_run: false }),
        admin.post("/invoices/generate-batch/", {
          billing_month: `2028-${String((round % 12) + 1).padStart(2, "0")}`,
          async: false,
        }),
      ].map((answer) => surprises.expect(gone, answer)),
    );
  }
  expect(surprises.seen).toEqual([]);
  expect((await deadlocks()) - before).toBe(0);
  expect(await books()).toEqual([]);
});
