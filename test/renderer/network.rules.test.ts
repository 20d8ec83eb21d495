// What the network screens make of routers, plans, jobs and sessions.
import { describe, expect, test } from "vitest";
import { bodyOf, draftOf, draftProblems, withTls } from "../../renderer/network/router/router-draft.ts";
import {
  adoptionOf,
  changeLines,
  changesIn,
  chosenIn,
  groupsOf,
  reasonsOf,
  reportOf,
  sameChoice,
} from "../../renderer/network/router/sync-plan-view.ts";
import {
  canCancel,
  canHurry,
  canRetry,
  isAmong,
  kindWords,
  newestFirst,
  openFailures,
} from "../../renderer/network/sync-job/job-view.ts";
import {
  matching,
  oldestLook,
  sessionRows,
  uptimeAt,
} from "../../renderer/network/user-session/session-rows.ts";
import type { NetworkSyncJob, Router, UserSession } from "../../shared/network/index.ts";
import { emptyPlan, step } from "../../shared/network/sync-plan.rules.ts";
import { reportPlan } from "../../shared/network/sync-plan-report.rules.ts";
import "./known-words.ts";

const router = {
  id: "r1",
  name: "North",
  host: "10.0.0.1",
  api_port: 8728,
  use_tls: false,
  tls_fingerprint: null,
  legacy_login: false,
  username: "api",
  site: null,
  is_active: true,
} as Router;

describe("the router form", () => {
  test("A change sends what changed, and a password only when one was typed", () => {
    const draft = draftOf(router);
    expect(bodyOf(draft, router)).toEqual({});
    expect(bodyOf({ ...draft, host: " 10.0.0.2 ", password: "new" }, router)).toEqual({
      host: "10.0.0.2",
      password: "new",
    });
  });

  test("A new router without a password sends none; an empty site is none", () => {
    const body = bodyOf({ ...draftOf(null), name: "A", host: "h", username: "u" }, null);
    expect(body).toMatchObject({ name: "A", host: "h", api_port: 8728, site: null, is_active: true });
    expect(body).not.toHaveProperty("password");
  });

  test("Encryption moves the usual port along and leaves an own one alone", () => {
    expect(withTls(draftOf(router), true).api_port).toBe("8729");
    expect(withTls({ ...draftOf(router), api_port: "9999" }, true).api_port).toBe("9999");
    expect(withTls(withTls(draftOf(router), true), false).api_port).toBe("8728");
  });

  test.each([
    ["name", "  ", "required"],
    ["host", "http://router/", "host_wrong"],
    ["api_port", "0", "port_wrong"],
    ["api_port", "", "port_wrong"],
    ["api_port", "65536", "port_wrong"],
    ["tls_fingerprint", "ab:cd", "fingerprint_wrong"],
  ] as const)("The router form %s %j is %s", (field, value, problem) => {
    const draft = { ...draftOf(router), password: "typed", [field]: value };
    expect(draftProblems(draft, router)).toEqual({ [field]: problem });
  });

  test("Bengali digits are digits", () => {
    const draft = { ...draftOf(router), api_port: "৮৭২৯" };
    expect(draftProblems({ ...draft, password: "typed" }, router)).toEqual({});
    expect(bodyOf(draft, router)).toEqual({ api_port: 8729 });
  });

  test("Another way to the router asks for its password again; another name does not", () => {
    const draft = draftOf(router);
    for (const change of [{ host: "192.0.2.77" }, { api_port: "1" }, { use_tls: !draft.use_tls }])
      expect(draftProblems({ ...draft, ...change }, router)).toEqual({ password: "password_again" });
    expect(draftProblems({ ...draft, name: "Other", legacy_login: true }, router)).toEqual({});
    expect(draftProblems({ ...draft, name: "New", host: "192.0.2.77", username: "u" }, null)).toEqual({});
  });
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
    const adopt = { secrets: ["profile x", "আনিকা"], profiles: ["home 10"] };
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
    expect([canRetry(job({ status: "FAILED" })), canRetry(job({ status: "LEASED" }))]).toEqual([true, false]);
    expect([canCancel(job({ status: "QUEUED" })), canCancel(job({ status: "LEASED" }))]).toEqual([
      true,
      false,
    ]);
    expect([
      canHurry(job({ status: "QUEUED", attempts: 0 })),
      canHurry(job({ status: "QUEUED", attempts: 2 })),
    ]).toEqual([false, true]);
    expect([isAmong("OPEN", "LEASED"), isAmong("OPEN", "FAILED"), isAmong("ALL", "CANCELLED")]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("A comparison is not called a change; the newest comes first", () => {
    expect(kindWords(job({ payload: { dry_run: true } }), "en")).toBe("Compare with the router");
    expect(kindWords(job(), "en")).toBe("Sync the router");
    const jobs = [
      job({ id: "a", created_at: "2026-11-20T10:00:00Z" }),
      job({ id: "b", created_at: "2026-11-20T11:00:00Z" }),
    ];
    expect(newestFirst(jobs).map(({ id }) => id)).toEqual(["b", "a"]);
  });
});

describe("sessions", () => {
  const session = (more: Partial<UserSession>): UserSession =>
    ({
      id: "s1",
      router: "r1",
      customer: null,
      username: "anika",
      ip_address: "10.1.1.1",
      mac_address: null,
      uptime_seconds: 60,
      started_at: null,
      rate_in_bps: null,
      observed_at: "2026-11-20T10:00:00Z",
      ...more,
    }) as UserSession;
  const names = {
    routers: new Map([["r1", { name: "North" }]]),
    customers: new Map([["c1", { name: "Anika Rahman" }]]),
  };

  test("The replica says who is on, the later answer says how fast", () => {
    const local = [session({}), session({ id: "s2", username: "babul", customer: "c1" })];
    const answered = [
      session({ rate_in_bps: 5, observed_at: "2026-11-20T10:00:05Z" }),
      session({ id: "gone" }),
    ];
    const rows = sessionRows(local, answered, names);
    expect(rows.map(({ id, rate_in_bps }) => [id, rate_in_bps])).toEqual([
      ["s1", 5],
      ["s2", null],
    ]);
    expect(rows[1]).toMatchObject({ customer_name: "Anika Rahman", router_name: "North" });
    const older = [session({ rate_in_bps: 9, observed_at: "2026-11-20T09:00:00Z" })];
    expect(sessionRows(local, older, names)[0]?.rate_in_bps).toBeNull();
    expect(oldestLook(rows)).toBe("2026-11-20T10:00:00Z");
    expect(matching(rows, "RAHMAN north").map(({ id }) => id)).toEqual(["s2"]);
    expect(matching(rows, " ")).toHaveLength(2);
  });

  test("Uptime goes on from the start that is known", () => {
    const now = Date.parse("2026-11-20T10:02:00Z");
    expect(uptimeAt(session({ started_at: "2026-11-20T10:00:00Z" }), now)).toBe(120);
    expect(uptimeAt(session({}), now)).toBe(60);
  });
});
