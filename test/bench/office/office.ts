// A server as an office runs it, on the embedded PostgreSQL with the product's own settings: a large company, one of a
// thousand customers, and 1,000 small ones beside them.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cashSums } from "../../../server/billing/cash/cash-sums.ts";
import { figures } from "../../../server/billing/figures/sum-up.ts";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { collectedSums } from "../../../server/reports/receipts-rollup.ts";
import type { Program } from "../../helpers/process/program.ts";
import { type Company, makeCompany, type Served, startServer } from "./company.ts";
import { startPostgres } from "./postgres.ts";
import { seed } from "./seed.ts";

const SMALL_TENANTS = 1_000;
const THOUSAND = 1_000;

export interface OfficeWish {
  /** Of the large company. */
  customers: number;
  /** Of bills each. */
  months: number;
  /** Customers of the company that is billed. */
  billed: number;
}

export interface Office {
  url: string;
  database_url: string;
  sql: Sql;
  server_pid: number;
  database_pid: number;
  large: Company;
  thousand: Company;
  /** Of customers who owe nothing, for the month's batch. */
  billed: Company;
  /** Another server process on the same database. */
  startServer(more?: Record<string, string>): Promise<Served>;
  /** As an office is that has been at work for a while: its sums are kept, and nothing waits to be tidied up. */
  rest(): Promise<void>;
  /** Another server process, with the office at rest behind its start, which sums up. */
  startAtRest(more?: Record<string, string>): Promise<Served>;
  stop(): Promise<void>;
}

/** The id of a seeded customer, from 1. */
export const customerId = (n: number): string =>
  `0197c000-0003-7000-8000-${n.toString(16).padStart(12, "0")}`;

const LOOK_MS = 500;

/** Waits until the sums that a company of this size has are kept, and lack little: they are made at a server's start. */
async function summedUp(sql: Sql, company: Company): Promise<void> {
  for (const { name, of, large, unsummed } of [figures, collectedSums, cashSums])
    for (;;) {
      const [row] = await sql<{ rows: number; lacking: number | null }[]>`
        select (select count(*)::int from ${sql(of)} where tenant_id = ${company.id}) as rows,
          (select (select count(*)::int from ${sql(of)} t where t.tenant_id = k.tenant_id and t.changed_xid >= k.until)
            from sums_kept k where k.tenant_id = ${company.id} and k.sums = ${name} and k.is_whole) as lacking`;
      if (!row || row.rows < large || (row.lacking !== null && row.lacking < unsummed)) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
}

/** Waits until nothing is to be done: a server that starts looks after much. */
async function idle(sql: Sql): Promise<void> {
  const open = async () =>
    (await sql`select from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()`)
      .length;
  while ((await open()) > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

/** Starts it all and fills it. @param say is told what takes its time. */
export async function openOffice(wish: OfficeWish, say: (text: string) => void): Promise<Office> {
  const directory = await mkdtemp(join(tmpdir(), "lastmile-bench-"));
  const postgres = await startPostgres(directory, say);
  const sql = openPool(postgres.url, null, 1);
  const running: Program[] = [];
  const start = async (more?: Record<string, string>): Promise<Served> => {
    const served = await startServer(postgres.url, directory, more);
    running.push(served.program);
    return served;
  };
  const stop = async () => {
    for (const program of running) await program.stop();
    await sql.end();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const { url, program } = await start();
    const large = await makeCompany(url, "large", wish.customers);
    const thousand = await makeCompany(url, "thousand", THOUSAND);
    const billed = await makeCompany(url, "billed", wish.billed);
    say(`filling a company of ${wish.customers} customers and ${SMALL_TENANTS} small ones`);
    const filled = [large, thousand, billed].map((company) => ({
      ...{ tenant: company.id, pack: company.package, customers: company.customers },
      ...{ months: wish.months, owes: company !== billed },
    }));
    await seed(sql, filled, SMALL_TENANTS);
    const startAtRest = async (more?: Record<string, string>) => {
      say("summing up");
      const another = await start(more);
      for (const company of [large, thousand, billed]) await summedUp(sql, company);
      await idle(sql);
      await sql`vacuum analyze`;
      await sql`checkpoint`;
      return another;
    };
    const rest = async () => {
      const { program: another } = await startAtRest();
      await another.stop();
    };
    await rest();
    return {
      ...{ url, database_url: postgres.url, sql, large, thousand, billed },
      ...{ stop, rest, startAtRest, startServer: start },
      server_pid: program.process.pid ?? 0,
      database_pid: postgres.pid,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
