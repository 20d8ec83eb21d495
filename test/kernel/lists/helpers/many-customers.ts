// A company of thousands of customers on a server whose plans are written down.
import { expect, vi } from "vitest";
import { openPool, type Sql } from "../../../../server/kernel/db/db.ts";
import { customer } from "../../../../shared/subscribers/customer.ts";
import { makeTenant, ok, type TestTenant } from "../../../billing/helpers/tenant.ts";
import { putManyRows } from "../../../helpers/database/many-rows.ts";
import { PlanLog } from "../../../helpers/database/plans.ts";
import { HANGS_MS } from "../../../helpers/process/wait.ts";
import { startTestServer, type TestServer } from "../../../helpers/server.ts";
import { putOneRowEach } from "../../../identity/helpers/one-row-each.ts";

export interface Page {
  count: number;
  next: string | null;
  results: { id: string; name: string; expiry_date: string }[];
}

export interface ManyCustomers {
  server: TestServer;
  isp: TestTenant;
  /** As a superuser. */
  sql: Sql;
  /** With what the database's functions run. */
  plans: PlanLog;
  get(query: string): Promise<Page>;
  /** Every page of a list, by its `next`. */
  walk(query: string): Promise<Page["results"]>;
  /** Copies a customer that is there, under another id, name and login. */
  copy(to: Sql, id: string): Promise<unknown>;
  end(): Promise<void>;
}

/** @param fill changes rows before they are analyzed. */
export async function openManyCustomers(
  rows: number,
  fill: (sql: Sql, tenant: string) => Promise<unknown> = async () => {},
): Promise<ManyCustomers> {
  const server = await startTestServer();
  const isp = await makeTenant(server);
  await server.stopClock();
  const sql = openPool(server.database_url, null, 2);
  await putOneRowEach(sql, isp.id);
  await putManyRows(sql, isp.id, customer, rows);
  await fill(sql, isp.id);
  await sql`vacuum analyze customers`;
  const plans = await PlanLog.start(server.database_url, { nested: true });
  await vi.waitFor(async () => expect((await isp.admin.get("/settings/")).status).toBe(200), HANGS_MS);
  const get = (query: string) => ok<Page>(isp.admin.get(`/customers/?${query}`));
  return {
    ...{ server, isp, sql, plans, get },
    walk: async (query) => {
      const all: Page["results"] = [];
      let page = await get(query);
      for (;;) {
        all.push(...page.results);
        if (!page.next) return all;
        page = await get(new URL(page.next).search.slice(1));
      }
    },
    copy: (to, id) => to`
      insert into customers select (jsonb_populate_record(c, jsonb_build_object('id', ${id}::text,
        'username', 'copy-' || ${id}, 'customer_code', 'copy-' || right(${id}, 12),
        'username_normal', null, 'customer_code_normal', null))).*
      from customers c where c.tenant_id = ${isp.id} and c.status = 'ACTIVE' limit 1`,
    end: async () => {
      await plans.end();
      await sql.end();
      await server.stop();
    },
  };
}
