// A month's bills of a whole company against one set-based transaction; what the company's tills and desktops feel meanwhile.
import { type Costs, costsOf } from "../harness/costs.ts";
import { usageOf } from "../harness/processes.ts";
import type { Bench, Finding } from "../harness/row.ts";
import { inTurn, median, percentile, spread } from "../harness/statistics.ts";
import type { Company } from "../office/company.ts";
import { type Ran, runLoad } from "../office/http-load.ts";
import type { Office } from "../office/office.ts";
import { anyOf, rechargeOf } from "../recharge/request.ts";
import { requireSame, writtenBy } from "../recharge/written.ts";
import { watchFeed } from "./feed-lag.ts";
import { billAtOnce, forget } from "./set-based.ts";

const ROUNDS = 3;
const TILLS = 2;
const QUIET_SECONDS = 4;
const LEAST = 200;
const LOOK_MS = 50;
const MEMORY_LOOK_MS = 500;

/** Months that nobody has been billed for yet. */
let months = 0;
const nextMonth = () => {
  months += 1;
  return `${new Date().getFullYear() + 1 + Math.floor(months / 12)}-${String(1 + (months % 12)).padStart(2, "0")}`;
};

/** @returns how many were billed. */
async function generate({ owner }: Company): Promise<number> {
  const asked = await owner.post("/invoices/generate-batch/", { billing_month: nextMonth(), async: true });
  if (asked.status !== 202) throw new Error(JSON.stringify(asked.body));
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const { body } = await owner.get(`/background-tasks/${asked.body.task_id}/`);
    if (body.status === "FAILED") throw new Error(JSON.stringify(body));
    if (body.status === "SUCCEEDED") return Number(body.result.invoices_created);
  }
}

interface Round {
  per_second: number;
  costs: Costs;
  /** How far the server's memory rose above where it was. */
  grown_bytes: number;
}

async function measured(office: Office, company: Company, work: () => Promise<number>): Promise<Round> {
  await forget(office.sql, company.id);
  const memory = async () => (await usageOf([office.server_pid]))[0]?.resident_bytes ?? 0;
  const before = await memory();
  let most = before;
  let isOver = false;
  // One look after the other: each reads of all processes of the machine.
  const looking = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, MEMORY_LOOK_MS));
      most = Math.max(most, await memory());
    }
  })();
  const start = performance.now();
  const { result, costs } = await costsOf(office, work);
  const per_second = result / ((performance.now() - start) / 1_000);
  isOver = true;
  await looking;
  return { per_second, costs, grown_bytes: most - before };
}

/** Both ways leave rows in the same tables; what belongs to the task and its chunks apart. */
async function checkSameRows({ sql, thousand }: Office): Promise<void> {
  const beside = ["background_tasks", "audit_logs", "packages"];
  const rows = async (work: () => Promise<number>) => {
    await forget(sql, thousand.id);
    const written = await writtenBy(sql, work);
    return Object.fromEntries(Object.entries(written).filter(([name]) => !beside.includes(name)));
  };
  // The first one makes what all later ones find.
  await generate(thousand);
  await requireSame(
    () => rows(() => generate(thousand)),
    () => rows(() => billAtOnce(sql, thousand.id, nextMonth())),
  );
}

/** What the company's tills and desktops feel: how long recharges take, how late the feed is. */
async function felt(office: Office, company: Company, work: (end: AbortSignal) => Promise<unknown>) {
  const over = new AbortController();
  const lag = watchFeed(office.database_url, over.signal);
  const tills = runLoad({
    ...{ url: office.url, token: company.owner.token, clients: TILLS },
    ...{ seconds: QUIET_SECONDS, least: LEAST, next: () => rechargeOf(anyOf(company.customers)) },
    until: over.signal,
  });
  const working = work(over.signal).finally(() => over.abort());
  const [ran, lags]: [Ran, number[], unknown] = await Promise.all([tills, lag, working]);
  return { p99: percentile(ran.latencies_ms, 0.99), p50: median(ran.latencies_ms), lags };
}

export async function benchBatch(bench: Bench): Promise<Finding[]> {
  const office = await bench.office();
  const { billed, thousand, sql } = office;
  // What was sold before leaves upkeep behind, which would be measured here.
  await office.rest();
  bench.say("comparing the rows that both ways leave");
  await checkSameRows(office);
  // As many bills as the large company gets, by the thousand: what grows then is the size's doing, and no start's.
  for (let billed_before = 0; billed_before < billed.customers; billed_before += thousand.customers) {
    await forget(sql, thousand.id);
    await generate(thousand);
  }
  bench.say("billing");
  const few = await measured(office, thousand, () => generate(thousand));
  const [ours = [], sets = []] = await inTurn(ROUNDS, [
    () => measured(office, billed, () => generate(billed)),
    () => measured(office, billed, () => billAtOnce(sql, billed.id, nextMonth())),
  ]);
  const ratios = ours.map((one, at) => one.per_second / sets[at]!.per_second);
  await forget(sql, billed.id);
  const quiet = await felt(office, billed, async () => {
    await new Promise((resolve) => setTimeout(resolve, QUIET_SECONDS * 1_000));
  });
  await forget(sql, billed.id);
  const busy = await felt(office, billed, () => generate(billed));
  const size = billed.customers.toLocaleString("en");
  const rate = (rounds: readonly Round[]) =>
    Math.round(median(rounds.map((one) => one.per_second))).toLocaleString("en");
  const each = (rounds: readonly Round[], name: keyof Costs) =>
    Math.round((median(rounds.map(({ costs }) => costs[name])) * 1_000) / billed.customers);
  const wal = (rounds: readonly Round[]) =>
    Math.round(median(rounds.map(({ costs }) => costs.wal_bytes)) / billed.customers).toLocaleString("en");
  const grown = median(ours.map((one) => one.grown_bytes));
  const mb = (bytes: number) => Math.round(bytes / 1e6);
  const ms = (value: number) => value.toFixed(1);
  return [
    {
      what: `generate-batch of ${size} customers, ${rate(ours)} invoices a second, against one set-based transaction, ${rate(sets)}`,
      ...{ value: median(ratios), unit: "", goal: { at_least: 0.5 }, spread: spread(ratios) },
      figures: {
        an_invoice: `server ${each(ours, "server_cpu_ms")} + database ${each(ours, "database_cpu_ms")} µs of CPU, ${wal(ours)} B of WAL; set-based ${each(sets, "database_cpu_ms")} µs, ${wal(sets)} B`,
      },
    },
    {
      what: `memory that a batch of ${size} takes above one of 1,000 (${mb(grown)} against ${mb(few.grown_bytes)} MB)`,
      ...{ value: mb(grown - few.grown_bytes), unit: " MB", goal: { at_most: 64 } },
    },
    {
      what: `the company's own recharges during its batch, p99 ${ms(busy.p99)} against ${ms(quiet.p99)} ms when quiet`,
      ...{ value: busy.p99 / quiet.p99, unit: " ×", goal: { at_most: 5 } },
      figures: { p50: `${ms(busy.p50)} against ${ms(quiet.p50)} ms` },
    },
    {
      what: `the feed's lag during a batch, p99 (quiet ${ms(percentile(quiet.lags, 0.99))} ms)`,
      ...{ value: percentile(busy.lags, 0.99), unit: " ms", goal: { at_most: 150 } },
    },
  ];
}
