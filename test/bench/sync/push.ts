// A hundred recharges in one push against the same commands one by one.
import { type Costs, costsOf } from "../harness/costs.ts";
import type { Bench, Finding } from "../harness/row.ts";
import { inTurn, median, spread } from "../harness/statistics.ts";
import { Till } from "../office/wire.ts";

const ROUNDS = 4;
const COMMANDS = 100;
/** Batches, and rounds of single ones, before the first measure: a server that has just started compiles its code beside them. */
const STARTED = { together: 12, oneByOne: 5 };

interface Round {
  per_second: number;
  costs: Costs;
}

export async function benchPush(bench: Bench): Promise<Finding[]> {
  const office = await bench.office();
  const { large } = office;
  const till = await Till.open(office.url, large.owner.token);
  let next = 0;
  const commands = (count: number) =>
    Array.from({ length: count }, () => till.recharge(1 + (next++ % large.customers)));
  const measured = (work: () => Promise<void>) => async (): Promise<Round> => {
    const start = performance.now();
    const { costs } = await costsOf(office, work);
    return { per_second: COMMANDS / ((performance.now() - start) / 1_000), costs };
  };
  const together = () => till.push(commands(COMMANDS));
  const oneByOne = async () => {
    for (let sent = 0; sent < COMMANDS; sent += 1) await till.push(commands(1));
  };
  for (let n = 0; n < STARTED.together; n += 1) await together();
  for (let n = 0; n < STARTED.oneByOne; n += 1) await oneByOne();
  const [batches = [], singles = []] = await inTurn(ROUNDS, [measured(together), measured(oneByOne)]);
  till.close();
  const ratios = batches.map((batch, at) => batch.per_second / singles[at]!.per_second);
  const rate = (rounds: readonly Round[]) => median(rounds.map((one) => one.per_second)).toFixed(0);
  const cpu = (rounds: readonly Round[]) => {
    const each = (name: keyof Costs) => median(rounds.map(({ costs }) => costs[name])) / COMMANDS;
    return `server ${each("server_cpu_ms").toFixed(2)} + database ${each("database_cpu_ms").toFixed(2)} ms of CPU, ${each("wal_bytes").toFixed(0)} B of WAL a command`;
  };
  return [
    {
      what: `sync.push of ${COMMANDS} recharges, ${rate(batches)} a second, against one by one, ${rate(singles)}`,
      ...{ value: median(ratios), unit: " ×", goal: { at_least: 3 }, spread: spread(ratios) },
      figures: { together: cpu(batches), one_by_one: cpu(singles) },
    },
  ];
}
