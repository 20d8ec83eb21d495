// The sync plan: properties over arbitrary routers.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { DesiredSecret, DesiredState } from "../../shared/network/agent-wire.ts";
import { formatComment, parseMarker } from "../../shared/network/comment.rules.ts";
import { OWN_PROFILES } from "../../shared/network/profile-plan.rules.ts";
import { planSync } from "../../shared/network/sync.rules.ts";
import { type ActualState, writingSteps } from "../../shared/network/sync-plan.rules.ts";
import { TENANT } from "./helpers/fixtures.ts";
import { apply } from "./helpers/plans.ts";

// Names from a small alphabet, so that they meet.
const name = fc.constantFrom("ann", "bob", "cyd", "dan", "eve");
const customer = fc.constantFrom("c1", "c2", "c3", "c4", "c5");
const profiles = fc.constantFrom("home-10", "home-50", "expired", "default", "default-encryption");
const comment = fc.oneof(
  customer.map((id) => formatComment(TENANT, id, "Somebody", "")),
  customer.map((id) => formatComment("ffffffff", id, "Somebody", "")),
  fc.constantFrom(
    "",
    "by hand",
    "[isp:broken",
    "Za\uFFFD",
    `[isp:${TENANT}:c1] x | note | more`,
    `[isp:${TENANT}:c2] \uFFFD`,
  ),
);
const actualSecret = fc.record({
  ros_id: fc.nat({ max: 100_000 }).map((id) => `*${id.toString(16)}`),
  name: fc.oneof(name, fc.string({ minLength: 1, maxLength: 5 })),
  profile: profiles,
  service: fc.constantFrom("pppoe", "any", "l2tp"),
  disabled: fc.boolean(),
  comment,
  caller_id: fc.constantFrom("", "aa:bb", "AA:BB"),
  remote_address: fc.constantFrom("", "10.0.0.1"),
});
const anyRouter: fc.Arbitrary<ActualState> = fc.record({
  secrets: fc
    .uniqueArray(actualSecret, { maxLength: 12, selector: (row) => row.name })
    .map((rows) => rows.map((row, index) => ({ ...row, ros_id: `*${index.toString(16)}` }))),
  profiles: fc
    .uniqueArray(
      fc.record({
        ros_id: fc.constant(""),
        name: profiles,
        rate_limit: fc.constantFrom("", "10M/10M", "10000k/10M", "5M", "garbage"),
        remote_address: fc.constantFrom("", "pool"),
        comment: fc.oneof(
          fc.constantFrom("", "by hand", "\uFFFD"),
          customer.map((id) => formatComment(TENANT, `p-${id}`, "P", "")),
        ),
      }),
      { maxLength: 4, selector: (row) => row.name },
    )
    // RouterOS's own keeps its id under any name.
    .map((rows) => rows.map((row, index) => ({ ...row, ros_id: index === 3 ? "*0" : `*9${index}` }))),
});
const desiredUser: fc.Arbitrary<DesiredSecret> = fc.record({
  customer_id: customer,
  username: name,
  name: fc.oneof(fc.constantFrom("Anika", "আনিকা", "a | b", " "), fc.string({ maxLength: 8 })),
  password: fc.constantFrom("pw", null),
  password_version: fc.constant(null),
  service: fc.constant("pppoe" as const),
  profile: profiles,
  remote_address: fc.constantFrom(null, "10.0.0.1", "10.0.0.2"),
  caller_id: fc.constantFrom(null, "aa:bb"),
  enabled: fc.boolean(),
});
const anyDesired: fc.Arbitrary<DesiredState> = fc.record({
  users: fc.uniqueArray(desiredUser, { maxLength: 5, selector: (row) => row.customer_id }),
  profiles: fc.uniqueArray(
    fc.record({
      package_id: customer.map((id) => `p-${id}`),
      name: profiles,
      rate_limit: fc.record({
        upload_kbps: fc.constantFrom(5000, 10_000),
        download_kbps: fc.constantFrom(10_000, 2_500),
      }),
      address_pool: fc.constantFrom(null, "pool"),
    }),
    { maxLength: 3, selector: (row) => row.package_id },
  ),
  remove: fc.uniqueArray(fc.record({ customer_id: customer, username: name }), {
    maxLength: 2,
    selector: (row) => row.customer_id,
  }),
  tenant_marker: fc.constant(TENANT),
  suspend_mode: fc.constantFrom("DISABLE_SECRET" as const, "EXPIRED_PROFILE" as const),
  expired_profile: fc.constantFrom(null, "expired", "missing"),
  complete: fc.boolean(),
  kick: fc.constant([]),
});

const anyAdoption = fc.record({
  secrets: fc.uniqueArray(name, { maxLength: 5 }),
  profiles: fc.uniqueArray(profiles, { maxLength: 4 }),
});

/** Nobody is both wanted and to be removed: the server never says both. */
const consistent = (state: DesiredState): DesiredState => ({
  ...state,
  remove: state.remove.filter((gone) => state.users.every((row) => row.customer_id !== gone.customer_id)),
});

test("Property: after the plan was carried out, planning again finds nothing to write", () => {
  fc.assert(
    fc.property(anyDesired.map(consistent), anyRouter, anyAdoption, (state, actual, adopt) => {
      const plan = planSync(state, actual, { adopt });
      // A name that another customer's rename or removal sets free is a conflict first and comes in the next round.
      const freed = plan.conflict.length > 0;
      let now = apply(plan, actual);
      for (let round = 0; freed && round < state.users.length + state.profiles.length; round += 1)
        now = apply(planSync(state, now, { adopt }), now);
      expect(writingSteps(planSync(state, now, { adopt }))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

test("Property: whatever is asked, no plan writes RouterOS's own profiles, nor a row that nobody named or marked", () => {
  fc.assert(
    fc.property(anyDesired.map(consistent), anyRouter, anyAdoption, (state, actual, adopt) => {
      for (const step of writingSteps(planSync(state, actual, { adopt }))) {
        const table = step.what === "secret" ? actual.secrets : actual.profiles;
        const row = table.find((candidate) => candidate.ros_id === step.ros_id);
        if (step.what === "profile") {
          expect(OWN_PROFILES).not.toContain(step.name);
          expect(OWN_PROFILES).not.toContain(row?.name);
          expect(row?.ros_id).not.toBe("*0");
        }
        if (!row || parseMarker(row.comment)?.tenant_marker === TENANT) continue;
        expect(adopt[step.what === "secret" ? "secrets" : "profiles"]).toContain(row.name);
        expect(parseMarker(row.comment)).toBeNull();
        if ("service" in row) expect(["pppoe", "any"]).toContain(row.service);
      }
    }),
    { numRuns: 2000 },
  );
});

test("Property: no plan touches a row without our marker, nor writes unreadable bytes or an empty name", () => {
  fc.assert(
    fc.property(anyDesired.map(consistent), anyRouter, (state, actual) => {
      const plan = planSync(state, actual);
      for (const step of writingSteps(plan)) {
        const row = [...actual.secrets, ...actual.profiles].find(
          (candidate) => candidate.ros_id === step.ros_id,
        );
        if (step.ros_id !== null) expect(parseMarker(row?.comment ?? "")?.tenant_marker).toBe(TENANT);
        expect(Object.values(step.write).join()).not.toContain("\uFFFD");
      }
    }),
    { numRuns: 1000 },
  );
});

test("Property: every user is in exactly one place: to be written, in conflict, or right already", () => {
  fc.assert(
    fc.property(anyDesired.map(consistent), anyRouter, anyAdoption, (state, actual, adopt) => {
      const plan = planSync(state, actual, { adopt });
      const after = apply(plan, actual);
      for (const wanted of state.users) {
        const conflict = plan.conflict.some(
          (step) => step.what === "secret" && step.customer_id === wanted.customer_id,
        );
        const row = after.secrets.find((candidate) => candidate.name === wanted.username);
        if (!conflict) {
          const works = row !== undefined && !row.disabled && row.profile === wanted.profile;
          if (wanted.enabled) expect(works).toBe(true);
          else if (state.expired_profile !== wanted.profile) expect(works).toBe(false);
        }
      }
    }),
    { numRuns: 1000 },
  );
});
