// Hotspot users and static lines on a simulated router: made, closed in each way, opened again, moved, taken off.
import { afterEach, expect, test } from "vitest";
import type {
  DesiredProfile,
  DesiredState,
  DesiredUser,
  LeasedJob,
} from "../../../shared/network/agent-wire.ts";
import { formatComment } from "../../../shared/network/comment.rules.ts";
import { job, profile, TENANT, user } from "../helpers/fixtures.ts";
import { clear, home, onRouter, router, run, session, simulator } from "../helpers/job-bench.ts";

afterEach(clear);

const guest = (name: string, more: Partial<DesiredUser> = {}) =>
  user(name, { connection: "HOTSPOT", caller_id: "aa:bb:cc:dd:ee:ff", ...more });
const line = (name: string, address: string | null, more: Partial<DesiredUser> = {}) =>
  user(name, {
    connection: "STATIC",
    password: null,
    remote_address: address,
    rate_limit: { upload_kbps: 2_500, download_kbps: 10_000, burst: "5M/20M" },
    ...more,
  });
const hotspotHome: DesiredProfile = { ...home, connection: "HOTSPOT" };
const guests = () => simulator.table("/ip/hotspot/user").filter(({ name }) => name !== "default-trial");
const queues = () => simulator.table("/queue/simple");
const lists = () => simulator.table("/ip/firewall/address-list");
const signedIn = async () => (await session.run("/ip/hotspot/active/print")).rows.map((row) => row["user"]);
const upsert = (of: DesiredUser, more: Partial<DesiredState> = {}, changes: Partial<LeasedJob> = {}) =>
  run(job("UPSERT_USER", { users: [of], ...more }, changes));

test("A hotspot customer gets a user and a profile without a comment, is closed with their session, and opened again", async () => {
  await router();
  const anika = guest("anika", { password_version: "v1" });
  const made = await upsert(anika, { profiles: [hotspotHome] });
  expect(made).toMatchObject({
    outcome: "SUCCEEDED",
    result: {
      writes: 2,
      verified: true,
      users: [{ outcome: "CREATED", connection: "HOTSPOT", password_version: "v1" }],
      hotspot_profiles: [{ name: "home-10", rate_limit: "10M/10M" }],
    },
  });
  expect(guests()).toMatchObject([
    { name: "anika", profile: "home-10", password: "anika-pass", "mac-address": "AA:BB:CC:DD:EE:FF" },
  ]);
  expect(await signedIn()).toEqual(["anika"]);
  const off = await run(job("DISABLE_USER", { users: [{ ...anika, enabled: false }] }));
  expect(off.result).toMatchObject({
    writes: 1,
    users: [{ outcome: "DISABLED", kicked: true, session: null }],
  });
  expect(guests()).toMatchObject([{ disabled: "true" }]);
  expect(await signedIn()).toEqual([]);
  const on = await run(job("ENABLE_USER", { users: [anika], profiles: [hotspotHome] }));
  expect(on.result).toMatchObject({
    writes: 1,
    users: [{ outcome: "ENABLED", session: { username: "anika" } }],
  });
  expect(JSON.stringify([made, off, on])).not.toContain("anika-pass");
});

test("A hotspot profile follows its package while it says what we wrote, and is a conflict once somebody changed it", async () => {
  await router();
  const slow = { ...hotspotHome, rate_limit: { upload_kbps: 5_000, download_kbps: 5_000 } };
  await run(job("SYNC_PROFILE", { profiles: [slow] }));
  const faster = await run(job("SYNC_PROFILE", { profiles: [{ ...hotspotHome, written: "5M/5M" }] }));
  expect(faster.result).toMatchObject({ writes: 1, hotspot_profiles: [{ rate_limit: "10M/10M" }] });
  const [row] = simulator.table("/ip/hotspot/user/profile").filter(({ name }) => name === "home-10");
  const attributes = { ".id": row?.[".id"] ?? "", "rate-limit": "1M/1M" };
  await session.run("/ip/hotspot/user/profile/set", { attributes });
  const changed = job("SYNC_PROFILE", { profiles: [{ ...hotspotHome, written: "10M/10M" }] });
  expect(await run(changed)).toMatchObject({
    outcome: "FAILED",
    error: { code: "CONFLICT" },
    result: { writes: 0, plan: { conflict: { rows: [{ what: "hotspot_profile", adoptable: true }] } } },
  });
  const adopt = { ...changed.adopt, hotspot_profiles: ["home-10"] };
  expect((await run({ ...changed, adopt })).result).toMatchObject({ writes: 1 });
});

test("A static line gets its queue and its place among those served, moves to the closed ones, and back", async () => {
  await router();
  const anika = line("anika", "10.0.0.7", { queue_type: "pcq-upload-default/pcq-download-default" });
  expect(await upsert(anika)).toMatchObject({
    outcome: "SUCCEEDED",
    result: { writes: 2, verified: true, users: [{ connection: "STATIC", address: "10.0.0.7" }] },
  });
  expect(queues()).toMatchObject([
    {
      name: "anika",
      target: "10.0.0.7/32",
      "max-limit": "2500000/10000000",
      "burst-limit": "5000000/20000000",
      "burst-threshold": "2500000/10000000",
      queue: "pcq-upload-default/pcq-download-default",
    },
  ]);
  expect(lists()).toMatchObject([{ list: "lastmile-active", address: "10.0.0.7" }]);
  expect((await upsert(anika)).result).toMatchObject({ writes: 0 });
  const closed = { ...anika, enabled: false };
  // Under every way of closing: nobody signs in on a static line.
  for (const suspend_mode of ["DISABLE_SECRET", "ADDRESS_LIST", "EXPIRED_PROFILE"] as const) {
    const state = { suspend_mode, expired_profile: "expired" };
    const off = await run(job("DISABLE_USER", { users: [closed], ...state }));
    expect(off.result).toMatchObject({ writes: 1, users: [{ outcome: "DISABLED" }] });
    expect(lists()).toMatchObject([{ list: "lastmile-suspended", disabled: "false" }]);
    expect(queues()).toMatchObject([{ disabled: "false" }]);
    const on = await run(job("ENABLE_USER", { users: [anika], ...state }));
    expect(on.result).toMatchObject({ writes: 1, users: [{ outcome: "ENABLED" }] });
    expect(lists()).toMatchObject([{ list: "lastmile-active" }]);
  }
});

test("A package's new speed reaches the queues of its static lines", async () => {
  await router();
  const lines = [line("a", "10.0.0.1"), line("b", "10.0.0.2")];
  await run(job("SYNC_PROFILE", { users: lines, profiles: [home] }));
  const faster = lines.map((one) => ({ ...one, rate_limit: { upload_kbps: 20_000, download_kbps: 20_000 } }));
  const report = await run(job("SYNC_PROFILE", { users: faster, profiles: [home] }));
  expect(report.result).toMatchObject({ writes: 2, verified: true });
  expect(queues().map((row) => row["max-limit"])).toEqual(["20000000/20000000", "20000000/20000000"]);
});

test.each([
  ["without an address", line("anika", null), /no IP address/],
  ["without a password", guest("anika", { password: null }), /no password/],
])("A line %s is refused in words, and nothing is written", async (_, of, words) => {
  await router({ profiles: [{ name: "home-10" }] });
  const report = await upsert(of);
  expect(report).toMatchObject({ outcome: "FAILED", error: { code: "CONFLICT" }, result: { writes: 0 } });
  expect(report.error?.message).toMatch(words);
  expect(report.result?.plan.conflict.rows.every(({ reason }) => words.test(reason ?? ""))).toBe(true);
  const listed = await run(job("SYNC_ROUTER", { users: [of], complete: true }));
  expect(listed.result?.plan.conflict.count).toBeGreaterThan(0);
  expect(simulator.writes).toBe(0);
});

test("A PPPoE line with a fixed address is closed by the address list, at once and without a kick; one without is disabled", async () => {
  const mode = { suspend_mode: "ADDRESS_LIST" } as const;
  await router({ profiles: [{ name: "home-10" }] });
  const fixed = user("fixed", { remote_address: "10.0.0.9" });
  const roaming = user("roaming");
  for (const one of [fixed, roaming]) await upsert(one, mode);
  const [before] = simulator.sessions();
  const off = await run(job("DISABLE_USER", { users: [{ ...fixed, enabled: false }], ...mode }));
  expect(off.result).toMatchObject({ writes: 1, users: [{ outcome: "DISABLED", kicked: false }] });
  expect(lists()).toMatchObject([{ list: "lastmile-suspended", address: "10.0.0.9" }]);
  expect(onRouter("fixed")?.disabled).toBe(false);
  expect(simulator.sessions()).toContainEqual(before);
  const other = await run(job("DISABLE_USER", { users: [{ ...roaming, enabled: false }], ...mode }));
  expect(other.result?.users).toMatchObject([{ outcome: "DISABLED", kicked: true }]);
  expect(onRouter("roaming")?.disabled).toBe(true);
  expect(lists()).toHaveLength(1);
  const on = await run(job("ENABLE_USER", { users: [fixed], ...mode }));
  expect(on.result).toMatchObject({ writes: 1, users: [{ outcome: "ENABLED" }] });
  expect(lists()).toEqual([]);
});

test("Opening a line undoes every way of closing it, whichever is the tenant's now", async () => {
  const ways = ["DISABLE_SECRET", "EXPIRED_PROFILE", "ADDRESS_LIST"] as const;
  await router({ profiles: [{ name: "home-10" }, { name: "expired" }] });
  const anika = user("anika", { remote_address: "10.0.0.9" });
  await upsert(anika);
  const state = (suspend_mode: (typeof ways)[number]) => ({ suspend_mode, expired_profile: "expired" });
  for (const closing of ways) {
    for (const opening of ways) {
      const closed = { users: [{ ...anika, enabled: false }], ...state(closing) };
      expect((await run(job("DISABLE_USER", closed))).result?.users).toMatchObject([{ outcome: "DISABLED" }]);
      // The way changes while the line is closed: it stays closed, in the new way, and nobody loses anything by it.
      const again = await run(job("DISABLE_USER", { ...closed, ...state(opening) }));
      expect(again.result?.plan.disable.count, `${closing} → ${opening}`).toBe(0);
      expect((await run(job("ENABLE_USER", { users: [anika], ...state(opening) }))).result).toMatchObject({
        users: [{ outcome: "ENABLED" }],
      });
      expect(onRouter("anika")).toMatchObject({ disabled: false, profile: "home-10" });
      expect(lists()).toEqual([]);
    }
  }
});

test("A customer who moves between connection types leaves no row of the old one, nor a session", async () => {
  await router({ profiles: [{ name: "home-10" }] });
  const anika = user("anika");
  await upsert(anika);
  expect(simulator.sessions()).toHaveLength(1);
  const asGuest = { ...anika, connection: "HOTSPOT" as const, known_connection: "PPPOE" as const };
  const moved = await upsert(asGuest, { profiles: [hotspotHome] });
  expect(moved).toMatchObject({
    outcome: "SUCCEEDED",
    result: { users: [{ outcome: "CREATED", connection: "HOTSPOT", kicked: true }] },
  });
  expect(onRouter("anika")).toBeUndefined();
  expect(simulator.sessions()).toEqual([]);
  const asLine = line("anika", "10.0.0.3", { customer_id: anika.customer_id, known_connection: "HOTSPOT" });
  expect((await upsert(asLine)).outcome).toBe("SUCCEEDED");
  expect(guests()).toEqual([]);
  expect(await signedIn()).toEqual([]);
  const back = { ...anika, known_connection: "STATIC" as const, known_address: "10.0.0.3" };
  expect((await upsert(back)).outcome).toBe("SUCCEEDED");
  expect([queues(), lists()]).toEqual([[], []]);
  // Another address of a static line: found by the one that the router knew.
  await upsert({ ...asLine, known_connection: "PPPOE" });
  await upsert({ ...asLine, known_connection: null, remote_address: "10.0.0.4", known_address: "10.0.0.3" });
  expect(queues()).toMatchObject([{ target: "10.0.0.4/32" }]);
  expect(lists()).toMatchObject([{ address: "10.0.0.4" }]);
});

test("REMOVE_USER takes hotspot and static rows off, and only the customer's", async () => {
  await router({ profiles: [{ name: "home-10" }] });
  const [bela, cyd] = [guest("bela"), line("cyd", "10.0.0.5")];
  await upsert(bela, { profiles: [hotspotHome] });
  await upsert(cyd);
  const foreign = { list: "office", address: "10.0.0.5", comment: "by hand" };
  await session.run("/ip/firewall/address-list/add", { attributes: foreign });
  for (const { customer_id, username, connection, remote_address: address } of [bela, cyd]) {
    const report = await run(
      job("REMOVE_USER", { remove: [{ customer_id, username, connection, address }] }),
    );
    expect(report.result?.users).toMatchObject([{ outcome: "REMOVED" }]);
  }
  expect([guests(), queues()]).toEqual([[], []]);
  expect(lists()).toMatchObject([foreign]);
});

test("A login that the router made itself stays, so that its session is not ended at each sync for somebody who is gone", async () => {
  await router();
  const bela = guest("bela");
  const comment = formatComment(TENANT, bela.customer_id, "Bela", "");
  simulator.put("/ip/hotspot/user", { name: "bela", comment }, true);
  expect(await signedIn()).toEqual(["bela"]);
  const { customer_id, username, connection } = bela;
  const state = { remove: [{ customer_id, username, connection }], complete: true };
  expect((await run(job("SYNC_ROUTER", state))).outcome).toBe("SUCCEEDED");
  expect(simulator.writes).toBe(0);
});

test("Hand-made queues and hotspot users are taken over only by name, and a queue only for the same address", async () => {
  await router({ profiles: [{ name: "home-10" }] });
  const add = (path: string, attributes: Record<string, string>) =>
    session.run(`${path}/add`, { attributes });
  await add("/queue/simple", { name: "Jane", target: "10.0.0.5", "max-limit": "1M/1M" });
  await add("/queue/simple", { name: "cyd", target: "10.0.0.99" });
  await add("/ip/hotspot/user", { name: "bela", password: "x" });
  const users = [line("anika", "10.0.0.5"), line("cyd", "10.0.0.6"), guest("bela", { profile: "default" })];
  const state = { users, complete: true };
  const seen = await run(job("SYNC_ROUTER", state, { dry_run: true }));
  expect(seen.result?.plan.conflict.rows.map(({ what, name, adoptable }) => [what, name, adoptable])).toEqual(
    [
      ["queue", "Jane", true],
      ["queue", "cyd", false],
      ["hotspot_user", "bela", true],
    ],
  );
  const leased = job("SYNC_ROUTER", state);
  const adopt = { ...leased.adopt, queues: ["Jane", "cyd"], hotspot_users: ["bela"] };
  expect((await run({ ...leased, adopt })).outcome).toBe("SUCCEEDED");
  expect(queues()).toMatchObject([
    { name: "anika", target: "10.0.0.5/32", "max-limit": "2500000/10000000" },
    { name: "cyd", target: "10.0.0.99/32" },
  ]);
  expect(guests()).toMatchObject([{ name: "bela", comment: expect.stringContaining("[isp:") }]);
  expect((await run(job("SYNC_ROUTER", state))).result).toMatchObject({ writes: 0 });
});

test("A whole sync brings lines of every type onto a router, and a second one writes nothing", async () => {
  await router();
  const users = Array.from({ length: 90 }, (_, index) => {
    const name = `u${index}`;
    const enabled = index % 9 !== 0;
    if (index % 3 === 0) return user(name, { enabled });
    return index % 3 === 1 ? guest(name, { enabled }) : line(name, `10.0.1.${index}`, { enabled });
  });
  const state = { users, profiles: [home, hotspotHome, profile("home-50")], complete: true };
  const first = await run(job("SYNC_ROUTER", state, { automatic: true }));
  expect(first).toMatchObject({ outcome: "SUCCEEDED", result: { verified: true } });
  const { writes } = simulator;
  const again = { ...state, profiles: state.profiles.map((one) => ({ ...one, written: "10M/10M" })) };
  expect((await run(job("SYNC_ROUTER", again))).result).toMatchObject({ writes: 0, users: [] });
  expect(simulator.writes).toBe(writes);
});
