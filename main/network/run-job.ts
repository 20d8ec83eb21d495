// Carries out one leased job on an open session: read, plan, guard, write, kick, verify, report.
import type { JobResult, LeasedJob, UserOutcome } from "../../shared/network/agent-wire.ts";
import { parseMarker } from "../../shared/network/comment.rules.ts";
import { guardPlan } from "../../shared/network/guard.rules.ts";
import { planSync } from "../../shared/network/sync.rules.ts";
import {
  type ActualState,
  emptyPlan,
  type PlanOptions,
  type SyncPlan,
  writingSteps,
} from "../../shared/network/sync-plan.rules.ts";
import { reportPlan } from "../../shared/network/sync-plan-report.rules.ts";
import { type Applied, applyPlan } from "./apply-sync-plan.ts";
import { DriverError, isRetriable, isUnknownTrap, type RouterSession } from "./driver.ts";
import type { JobReport } from "./fleet.ts";
import { type Progress, userOutcomes } from "./job-outcomes.ts";
import { looksReset, NAMED_USERS_MAX, readActual } from "./read-actual.ts";
import { kick, type LiveSession, readIdentity, readSessions, reboot } from "./routeros/provisioning.ts";
import { planId } from "./sync-plan-id.ts";

export interface JobContext {
  /** As the last look found it, for the report. */
  ros_version: string | null;
  /** Aborted when the lease was lost: the job stops before its next write. */
  signal: AbortSignal;
}

/** Reading again and planning anew: rows changed under our hands, or a rename set a name free for the next customer. */
const ROUNDS_MAX = 4;
/** Tries of a job whose commands the router refuses for reasons of its own ("busy"), with the queue's pauses between. */
const TRAP_TRIES_MAX = 6;

/** Whether another attempt can help: trouble on the way always, a refusal nobody knows a bounded number of times. */
function canPass(error: DriverError, attempts: number): boolean {
  return isRetriable(error) || (isUnknownTrap(error) && attempts + 1 < TRAP_TRIES_MAX);
}

/** An error as a report: what may pass by itself is tried again, what can not heal is not. */
export function reportFailure(error: unknown, attempts: number): JobReport {
  if (error instanceof DriverError)
    return {
      outcome: canPass(error, attempts) ? "RETRY" : "FAILED",
      error: { code: error.code, message: error.message },
    };
  throw error;
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
  const wanted = names.size > NAMED_USERS_MAX ? {} : { names: [...names] };
  const live = await readSessions(session, { ...wanted, counters: false });
  for (const { username } of live)
    if (names.has(username) && (await kick(session, username))) kicked.add(username);
  return kicked;
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
  let now = actual;
  let verified: boolean | null = null;
  for (let round = 0; round < ROUNDS_MAX && writingSteps(plan).length > 0; round += 1) {
    const made = await applyPlan(session, plan, job.desired.tenant_marker, signal);
    applied.writes += made.writes;
    applied.refused = made.refused;
    // Passwords can not be read back, so a second look can not ask for them.
    now = await readActual(session, job);
    plan = planSync(written(job.desired), now, {
      ...options,
      write_unknown_passwords: false,
    });
    verified = writingSteps(plan).length === 0;
    if (made.refused.length > 0) break;
  }
  signal.throwIfAborted();
  const kicked = await endSessions(session, ends);
  const markers = now.secrets.map(({ comment }) => parseMarker(comment));
  const held = new Set(
    markers.flatMap((marker) => (marker?.tenant_marker === job.desired.tenant_marker ? [marker.id] : [])),
  );
  return { plan: first, last: plan, applied, kicked, verified, held };
}

/** The desired state as if all passwords were pushed. */
function written(desired: LeasedJob["desired"]): LeasedJob["desired"] {
  return {
    ...desired,
    users: desired.users.map((user) => ({ ...user, pushed_password_version: user.password_version })),
  };
}

/** Sessions of those whom the job is about; after a mass change the next look at the router tells them. */
async function sessionsAfter(session: RouterSession, job: LeasedJob): Promise<LiveSession[]> {
  const names = [...job.desired.users, ...job.desired.remove].map((user) => user.username);
  return names.length > NAMED_USERS_MAX ? [] : readSessions(session, { names });
}

async function provision(
  session: RouterSession,
  job: LeasedJob,
  context: JobContext,
  started: number,
): Promise<JobReport> {
  const identity = await readIdentity(session);
  const actual = await readActual(session, job);
  const options = { adopt: job.adopt, write_unknown_passwords: job.kind === "UPSERT_USER" };
  const plan = planSync(job.desired, actual, options);
  const missing = plan.create.some((step) => step.what === "secret");
  const guard = guardPlan({
    plan,
    desired: job.desired,
    actual,
    expected_identity: job.expected_identity,
    identity,
    known_users: job.known_users,
    asked: !job.automatic,
    looks_reset: !job.desired.complete && (await looksReset(session, job, actual, missing)),
  });
  const reasons = guard.verdict === "PROCEED" ? [] : guard.reasons;
  const result: JobResult = {
    plan: reportPlan(plan),
    plan_id: planId(plan, identity),
    writes: 0,
    verified: null,
    users: [],
    router: { identity, ros_version: context.ros_version },
    duration_ms: 0,
    needs_confirmation: reasons,
  };
  const finish = (): JobResult => ({ ...result, duration_ms: Math.round(performance.now() - started) });
  if (job.dry_run) return { outcome: "SUCCEEDED", result: finish() };
  if (reasons.length > 0 && job.confirm !== result.plan_id)
    return {
      outcome: "FAILED",
      result: finish(),
      error: { code: "NEEDS_CONFIRMATION", message: reasons.join(" ") },
    };
  const done = await converge(session, job, plan, actual, options, context.signal);
  result.writes = done.applied.writes;
  result.verified = done.verified;
  result.users = userOutcomes(job, done, await sessionsAfter(session, job));
  return judge(job, done, finish());
}

function judge(job: LeasedJob, done: Progress, result: JobResult): JobReport {
  const [refusal] = done.applied.refused;
  if (refusal) {
    const more = done.applied.refused.length > 1 ? ` (${done.applied.refused.length} rows were refused)` : "";
    const message = `${refusal.step.name}: ${refusal.error.message}${more}`;
    // The next attempt reads the rows by name first, so that nothing is added twice.
    const passing = done.applied.refused.some(({ error }) => canPass(error, job.attempts));
    return { outcome: passing ? "RETRY" : "FAILED", result, error: { code: refusal.error.code, message } };
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

async function kickJob(
  session: RouterSession,
  job: LeasedJob,
  context: JobContext,
  started: number,
): Promise<JobReport> {
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
  return { outcome: "SUCCEEDED", result: plainResult(null, context, users, started) };
}

function plainResult(
  identity: string | null,
  context: JobContext,
  users: UserOutcome[],
  started: number,
): JobResult {
  return {
    plan: reportPlan(emptyPlan()),
    plan_id: "",
    writes: 0,
    verified: null,
    users,
    router: { identity, ros_version: context.ros_version },
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
  const identity = await readIdentity(session);
  const result = plainResult(identity, context, [], started);
  if (job.attempts > 0)
    return {
      outcome: "FAILED",
      error: { code: "NOT_REPEATED", message: "An earlier attempt may have rebooted the router already." },
    };
  if (job.expected_identity !== null && identity !== null && identity !== job.expected_identity) {
    const message = `The router calls itself "${identity}", not "${job.expected_identity}": it may be another device. Sync it first.`;
    return { outcome: "FAILED", result, error: { code: "NEEDS_CONFIRMATION", message } };
  }
  if (!job.dry_run) await reboot(session);
  return { outcome: "SUCCEEDED", result };
}

async function dispatch(session: RouterSession, job: LeasedJob, context: JobContext): Promise<JobReport> {
  const started = performance.now();
  switch (job.kind) {
    case "KICK_SESSION":
      return kickJob(session, job, context, started);
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
    const report = reportFailure(error, job.attempts);
    const repeatable = job.kind !== "REBOOT_ROUTER";
    return repeatable || report.outcome === "FAILED" ? report : { ...report, outcome: "FAILED" };
  }
}
