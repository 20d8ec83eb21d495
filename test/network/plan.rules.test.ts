// The sync plan: examples of each decision.
import { expect, test } from "vitest";
import type { DesiredState, DesiredUser } from "../../shared/network/agent-wire.ts";
import { formatComment, parseMarker } from "../../shared/network/comment.rules.ts";
import { guardPlan } from "../../shared/network/plan/guard.rules.ts";
import { planSync } from "../../shared/network/plan/plan.rules.ts";
import { reportPlan } from "../../shared/network/plan/report.rules.ts";
import { type ActualState, actualState, type Fields, writingSteps } from "../../shared/network/plan/rows.ts";
import { desired, profile, TENANT, user } from "./helpers/fixtures.ts";
import { counts, own, router, row, secret } from "./helpers/plans.ts";

test("The marker opens the comment, or it is none", () => {
  const comment = formatComment(TENANT, "019a0000-0000-7000-8000-000000000001", "আনিকা", "");
  expect(comment).toBe(`[isp:${TENANT}:019a0000-0000-7000-8000-000000000001] আনিকা`);
  expect(parseMarker(comment)).toEqual({ tenant_marker: TENANT, id: "019a0000-0000-7000-8000-000000000001" });
  expect(parseMarker(`see ${comment}`)).toBeNull();
  expect(parseMarker("[isp:XYZ:1] a")).toBeNull();
  expect(formatComment(TENANT, "1", "a|b\nc", "")).toBe(`[isp:${TENANT}:1] a b c`);
});

test("Create, with everything that is ours", () => {
  const anika = user("anika", { caller_id: "aa:bb:cc:dd:ee:ff", remote_address: "10.0.0.9" });
  const plan = planSync(desired({ users: [anika] }), router());
  expect(plan.create[0]?.write).toEqual({
    name: "anika",
    password: "anika-pass",
    service: "pppoe",
    profile: "home-10",
    "remote-address": "10.0.0.9",
    "caller-id": "AA:BB:CC:DD:EE:FF",
    disabled: "no",
    comment: `[isp:${TENANT}:${anika.customer_id}] Anika Rahman`,
  });
  expect(JSON.stringify(reportPlan(plan))).not.toContain("anika-pass");
});

test("A customer without a password can not be created", () => {
  expect(counts(planSync(desired({ users: [user("a", { password: null })] }), router()))).toEqual({
    conflict: 1,
  });
});

test("Nobody who is to have no service needs a password for it", () => {
  const off = user("a", { password: null, enabled: false });
  expect(counts(planSync(desired({ users: [off] }), router()))).toEqual({});
});

test("A hotspot profile of a remembered name that says what is wanted already is ours, whatever was remembered of its rate", () => {
  const wanted = profile("guest", { connection: "HOTSPOT", queue_type: "default-small" });
  const there = actualState({ hotspot_profile: [row({ name: "guest", "rate-limit": "10M/10M" })] });
  const plan = (written: string | null) =>
    planSync(desired({ profiles: [{ ...wanted, written }] }), there).update.map((step) => step.write);
  expect(plan("5M/5M")).toEqual(plan("10M/10M"));
  expect(plan("5M/5M")).toMatchObject([{ "queue-type": expect.anything() }]);
  expect(plan(null)).toEqual([]);
});

test("RouterOS's own profiles are conflicts, whatever is marked, renamed or handed over", () => {
  const adopt = { profiles: ["default", "default-encryption"] };
  const wanted = profile("default");
  const comment = formatComment(TENANT, wanted.package_id, "x", "");
  const marked = row({ name: "default", comment }, "*0");
  for (const one of [row({ name: "default" }, "*0"), marked, row({ name: "default" }, "*5")]) {
    const plan = planSync(desired({ profiles: [wanted] }), actualState({ profile: [one] }), { adopt });
    expect(plan.conflict).toMatchObject([{ name: "default", adoptable: false }]);
    expect(writingSteps(plan)).toEqual([]);
  }
  // A package that was on it once and now has a name of its own gets a profile of its own.
  const moved = planSync(
    desired({ profiles: [{ ...wanted, name: "home-10" }] }),
    actualState({ profile: [marked] }),
    { adopt },
  );
  expect(counts(moved)).toEqual({ create: 1 });
});

test("Only fields that differ are written; what is not stated is left to the operator", () => {
  const anika = user("anika", { profile: "home-50" });
  const actual = router(
    own(anika, { profile: "home-10", "caller-id": "02:00:00:00:00:01", "remote-address": "10.1.1.1" }),
  );
  const plan = planSync(desired({ users: [anika] }), actual);
  expect(plan.update.map((step) => step.write)).toEqual([{ profile: "home-50" }]);
});

test("A renamed customer keeps his row", () => {
  const anika = user("anika.new");
  const held = own(anika, { name: "anika.old" });
  const plan = planSync(desired({ users: [anika] }), router(held));
  expect(plan.update).toMatchObject([{ ros_id: held.ros_id, write: { name: "anika.new" } }]);
  expect(counts(planSync(desired({ users: [anika] }), router(held, secret("anika.new"))))).toEqual({
    conflict: 1,
  });
});

test("The operator's note behind the name stays; unreadable bytes are never written back", () => {
  const anika = user("anika", { name: "Anika R." });
  const marker = `[isp:${TENANT}:${anika.customer_id}]`;
  const plan = planSync(
    desired({ users: [anika] }),
    router(own(anika, { comment: `${marker} Anika | box on roof` })),
  );
  expect(plan.update[0]?.write).toEqual({ comment: `${marker} Anika R. | box on roof` });
  const damaged = own(anika, { comment: `${marker} Za\uFFFD` });
  expect(counts(planSync(desired({ users: [anika] }), router(damaged)))).toEqual({});
});

test("Suspension by disabling, and its end", () => {
  const off = user("a", { enabled: false });
  expect(planSync(desired({ users: [off] }), router(own(off))).disable[0]?.write).toEqual({
    disabled: "yes",
  });
  const on = user("b");
  const plan = planSync(desired({ users: [on] }), router(own(on, { disabled: "true" })));
  expect(plan.enable[0]?.write).toEqual({ disabled: "no" });
});

test("Suspension by the expired profile, and its end; without that profile on the router, by disabling", () => {
  const mode = { suspend_mode: "EXPIRED_PROFILE", expired_profile: "expired" } as const;
  const profile = [row({ name: "expired", "rate-limit": "", comment: "" })];
  const on_router = (secret: ReturnType<typeof own>) => actualState({ secret: [secret], profile });
  const off = user("a", { enabled: false });
  const state = desired({ users: [off], ...mode });
  expect(planSync(state, on_router(own(off))).disable[0]?.write).toEqual({
    profile: "expired",
  });
  expect(planSync(state, router(own(off))).disable[0]?.write).toEqual({ disabled: "yes" });
  const on = user("b");
  const enable = (changes: Fields) =>
    planSync(desired({ users: [on], ...mode }), on_router(own(on, changes))).enable[0]?.write;
  expect(enable({ profile: "expired" })).toEqual({ profile: "home-10" });
  expect(enable({ disabled: "true" })).toEqual({ disabled: "no" });
  expect(enable({ disabled: "true", profile: "expired" })).toEqual({ disabled: "no", profile: "home-10" });
  // Disabled by the earlier mode: still suspended, so this is no new suspension.
  expect(planSync(state, on_router(own(off, { disabled: "true" }))).update[0]?.write).toEqual({
    disabled: "no",
    profile: "expired",
  });
});

test("Foreign rows, other tenants' rows and rows of that name are left alone", () => {
  const anika = user("anika");
  const other = secret("other", { comment: formatComment("ffffffff", anika.customer_id, "X", "") });
  const state = desired({ users: [anika], complete: true });
  expect(counts(planSync(state, router(secret("anika", { comment: "by hand" }), other)))).toEqual({
    conflict: 1,
    foreign: 1,
  });
  const marked = secret("anika", { comment: formatComment(TENANT, "someone-else", "Y", "") });
  expect(counts(planSync(state, router(marked), { adopt: { secrets: ["anika"] } }))).toEqual({
    conflict: 1,
  });
});

test("Adoption keeps the operator's comment as a note", () => {
  const anika = user("anika");
  const actual = router(secret("anika", { comment: "by hand" }));
  const plan = planSync(desired({ users: [anika] }), actual, { adopt: { secrets: ["anika"] } });
  expect(plan.update[0]?.write.comment).toBe(`[isp:${TENANT}:${anika.customer_id}] Anika Rahman | by hand`);
});

test("Orphans are listed by a complete sync, never written", () => {
  const gone = user("gone");
  const actual = router(own(gone));
  expect(counts(planSync(desired({ complete: true }), actual))).toEqual({ orphan: 1 });
  expect(writingSteps(planSync(desired({ complete: true }), actual))).toEqual([]);
  expect(counts(planSync(desired(), actual))).toEqual({});
});

test("Removal takes the customer's row, and only his", () => {
  const gone = user("gone");
  const remove = [{ customer_id: gone.customer_id, username: "gone", connection: "PPPOE" as const }];
  expect(planSync(desired({ remove }), router(own(gone))).orphan).toMatchObject([
    { remove: true, name: "gone" },
  ]);
  expect(counts(planSync(desired({ remove }), router(secret("gone"))))).toEqual({ conflict: 1 });
  expect(counts(planSync(desired({ remove }), router()))).toEqual({});
});

test("Passwords are written when our own value changed, as far as that is known", () => {
  const write = (changes: Partial<DesiredUser>, options = {}) => {
    const anika = user("anika", changes);
    return planSync(desired({ users: [anika] }), router(own(anika)), options).update[0]?.write;
  };
  expect(write({ password_version: "2", pushed_password_version: "1" })).toEqual({ password: "anika-pass" });
  expect(write({ password_version: "2", pushed_password_version: "2" })).toBeUndefined();
  expect(write({ password_version: "2" })).toBeUndefined();
  expect(write({ password_version: "2" }, { write_unknown_passwords: true })).toEqual({
    password: "anika-pass",
  });
});

test("Profiles: created, compared normalised, changed when ours, taken over only when confirmed", () => {
  const home = profile("home-10", { rate_limit: { upload_kbps: 10_000, download_kbps: 50_000 } });
  const state = desired({ profiles: [home] });
  expect(planSync(state, router()).create[0]?.write).toMatchObject({
    name: "home-10",
    "rate-limit": "10M/50M",
  });
  const holding = (rate: string, comment: string): ActualState =>
    actualState({
      profile: [row({ name: "home-10", "rate-limit": rate, "remote-address": "pool1", comment })],
    });
  const marker = formatComment(TENANT, home.package_id, "home-10", "");
  expect(counts(planSync(state, holding("10000k/50000000", marker)))).toEqual({});
  expect(planSync(state, holding("5M/5M", marker)).update[0]?.write).toEqual({ "rate-limit": "10M/50M" });
  expect(counts(planSync(state, holding("10M/50M", "by hand")))).toEqual({});
  expect(counts(planSync(state, holding("5M/5M", "by hand")))).toEqual({ conflict: 1 });
  expect(counts(planSync(state, holding("5M/5M", "by hand"), { adopt: { profiles: ["home-10"] } }))).toEqual({
    update: 1,
  });
});

test("Packages may share a profile; another rate under its name is refused", () => {
  const monthly = profile("home-10");
  const yearly = profile("home-10");
  const state = desired({ profiles: [monthly, yearly] });
  expect(counts(planSync(state, router()))).toEqual({ create: 1 });
  const comment = formatComment(TENANT, yearly.package_id, "home-10", "");
  const actual = actualState({ profile: [row({ name: "home-10", "rate-limit": "10M", comment })] });
  expect(counts(planSync(state, actual))).toEqual({});
  const faster = profile("home-10", { rate_limit: { upload_kbps: 20_000, download_kbps: 20_000 } });
  expect(counts(planSync(desired({ profiles: [monthly, faster] }), actual))).toEqual({
    conflict: 1,
    update: 1,
  });
});

test("A plan that would touch too many lines is held back", () => {
  const users = Array.from({ length: 60 }, (_, index) => user(`u${index}`, { enabled: index >= 7 }));
  const state = desired({ users, complete: true });
  const judge = (
    actual: ActualState,
    of: DesiredState = state,
    identity = "tower",
    serial_number: string | null = "HEX1",
  ) =>
    guardPlan({
      plan: planSync(of, actual),
      desired: of,
      actual,
      expected: { identity: "tower", serial_number: "HEX1" },
      marks: { identity, serial_number },
      known_users: 0,
      asked: true,
      looks_reset: false,
    });
  const all = router(...users.map((one) => own(one)));
  expect(judge(all)).toMatchObject({
    verdict: "NEEDS_CONFIRMATION",
    reasons: [expect.stringContaining("7 of 60")],
  });
  expect(judge(router())).toMatchObject({ verdict: "NEEDS_CONFIRMATION" });
  expect(judge(router(...users.map((one) => own(one, { disabled: String(!one.enabled) }))))).toEqual({
    verdict: "PROCEED",
  });
  const four = router(...users.map((one, index) => own(one, { disabled: String(index < 3) })));
  expect(judge(four)).toEqual({ verdict: "PROCEED" });
  expect(judge(all, desired({ users: users.slice(0, 1) }))).toEqual({ verdict: "PROCEED" });
  const one = desired({ users: users.slice(0, 1) });
  expect(judge(all, one, "other")).toMatchObject({ verdict: "NEEDS_CONFIRMATION" });
  expect(judge(all, one, "tower", "HEX2")).toMatchObject({
    verdict: "NEEDS_CONFIRMATION",
    reasons: ["The router's serial number is HEX2, not HEX1: it is another device."],
  });
  expect(judge(all, one, "tower", null)).toEqual({ verdict: "PROCEED" });
});
