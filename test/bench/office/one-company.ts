// A server as an office runs it, with one company and nobody beside it: made in seconds, where no other company is looked for.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { beside } from "../harness/beside.ts";
import type { Watched } from "../harness/costs.ts";
import { type Company, makeCompany, startServer } from "./company.ts";
import { startPostgres } from "./postgres.ts";
import { seed } from "./seed.ts";

export interface OneCompany extends Watched {
  url: string;
  company: Company;
  stop(): Promise<void>;
}

/** Makes a company whose customers owe a bill that no bench pays off. */
export async function makeOwing(url: string, sql: Sql, customers: number): Promise<Company> {
  const company = await makeCompany(url, "company", customers);
  const { id: tenant, package: pack } = company;
  await seed(sql, [{ tenant, pack, customers, months: 1, owes: true }], 0);
  return company;
}

/** @param more of the server's environment. */
export async function openOneCompany(
  customers: number,
  say: (text: string) => void,
  more: Record<string, string>,
): Promise<OneCompany> {
  const directory = await mkdtemp(join(tmpdir(), "lastmile-bench-"));
  const postgres = await startPostgres(directory, say);
  const sql = openPool(postgres.url, null, 1);
  const running: { stop(): Promise<unknown> }[] = [];
  const stop = beside(async () => {
    for (const program of running) await program.stop();
    await sql.end();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  });
  try {
    const { url, program } = await startServer(postgres.url, directory, more);
    running.push(program);
    const pids = { server_pid: program.process.pid ?? 0, database_pid: postgres.pid };
    return { url, sql, ...pids, company: await makeOwing(url, sql, customers), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
