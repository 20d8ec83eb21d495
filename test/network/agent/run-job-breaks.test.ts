// Jobs that break off: the connection cut at every command, the agent killed at every command, slow and false routers.
import { afterEach, expect, test } from "vitest";
import type { RouterSession } from "../../../main/network/driver.ts";
import { runJob } from "../../../main/network/run-job.ts";
import type { DesiredProfile, LeasedJob } from "../../../shared/network/agent-wire.ts";
import { job, user } from "../helpers/fixtures.ts";
import {
  clear,
  context,
  home,
  onRouter,
  ours,
  reopen,
  router,
  run,
  session,
  simulator,
  snapshots,
} from "../helpers/job-bench.ts";

afterEach(clear);

const hotspotHome: DesiredProfile = { ...home, connection: "HOTSPOT" };
const [anika, bela, cyd, dan, eve] = [
  user("anika"),
  user("bela", { enabled: false }),
  user("cyd", { connection: "HOTSPOT" }),
  user("dan", {
    connection: "STATIC",
    password: null,
    remote_address: "10.0.0.4",
    rate_limit: { upload_kbps: 5_000, download_kbps: 5_000 },
  }),
  user("eve", { connection: "HOTSPOT", known_connection: "PPPOE" }),
];
const users = [anika, bela, cyd, dan, eve];
const sync = (): LeasedJob =>
  job("SYNC_ROUTER", { users, profiles: [home, hotspotHome], complete: true }, { automatic: true });

/** A router that holds a row to change, one to close, one to take off and one that is not ours. */
async function furnished(): Promise<void> {
  const renamed = { ...ours(anika), name: "anika.old", profile: "default" };
  const [open, moved] = [ours(bela), ours(eve)].map((row) => ({ ...row, profile: "default" }));
  await router({
    secrets: [renamed, ...(open ? [open] : []), ...(moved ? [moved] : []), { name: "foreign" }],
  });
}

const held = () => ({
  secrets: simulator.secrets().map(({ ros_id: _, ...row }) => row),
  profiles: simulator.profiles().map(({ ros_id: _, ...row }) => row),
  tables: ["/ip/hotspot/user", "/ip/hotspot/user/profile", "/queue/simple", "/ip/firewall/address-list"].map(
    (path) =>
      simulator
        .table(path)
        .map(({ ".id": _, ...row }) => row)
        .toSorted((a, b) => (String(a["name"]) < String(b["name"]) ? -1 : 1)),
  ),
  online: simulator
    .sessions()
    .map(({ name, profile }) => `${name} ${profile}`)
    .toSorted(),
});

/** The session, doing `strike` instead of, or before, its n-th command. */
function struck(at: number, strike: () => void): RouterSession {
  let count = 0;
  return {
    ...session,
    get open() {
      return session.open;
    },
    get dropped_replies() {
      return session.dropped_replies;
    },
    run: (command, options) => {
      count += 1;
      if (count === at) strike();
      return session.run(command, options);
    },
    close: () => session.close(),
  };
}

/** What an undisturbed sync makes of the router, and how many commands it sends. */
async function undisturbed() {
  await furnished();
  let commands = 0;
  const counted = struck(0, () => {});
  const counting: RouterSession = {
    ...counted,
    run: (command, options) => {
      commands += 1;
      return session.run(command, options);
    },
  };
  const report = await runJob(counting, sync(), context({ needs_snapshot: true }));
  expect(report).toMatchObject({ outcome: "SUCCEEDED", result: { verified: true } });
  const state = held();
  await clear();
  return { state, commands };
}

const STRIKES = {
  "the answer was lost": () => simulator.faults.add({ kind: "cut", after_bytes: 0, times: 1 }),
  "the connection was gone": () => void session.close(),
} as const;

test.each(Object.keys(STRIKES) as (keyof typeof STRIKES)[])(
  "A sync reaches the same state, nothing doubled and nothing foreign touched, at whichever command %s",
  async (how) => {
    const { state, commands } = await undisturbed();
    expect(commands).toBeGreaterThan(25);
    for (let at = 1; at <= commands; at += 1) {
      await furnished();
      const leased = sync();
      let report = await runJob(struck(at, STRIKES[how]), leased, context({ needs_snapshot: true }));
      if (report.outcome !== "SUCCEEDED") expect(report.outcome, `at command ${at}`).toBe("RETRY");
      for (let attempts = 1; report.outcome !== "SUCCEEDED"; attempts += 1) {
        expect(attempts, `at command ${at}`).toBeLessThan(4);
        await reopen();
        report = await run({ ...leased, attempts });
      }
      expect(held(), `at command ${at}`).toEqual(state);
      expect((await run(sync())).result?.writes).toBe(0);
      await clear();
    }
  },
);

test("A sync reaches the same state at whichever command the agent was killed, and another takes the job over", async () => {
  const { state, commands } = await undisturbed();
  for (let at = 1; at <= commands; at += 1) {
    await furnished();
    const leased = sync();
    const killed = new AbortController();
    const dying = struck(at, () => {
      killed.abort();
      // A process that is gone neither sends nor hears anything more.
      void session.close();
    });
    await runJob(dying, leased, context({ signal: killed.signal })).catch(() => null);
    await reopen();
    expect((await run({ ...leased, attempts: 1 })).outcome, `at command ${at}`).toBe("SUCCEEDED");
    expect(held(), `at command ${at}`).toEqual(state);
    await clear();
  }
});

test("What the router held is kept before the first write, without secrets, and nothing is written where it was not kept", async () => {
  await router({
    secrets: [{ name: "by-hand", password: "very-secret", comment: 'say "hi"' }],
    profiles: [{ name: "home-10" }],
  });
  simulator.put("/queue/simple", { name: "Jane", target: "10.0.0.5" });
  const leased = job("ENABLE_USER", { users: [anika] });
  let writes_then = -1;
  const refusing = context({ needs_snapshot: true, keep: () => Promise.reject(new Error("full")) });
  await expect(runJob(session, leased, refusing)).rejects.toThrow("full");
  const lost = context({ needs_snapshot: true, keep: async () => false });
  await expect(runJob(session, leased, lost)).rejects.toThrow("lease");
  expect(simulator.writes).toBe(0);
  const keep = async (text: string) => {
    writes_then = simulator.writes;
    snapshots.push(text);
    return true;
  };
  expect(await runJob(session, leased, context({ needs_snapshot: true, keep }))).toMatchObject({
    outcome: "SUCCEEDED",
  });
  expect(writes_then).toBe(0);
  expect(snapshots).toHaveLength(1);
  expect(snapshots[0]).toContain(
    '/ppp secret\nadd name=by-hand profile=default service=any disabled=false comment="say \\"hi\\""',
  );
  expect(snapshots[0]).toContain("/queue simple\nadd name=Jane target=10.0.0.5/32");
  expect(snapshots[0]).toContain("# own: add name=default");
  expect(snapshots[0]).not.toContain("very-secret");
  // Nothing to write: nothing to keep. Not the first time: not again for a single line.
  await runJob(session, leased, context({ needs_snapshot: true }));
  await run(job("UPSERT_USER", { users: [user("other")] }));
  expect(snapshots).toHaveLength(1);
});

const many = (count: number) => Array.from({ length: count }, (_, index) => user(`user${index}`));

test("A router that does not keep the first three changes is not sent the rest", async () => {
  await router({ profiles: [{ name: "home-10" }], secrets: [{ name: "x" }] });
  const tracked = many(40).map((one) => ({ ...one, password_version: "v1" }));
  const leased = job("SYNC_ROUTER", { users: tracked, complete: true });
  const lying: RouterSession = {
    ...struck(0, () => {}),
    // It says yes to each add and keeps none.
    run: async (command, options) => {
      if (command === "/ppp/secret/add") return { rows: [], done: { ret: "*1" } };
      return session.run(command, options);
    },
  };
  let adds = 0;
  const counted: RouterSession = {
    ...lying,
    run: (command, options) => {
      if (command === "/ppp/secret/add") adds += 1;
      return lying.run(command, options);
    },
  };
  const report = await runJob(counted, leased, context());
  expect(report).toMatchObject({ outcome: "FAILED", error: { code: "NOT_VERIFIED" } });
  expect(adds).toBe(3);
  // What was not written is not remembered as written.
  expect(report.result?.users.filter(({ password_version }) => password_version !== null)).toEqual([]);
  // A single bad row among the first three is no reason to leave everybody else out.
  const [bad, ...good] = many(40);
  const half = await run(
    job("SYNC_ROUTER", { users: [{ ...bad!, profile: "missing" }, ...good], complete: true }),
  );
  expect(half).toMatchObject({ outcome: "FAILED", error: { code: "ETRAP" } });
  expect(simulator.secrets()).toHaveLength(40);
});

test("A thousand imported customers beside ten thousand foreign secrets cost as many writes and a few prints", async () => {
  const foreign = Array.from({ length: 10_000 }, (_, index) => ({ name: `foreign${index}`, cpe_off: true }));
  await router({ secrets: foreign, connect_delay_ms: 60_000 });
  const users = many(1_000);
  const report = await run(
    job("SYNC_ROUTER", { users, profiles: [home], complete: true }, { automatic: true }),
  );
  expect(report).toMatchObject({ outcome: "SUCCEEDED", result: { writes: 1_001, verified: true } });
  const sent = [...simulator.commands.values()].reduce((sum, count) => sum + count, 0);
  // Six tables before, kept and after; three canaries; the login.
  expect(sent - 1_001).toBeLessThan(30);
  expect(simulator.printed).toBeLessThan(10_000 * 3 + 1_000 * 2);
  const before = simulator.printed;
  await run(job("UPSERT_USER", { users: [user("one-more")] }));
  expect(simulator.printed - before).toBeLessThan(10);
  expect(onRouter("foreign7")?.comment).toBe("");
});
