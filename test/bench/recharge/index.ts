// POST /recharges/ against one call of the database that writes the same rows.
import { availableParallelism } from "node:os";
import type { Sql } from "../../../server/kernel/db/db.ts";
import { type Costs, costsOf, usageOfOne } from "../harness/costs.ts";
import type { Bench, Finding, Goal } from "../harness/row.ts";
import { inTurn, median, percentile, spread } from "../harness/statistics.ts";
import { HttpClient, type Ran, runLoad } from "../office/http-load.ts";
import type { Office } from "../office/office.ts";
import { openLimit } from "./limit.ts";
import { anyOf, rechargeOf } from "./request.ts";
import { requireSame, writtenBy } from "./written.ts";

const ROUNDS = 3;
const SECONDS = 2;
/**
 * Recharges before the first measure. A server that has just started compiles its own code beside them, and each of its
 * connections plans each statement: 6.6 ms a recharge in the first 700, 4.3 from 2,000 on.
 */
const STARTED = 2_000;
/** Operations of a round, and calls of each connection before the measure: it has planned everything by then. */
const SPREAD = { least: 200, warm_up: 20 };
/** One after the other at best, so that there are few; and no processor time is judged. */
const HOT = { least: 60, warm_up: 3 };

interface Round {
  ran: Ran;
  costs: Costs;
}

interface Case {
  name: string;
  clients: number;
  customers: number;
  sizes: typeof SPREAD;
  goals: Goals;
  /** Of the throughput with a server process a core; null: not measured. */
  of_all_cores: Goal | null;
}

interface Goals {
  cpu: Goal | null;
  throughput: Goal;
  p99: Goal | null;
}

const CASES = (customers: number): Case[] => [
  {
    ...{ name: "8 clients, spread", clients: 8, customers, sizes: SPREAD },
    goals: { cpu: { at_most: 2.5 }, throughput: { at_least: 0.5 }, p99: { at_most: 4 } },
    of_all_cores: { at_least: 0.7 },
  },
  {
    ...{ name: "32 clients, spread", clients: 32, customers, sizes: SPREAD },
    goals: { cpu: { at_most: 2.5 }, throughput: { at_least: 0.5 }, p99: null },
    of_all_cores: { at_least: 0.85 },
  },
  {
    ...{ name: "32 clients, one hot customer", clients: 32, customers: 1, sizes: HOT },
    goals: { cpu: null, throughput: { at_least: 0.5 }, p99: null },
    of_all_cores: null,
  },
];

const sum = (rounds: readonly Round[], of: (round: Round) => number) =>
  rounds.reduce((total, round) => total + of(round), 0);

/** The costs of one operation, over all rounds. */
function perOperation(rounds: readonly Round[]) {
  const operations = sum(rounds, ({ ran }) => ran.operations);
  const us = (name: keyof Costs) => (sum(rounds, ({ costs }) => costs[name]) / operations) * 1_000;
  const usage = usageOfOne(
    rounds.map(({ costs }) => costs),
    operations,
  );
  return { server_us: us("server_cpu_ms"), database_us: us("database_cpu_ms"), usage };
}

const rounded = (value: number, digits = 0) => value.toLocaleString("en", { maximumFractionDigits: digits });

interface Measured {
  /** The way that was measured. */
  name: string;
  ours: readonly Round[];
  goals: Goals;
}

function findings({ name, ours, goals }: Measured, limit: readonly Round[], by: string): Finding[] {
  const [a, b] = [perOperation(ours), perOperation(limit)];
  const ratios = (value: (round: Round) => number) =>
    ours.map((round, at) => value(round) / value(limit[at]!));
  const rates = ratios(({ ran }) => ran.per_second);
  const p99 = ratios(({ ran }) => percentile(ran.latencies_ms, 0.99));
  const cpu = ours.map((round, at) => {
    const own = (round.costs.server_cpu_ms + round.costs.database_cpu_ms) / round.ran.operations;
    const beside = limit[at]!;
    return own / (beside.costs.database_cpu_ms / beside.ran.operations);
  });
  const rate = (rounds: readonly Round[]) => median(rounds.map(({ ran }) => ran.per_second));
  const slowest = (rounds: readonly Round[]) =>
    median(rounds.map(({ ran }) => percentile(ran.latencies_ms, 0.99)));
  const what = `POST /recharges/, ${name}`;
  return [
    {
      what: `${what}: CPU of a recharge, server ${rounded(a.server_us)} + database ${rounded(a.database_us)} µs, against ${rounded(b.database_us)} µs`,
      ...{ value: median(cpu), unit: " ×", goal: goals.cpu, spread: spread(cpu) },
      figures: { limit_by: by, ours: a.usage, limit: b.usage },
    },
    {
      what: `${what}: throughput, ${rounded(rate(ours))} of ${rounded(rate(limit))} a second (${by})`,
      ...{ value: median(rates), unit: "", goal: goals.throughput, spread: spread(rates) },
    },
    {
      what: `${what}: p99, ${rounded(slowest(ours), 1)} against ${rounded(slowest(limit), 1)} ms`,
      ...{ value: median(p99), unit: " ×", goal: goals.p99, spread: spread(p99) },
    },
  ];
}

/** Of the database so far. A refusal ends the bench anyway. */
async function deadlocks(sql: Sql): Promise<number> {
  const [row] = await sql<{ deadlocks: number }[]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`;
  return row?.deadlocks ?? Number.NaN;
}

/** A few of both ways, on customers of their own, leave rows in the same tables. */
async function checkSameRows(office: Office): Promise<void> {
  const client = new HttpClient(office.url, office.large.owner.token);
  const { large, sql } = office;
  // The first one may make what all later ones find.
  await client.send(rechargeOf(1));
  await requireSame(
    (look) => writtenBy(sql, () => client.send(rechargeOf(2 + 2 * look))),
    (look) =>
      writtenBy(sql, () => sql`select bench_recharge(${large.id}, ${3 + 2 * look}, 'large-owner', 10.00)`),
  );
  client.close();
}

/**
 * Three ways in turn: the office's server, which is one process; a second server with a process a core (LASTMILE_WORKERS=auto);
 * the limit. Whoever is not measured is idle.
 */
export async function benchRecharge(bench: Bench): Promise<Finding[]> {
  const office = await bench.office();
  const { large, sql } = office;
  const served = await office.startAtRest({ LASTMILE_WORKERS: "auto" });
  const all_cores: Office = { ...office, url: served.url, server_pid: served.program.process.pid ?? 0 };
  const limit = await openLimit(office);
  await checkSameRows(office);
  const load = ({ url }: Office, { clients, customers }: Case, seconds: number, least: number) =>
    runLoad({
      ...{ url, token: large.owner.token, clients, seconds, least },
      next: () => rechargeOf(anyOf(customers)),
    });
  const cases = CASES(large.customers);
  const found: Finding[] = [];
  const before = await deadlocks(sql);
  try {
    const [first] = cases;
    // Each process compiles its own code.
    if (first) await load(office, first, 0, STARTED);
    if (first) await load(all_cores, first, 0, STARTED * availableParallelism());
    for (const of of cases) {
      bench.say(of.name);
      const measured = [{ name: of.name, server: office, goals: of.goals }];
      if (of.of_all_cores) {
        const goals = { cpu: null, throughput: of.of_all_cores, p99: null };
        measured.push({ name: `${of.name}, a process a core`, server: all_cores, goals });
      }
      // What was planned for tables that were empty is planned for what they hold, as after an office's first minute.
      await sql`analyze`;
      await sql`checkpoint`;
      for (const { server } of measured) await load(server, of, 0, of.sizes.warm_up * of.clients);
      const ways = measured.map(({ server }) => async (): Promise<Round> => {
        const { result, costs } = await costsOf(server, () => load(server, of, SECONDS, of.sizes.least));
        return { ran: result, costs };
      });
      const { clients, customers, sizes } = of;
      const theirs = () => limit.run({ clients, customers, seconds: SECONDS, ...sizes });
      const [limits = [], ...ours] = await inTurn(ROUNDS, [theirs, ...ways]);
      found.push(
        ...measured.flatMap((one, at) => findings({ ...one, ours: ours[at] ?? [] }, limits, limit.by)),
      );
    }
  } finally {
    await served.program.stop();
  }
  const met = (await deadlocks(sql)) - before;
  found.push({ what: "POST /recharges/, all rounds: deadlocks", value: met, unit: "", goal: { at_most: 0 } });
  return found;
}
