// A whole sync of many secrets against the same commands on a bare socket, all sent without waiting, each time into a router that has
// none; then a sync that finds nothing to do against one print.
import { connect } from "node:net";
import type { RouterSession } from "../../../main/network/driver.ts";
import { openRouterOs } from "../../../main/network/routeros/session.ts";
import { runJob } from "../../../main/network/run-job.ts";
import { encodeSentence, SentenceReader } from "../../../main/network/simulators/wire.ts";
import type { LeasedJob, RouterAccess } from "../../../shared/network/agent-wire.ts";
import { formatComment } from "../../../shared/network/comment.rules.ts";
import { desired, job, profile, TENANT, user } from "../../network/helpers/fixtures.ts";
import { context } from "../../network/helpers/job-bench.ts";
import type { Finding } from "../harness/row.ts";
import { inTurn, median, spread, timed } from "../harness/statistics.ts";
import { customerId, startSimulators } from "../simulators.ts";

const SECRETS = 10_000;
/** Whole syncs, each into a router of its own. */
const FILLED = 3;
const ROUNDS = 5;
const LOGIN = ["=name=lastmile", "=password=lastmile-simulator"];

/** Sends all sentences at once and waits until each is done. */
function exchange(place: { host: string; port: number }, sentences: readonly string[][]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(place.port, place.host);
    const reader = new SentenceReader();
    let left = sentences.length + 1;
    socket.once("error", reject);
    socket.on("data", (bytes: Buffer) => {
      for (const sentence of reader.push(bytes)) if (sentence[0] === "!done") left -= 1;
      if (left === 0) socket.end(resolve);
    });
    for (const sentence of [["/login", ...LOGIN], ...sentences]) socket.write(encodeSentence(sentence));
  });
}

const open = (place: { host: string; port: number }) => {
  const access: RouterAccess = {
    id: customerId(999, 1),
    name: "bench",
    host: place.host,
    api_port: place.port,
    use_tls: false,
    tls_fingerprint: null,
    username: "lastmile",
    password: "lastmile-simulator",
    legacy_login: false,
    ros_version: null,
  };
  return openRouterOs(access, { allow_loopback: true });
};

/** The commands that one who knows what to add would send, and the job that the agent is given. */
function work() {
  const users = Array.from({ length: SECRETS }, (_, n) =>
    user(`user${String(n + 1).padStart(5, "0")}`, { customer_id: customerId(0, n), password_version: "1" }),
  );
  const adds = users.map(({ username, password, customer_id, name }) => [
    "/ppp/secret/add",
    `=name=${username}`,
    `=password=${password}`,
    "=profile=default",
    "=service=pppoe",
    `=comment=${formatComment(TENANT, customer_id, name, "")}`,
  ]);
  const leased = job("SYNC_ROUTER", desired({ users, profiles: [profile("home-10")], complete: true }));
  return { adds, leased };
}

const PRINT = ["/ppp/secret/print"];

/** Does what the server asks for, and confirms it where the agent wants that. */
async function sync(session: RouterSession, leased: LeasedJob): Promise<void> {
  let report = await runJob(session, leased, context());
  if (report.error?.code === "NEEDS_CONFIRMATION")
    report = await runJob(session, { ...leased, confirm: report.result?.plan_id ?? null }, context());
  if (report.outcome !== "SUCCEEDED") throw new Error(JSON.stringify(report.error ?? report));
}

const ms = (values: readonly number[]) => `${median(values).toFixed(0)} ms`;
const ratios = (limits: readonly number[], ours: readonly number[]) => {
  const all = limits.map((limit, at) => limit / ours[at]!);
  return { value: median(all), unit: "", goal: { at_least: 0.5 }, spread: spread(all) };
};

export async function benchSync(): Promise<Finding[]> {
  const simulators = await startSimulators({ routers: 2 * FILLED, subscribers: 0 });
  const [ours, bare] = [simulators.routers.slice(FILLED), simulators.routers.slice(0, FILLED)];
  const { adds, leased } = work();
  try {
    const sessions = await Promise.all(ours.map(open));
    const [bares = [], fills = []] = await inTurn(FILLED, [
      (round) => timed(() => exchange(bare[round]!, [PRINT, ...adds, PRINT])),
      (round) => timed(() => sync(sessions[round]!, leased)),
    ]);
    const [prints = [], syncs = []] = await inTurn(ROUNDS, [
      () => timed(() => exchange(ours[0]!, [PRINT])),
      () => timed(() => sync(sessions[0]!, leased)),
    ]);
    for (const session of sessions) await session.close();
    return [
      {
        what: `sync of ${SECRETS} secrets (${ms(fills)}) against the bare pipelined exchange (${ms(bares)})`,
        ...ratios(bares, fills),
      },
      {
        what: `sync with nothing to do (${ms(syncs)}) against one bare print (${ms(prints)})`,
        ...ratios(prints, syncs),
      },
    ];
  } finally {
    await simulators.stop();
  }
}
