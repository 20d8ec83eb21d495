// What one recharge asks of the database while nothing else goes on: statements and round trips, until it is answered and
// afterwards, when the feed is told.
import type { Bench, Finding } from "../harness/row.ts";
import { median } from "../harness/statistics.ts";
import { HttpClient } from "../office/http-load.ts";
import { openCountingProxy, type Passed } from "./counting-proxy.ts";
import { rechargeOf } from "./request.ts";

const RECHARGES = 40;
/** The feed has been told by then. */
const AFTER_MS = 60;

export async function benchRoundTrips(bench: Bench): Promise<Finding[]> {
  const office = await bench.office();
  const proxy = await openCountingProxy(office.database_url);
  // What it looks after as it starts goes the same way.
  const served = await office.startAtRest({ LASTMILE_DATABASE_URL: proxy.url });
  const client = new HttpClient(served.url, office.large.owner.token);
  const before: Passed[] = [];
  const after: Passed[] = [];
  const between = (a: Passed, b: Passed): Passed => ({
    statements: b.statements - a.statements,
    round_trips: b.round_trips - a.round_trips,
  });
  try {
    for (let number = 1; number <= RECHARGES; number += 1) {
      const begun = proxy.passed();
      const { status, body } = await client.send(rechargeOf(number));
      if (status !== 201) throw new Error(`${status} ${body}`);
      const answered = proxy.passed();
      await new Promise((resolve) => setTimeout(resolve, AFTER_MS));
      before.push(between(begun, answered));
      after.push(between(answered, proxy.passed()));
    }
  } finally {
    client.close();
    await served.program.stop();
    proxy.close();
  }
  const middle = (of: readonly Passed[], name: keyof Passed) => median(of.map((one) => one[name]));
  const told = `afterwards, for the feed: ${middle(after, "round_trips")} with ${middle(after, "statements")} statements`;
  return [
    {
      what: "round trips of a recharge until it is answered (two, and the commit's answer)",
      ...{ value: middle(before, "round_trips"), unit: "", goal: { at_most: 3 } },
      figures: { feed: told },
    },
    {
      what: "statements of a recharge until it is answered",
      ...{ value: middle(before, "statements"), unit: "", goal: null },
    },
  ];
}
