// The sync plan: properties over arbitrary routers and customers, of every kind of row.
import fc from "fast-check";
import { expect, test } from "vitest";
import { ADOPT_AS, type DesiredState, type DesiredUser } from "../../shared/network/agent-wire.ts";
import { parseMarker } from "../../shared/network/comment.rules.ts";
import { planSync } from "../../shared/network/plan/plan.rules.ts";
import { ROW_WHATS } from "../../shared/network/plan/plan-wire.ts";
import { OWN_PROFILES } from "../../shared/network/plan/row-kinds.ts";
import {
  type ActualRow,
  type ActualState,
  type PlanOptions,
  writingSteps,
} from "../../shared/network/plan/rows.ts";
import { lot } from "../helpers/lot.ts";
import { TENANT } from "./helpers/fixtures.ts";
import { anyAdoption, anyDesired, anyRouter, CLOSED_LIST, OPEN_LIST } from "./helpers/plan-arbitraries.ts";
import { apply } from "./helpers/plans.ts";

const commentOf = ({ fields }: ActualRow): string => fields["comment"] ?? "";
const isYes = (text = ""): boolean => text === "true" || text === "yes";

/** Carries plans out until nothing is left, as the agent does round by round. */
function settle(state: DesiredState, actual: ActualState, options: PlanOptions): ActualState {
  let now = actual;
  // A name that another customer's rename or removal sets free is a conflict first and comes in the next round.
  for (let round = 0; round < state.users.length + state.profiles.length + 2; round += 1)
    now = apply(planSync(state, now, options), now);
  return now;
}

/** What keeps the customer's line closed on the router, and what opens it, told without the planner's help. */
function standing(user: DesiredUser, state: DesiredState, now: ActualState) {
  const named = (what: "secret" | "hotspot_user") =>
    now[what].find(({ fields }) => fields["name"] === user.username);
  const listed = now.address_list.filter(
    ({ fields }) =>
      fields["address"] === user.remote_address && !isYes(fields["disabled"]) && !isYes(fields["dynamic"]),
  );
  const mine = listed.filter((row) => {
    const marker = parseMarker(commentOf(row));
    return marker?.tenant_marker === TENANT && marker.id === user.customer_id;
  });
  const blocked = mine.some(({ fields }) => fields["list"] === CLOSED_LIST);
  // An entry that the operator made by hand closes the line as well.
  const listedClosed = listed.some(({ fields }) => fields["list"] === CLOSED_LIST);
  if (user.connection === "STATIC")
    return {
      open: listed.some(({ fields }) => fields["list"] === OPEN_LIST) && !blocked,
      blocked: listedClosed,
    };
  const row = named(user.connection === "PPPOE" ? "secret" : "hotspot_user");
  const works = row !== undefined && !isYes(row.fields["disabled"]) && row.fields["profile"] === user.profile;
  const { profile } = row?.fields ?? {};
  const expired = profile === state.expired_profile && profile !== user.profile;
  const closed = row === undefined || isYes(row.fields["disabled"]) || expired;
  return { open: works && !blocked, blocked: closed || listedClosed };
}

test("Property: ten thousand routers reach the desired state, planning again finds nothing, and what is not ours is as it was", () => {
  fc.assert(
    fc.property(anyDesired, anyRouter, anyAdoption, (state, actual, adopt) => {
      const now = settle(state, actual, { adopt });
      const again = planSync(state, now, { adopt });
      expect(writingSteps(again)).toEqual([]);
      for (const user of state.users) {
        if (again.conflict.some(({ customer_id }) => customer_id === user.customer_id)) continue;
        // Nothing is known of where such a line is; what the router holds of it stays.
        if (user.connection === "STATIC" && user.remote_address === null) continue;
        const { open, blocked } = standing(user, state, now);
        if (user.enabled) expect(open, "an enabled line is open").toBe(true);
        else expect(blocked, "a closed line is closed").toBe(true);
      }
      for (const what of ROW_WHATS) {
        for (const row of actual[what]) {
          const marker = parseMarker(commentOf(row));
          const ours = marker?.tenant_marker === TENANT;
          const profile = what === "hotspot_profile";
          const named = adopt[ADOPT_AS[what]].includes(
            row.fields[what === "address_list" ? "address" : "name"] ?? "",
          );
          const own =
            row.ros_id === "*0" ||
            isYes(row.fields["dynamic"]) ||
            (OWN_PROFILES.includes(row.fields["name"] ?? "") && what.endsWith("profile")) ||
            (row.fields["name"] === "default-trial" && what === "hotspot_user");
          if ((ours || (named && marker === null) || profile) && !own) continue;
          expect(now[what]).toContainEqual(row);
        }
      }
    }),
    { numRuns: lot(2_000, 10_000) },
  );
});

test("Property: whatever is asked, no plan writes what is RouterOS's own, nor a row that nobody named or marked", () => {
  fc.assert(
    fc.property(anyDesired, anyRouter, anyAdoption, (state, actual, adopt) => {
      const hotspot = state.profiles.filter(({ connection }) => connection === "HOTSPOT");
      const written = new Map(hotspot.flatMap((one) => (one.written ? [[one.name, one.written]] : [])));
      for (const { what, name, ros_id, write } of writingSteps(planSync(state, actual, { adopt }))) {
        const row = actual[what].find((candidate) => candidate.ros_id === ros_id);
        if (what === "profile" || what === "hotspot_profile") {
          expect(OWN_PROFILES).not.toContain(name);
          expect(OWN_PROFILES).not.toContain(row?.fields["name"]);
          expect(row?.ros_id).not.toBe("*0");
        }
        expect(row?.fields["dynamic"]).not.toBe("true");
        expect(row?.fields["name"]).not.toBe("default-trial");
        expect(Object.values(write).join()).not.toContain("\uFFFD");
        if (what === "hotspot_profile") expect(write["comment"]).toBeUndefined();
        if (!row || parseMarker(commentOf(row))?.tenant_marker === TENANT) continue;
        expect(parseMarker(commentOf(row))).toBeNull();
        const key = row.fields[what === "address_list" ? "address" : "name"] ?? "";
        const remembered = what === "hotspot_profile" && Boolean(written.get(key));
        if (!remembered) expect(adopt[ADOPT_AS[what]]).toContain(key);
        if (what === "secret") expect(["pppoe", "any"]).toContain(row.fields["service"]);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("Property: without a name handed over no plan touches a row that carries no marker of ours", () => {
  fc.assert(
    fc.property(anyDesired, anyRouter, (asked, actual) => {
      const state = { ...asked, profiles: asked.profiles.map((one) => ({ ...one, written: null })) };
      for (const { what, ros_id } of writingSteps(planSync(state, actual))) {
        const row = actual[what].find((candidate) => candidate.ros_id === ros_id);
        if (row) expect(parseMarker(commentOf(row))?.tenant_marker).toBe(TENANT);
      }
    }),
    { numRuns: 1_000 },
  );
});
