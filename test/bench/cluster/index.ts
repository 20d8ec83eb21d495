// The same recharges on a cluster of two workers, on one of one worker, and on one PostgreSQL, in turn: what spreading
// companies over nodes costs, and what a second node gives.
import type { Bench, Finding } from "../harness/row.ts";
import { inTurn, median, spread } from "../harness/statistics.ts";
import { openWay, type Round, type Way } from "./way.ts";

const ROUNDS = 3;
const SECONDS = 4;
const LEAST = 200;
/** Recharges before the first measure: by then each connection has planned what it asks, on each node. */
const WARM_UP = 2_000;

const whole = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 0 });

function told(way: Way, rounds: readonly Round[]): string {
  const middle = (of: keyof Round) => whole(median(rounds.map((round) => round[of])));
  return (
    `${middle("per_second")} a second, p99 ${middle("p99_ms")} ms; processor time of a recharge: server ${middle("server_us")} µs, ` +
    `${way.is_cluster ? "coordinator" : "database"} ${middle("database_us")}, workers ${middle("workers_us")}; ` +
    `server up after ${whole(way.started_ms / 1_000)} s`
  );
}

const WHAT = "recharges of 8 companies by 16 clients, two workers of Citus against one: throughput";

/** Measured where LASTMILE_CITUS_BIN names the programs of a PostgreSQL that has Citus, as `npm run test:cluster` is. */
export async function benchCluster(bench: Bench): Promise<Finding[]> {
  const bin = process.env.LASTMILE_CITUS_BIN;
  if (!bin) {
    bench.say("LASTMILE_CITUS_BIN does not name the programs of a PostgreSQL that has Citus");
    return [{ what: WHAT, value: null, unit: " ×", goal: null }];
  }
  const ways: Way[] = [];
  try {
    for (const workers of [0, 1, 2]) ways.push(await openWay(bin, workers, bench.say));
    for (const way of ways) await way.run(0, WARM_UP);
    bench.say("in turn");
    const measured = await inTurn(
      ROUNDS,
      ways.map((way) => () => way.run(SECONDS, LEAST)),
    );
    const [, one = [], two = []] = measured;
    const times = two.map((round, at) => round.per_second / (one[at]?.per_second ?? Number.NaN));
    const figures = Object.fromEntries(ways.map((way, at) => [way.name, told(way, measured[at] ?? [])]));
    return [{ what: WHAT, value: median(times), unit: " ×", goal: null, spread: spread(times), figures }];
  } finally {
    for (const way of ways) await way.stop();
  }
}
