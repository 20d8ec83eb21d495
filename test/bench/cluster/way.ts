// One way to keep the same companies: on one PostgreSQL, or on a cluster of so many workers; each with a server of its own.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { readPostmaster } from "../../../server/kernel/postgres/postmaster.ts";
import { createOnEach, joinNodes, placeOf, startCluster, urlOf } from "../../helpers/database/nodes.ts";
import { usageOf } from "../harness/processes.ts";
import { percentile } from "../harness/statistics.ts";
import { type Company, makeCompany, ok, type Served, startServer } from "../office/company.ts";
import { runLoad } from "../office/http-load.ts";
import { startPostgres } from "../office/postgres.ts";
import { rechargeOf } from "../recharge/request.ts";

/** Of each way, half of them on each of two workers; each with as many customers, and clients that recharge them. */
const COMPANIES = 8;
const CUSTOMERS = 20;
const CLIENTS = 2;
/** Which worker has a company is chance: so many are made at most. */
const MADE_AT_MOST = 64;
/** The bill that each customer has: no bench pays it off. */
const DUE = 1_000_000;

/** Processor time of one recharge, in microseconds. */
export interface Round {
  per_second: number;
  p99_ms: number;
  server_us: number;
  /** Of one PostgreSQL, or a cluster's coordinator. */
  database_us: number;
  /** Of all workers together. */
  workers_us: number;
}

export interface Way {
  name: string;
  is_cluster: boolean;
  /** From an empty database to the server's first answer. */
  started_ms: number;
  run(seconds: number, least: number): Promise<Round>;
  stop(): Promise<void>;
}

interface Database {
  url: string;
  /** The first one's, or the coordinator's, before the workers'. */
  pids: number[];
  workers: number;
  stop(): Promise<void>;
}

const NAME = "bench";

async function onePostgres(directory: string, say: (text: string) => void): Promise<Database> {
  const { url, pid, stop } = await startPostgres(directory, say);
  return { url, pids: [pid], workers: 0, stop };
}

async function onNodes(bin: string, directory: string, workers: number): Promise<Database> {
  const { urls, directories, stop } = await startCluster(bin, directory, workers);
  await createOnEach(urls, NAME);
  await joinNodes(urls, NAME);
  const postmasters = await Promise.all(directories.map(readPostmaster));
  return { url: urlOf(urls[0] ?? "", NAME), pids: postmasters.map((one) => one?.pid ?? 0), workers, stop };
}

/** As many companies on each worker. */
async function companies(url: string, sql: Sql, workers: number): Promise<Company[]> {
  const each = COMPANIES / Math.max(1, workers);
  const kept: Company[] = [];
  const on = new Map<number, number>();
  for (let made = 0; made < MADE_AT_MOST && kept.length < COMPANIES; made += 1) {
    const company = await makeCompany(url, `company-${made}`, CUSTOMERS, DUE);
    const node = workers === 0 ? 0 : (await placeOf(sql, company.id)).port;
    const beside = on.get(node) ?? 0;
    if (beside === each) continue;
    on.set(node, beside + 1);
    kept.push(company);
  }
  if (kept.length < COMPANIES)
    throw new Error(`Of ${MADE_AT_MOST} companies too few lie on one of the nodes`);
  return kept;
}

/** @returns the customers' ids, each with a bill. */
async function fill({ owner, package: pack }: Company): Promise<string[]> {
  const billing_month = new Date().toISOString().slice(0, 7);
  const ids: string[] = [];
  for (let n = 1; n <= CUSTOMERS; n += 1) {
    const phone = `+88017${String(n).padStart(8, "0")}`;
    const fields = { name: `Customer ${n}`, username: `c${n}`, phone, package: pack, status: "ACTIVE" };
    const { id } = await ok(owner.post("/customers/", fields));
    await ok(owner.post("/invoices/", { customer: id, billing_month }));
    ids.push(String(id));
  }
  return ids;
}

/** Starts the database, the server on it, and makes the companies. */
async function begin(name: string, database: Database, directory: string): Promise<Way> {
  const begun = performance.now();
  const served: Served = await startServer(database.url, directory);
  const started_ms = performance.now() - begun;
  const sql = openPool(database.url, null, 1);
  const offices = await companies(served.url, sql, database.workers);
  const filled = await Promise.all(offices.map(async (company) => ({ company, ids: await fill(company) })));
  const programs = [served.program.process.pid ?? 0, ...database.pids];
  const run = async (seconds: number, least: number): Promise<Round> => {
    const before = await usageOf(programs);
    const ran = await Promise.all(
      filled.map(({ company, ids }) =>
        runLoad({
          ...{ url: served.url, token: company.owner.token, clients: CLIENTS, seconds },
          least: least / COMPANIES,
          next: () => rechargeOf(ids[Math.floor(Math.random() * ids.length)] ?? ""),
        }),
      ),
    );
    const after = await usageOf(programs);
    const operations = ran.reduce((sum, one) => sum + one.operations, 0);
    const [server_us = 0, database_us = 0, ...others] = after.map(
      ({ cpu_ms }, at) => ((cpu_ms - (before[at]?.cpu_ms ?? 0)) * 1_000) / operations,
    );
    return {
      ...{ server_us, database_us, workers_us: others.reduce((sum, one) => sum + one, 0) },
      per_second: ran.reduce((sum, one) => sum + one.per_second, 0),
      p99_ms: percentile(
        ran.flatMap(({ latencies_ms }) => latencies_ms),
        0.99,
      ),
    };
  };
  const stop = async () => {
    await served.program.stop();
    await sql.end();
  };
  return { name, is_cluster: database.workers > 0, started_ms, run, stop };
}

/**
 * @param workers 0: one PostgreSQL, the embedded one.
 * @param bin the programs of a PostgreSQL that has Citus.
 */
export async function openWay(bin: string, workers: number, say: (text: string) => void): Promise<Way> {
  const name = workers === 0 ? "one PostgreSQL" : workers === 1 ? "one worker" : `${workers} workers`;
  say(`${name}: companies of ${CUSTOMERS} customers`);
  const directory = await mkdtemp(join(tmpdir(), "lastmile-bench-"));
  const database = await (workers === 0 ? onePostgres(directory, say) : onNodes(bin, directory, workers));
  const close = async () => {
    await database.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const way = await begin(name, database, directory);
    return { ...way, stop: () => way.stop().finally(close) };
  } catch (error) {
    await close();
    throw error;
  }
}
