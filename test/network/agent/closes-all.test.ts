// What closes a line closes every address of it: the one that the product knows, and those that only the router does.
import { afterEach, expect, test } from "vitest";
import type { DesiredState, DesiredUser } from "../../../shared/network/agent-wire.ts";
import { job, user } from "../helpers/fixtures.ts";
import { clear, onRouter, ours, router, run, simulator } from "../helpers/job-bench.ts";

afterEach(clear);

const LIST = { suspend_mode: "ADDRESS_LIST" } as const;
const EXPIRED = { suspend_mode: "EXPIRED_PROFILE", expired_profile: "expired" } as const;
const lists = () => simulator.table("/ip/firewall/address-list");
const fixed = (more: Partial<DesiredUser> = {}) => user("anika", { remote_address: "10.0.0.9", ...more });

/** A router that holds the customer's login, with what an operator has put to it and to the package's profile. */
async function holding(
  of: DesiredUser,
  login: Readonly<Record<string, string>>,
  profile: Readonly<Record<string, string>> = {},
): Promise<void> {
  await router({ profiles: [{ name: "expired" }] });
  simulator.put("/ppp/profile", { name: "home-10", ...profile });
  simulator.put("/ppp/secret", { ...ours(of), service: "pppoe", "remote-address": "10.0.0.9", ...login });
  expect(simulator.sessions()).toHaveLength(1);
}

const close = (of: DesiredUser, state: Partial<DesiredState>) =>
  run(job("DISABLE_USER", { users: [{ ...of, enabled: false }], ...state }));

test.each([
  ["an IPv6 prefix of its own", { "remote-ipv6-prefix": "2001:db8:7::/64" }, {}, LIST],
  ["networks routed to it", { routes: "203.0.113.8/29 10.0.0.9 1" }, {}, LIST],
  ["an IPv6 prefix from its package's pool", {}, { "remote-ipv6-prefix-pool": "customers" }, LIST],
  ["a delegated IPv6 prefix from its package's pool", {}, { "dhcpv6-pd-pool": "customers" }, LIST],
  [
    "an IPv6 prefix of its own, under another profile",
    { "remote-ipv6-prefix": "2001:db8:7::/64" },
    {},
    EXPIRED,
  ],
  ["networks routed to it, under another profile", { routes: "203.0.113.8/29" }, {}, EXPIRED],
] as const)(
  "A line with %s is closed by its login, whatever the tenant's way",
  async (_what, login, profile, way) => {
    const anika = fixed();
    await holding(anika, login, profile);
    const off = await close(anika, way);
    expect(off.result?.users).toMatchObject([{ outcome: "DISABLED", kicked: true }]);
    expect(onRouter("anika")?.disabled).toBe(true);
    expect(simulator.sessions()).toEqual([]);
    expect((await close(anika, way)).result).toMatchObject({ writes: 0 });
    // A whole sync sees it alike.
    const sync = await run(
      job("SYNC_ROUTER", { users: [{ ...anika, enabled: false }], ...way, complete: true }),
    );
    expect(sync.result?.plan.enable.count).toBe(0);
    expect(onRouter("anika")?.disabled).toBe(true);
    const on = await run(job("ENABLE_USER", { users: [anika], ...way }));
    expect(on.result?.users).toMatchObject([{ outcome: "ENABLED" }]);
    expect(onRouter("anika")?.disabled).toBe(false);
    expect(lists()).toEqual([]);
  },
);

test("A line without any other address is closed in the tenant's way as before", async () => {
  const anika = fixed();
  await holding(anika, { routes: "" }, { "dhcpv6-pd-pool": "none" });
  await close(anika, LIST);
  expect(lists()).toMatchObject([{ list: "lastmile-suspended", address: "10.0.0.9" }]);
  expect(onRouter("anika")?.disabled).toBe(false);
});

test("A session from before the line had a fixed address ends, so that the list closes the address that it gets", async () => {
  const anika = fixed();
  await holding(anika, { "remote-address": "" });
  const [before] = simulator.sessions();
  expect(before?.address).not.toBe("10.0.0.9");
  await run(job("UPSERT_USER", { users: [anika], ...LIST }));
  const off = await close(anika, LIST);
  expect(off.result?.users).toMatchObject([{ outcome: "DISABLED", kicked: true }]);
  expect(simulator.sessions()).toMatchObject([{ name: "anika", address: "10.0.0.9" }]);
  // It is where the list closes it: nobody is cut off again.
  expect((await close(anika, LIST)).result?.users).toMatchObject([{ kicked: false }]);
});

test("Both sessions of one login end with it", async () => {
  const anika = user("anika");
  await router({ profiles: [{ name: "home-10" }], secrets: [ours(anika)] });
  simulator.sessions();
  simulator.setCpe("anika", "TWICE");
  expect(simulator.sessions()).toHaveLength(2);
  await close(anika, { suspend_mode: "DISABLE_SECRET" });
  expect(simulator.sessions()).toEqual([]);
});

const anikas = user("anika", { connection: "STATIC", password: null, remote_address: "10.0.0.9" });
const line = (more: Partial<DesiredUser> = {}) => ({ ...anikas, ...more });
const served = (address: string, more: Readonly<Record<string, string>> = {}) =>
  simulator.put("/ip/firewall/address-list", { list: "lastmile-active", address, ...more });

test.each([
  ["its address", "10.0.0.9", true],
  ["a network around its address", "10.0.0.0/28", false],
  ["a network that the whole office is in", "10.0.0.0/8", false],
] as const)(
  "A closed static line that an entry of %s made by hand leaves open is told as such, by a job of its own and by a sync",
  async (_what, address, adoptable) => {
    await router();
    served(address, { comment: "by hand" });
    served("10.0.0.16/28");
    served("10.0.0.10");
    const off = await close(line(), {});
    // The line is closed as far as that is ours to do, and the job says that it is not sure.
    expect(lists()).toContainEqual(
      expect.objectContaining({ list: "lastmile-suspended", address: "10.0.0.9" }),
    );
    expect(lists()).toContainEqual(expect.objectContaining({ address, comment: "by hand" }));
    expect(off).toMatchObject({
      outcome: "FAILED",
      error: { code: "CONFLICT", message: expect.stringContaining("leaves the closed line open") },
    });
    const whole = { users: [line({ enabled: false })], complete: true };
    const { result } = await run(job("SYNC_ROUTER", whole));
    expect(result?.plan.conflict).toMatchObject({ count: 1, rows: [{ name: address, adoptable }] });
    expect(result?.plan.foreign.rows.map(({ name }) => name)).toEqual(["10.0.0.16/28", "10.0.0.10"]);
    // Open again, it harms nobody.
    const on = await run(job("ENABLE_USER", { users: [line()] }));
    expect(on.outcome).toBe("SUCCEEDED");
    expect(lists().filter(({ list }) => list === "lastmile-suspended")).toEqual([]);
  },
);

test("A closed static line in a range that was listed by hand is told by a sync of the router", async () => {
  await router();
  served("10.0.0.5-10.0.0.20");
  served("10.0.0.10-10.0.0.20");
  served("10.0.0.1-10.0.0.30", { disabled: "yes" });
  const whole = { users: [line({ enabled: false })], complete: true };
  const { result } = await run(job("SYNC_ROUTER", whole));
  expect(result?.plan.conflict).toMatchObject({ count: 1, rows: [{ name: "10.0.0.5-10.0.0.20" }] });
});

test.each(["before the line was closed", "after it was"])(
  "An entry made by hand %s that is handed over goes, and the line is closed",
  async (when) => {
    await router();
    if (when.startsWith("after")) await close(line(), {});
    served("10.0.0.9", { comment: "by hand" });
    const off = job("DISABLE_USER", { users: [line({ enabled: false })] });
    const report = await run({ ...off, adopt: { ...off.adopt, address_lists: ["10.0.0.9"] } });
    expect(report).toMatchObject({ outcome: "SUCCEEDED", result: { verified: true } });
    expect(lists()).toMatchObject([{ list: "lastmile-suspended", address: "10.0.0.9" }]);
    expect((await close(line(), {})).result).toMatchObject({ writes: 0 });
  },
);

test("An entry of whoever had the address before leaves the closed line open until that one's is gone", async () => {
  await router();
  const before = line({ customer_id: "01890000-0000-7000-8000-00000000000b" });
  await run(job("UPSERT_USER", { users: [before] }));
  expect(await close(line(), {})).toMatchObject({ outcome: "FAILED", error: { code: "CONFLICT" } });
  const { customer_id, username } = before;
  const gone = { customer_id, username, connection: "STATIC", address: "10.0.0.9" } as const;
  await run(job("REMOVE_USER", { remove: [gone] }));
  expect((await close(line(), {})).result?.plan.conflict.count).toBe(0);
});
