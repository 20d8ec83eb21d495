// Carries out one leased job on an open session: read, plan, guard, write, kick, verify, report.
import type { JobResult, LeasedJob, ReportInput, UserOutcome } from "../../shared/network/agent-wire.ts";
import { guardPlan } from "../../shared/network/guard.rules.ts";
import {
  type ActualState,
  emptyPlan,
  type PlanOptions,
  type SyncPlan,
  writingSteps,
} from "../../shared/network/plan.rules.ts";
import { reportPlan } from "../../shared/network/plan-report.rules.ts";
import { planSync } from "../../shared/network/sync.rules.ts";
import { type Applied, applyPlan } from "./apply-plan.ts";
import { DriverError, isRetriable, type RouterSession } from "./driver.ts";
import {
  kick,
  type LiveSession,
  readDevice,
  readProfiles,
  readSecrets,
  readSessions,
  reboot,
} from "./routeros/provisioning.ts";

export type JobReport = Omit<ReportInput, "job_id" | "lease_id">;

export interface JobContext {
  expected_identity: string | null;
  /** Aborted when the lease was lost: the job stops before its next write. */
  signal: AbortSignal;
}

/** Up to this many users are looked up by name instead of printing the whole table. */
const NAMED_USERS_MAX = 8;
/** Reading again and planning anew: rows changed under our hands, or a rename set a name free for the next customer. */
const ROUNDS_MAX = 4;

/** An error as a report: connection trouble is tried again, what can not heal by itself is not. */
export function reportFailure(error: unknown): JobReport {
  if (error instanceof DriverError)
    return {
      outcome: isRetriable(error) ? "RETRY" : "FAILED",
      error: { code: error.code, message: error.message },
    };
  throw error;
}

/** The router's side, as far as the job concerns it. */
async function readActual(session: RouterSession, job: LeasedJob): Promise<ActualState> {
  const { desired } = job;
  const profiles = await readProfiles(session);
  const names = [...desired.users, ...desired.remove].map((user) => user.username);
  if (desired.complete || names.length > NAMED_USERS_MAX)
    return { profiles, secrets: await readSecrets(session) };
  if (names.length === 0) return { profiles, secrets: [] };
  const named = await readSecrets(session, names);
  // A name that is not there may be a renamed customer's: his row is found by its marker only in the whole table.
  const found = new Set(named.map((row) => row.name));
  const secrets = names.every((name) => found.has(name)) ? named : await readSecrets(session);
  return { profiles, secrets };
}

/** Names whose running session must end, judged by the state before the writes. */
function sessionsToEnd(job: LeasedJob, plan: SyncPlan, actual: ActualState): Set<string> {
  const { desired } = job;
  const ends = new Set<string>();
  for (const step of writingSteps(plan)) {
    if (step.what !== "secret" || step.ros_id === null) continue;
    const before = actual.secrets.find((row) => row.ros_id === step.ros_id);
    // A new profile or name reaches only new sessions; a secret that was merely disabled left none behind.
    const matters = step.remove || step.write["profile"] !== undefined || step.write["name"] !== undefined;
    if (before && (matters || step.write["disabled"] === "yes")) ends.add(before.name);
  }
  const disables = desired.suspend_mode === "DISABLE_SECRET" || desired.expired_profile === null;
  for (const user of desired.users) {
    // A session may have outlived its secret's suspension when an earlier attempt broke off before the kick.
    const again =
      job.attempts > 0 && job.kind !== "SYNC_ROUTER" && (job.kind === "DISABLE_USER" || !disables);
    if ((!user.enabled && disables) || again) ends.add(user.username);
  }
  for (const { customer_id, username } of desired.remove) {
    const conflict = plan.conflict.some((step) => step.customer_id === customer_id);
    if (!conflict) ends.add(username);
  }
  for (const step of plan.conflict) ends.delete(step.name);
  return ends;
}

async function endSessions(session: RouterSession, names: Set<string>): Promise<Set<string>> {
  const kicked = new Set<string>();
  if (names.size === 0) return kicked;
  const live =
    names.size > NAMED_USERS_MAX ? await readSessions(session) : await readSessions(session, [...names]);
  for (const { username } of live)
    if (names.has(username) && (await kick(session, username))) kicked.add(username);
  return kicked;
}

interface Progress {
  /** The plan that was carried out. */
  plan: SyncPlan;
  /** The plan made from the router as it was read last. */
  last: SyncPlan;
  applied: Applied;
  kicked: Set<string>;
  /** Null: nothing was to be written. */
  verified: boolean | null;
}

function outcomeOf(
  progress: Progress,
  customer_id: string,
): { outcome: UserOutcome["outcome"]; detail: string | null } {
  const { plan, last } = progress;
  const inGroup = (kind: keyof SyncPlan): boolean =>
    plan[kind].some((step) => step.what === "secret" && step.customer_id === customer_id);
  const conflict = last.conflict.find((step) => step.what === "secret" && step.customer_id === customer_id);
  if (conflict) return { outcome: "CONFLICT", detail: conflict.reason };
  if (inGroup("create")) return { outcome: "CREATED", detail: null };
  if (inGroup("enable")) return { outcome: "ENABLED", detail: null };
  if (inGroup("disable")) return { outcome: "DISABLED", detail: null };
  if (inGroup("update")) return { outcome: "UPDATED", detail: null };
  if (plan.orphan.some((step) => step.remove && step.customer_id === customer_id))
    return { outcome: "REMOVED", detail: null };
  return { outcome: "UNCHANGED", detail: null };
}

/** Outcomes by user: everybody of a small job, of a complete sync those whom it touched. */
function userOutcomes(job: LeasedJob, progress: Progress, live: LiveSession[]): UserOutcome[] {
  const { plan, applied, kicked } = progress;
  const old_names = new Map(plan.update.map((step) => [step.customer_id, step.before["name"]]));
  const by_name = new Map(live.map((session) => [session.username, session]));
  const refused = new Map(applied.refused.map(({ step, error }) => [step.customer_id, error.message]));
  const wrote_password = new Set(
    [...plan.create, ...plan.update]
      .filter((step) => step.write["password"] !== undefined)
      .map((step) => step.customer_id),
  );
  const all = [
    ...job.desired.users,
    ...job.desired.remove.map((user) => ({ ...user, password_version: null })),
  ];
  const outcomes = all.map((user): UserOutcome => {
    const { outcome, detail } = outcomeOf(progress, user.customer_id);
    const refusal = refused.get(user.customer_id) ?? null;
    const { session_id: _, ...session } = by_name.get(user.username) ?? { session_id: "" };
    return {
      customer_id: user.customer_id,
      username: user.username,
      outcome: refusal === null ? outcome : "CONFLICT",
      kicked: kicked.has(user.username) || kicked.has(old_names.get(user.customer_id) ?? ""),
      session: "ros_id" in session ? session : null,
      password_version:
        refusal === null && wrote_password.has(user.customer_id) ? user.password_version : null,
      detail: refusal ?? detail,
    };
  });
  return job.desired.complete
    ? outcomes.filter((user) => user.outcome !== "UNCHANGED" || user.kicked)
    : outcomes;
}

/** Writes and reads again until the plan is empty; rows that others changed meanwhile get a second round. */
async function converge(
  session: RouterSession,
  job: LeasedJob,
  first: SyncPlan,
  actual: ActualState,
  options: PlanOptions,
  signal: AbortSignal,
): Promise<Progress> {
  const applied: Applied = { writes: 0, refused: [] };
  const ends = sessionsToEnd(job, first, actual);
  let plan = first;
  let verified: boolean | null = null;
  for (let round = 0; round < ROUNDS_MAX && writingSteps(plan).length > 0; round += 1) {
    const made = await applyPlan(session, plan, job.desired.tenant_marker, signal);
    applied.writes += made.writes;
    applied.refused = made.refused;
    // Passwords can not be read back, so a second look can not ask for them.
    plan = planSync(written(job.desired), await readActual(session, job), {
      ...options,
      write_unknown_passwords: false,
    });
    verified = writingSteps(plan).length === 0;
    if (made.refused.length > 0) break;
  }
  signal.throwIfAborted();
  const kicked = await endSessions(session, ends);
  return { plan: first, last: plan, applied, kicked, verified };
}

/** The desired state as if all passwords were pushed. */
function written(desired: LeasedJob["desired"]): LeasedJob["desired"] {
  return {
    ...desired,
    users: desired.users.map((user) => ({ ...user, pushed_password_version: user.password_version })),
  };
}

async function provision(
  session: RouterSession,
  job: LeasedJob,
  context: JobContext,
  started: number,
): Promise<JobReport> {
  const device = await readDevice(session);
  const actual = await readActual(session, job);
  const options = { adopt: job.confirm, write_unknown_passwords: job.kind === "UPSERT_USER" };
  const plan = planSync(job.desired, actual, options);
  const { expected_identity } = context;
  const guard = guardPlan({
    plan,
    desired: job.desired,
    actual,
    expected_identity,
    identity: device.identity,
  });
  const reasons = guard.verdict === "PROCEED" ? [] : guard.reasons;
  const result: JobResult = {
    plan: reportPlan(plan),
    writes: 0,
    verified: null,
    users: [],
    router: { identity: device.identity, ros_version: device.ros_version },
    duration_ms: 0,
    needs_confirmation: reasons,
  };
  const finish = (): JobResult => ({ ...result, duration_ms: Math.round(performance.now() - started) });
  if (job.dry_run) return { outcome: "SUCCEEDED", result: finish() };
  if (reasons.length > 0 && !job.confirm)
    return {
      outcome: "FAILED",
      result: finish(),
      error: { code: "NEEDS_CONFIRMATION", message: reasons.join(" ") },
    };
  const done = await converge(session, job, plan, actual, options, context.signal);
  const names = [...job.desired.users, ...job.desired.remove].map((user) => user.username);
  const live = await readSessions(session, names.length > NAMED_USERS_MAX ? undefined : names);
  result.writes = done.applied.writes;
  result.verified = done.verified;
  result.users = userOutcomes(job, done, live);
  return judge(job, done, finish());
}

function judge(job: LeasedJob, done: Progress, result: JobResult): JobReport {
  const [refusal] = done.applied.refused;
  if (refusal) {
    const more = done.applied.refused.length > 1 ? ` (${done.applied.refused.length} rows were refused)` : "";
    const message = `${refusal.step.name}: ${refusal.error.message}${more}`;
    return { outcome: "FAILED", result, error: { code: refusal.error.code, message } };
  }
  const [conflict] = done.last.conflict;
  // A whole sync lists its conflicts and does the rest; a job for somebody in particular has then not been done.
  if (conflict && !job.desired.complete) {
    const message = `${conflict.name}: ${conflict.reason ?? "conflict"}.`;
    return { outcome: "FAILED", result, error: { code: "CONFLICT", message } };
  }
  if (done.verified === false) {
    const message = "The router did not keep all changes; it will be read and written again.";
    return { outcome: "RETRY", result, error: { code: "NOT_VERIFIED", message } };
  }
  return { outcome: "SUCCEEDED", result };
}

async function kickJob(session: RouterSession, job: LeasedJob, started: number): Promise<JobReport> {
  const device = await readDevice(session);
  const users: UserOutcome[] = [];
  for (const { username, ros_id } of job.dry_run ? [] : job.desired.kick) {
    const kicked = await kick(session, username, ros_id);
    const detail = kicked ? null : "the session had ended already";
    users.push({
      customer_id: "",
      username,
      outcome: "UNCHANGED",
      kicked,
      session: null,
      password_version: null,
      detail,
    });
  }
  return { outcome: "SUCCEEDED", result: plainResult(device, users, started) };
}

function plainResult(
  device: { identity: string | null; ros_version: string | null },
  users: UserOutcome[],
  started: number,
): JobResult {
  return {
    plan: reportPlan(emptyPlan()),
    writes: 0,
    verified: null,
    users,
    router: { identity: device.identity, ros_version: device.ros_version },
    duration_ms: Math.round(performance.now() - started),
    needs_confirmation: [],
  };
}

async function rebootJob(
  session: RouterSession,
  job: LeasedJob,
  context: JobContext,
  started: number,
): Promise<JobReport> {
  const device = await readDevice(session);
  const { expected_identity } = context;
  if (job.attempts > 0)
    return {
      outcome: "FAILED",
      error: { code: "NOT_REPEATED", message: "An earlier attempt may have rebooted the router already." },
    };
  if (
    !job.confirm &&
    expected_identity !== null &&
    device.identity !== null &&
    device.identity !== expected_identity
  ) {
    const message = `The router calls itself "${device.identity}", not "${expected_identity}": it may be another device.`;
    return { outcome: "FAILED", error: { code: "NEEDS_CONFIRMATION", message } };
  }
  if (!job.dry_run) await reboot(session);
  return { outcome: "SUCCEEDED", result: plainResult(device, [], started) };
}

async function dispatch(session: RouterSession, job: LeasedJob, context: JobContext): Promise<JobReport> {
  const started = performance.now();
  switch (job.kind) {
    case "KICK_SESSION":
      return kickJob(session, job, started);
    case "REBOOT_ROUTER":
      return rebootJob(session, job, context, started);
    case "ENABLE_USER":
    case "DISABLE_USER":
    case "UPSERT_USER":
    case "REMOVE_USER":
    case "SYNC_PROFILE":
    case "SYNC_ROUTER":
      return provision(session, job, context, started);
  }
}

/**
 * Runs one leased job and says what came of it. Driver errors become RETRY or FAILED reports; a kick or reboot whose
 * answer was lost is not repeated. Throws only on programming errors and on an aborted signal.
 */
export async function runJob(
  session: RouterSession,
  job: LeasedJob,
  context: JobContext,
): Promise<JobReport> {
  try {
    return await dispatch(session, job, context);
  } catch (error) {
    const report = reportFailure(error);
    const repeatable = job.kind !== "REBOOT_ROUTER";
    return repeatable || report.outcome === "FAILED" ? report : { ...report, outcome: "FAILED" };
  }
}
