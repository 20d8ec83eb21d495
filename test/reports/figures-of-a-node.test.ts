// Sums that are kept up to a transaction, and files of one moment, where the company's rows are counted by another node than
// the one that is asked: on a cluster. One PostgreSQL is the same node, and is held to the same.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cashSums } from "../../server/billing/cash/cash-sums.ts";
import { jobsOf, sumUpKept } from "../../server/billing/figures/kept-sums.ts";
import { figures } from "../../server/billing/figures/sum-up.ts";
import { readHeldNow, readKept, readUntil } from "../../server/billing/index.ts";
import { loadTenant } from "../../server/identity/index.ts";
import { inTenant } from "../../server/kernel/db/db.ts";
import type { Tenant } from "../../server/kernel/operation/principal.ts";
import { collectedKept, collectedSums } from "../../server/reports/receipts-rollup.ts";
import { addDays, dayOf } from "../../shared/kernel/day.ts";
import { makeTenant, ok, type TestTenant } from "../billing/helpers/tenant.ts";
import { countOn, onWorkers } from "../helpers/database/cluster.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

/** More than all of this file takes. */
const FAR = 20_000;

let server: TestServer;
let isp: TestTenant;
let tenant: Tenant;
let customer: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function found(): Promise<Tenant> {
  isp = await makeTenant(server);
  customer = await isp.customer();
  const loaded = await loadTenant(server.services.db.platform, isp.id);
  if (!loaded) throw new Error("The company is gone");
  return loaded;
}

const pay = (amount: string) => ok(isp.admin.post("/transactions/", { customer, amount }));

async function sumUp(): Promise<void> {
  for (const sums of [figures, collectedSums, cashSums]) await sumUpKept(server.services, sums, tenant.id);
}

/** Whatever the hour, and where it is. */
function days() {
  const today = dayOf(new Date(), tenant.settings.timezone);
  return { from: addDays(today, -1), to: addDays(today, 1) };
}

/** What the sums say, and what is so. */
function both() {
  return inTenant(server.services.db, tenant, async (tx) => {
    const { from, to } = days();
    for (const sums of [figures, collectedSums, cashSums])
      expect(await readUntil(tx, tenant, sums), sums.name).not.toBeNull();
    const collected = await collectedKept(tx, tenant, from, to);
    const [sums] = await tx<{ collected: string }[]>`
      select sum(amount)::numeric(18, 2)::text as collected from ${collected?.t ?? tx`payment_transactions`}`;
    const [records] = await tx<{ paid: string; billed: number }[]>`
      select (select sum(amount)::numeric(18, 2)::text from payment_transactions where tenant_id = ${tenant.id}) as paid,
        (select count(*)::int from invoices where tenant_id = ${tenant.id}) as billed`;
    const kept = await readKept(tx, tenant, ["invoices"]);
    const billed = kept?.invoices.reduce((sum, { count }) => sum + count, 0);
    const { total: held } = await readHeldNow(tx, tenant);
    return {
      kept: { held, collected: sums?.collected, billed },
      records: { held: records?.paid, collected: records?.paid, billed: records?.billed },
    };
  });
}

/** Who has counted further than the other: on one PostgreSQL there is no node beside it. */
const AHEAD = {
  "the node": () => onWorkers(server.database_url),
  "the coordinator": () => [server.database_url, server.database_url],
};

describe.each(Object.entries(AHEAD))(
  "a company of a cluster in which %s has counted further",
  (_who, ahead) => {
    beforeAll(async () => {
      for (const url of ahead()) await countOn(url, FAR);
      tenant = await found();
    });

    it("Cash, collections and bills are what the records say, before and after they are summed up", async () => {
      await pay("10.00");
      await sumUp();
      const { kept, records } = await both();
      expect(kept).toEqual({ ...records, held: "10.00" });
      await pay("5.00");
      await ok(isp.admin.post("/invoices/", { customer: await isp.customer() }));
      const later = await both();
      expect(later.kept).toEqual({ ...later.records, held: "15.00", billed: 1 });
      await sumUp();
      expect(await both()).toEqual(later);
    });

    it("The jobs begin the sums of a company that has become large, and keep them", async () => {
      const large = await found();
      await pay("3.00");
      for (const sums of [figures, collectedSums, cashSums]) {
        for (const job of jobsOf({ ...sums, large: 1, unsummed: 1 })) await job.run(server.services, {});
        const until = await inTenant(server.services.db, large, (tx) => readUntil(tx, large, sums));
        expect(until, sums.name).not.toBeNull();
      }
    });

    it("A file of the journal holds what was posted before it was begun", async () => {
      await pay("7.00");
      const { from, to } = days();
      const { body } = await isp.admin.get(`/reports/general-ledger/?from=${from}&to=${to}`);
      expect(String(body)).toContain("7.00");
    });
  },
);
