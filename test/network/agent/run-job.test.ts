// Jobs carried out on a simulated router over TCP.
import { afterEach, expect, test } from "vitest";
import type { DriverError, RouterSession } from "../../../main/network/driver.ts";
import { readHotspotSessions } from "../../../main/network/routeros/provisioning.ts";
import { runJob } from "../../../main/network/run-job.ts";
import { job, open, TENANT, user } from "../helpers/fixtures.ts";
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
} from "../helpers/job-bench.ts";

afterEach(clear);

const online = (name: string) => simulator.sessions().find((live) => live.name === name);

test("DISABLE_USER disables the secret and ends the session", async () => {
  const anika = user("anika", { enabled: false });
  await router({
    profiles: [{ name: "home-10", rate_limit: "10M/10M" }],
    secrets: [ours(anika)],
  });
  await session.run("/ppp/secret/set", { attributes: { ".id": "*1", service: "pppoe" } });
  expect(online("anika")).toBeDefined();
  const report = await run(job("DISABLE_USER", { users: [anika], profiles: [home] }));
  expect(report).toMatchObject({
    outcome: "SUCCEEDED",
    result: { writes: 1, verified: true, users: [{ outcome: "DISABLED", kicked: true, session: null }] },
  });
  expect(onRouter("anika")?.disabled).toBe(true);
  expect(online("anika")).toBeUndefined();
});

test("DISABLE_USER again ends a session that an earlier attempt left running", async () => {
  const anika = user("anika", { enabled: false });
  await router({ profiles: [{ name: "home-10" }], secrets: [ours(anika)] });
  expect(online("anika")).toBeDefined();
  await session.run("/ppp/secret/set", { attributes: { ".id": "*1", disabled: "yes", service: "pppoe" } });
  expect(online("anika")).toBeDefined();
  const report = await run(job("DISABLE_USER", { users: [anika] }, { attempts: 1 }));
  expect(report.result).toMatchObject({ writes: 0, users: [{ outcome: "UNCHANGED", kicked: true }] });
  expect(online("anika")).toBeUndefined();
});

test("ENABLE_USER enables, does not disturb a running session, and says since when the customer is on-line", async () => {
  const anika = user("anika");
  await router({ profiles: [{ name: "home-10" }], secrets: [{ ...ours(anika), disabled: true }] });
  const first = await run(job("ENABLE_USER", { users: [anika] }));
  expect(first.result?.users).toMatchObject([
    { outcome: "ENABLED", kicked: false, session: { username: "anika" } },
  ]);
  const before = online("anika");
  const second = await run(job("ENABLE_USER", { users: [anika] }));
  expect(second.result).toMatchObject({
    writes: 0,
    verified: null,
    users: [{ outcome: "UNCHANGED", kicked: false }],
  });
  expect(online("anika")).toEqual(before);
});

test("EXPIRED_PROFILE: suspension and return both kick, so that the session changes profile", async () => {
  const mode = { suspend_mode: "EXPIRED_PROFILE", expired_profile: "expired" } as const;
  const anika = user("anika");
  await router({ profiles: [{ name: "home-10" }, { name: "expired" }], secrets: [ours(anika)] });
  expect(online("anika")?.profile).toBe("home-10");
  const off = await run(job("DISABLE_USER", { users: [{ ...anika, enabled: false }], ...mode }));
  expect(off.result?.users).toMatchObject([{ outcome: "DISABLED", kicked: true }]);
  expect(online("anika")?.profile).toBe("expired");
  const on = await run(job("ENABLE_USER", { users: [anika], ...mode }));
  expect(on.result?.users).toMatchObject([{ outcome: "ENABLED", kicked: true }]);
  expect(online("anika")?.profile).toBe("home-10");
});

test("EXPIRED_PROFILE: a line whose own profile that is, is closed by disabling it", async () => {
  const mode = { suspend_mode: "EXPIRED_PROFILE", expired_profile: "home-10" } as const;
  const anika = user("anika");
  await router({ profiles: [{ name: "home-10" }], secrets: [ours(anika)] });
  expect(online("anika")).toBeDefined();
  const off = await run(job("DISABLE_USER", { users: [{ ...anika, enabled: false }], ...mode }));
  expect(off.result).toMatchObject({ writes: 1, users: [{ outcome: "DISABLED", kicked: true }] });
  expect([onRouter("anika")?.disabled, online("anika")]).toEqual([true, undefined]);
  const on = await run(job("ENABLE_USER", { users: [anika], ...mode }));
  expect(on.result?.users).toMatchObject([{ outcome: "ENABLED" }]);
  expect(online("anika")?.profile).toBe("home-10");
});

test("UPSERT_USER creates profile and secret with a Bengali comment, then updates them", async () => {
  await router();
  const anika = user("anika", { name: "আনিকা রহমান", password_version: "v1" });
  const created = await run(job("UPSERT_USER", { users: [anika], profiles: [home] }));
  expect(created).toMatchObject({
    outcome: "SUCCEEDED",
    result: { writes: 2, users: [{ outcome: "CREATED", password_version: "v1" }] },
  });
  expect(onRouter("anika")).toMatchObject({
    comment: `[isp:${TENANT}:${anika.customer_id}] আনিকা রহমান`,
    password: "anika-pass",
    profile: "home-10",
    service: "pppoe",
  });
  const renamed = {
    ...anika,
    known_as: "anika",
    username: "anika2",
    name: "আনিকা বেগম",
    password: "new",
    password_version: "v2",
  };
  const updated = await run(job("UPSERT_USER", { users: [renamed], profiles: [home] }));
  expect(updated.result).toMatchObject({
    writes: 1,
    users: [{ outcome: "UPDATED", password_version: "v2" }],
  });
  expect(onRouter("anika")).toBeUndefined();
  expect(onRouter("anika2")).toMatchObject({
    password: "new",
    comment: expect.stringContaining("আনিকা বেগম"),
  });
  expect(online("anika")).toBeUndefined();
  expect(JSON.stringify([created, updated])).not.toMatch(/anika-pass|"new"/);
});

test("REMOVE_USER removes the customer's secret and session, and a repeat finds nothing to do", async () => {
  const anika = user("anika");
  await router({ profiles: [{ name: "home-10" }], secrets: [ours(anika), { name: "other" }] });
  const remove = [{ customer_id: anika.customer_id, username: "anika", connection: "PPPOE" as const }];
  expect(online("anika")).toBeDefined();
  const report = await run(job("REMOVE_USER", { remove }));
  expect(report.result).toMatchObject({ writes: 1, users: [{ outcome: "REMOVED", kicked: true }] });
  expect(simulator.secrets().map((secret) => secret.name)).toEqual(["other"]);
  expect((await run(job("REMOVE_USER", { remove }))).result).toMatchObject({
    writes: 0,
    users: [{ outcome: "ABSENT" }],
  });
});

test("SYNC_PROFILE writes the rate limit and leaves secrets and sessions alone", async () => {
  await router({ secrets: [{ name: "a" }] });
  expect((await run(job("SYNC_PROFILE", { profiles: [home] }))).result).toMatchObject({
    writes: 1,
    verified: true,
  });
  expect(simulator.profiles().find((row) => row.name === "home-10")).toMatchObject({ rate_limit: "10M/10M" });
  expect((await run(job("SYNC_PROFILE", { profiles: [home] }))).result).toMatchObject({ writes: 0 });
  expect(simulator.sessions()).toHaveLength(1);
});

test("SYNC_ROUTER of 500 customers: all created, a second run writes nothing, a dry run never does", async () => {
  await router({ secrets: [{ name: "by-hand", comment: "office" }] });
  const users = Array.from({ length: 500 }, (_, index) => user(`user${index}`, { name: `Kunde ${index}` }));
  const state = { users, profiles: [home], complete: true };
  const dry = await run(job("SYNC_ROUTER", state, { dry_run: true }));
  expect(dry).toMatchObject({
    outcome: "SUCCEEDED",
    result: { writes: 0, plan: { create: { count: 501 }, foreign: { count: 1 } } },
  });
  expect(simulator.writes).toBe(0);
  const first = await run(job("SYNC_ROUTER", state));
  expect(first).toMatchObject({ outcome: "SUCCEEDED", result: { writes: 501, verified: true } });
  expect(first.result?.users).toHaveLength(500);
  const writes = simulator.writes;
  const second = await run(job("SYNC_ROUTER", state));
  expect(second).toMatchObject({ outcome: "SUCCEEDED", result: { writes: 0, verified: null, users: [] } });
  expect(simulator.writes).toBe(writes);
  expect(onRouter("by-hand")?.comment).toBe("office");
});

test("An add whose answer was lost is not repeated blindly", async () => {
  await router({ profiles: [{ name: "home-10" }] });
  const anika = user("anika");
  simulator.faults.add({ kind: "cut", command: "/ppp/secret/add", after_bytes: 0, times: 1 });
  const leased = job("UPSERT_USER", { users: [anika] });
  expect(await run(leased)).toMatchObject({ outcome: "RETRY", error: { code: "ECLOSED" } });
  expect(simulator.secrets()).toHaveLength(1);
  await reopen();
  expect((await run({ ...leased, attempts: 1 })).outcome).toBe("SUCCEEDED");
  expect(simulator.secrets()).toHaveLength(1);
});

test("A row that appears between the print and the add is reconciled", async () => {
  await router({ profiles: [{ name: "home-10" }] });
  const anika = user("anika");
  simulator.faults.add({ kind: "no_rows", command: "/ppp/secret/print", times: 1 });
  simulator.seed([{ ...ours(anika), disabled: true }]);
  const report = await run(job("ENABLE_USER", { users: [anika] }));
  expect(report).toMatchObject({ outcome: "SUCCEEDED", result: { verified: true } });
  expect(simulator.secrets()).toHaveLength(1);
  expect(onRouter("anika")?.disabled).toBe(false);
});

test("What the router refuses is reported by row; missing rights end the job", async () => {
  await router({
    users: [{ username: "look", password: "p", group: "read" }],
    profiles: [{ name: "home-10" }],
  });
  const denied = await run(job("UPSERT_USER", { users: [user("anika")] }));
  expect(denied).toMatchObject({
    outcome: "FAILED",
    error: { code: "ETRAP", message: expect.stringContaining("permissions") },
  });
  await session.close();
  await simulator.close();

  await router({ profiles: [{ name: "home-10" }] });
  const users = [user("good"), user("bad", { profile: "missing" })];
  const half = await run(job("SYNC_ROUTER", { users, complete: true }));
  expect(half).toMatchObject({
    outcome: "FAILED",
    error: { code: "ETRAP", message: expect.stringMatching(/^bad: /) },
  });
  expect(half.result?.users.map((row) => row.outcome).toSorted()).toEqual(["CONFLICT", "CREATED"]);
  expect(onRouter("good")).toBeDefined();
});

test("A router that dies under a sync: RETRY, and the next attempt finishes the rest", async () => {
  await router({ profiles: [{ name: "home-10" }], secrets: [{ name: "x" }] });
  const users = Array.from({ length: 60 }, (_, index) => user(`user${index}`));
  const leased = job("SYNC_ROUTER", { users, complete: true });
  simulator.faults.add({ kind: "delay", command: "/ppp/secret/add", ms: 5 });
  const dying = run(leased);
  while (simulator.secrets().length < 20) await new Promise((resolve) => setTimeout(resolve, 1));
  await simulator.down();
  expect(await dying).toMatchObject({ outcome: "RETRY", error: { code: "ECLOSED" } });
  expect(simulator.secrets().length).toBeLessThan(61);
  await simulator.up();
  await reopen();
  expect((await run({ ...leased, attempts: 1 })).outcome).toBe("SUCCEEDED");
  expect(simulator.secrets()).toHaveLength(61);
});

test("A lost lease stops the job before its next write", async () => {
  await router({ profiles: [{ name: "home-10" }], secrets: [{ name: "x" }] });
  const users = Array.from({ length: 60 }, (_, index) => user(`user${index}`));
  simulator.faults.add({ kind: "delay", command: "/ppp/secret/add", ms: 5 });
  const lost = new AbortController();
  const leased = job("SYNC_ROUTER", { users, complete: true });
  const running = runJob(session, leased, context({ signal: lost.signal }));
  while (simulator.secrets().length < 20) await new Promise((resolve) => setTimeout(resolve, 1));
  lost.abort();
  await expect(running).rejects.toThrow();
  const written = simulator.secrets().length;
  expect(written).toBeLessThan(61);
  await session.run("/system/identity/print");
  expect(simulator.secrets()).toHaveLength(written);
});

/** The session of that name as it is now, as a job to end it names it. */
function meant(name: string, more: object = {}) {
  const { ros_id = "", session_id = "" } = online(name) ?? {};
  return { username: name, connection: "PPPOE" as const, ros_id, session_id, uptime_seconds: 0, ...more };
}
const removals = (menu = "/ppp/active") => simulator.commands.get(`${menu}/remove`) ?? 0;

test("KICK_SESSION ends the session that was seen, and not the next one of the same user with the same id", async () => {
  await router({ secrets: [{ name: "a" }, { name: "b" }] });
  const kick = [meant("a")];
  const report = await run(job("KICK_SESSION", { kick }));
  expect(report.result?.users).toMatchObject([{ username: "a", kicked: true }]);
  const next = online("a");
  expect(next).toMatchObject({ ros_id: kick[0]?.ros_id });
  expect(next?.session_id).not.toBe(kick[0]?.session_id);
  const again = await run(job("KICK_SESSION", { kick }));
  expect(again).toMatchObject({ outcome: "SUCCEEDED", result: { users: [{ kicked: false }] } });
  const others = await run(job("KICK_SESSION", { kick: [meant("a", { ros_id: online("b")?.ros_id })] }));
  expect(others).toMatchObject({ outcome: "SUCCEEDED", result: { users: [{ kicked: false }] } });
  expect(online("a")).toEqual(next);
  expect(removals()).toBe(1);
});

test("A session id used again by somebody else is not kicked in the first one's stead", async () => {
  await router({ secrets: [{ name: "a" }, { name: "b", cpe_off: true }] });
  const kick = [meant("a")];
  simulator.setCpe("a", false);
  simulator.setCpe("b", true);
  expect(online("b")?.ros_id).toBe(kick[0]?.ros_id);
  const report = await run(job("KICK_SESSION", { kick }));
  expect(report.result?.users).toMatchObject([{ kicked: false }]);
  expect(online("b")).toBeDefined();
});

test("A kick whose answer was lost ends the session once: the next attempt leaves its successor alone", async () => {
  await router({ secrets: [{ name: "a" }] });
  const leased = job("KICK_SESSION", { kick: [meant("a")] });
  simulator.faults.add({ kind: "cut", command: "/ppp/active/remove", after_bytes: 0, times: 1 });
  expect(await run(leased)).toMatchObject({ outcome: "RETRY" });
  const next = online("a");
  await reopen();
  const second = await run({ ...leased, attempts: 1 });
  expect(second).toMatchObject({ outcome: "SUCCEEDED", result: { users: [{ kicked: false }] } });
  expect(online("a")).toEqual(next);
  expect(removals()).toBe(1);
  // Nothing is known to tell its successor by: it is not looked for a second time.
  const unknown = [meant("a", { session_id: null, uptime_seconds: null })];
  await run(job("KICK_SESSION", { kick: unknown }, { attempts: 1 }));
  expect(removals()).toBe(1);
});

test("A kick whose lease is lost before it removes the session leaves it to the agent that has the job now", async () => {
  await router({ secrets: [{ name: "a" }] });
  const lost = new AbortController();
  const losing: RouterSession = {
    ...session,
    open: true,
    run: async (command, options) => {
      const reply = await session.run(command, options);
      lost.abort();
      return reply;
    },
  };
  const leased = job("KICK_SESSION", { kick: [meant("a")] });
  await expect(runJob(losing, leased, context({ signal: lost.signal }))).rejects.toThrow();
  expect(removals()).toBe(0);
  const report = await run({ ...leased, attempts: 1 });
  expect(report.result?.users).toMatchObject([{ kicked: true }]);
  expect(removals()).toBe(1);
});

test("KICK_SESSION ends a hotspot session, told from the next one by its number or by how long it has lasted", async () => {
  await router();
  simulator.put("/ip/hotspot/user", { name: "guest" });
  const [guest] = await readHotspotSessions(session);
  const { ros_id = "", session_id = "" } = guest ?? {};
  const kick = { username: "guest", connection: "HOTSPOT" as const, ros_id, session_id, uptime_seconds: 0 };
  const by_age = { ...kick, session_id: null, uptime_seconds: 600 };
  const younger = await run(job("KICK_SESSION", { kick: [by_age] }));
  expect(younger.result?.users).toMatchObject([{ kicked: false }]);
  const report = await run(job("KICK_SESSION", { kick: [kick] }));
  expect(report.result?.users).toMatchObject([{ username: "guest", connection: "HOTSPOT", kicked: true }]);
  await run(job("KICK_SESSION", { kick: [kick] }, { attempts: 1 }));
  expect(removals("/ip/hotspot/active")).toBe(1);
});

test("REBOOT_ROUTER counts a cut connection as done and is never repeated", async () => {
  await router();
  simulator.faults.add({ kind: "cut", command: "/system/reboot", after_bytes: 0 });
  const leased = job("REBOOT_ROUTER", {});
  expect((await run(leased)).outcome).toBe("SUCCEEDED");
  await reopen();
  expect(await run({ ...leased, attempts: 1 })).toMatchObject({
    outcome: "FAILED",
    error: { code: "NOT_REPEATED" },
  });
});

test("Authentication failures and refusals are told apart from what a later try may heal", async () => {
  await router();
  const error = await open(simulator, { password: "wrong" }).catch((failure: DriverError) => failure);
  expect(error).toMatchObject({ code: "EAUTH" });
});
