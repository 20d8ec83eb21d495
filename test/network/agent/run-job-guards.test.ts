// What a job asks before it writes, what it takes over, how much of the router it reads, and what it tries again.
import { afterEach, expect, test } from "vitest";
import { adoption } from "../../../shared/network/agent-wire.ts";
import { job, user } from "../helpers/fixtures.ts";
import {
  clear,
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

test("Guards: an empty router, a mass suspension, another identity; confirming the plan overrides", async () => {
  await router({ identity: "tower" });
  const users = Array.from({ length: 50 }, (_, index) => user(`user${index}`));
  const state = { users, profiles: [home], complete: true };
  const empty = await run(job("SYNC_ROUTER", state));
  expect(empty).toMatchObject({
    outcome: "FAILED",
    error: { code: "NEEDS_CONFIRMATION" },
    result: { writes: 0, plan_id: expect.stringMatching(/./) },
  });
  expect(simulator.writes).toBe(0);
  const confirm = empty.result?.plan_id;
  expect((await run(job("SYNC_ROUTER", state, { confirm }))).outcome).toBe("SUCCEEDED");

  const off = { ...state, users: users.map((row, index) => ({ ...row, enabled: index >= 10 })) };
  const mass = await run(job("SYNC_ROUTER", off));
  expect(mass).toMatchObject({
    error: { code: "NEEDS_CONFIRMATION", message: expect.stringContaining("10 of 50") },
  });
  const confirmed = await run(job("SYNC_ROUTER", off, { confirm: mass.result?.plan_id }));
  expect(confirmed).toMatchObject({ outcome: "SUCCEEDED", result: { writes: 10 } });
  expect(simulator.sessions()).toHaveLength(40);

  const other = await run(
    job("ENABLE_USER", { users: [users[0] ?? user("x")] }, { expected_identity: "cellar" }),
  );
  expect(other).toMatchObject({ outcome: "FAILED", error: { code: "NEEDS_CONFIRMATION" } });
});

test("A box of the same name with another serial number is not written to nor restarted until its plan is confirmed", async () => {
  await router({ identity: "tower", device: { serial_number: "HEX2" }, profiles: [{ name: "home-10" }] });
  const known = { expected_identity: "tower", expected_serial: "HEX1" };
  const state = { users: [user("anika")], complete: true };
  const asks = await run(job("SYNC_ROUTER", state, known));
  expect(asks).toMatchObject({
    outcome: "FAILED",
    error: { code: "NEEDS_CONFIRMATION", message: expect.stringContaining("HEX2, not HEX1") },
    result: { router: { identity: "tower", serial_number: "HEX2" } },
  });
  const restart = await run(job("REBOOT_ROUTER", {}, known));
  expect(restart).toMatchObject({ outcome: "FAILED", error: { code: "NEEDS_CONFIRMATION" } });
  expect(simulator.writes).toBe(0);
  const confirm = asks.result?.plan_id;
  expect((await run(job("SYNC_ROUTER", state, { ...known, confirm }))).outcome).toBe("SUCCEEDED");
  // Virtual routers have none.
  simulator.faults.add({ kind: "trap", command: "/system/routerboard/print", message: "no such command" });
  await reopen();
  expect((await run(job("SYNC_ROUTER", state, known))).outcome).toBe("SUCCEEDED");
});

test("A confirmation is for one plan: when the plan is another by then, it asks again", async () => {
  await router({ profiles: [{ name: "home-10" }] });
  const users = Array.from({ length: 20 }, (_, index) => user(`user${index}`));
  simulator.seed(users.map(ours));
  const off = (many: number) => ({
    users: users.map((row, index) => ({ ...row, enabled: index >= many })),
    complete: true,
  });
  const seen = await run(job("SYNC_ROUTER", off(6), { dry_run: true }));
  expect(seen.result?.needs_confirmation).toHaveLength(1);
  const confirm = seen.result?.plan_id;
  const changed = await run(job("SYNC_ROUTER", off(7), { confirm }));
  expect(changed).toMatchObject({ outcome: "FAILED", error: { code: "NEEDS_CONFIRMATION" } });
  expect(changed.result?.plan_id).not.toBe(confirm);
  simulator.setIdentity("another box");
  const elsewhere = await run(job("SYNC_ROUTER", off(6), { confirm, expected_identity: "simulated-router" }));
  expect(elsewhere).toMatchObject({ outcome: "FAILED", error: { code: "NEEDS_CONFIRMATION" } });
  simulator.setIdentity("simulated-router");
  expect(simulator.secrets().filter(({ disabled }) => disabled)).toEqual([]);
  expect((await run(job("SYNC_ROUTER", off(6), { confirm }))).outcome).toBe("SUCCEEDED");
  expect(simulator.secrets().filter(({ disabled }) => disabled)).toHaveLength(6);
});

test("A secret made by hand is a conflict for a job of its name, and is taken over when named, never for another service", async () => {
  await router({
    profiles: [{ name: "home-10" }],
    secrets: [{ name: "anika", comment: "by hand", disabled: true }, { name: "vpn-boss" }, { name: "bela" }],
  });
  await session.run("/ppp/secret/set", { attributes: { ".id": "*2", service: "l2tp" } });
  const anika = user("anika");
  const refused = await run(job("ENABLE_USER", { users: [anika] }));
  expect(refused).toMatchObject({
    outcome: "FAILED",
    error: { code: "CONFLICT" },
    result: { users: [{ outcome: "CONFLICT" }], plan: { conflict: { rows: [{ adoptable: true }] } } },
  });
  const users = [anika, user("vpn-boss"), user("bela")];
  const before = simulator.secrets().slice(1);
  const adopt = adoption.parse({ secrets: ["anika", "vpn-boss"] });
  const taken = await run(job("SYNC_ROUTER", { users, complete: true }, { adopt }));
  expect(taken).toMatchObject({
    outcome: "SUCCEEDED",
    result: { plan: { conflict: { count: 2, rows: [{ adoptable: false }, { adoptable: true }] } } },
  });
  expect(onRouter("anika")).toMatchObject({
    disabled: false,
    comment: expect.stringMatching(/Anika Rahman \| by hand$/),
  });
  expect(simulator.secrets().slice(1)).toEqual(before);
});

test("A new customer costs the router one look-up of one name, however many secrets it holds", async () => {
  const foreign = Array.from({ length: 2_000 }, (_, index) => ({ name: `foreign${index}`, cpe_off: true }));
  await router({ profiles: [{ name: "home-10", rate_limit: "10M/10M" }], secrets: foreign });
  const before = { rows: simulator.printed, commands: new Map(simulator.commands) };
  const leased = job("UPSERT_USER", { users: [user("anika")], profiles: [home] });
  expect(await run(leased)).toMatchObject({ outcome: "SUCCEEDED", result: { writes: 1, verified: true } });
  const commands = [...simulator.commands]
    .map(([name, count]) => [name, count - (before.commands.get(name) ?? 0)] as const)
    .filter(([, count]) => count > 0);
  expect(Object.fromEntries(commands)).toEqual({
    "/system/identity/print": 1,
    // Once a connection.
    "/system/routerboard/print": 1,
    // Before the write, and after it.
    "/ppp/profile/print": 2,
    "/ppp/secret/print": 2,
    "/ppp/secret/add": 1,
    "/ppp/active/print": 1,
    "/interface/print": 1,
  });
  // The identity, the serial number, the profile twice, the new secret; the session and its counters, as the customer dialled in at once.
  expect(simulator.printed - before.rows).toBe(7);
});

test("A renamed customer is found by the name that the router knows, without its whole table", async () => {
  const foreign = Array.from({ length: 500 }, (_, index) => ({ name: `foreign${index}`, cpe_off: true }));
  const anika = user("anika");
  await router({ profiles: [{ name: "home-10" }], secrets: [...foreign, ours(anika)] });
  const before = simulator.printed;
  const renamed = { ...anika, username: "anika2", known_as: "anika" };
  expect(await run(job("UPSERT_USER", { users: [renamed] }))).toMatchObject({
    outcome: "SUCCEEDED",
    result: { users: [{ outcome: "UPDATED" }] },
  });
  expect(onRouter("anika")).toBeUndefined();
  expect(onRouter("anika2")).toBeDefined();
  expect(simulator.printed - before).toBeLessThan(10);
});

test("A job for one customer asks first on a router that lost all customers it was given", async () => {
  const others = ["u1", "u2", "u3", "u4"].map((name) => user(name));
  const known = {
    known_users: 40,
    witnesses: others.map(({ username, connection }) => ({ username, connection })),
  };
  await router({ profiles: [{ name: "home-10" }], secrets: [{ name: "by-hand" }] });
  const leased = job("UPSERT_USER", { users: [user("anika")] }, known);
  expect(await run(leased)).toMatchObject({ outcome: "FAILED", error: { code: "NEEDS_CONFIRMATION" } });
  expect(simulator.writes).toBe(0);
  const whole = { users: [...others, user("anika")], complete: true };
  expect(await run(job("SYNC_ROUTER", whole, { known_users: 40, automatic: true }))).toMatchObject({
    error: { code: "NEEDS_CONFIRMATION" },
  });
  // A router that was never given anything is expected to be empty, and one witness is enough.
  expect((await run(job("SYNC_ROUTER", { users: [others[0] as never], complete: true }))).outcome).toBe(
    "SUCCEEDED",
  );
  expect((await run(leased)).outcome).toBe("SUCCEEDED");
  const printed = simulator.commands.get("/ppp/secret/print") ?? 0;
  await run(job("UPSERT_USER", { users: [user("bela")] }, known));
  expect((simulator.commands.get("/ppp/secret/print") ?? 0) - printed).toBe(2);
});

test.each([
  ["without a category", undefined],
  ["of category 2", 2],
  ["of category 4", 4],
])("A refusal that may pass (busy, %s) is tried again, and a paid line is opened", async (_, category) => {
  const anika = user("anika");
  await router({ profiles: [{ name: "home-10" }], secrets: [{ ...ours(anika), disabled: true }] });
  const busy = { kind: "trap", message: "failure: busy", times: 1 } as const;
  simulator.faults.add({
    ...busy,
    command: "/ppp/secret/set",
    ...(category === undefined ? {} : { category }),
  });
  const leased = job("ENABLE_USER", { users: [anika] });
  expect(await run(leased)).toMatchObject({ outcome: "RETRY", error: { code: "ETRAP" } });
  expect(await run({ ...leased, attempts: 1 })).toMatchObject({ outcome: "SUCCEEDED" });
  expect(onRouter("anika")?.disabled).toBe(false);
});

test.each([
  ["not enough permissions (9)", 2],
  ["not enough permissions (9)", undefined],
  ["input does not match any value of profile", 1],
  ["failure: can not do that", undefined],
])("A refusal for good is not tried again: %s, category %s", async (message, category) => {
  const anika = user("anika");
  await router({ profiles: [{ name: "home-10" }], secrets: [{ ...ours(anika), disabled: true }] });
  const fault = { kind: "trap", message, command: "/ppp/secret/set", times: 1 } as const;
  simulator.faults.add(category === undefined ? fault : { ...fault, category });
  expect(await run(job("ENABLE_USER", { users: [anika] }))).toMatchObject({ outcome: "FAILED" });
});

test("A refusal that never passes ends the job after some tries", async () => {
  const anika = user("anika");
  await router({ profiles: [{ name: "home-10" }], secrets: [{ ...ours(anika), disabled: true }] });
  simulator.faults.add({ kind: "trap", message: "failure: busy", command: "/ppp/secret/set" });
  const outcomes: string[] = [];
  for (let attempts = 0; outcomes.at(-1) !== "FAILED" && attempts < 50; attempts += 1)
    outcomes.push((await run(job("ENABLE_USER", { users: [anika] }, { attempts }))).outcome);
  expect(outcomes).toEqual(["RETRY", "RETRY", "RETRY", "RETRY", "RETRY", "FAILED"]);
});
