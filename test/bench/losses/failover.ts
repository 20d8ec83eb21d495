// The database's machine is lost under load, and its standby takes over behind the same address: how long nobody is served.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Pair, startPair } from "../../helpers/database/standby.ts";
import { startTcpProxy, type TcpProxy } from "../../replica/helpers/tcp-proxy.ts";
import { beside } from "../harness/beside.ts";
import type { Bench, Finding } from "../harness/row.ts";
import { startServer } from "../office/company.ts";
import { makeOwing } from "../office/one-company.ts";
import { countRecharges, Tills } from "./tills.ts";

const CLIENTS = 32;
/** Acknowledged before the loss. */
const WARM_UP = 500;

/** ms from the promotion's call. */
interface Loss {
  /** Until the standby takes writes, and the address leads to it. */
  promoted: number;
  first: number;
  all: number;
}

async function lose({ primary, standby }: Pair, address: TcpProxy, tills: Tills): Promise<Loss> {
  address.set("refuse");
  await primary.stop("immediate");
  const begun = performance.now();
  const since = () => performance.now() - begun;
  await standby.promote();
  // Nothing is acknowledged between the two: the address leads nowhere.
  const [first, all] = [tills.more(1).then(since), tills.allWork().then(since)];
  address.lead(standby.port);
  address.set("pass");
  const promoted = since();
  return { promoted, first: await first, all: await all };
}

/** @param closers are told what has to be ended, the last first. */
async function measure(
  closers: (() => Promise<unknown>)[],
  say: (text: string) => void,
): Promise<Loss & { acknowledged: number }> {
  const data_dir = await mkdtemp(join(tmpdir(), "lastmile-bench-"));
  closers.push(beside(() => rm(data_dir, { recursive: true, force: true })));
  const pair = await startPair();
  closers.push(beside(() => pair.remove()));
  const address = await startTcpProxy(pair.primary.port);
  closers.push(beside(() => address.close()));
  const { url, program } = await startServer(pair.primary.url(address.port), data_dir);
  closers.push(beside(() => program.stop()));
  const primary = pair.primary.open();
  const { id, owner } = await makeOwing(url, primary, CLIENTS);
  const before = await countRecharges(primary, id);
  await primary.end();
  say(`${CLIENTS} clients, then the primary is lost`);
  const tills = new Tills(owner, CLIENTS);
  try {
    await tills.more(WARM_UP);
    const loss = await lose(pair, address, tills);
    await tills.stop();
    const sql = pair.standby.open();
    await tills.requireOnce(sql, id, before).finally(() => sql.end());
    return { ...loss, acknowledged: tills.acknowledged.size };
  } finally {
    tills.giveUp();
  }
}

export async function benchFailover(bench: Bench): Promise<Finding[]> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    bench.say("a primary and its standby");
    const { promoted, first, all, acknowledged } = await measure(closers, bench.say);
    const ms = (value: number) => `${value.toFixed(0)} ms`;
    return [
      {
        what: `a standby is promoted while ${CLIENTS} clients recharge: from the call to the first recharge acknowledged through it, nothing acknowledged lost`,
        ...{ value: first / 1_000, unit: " s", goal: { at_most: 15 } },
        figures: { promoted_after: ms(promoted), every_client_served_after: ms(all), acknowledged },
      },
    ];
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
