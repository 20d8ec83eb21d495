// From a write's answer to the records that it changed at another desktop, which its stream carries; alone, and with 200
// desktops of the same company listening.
import { type Costs, costsOf, usageOfOne } from "../harness/costs.ts";
import type { Bench, Finding } from "../harness/row.ts";
import { median, percentile } from "../harness/statistics.ts";
import { HttpClient } from "../office/http-load.ts";
import type { Office } from "../office/office.ts";
import { listenAll } from "../office/wire.ts";
import { rechargeOf } from "../recharge/request.ts";

/** The first tells the server where its readers stand. */
const WARM_UP = 3;
const WRITES = 40;
export const DESKTOPS = 200;
/** As many streams as one session may have open. */
export const PER_SESSION = 20;
const WAIT_MS = 5_000;

/** Times from the request, and from its answer, to the event at each desktop. */
async function measure(office: Office, tokens: readonly string[], desktops: number) {
  const heard: number[] = Array.from({ length: desktops }, () => 0);
  const stops = await listenAll(office.url, tokens, desktops, (at, event) => {
    if (event.includes('"collection":"recharges"')) heard[at] ||= performance.now();
  });
  const writer = new HttpClient(office.url, office.large.owner.token);
  const [from_answer, from_request, slowest]: number[][] = [[], [], []];
  try {
    for (let number = 1; number <= WRITES + WARM_UP; number += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      heard.fill(0);
      if (number <= WARM_UP) {
        await writer.send(rechargeOf(number));
        continue;
      }
      const sent = performance.now();
      const { status, body } = await writer.send(rechargeOf(number));
      if (status !== 201) throw new Error(`${status} ${body}`);
      const answered = performance.now();
      while (heard.includes(0) && performance.now() < answered + WAIT_MS)
        await new Promise((resolve) => setTimeout(resolve, 1));
      if (heard.includes(0)) throw new Error("a desktop was not told of a write");
      from_answer?.push(median(heard) - answered);
      from_request?.push(median(heard) - sent);
      slowest?.push(Math.max(...heard) - answered);
    }
  } finally {
    for (const stop of stops) stop();
    writer.close();
  }
  return { from_answer: from_answer ?? [], from_request: from_request ?? [], slowest: slowest ?? [] };
}

export async function benchWake(bench: Bench): Promise<Finding[]> {
  const office = await bench.office();
  const found: Finding[] = [];
  const tokens = await office.large.signIn(DESKTOPS / PER_SESSION);
  for (const desktops of [1, DESKTOPS]) {
    const { result, costs } = await costsOf(office, () => measure(office, tokens, desktops));
    const { from_answer, from_request, slowest } = result;
    const each = (name: keyof Costs) => `${(costs[name] / (WRITES + WARM_UP)).toFixed(1)} ms`;
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    found.push({
      what: `a write's answer → its records at ${desktops === 1 ? "another desktop" : `${desktops} desktops of the company, the one in the middle`}: p50`,
      ...{ value: median(from_answer), unit: " ms", goal: { at_most: 25 } },
      figures: {
        from_the_request: ms(median(from_request)),
        p95: ms(percentile(from_answer, 0.95)),
        last_desktop: ms(median(slowest)),
        a_write_with_its_news: `server ${each("server_cpu_ms")} + database ${each("database_cpu_ms")} of CPU; ${usageOfOne([costs], WRITES + WARM_UP)}`,
      },
    });
  }
  return found;
}
