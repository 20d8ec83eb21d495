// Webhooks: from a write's answer to its receiver beside endpoints that hang and refuse; how many go out a second; and what
// waiting deliveries cost a till.
import { newId } from "../../../shared/kernel/id.ts";
import type { Bench, Finding } from "../harness/row.ts";
import { median, percentile, spread } from "../harness/statistics.ts";
import { ok } from "../office/company.ts";
import { runLoad } from "../office/http-load.ts";
import type { Office } from "../office/office.ts";
import { anyOf, rechargeOf } from "../recharge/request.ts";
import { type Listener, startListener } from "./listener.ts";

const SOON_MS = 500;
const WRITES = 250;
const A_SECOND = 50;
const SENT = 2_000;
const DELIVERIES_A_SECOND = 200;
const WAITING = 100_000;
const ROUNDS = 3;
const ROUND_SECONDS = 3;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(check: () => boolean): Promise<void> {
  while (!check()) await sleep(5);
}

async function endpoint({ thousand }: Office, { url }: Listener, events: readonly string[]): Promise<string> {
  const { results } = await ok(thousand.owner.get("/roles/?search=Owner"));
  const { id } = await ok(thousand.owner.post("/webhook-endpoints/", { url, events, role: results[0].id }));
  return id;
}

/** Writes at a pace. @returns when each was answered, by its id. */
async function write({ thousand }: Office): Promise<Map<string, number>> {
  const answered = new Map<string, number>();
  const sent: Promise<void>[] = [];
  const begun = performance.now();
  for (let at = 0; at < WRITES; at += 1) {
    await sleep(begun + (at * 1_000) / A_SECOND - performance.now());
    const name = newId();
    const body = { name, username: name, phone: "01711000001" };
    sent.push(ok(thousand.owner.post("/customers/", body)).then(({ id }) => void answered.set(id, performance.now())));
  }
  await Promise.all(sent);
  return answered;
}

async function latency(office: Office, taking: Listener): Promise<Finding> {
  const answered = await write(office);
  await until(() => [...answered.keys()].every((id) => taking.told.has(id)));
  const waits = [...answered].map(([id, at]) => Math.max(0, (taking.told.get(id) ?? Number.NaN) - at));
  const p95 = percentile(waits, 0.95);
  return {
    what: `a write's answer → its webhook, ${A_SECOND} a second beside an endpoint that hangs and one that refuses: p95 ${p95.toFixed(0)} of ${SOON_MS} ms`,
    ...{ value: p95 / SOON_MS, unit: "", goal: { at_most: 1 } },
    figures: { p50_ms: median(waits), p95_ms: p95 },
  };
}

/** Deliveries of an event that is there, as a replay leaves them. */
async function queue({ sql, thousand }: Office, id: string, count: number, next_at: string): Promise<void> {
  const [event] = await sql<{ id: string }[]>`select id from webhook_events where tenant_id = ${thousand.id} limit 1`;
  await sql`insert into webhook_deliveries (tenant_id, id, event, endpoint, type, next_at, is_replay)
    select ${thousand.id}, new_id(), ${event?.id ?? null}, ${id}, 'customer.created', ${next_at}::timestamptz, true
    from generate_series(1, ${count})`;
}

async function throughput(office: Office, taking: Listener, id: string): Promise<Finding> {
  const before = taking.count();
  const begun = performance.now();
  await queue(office, id, SENT, "now");
  await until(() => taking.count() >= before + SENT);
  const rate = SENT / ((performance.now() - begun) / 1_000);
  return {
    what: `deliveries to one endpoint: ${rate.toFixed(0)} a second, against ${DELIVERIES_A_SECOND}`,
    ...{ value: rate / DELIVERIES_A_SECOND, unit: "", goal: { at_least: 1 } },
  };
}

/** Recharges of another company in turn: beside so many waiting deliveries, and without. */
async function waiting(office: Office, id: string): Promise<Finding> {
  const { sql, thousand, large, url } = office;
  const p95 = async () => {
    const { latencies_ms } = await runLoad({
      ...{ url, token: large.owner.token, clients: 8, seconds: ROUND_SECONDS },
      next: () => rechargeOf(anyOf(large.customers)),
    });
    return percentile(latencies_ms, 0.95);
  };
  await p95();
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const without = await p95();
    await queue(office, id, WAITING, "tomorrow");
    await sql`analyze webhook_deliveries`;
    ratios.push((await p95()) / without);
    await sql`delete from webhook_deliveries where tenant_id = ${thousand.id} and next_at > now() + interval '1 hour'`;
  }
  return {
    what: `POST /recharges/ beside ${WAITING} waiting deliveries, against without: p95`,
    ...{ value: median(ratios), unit: " ×", goal: { at_most: 1.1 }, spread: spread(ratios) },
  };
}

export async function benchWebhooks(bench: Bench): Promise<Finding[]> {
  const office = await bench.office();
  const listeners = {
    taking: await startListener("taking"),
    refusing: await startListener("refusing"),
    hanging: await startListener("hanging"),
  };
  const made: string[] = [];
  try {
    for (const listener of Object.values(listeners))
      made.push(await endpoint(office, listener, ["customer.created"]));
    const [taking = ""] = made;
    bench.say("writes told");
    const soon = await latency(office, listeners.taking);
    for (const id of made.slice(1)) await ok(office.thousand.owner.delete(`/webhook-endpoints/${id}/`));
    bench.say("deliveries a second");
    const rate = await throughput(office, listeners.taking, taking);
    bench.say("recharges beside deliveries that wait");
    return [soon, rate, await waiting(office, taking)];
  } finally {
    const [taking] = made;
    if (taking) await office.thousand.owner.delete(`/webhook-endpoints/${taking}/`);
    await Promise.all(Object.values(listeners).map((listener) => listener.close()));
  }
}
