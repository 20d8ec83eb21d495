// What the network screens make of routers, plans, jobs and sessions.
import { describe, expect, test } from "vitest";
import { layLive } from "../../../renderer/kernel/resource/source/use-live.ts";
import { followTls } from "../../../renderer/network/router/follow-tls.ts";
import {
  adoptionOf,
  changeLines,
  changesIn,
  chosenIn,
  groupsOf,
  reasonsOf,
  reportOf,
  sameChoice,
} from "../../../renderer/network/router/sync/sync-plan-view.ts";
import { canCancel, canRetry, kindWords, openFailures } from "../../../renderer/network/sync-job/job-view.ts";
import { sessionSeconds } from "../../../renderer/network/user-session/session-age.ts";
import { adoption } from "../../../shared/network/agent-wire.ts";
import type { NetworkSyncJob } from "../../../shared/network/index.ts";
import { reportPlan } from "../../../shared/network/plan/report.rules.ts";
import { emptyPlan, step } from "../../../shared/network/plan/rows.ts";
import "../known-words.ts";

test("Encryption moves a router's usual port along and leaves an own one alone", () => {
  expect(followTls("use_tls", { use_tls: true, api_port: "8728" })).toEqual({ api_port: "8729" });
  expect(followTls("use_tls", { use_tls: false, api_port: "8729" })).toEqual({ api_port: "8728" });
  expect(followTls("use_tls", { use_tls: true, api_port: "9999" })).toEqual({});
  expect(followTls("host", { use_tls: true, api_port: "8728" })).toEqual({});
});

function job(more: Partial<NetworkSyncJob> = {}): NetworkSyncJob {
  return {
    id: "j",
    kind: "SYNC_ROUTER",
    status: "SUCCEEDED",
    attempts: 1,
    payload: {},
    result: null,
    last_error: null,
    error_code: null,
    created_at: "2026-11-20T10:00:00Z",
    ...more,
  } as NetworkSyncJob;
}

function withPlan(needs_confirmation: string[] = []): NetworkSyncJob {
  const plan = emptyPlan();
  plan.create.push(step("secret", "anika", { write: { name: "anika", password: "p", profile: "home" } }));
  plan.disable.push(
    step("secret", "babul", { ros_id: "*1", write: { disabled: "yes" }, before: { disabled: "no" } }),
  );
  plan.foreign.push(step("secret", "boss", { ros_id: "*2" }));
  plan.conflict.push(
    step("secret", "champa", {
      ros_id: "*3",
      reason: "a secret of this name was made by hand; take it over by its name",
      adoptable: true,
    }),
  );
  const result = {
    plan: reportPlan(plan),
    plan_id: "p1",
    writes: 0,
    verified: null,
    users: [],
    router: { identity: "r", ros_version: "7" },
    duration_ms: 12,
    needs_confirmation,
  };
  return job({ result });
}

describe("a sync's plan", () => {
  test("A sync's plan groups in order without the empty ones; only what is written counts as a change", () => {
    const report = reportOf(withPlan())!;
    expect(groupsOf(report).map(({ kind, count }) => [kind, count])).toEqual([
      ["create", 1],
      ["disable", 1],
      ["foreign", 1],
      ["conflict", 1],
    ]);
    expect(changesIn(report)).toBe(2);
  });

  test("A sync's plan changes read as from and to; a password is never shown", () => {
    const [create, disable] = groupsOf(reportOf(withPlan())!);
    expect(changeLines(create!.rows[0]!, "password written")).toEqual([
      "name: anika",
      "password written",
      "profile: home",
    ]);
    expect(changeLines(disable!.rows[0]!, "")).toEqual(["disabled: no → yes"]);
  });

  test("Reasons come from the report, else from the job's own words", () => {
    expect(reasonsOf(withPlan(["9 of 10 would lose their service."]))).toEqual([
      "9 of 10 would lose their service.",
    ]);
    expect(reasonsOf(job({ error_code: "NEEDS_CONFIRMATION", last_error: "Too many." }))).toEqual([
      "Too many.",
    ]);
    expect(reasonsOf(job({ error_code: "ECONNREFUSED", last_error: "Refused." }))).toEqual([]);
  });

  test("What is handed over by hand goes to the server as it was ticked, and is read back from the job", () => {
    const adopt = adoption.parse({ secrets: ["profile x", "আনিকা"], profiles: ["home 10"], queues: ["q"] });
    const chosen = chosenIn(job({ payload: { adopt } }));
    expect(adoptionOf(chosen)).toEqual(adopt);
    expect(sameChoice(chosen, chosenIn(job({ payload: { adopt } })))).toBe(true);
    expect(sameChoice(chosen, chosenIn(job({ payload: {} })))).toBe(false);
  });

  test("A result that is no report is none", () => {
    expect(reportOf(job({ result: { plan: 3 } }))).toBeNull();
  });
});

describe("jobs", () => {
  test("A failure is open until a later job for the same customer, or a sync of the router, succeeded", () => {
    const failure = job({ id: "f", kind: "ENABLE_USER", status: "FAILED", router: "r1", customer: "c1" });
    const later = { created_at: "2026-11-20T11:00:00Z", router: "r1" };
    const open = (more: Partial<NetworkSyncJob>) =>
      openFailures([failure], [job({ ...later, ...more })]).length;
    expect(open({ kind: "DISABLE_USER", customer: "c1" })).toBe(0);
    expect(open({ kind: "SYNC_ROUTER", customer: null })).toBe(0);
    expect(open({ kind: "SYNC_ROUTER", customer: null, payload: { dry_run: true } })).toBe(1);
    expect(open({ kind: "ENABLE_USER", customer: "c2" })).toBe(1);
    expect(open({ kind: "ENABLE_USER", customer: "c1", router: "r2" })).toBe(1);
    expect(open({ customer: "c1", created_at: "2026-11-20T09:00:00Z" })).toBe(1);
  });

  test("What can be done depends on the state", () => {
    const states = ["QUEUED", "LEASED", "SUCCEEDED", "FAILED", "CANCELLED"] as const;
    expect(states.filter((status) => canRetry(job({ status, attempts: 0 })))).toEqual([
      "FAILED",
      "CANCELLED",
    ]);
    expect(canRetry(job({ status: "QUEUED", attempts: 2 }))).toBe(true);
    expect(states.filter((status) => canCancel(job({ status })))).toEqual(["QUEUED", "FAILED"]);
    for (const kind of ["REBOOT_ROUTER", "REBOOT_ONU"] as const)
      expect(states.filter((status) => canRetry(job({ kind, status, attempts: 1 })))).toEqual([]);
  });

  test("A comparison is not called a change", () => {
    expect(kindWords(job({ payload: { dry_run: true } }), "en")).toBe("Compare with the router");
    expect(kindWords(job(), "en")).toBe("Sync the router");
  });
});

describe("sessions", () => {
  const session = (more: object) => ({ id: "s1", version: 3, rate_in_bps: null, ...more });

  test("The replica says which sessions there are, a later answer of the server how fast they are", () => {
    const here = [session({}), session({ id: "s2", version: 5 })];
    const answered = [
      session({ rate_in_bps: 5 }),
      session({ id: "s2", version: 4, rate_in_bps: 9 }),
      session({ id: "gone" }),
    ];
    expect(layLive(here, answered).map(({ id, rate_in_bps }) => [id, rate_in_bps])).toEqual([
      ["s1", 5],
      ["s2", null],
    ]);
  });

  test("A session's uptime goes on from the start that is known", () => {
    const now = new Date("2026-11-20T10:02:00Z");
    expect(sessionSeconds({ started_at: "2026-11-20T10:00:00Z", uptime_seconds: 60 }, now)).toBe(120);
    expect(sessionSeconds({ started_at: null, uptime_seconds: 60 }, now)).toBe(60);
  });
});
