// A hundred recharges in one push, and by twenty counters at once, against the same commands one by one.
import { type Costs, costsOf } from "../harness/costs.ts";
import type { Bench, Finding } from "../harness/row.ts";
import { inTurn, median, spread } from "../harness/statistics.ts";
import { Till } from "../office/wire.ts";

const ROUNDS = 3;
const COMMANDS = 100;
/** Of a round, each way: a single one of them is over in a tenth of a second, and tells what else the machine did in it. */
const PUSHES = 5;
/** That push at once, each its commands one by one. */
const COUNTERS = 20;
/** Batches, and rounds of single ones, before the first measure: a server that has just started compiles its code beside them. */
const STARTED = { together: 12, oneByOne: 5, atOnce: 8 };

interface Round {
  per_second: number;
  costs: Costs;
}

export async function benchPush(bench: Bench): Promise<Finding[]> {
  const office = await bench.office();
  const { large } = office;
  const open = () => Till.open(office.url, large.owner.token);
  const till = await open();
  const counters = await Promise.all(Array.from({ length: COUNTERS }, open));
  let next = 0;
  const commands = (count: number, of = till) =>
    Array.from({ length: count }, () => of.recharge(1 + (next++ % large.customers)));
  const measured = (work: () => Promise<void>) => async (): Promise<Round> => {
    const start = performance.now();
    const { costs } = await costsOf(office, async () => {
      for (let n = 0; n < PUSHES; n += 1) await work();
    });
    return { per_second: (PUSHES * COMMANDS) / ((performance.now() - start) / 1_000), costs };
  };
  const together = () => till.push(commands(COMMANDS));
  const singly = async (of: Till, count: number) => {
    for (let sent = 0; sent < count; sent += 1) await of.push(commands(1, of));
  };
  const oneByOne = () => singly(till, COMMANDS);
  const atOnce = async () => {
    await Promise.all(counters.map((one) => singly(one, COMMANDS / COUNTERS)));
  };
  for (let n = 0; n < STARTED.together; n += 1) await together();
  for (let n = 0; n < STARTED.oneByOne; n += 1) await oneByOne();
  for (let n = 0; n < STARTED.atOnce; n += 1) await atOnce();
  const ways = [together, oneByOne, atOnce].map(measured);
  const [batches = [], singles = [], many = []] = await inTurn(ROUNDS, ways);
  for (const one of [till, ...counters]) one.close();
  const against = (rounds: readonly Round[]) =>
    rounds.map(({ per_second }, at) => per_second / singles[at]!.per_second);
  const [ratios, of_many] = [against(batches), against(many)];
  const rate = (rounds: readonly Round[]) => median(rounds.map((one) => one.per_second)).toFixed(0);
  const cpu = (rounds: readonly Round[]) => {
    const each = (name: keyof Costs) => median(rounds.map(({ costs }) => costs[name])) / (PUSHES * COMMANDS);
    return `server ${each("server_cpu_ms").toFixed(2)} + database ${each("database_cpu_ms").toFixed(2)} ms of CPU, ${each("wal_bytes").toFixed(0)} B of WAL a command`;
  };
  return [
    {
      what: `sync.push of ${COMMANDS} recharges, ${rate(batches)} a second, against one by one, ${rate(singles)}`,
      ...{ value: median(ratios), unit: " ×", goal: { at_least: 3 }, spread: spread(ratios) },
      figures: { together: cpu(batches), one_by_one: cpu(singles) },
    },
    {
      what: `${COUNTERS} counters at once, a recharge each at a time, ${rate(many)} a second, against one, ${rate(singles)}`,
      ...{ value: median(of_many), unit: " ×", goal: null, spread: spread(of_many) },
      figures: { at_once: cpu(many) },
    },
  ];
}
