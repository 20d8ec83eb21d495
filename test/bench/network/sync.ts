// A whole sync of many secrets against the same commands on a bare socket, all sent without waiting; then a sync that finds
// nothing to do against one print.
import { connect } from "node:net";
import { openRouterOs } from "../../../main/network/routeros/session.ts";
import { runJob } from "../../../main/network/run-job.ts";
import { encodeSentence, SentenceReader } from "../../../main/network/simulators/wire.ts";
import type { RouterAccess } from "../../../shared/network/agent-wire.ts";
import { formatComment } from "../../../shared/network/comment.rules.ts";
import { desired, job, profile, TENANT, user } from "../../network/helpers/fixtures.ts";
import { context } from "../../network/helpers/job-bench.ts";
import type { Finding } from "../harness/row.ts";
import { median, timed } from "../harness/statistics.ts";
import { customerId, startSimulators } from "../simulators.ts";

const SECRETS = 10_000;
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

export async function benchSync(): Promise<Finding[]> {
  const simulators = await startSimulators({ routers: 2, subscribers: 0 });
  const [bare, ours] = simulators.routers;
  if (!bare || !ours) throw new Error("two routers are needed");
  try {
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
    const print = ["/ppp/secret/print"];
    const bare_ms = await timed(() => exchange(bare, [print, ...adds, print]));
    const session = await open(ours);
    const state = desired({ users, profiles: [profile("home-10")], complete: true });
    const leased = job("SYNC_ROUTER", state);
    const sync = async (): Promise<void> => {
      let report = await runJob(session, leased, context());
      if (report.error?.code === "NEEDS_CONFIRMATION")
        report = await runJob(session, { ...leased, confirm: report.result?.plan_id ?? null }, context());
      if (report.outcome !== "SUCCEEDED") throw new Error(JSON.stringify(report.error ?? report));
    };
    const sync_ms = await timed(sync);
    const prints: number[] = [];
    const syncs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      prints.push(await timed(() => exchange(ours, [print])));
      syncs.push(await timed(sync));
    }
    const [print_ms, again_ms] = [median(prints), median(syncs)];
    await session.close();
    const ms = (value: number) => `${value.toFixed(0)} ms`;
    return [
      {
        what: `sync of ${SECRETS} secrets (${ms(sync_ms)}) against the bare pipelined exchange (${ms(bare_ms)})`,
        value: bare_ms / sync_ms,
        unit: "",
        goal: { at_least: 0.5 },
      },
      {
        what: `sync with nothing to do (${ms(again_ms)}) against one bare print (${ms(print_ms)})`,
        value: print_ms / again_ms,
        unit: "",
        goal: { at_least: 0.5 },
      },
    ];
  } finally {
    await simulators.stop();
  }
}
