// Carries out one leased job on an open session and reports it.
import type { JobResult, LeasedJob, UserOutcome } from "../../shared/network/agent-wire.ts";
import { otherRouter, type RouterMarks } from "../../shared/network/plan/guard.rules.ts";
import { reportPlan } from "../../shared/network/plan/report.rules.ts";
import { emptyPlan } from "../../shared/network/plan/rows.ts";
import { canPass, DriverError, type RouterSession } from "./driver.ts";
import type { JobReport } from "./fleet.ts";
import { type JobContext, provision } from "./provision/provision-job.ts";
import { kick, readMarks, reboot } from "./routeros/provisioning.ts";

/** An error as a report: a temporary error is tried again, a permanent one is not. */
export function reportFailure(error: unknown, attempts: number): JobReport {
  if (error instanceof DriverError)
    return {
      outcome: canPass(error, attempts) ? "RETRY" : "FAILED",
      error: { code: error.code, message: error.message },
    };
  throw error;
}

/** On trial nothing is written, and what can only be done is not put off: who asked is told. */
const ON_TRIAL: JobReport = {
  outcome: "FAILED",
  error: {
    code: "TRIAL",
    message: "The router is on trial: nothing is changed on it. Switch it to live first.",
  },
};

async function kickJob(
  session: RouterSession,
  job: LeasedJob,
  context: JobContext,
  started: number,
): Promise<JobReport> {
  const users: UserOutcome[] = [];
  for (const meant of job.dry_run ? [] : job.desired.kick) {
    // An earlier attempt may have ended it, and there is nothing to tell its successor by.
    const is_known = job.attempts === 0 || meant.session_id || meant.uptime_seconds !== null;
    const kicked = is_known ? await kick(session, meant, context.signal) : false;
    const { username, connection } = meant;
    const detail = kicked ? null : "the session had ended already";
    users.push({
      customer_id: "",
      username,
      outcome: "UNCHANGED",
      connection,
      ...{ address: null, caller_id: null, queue_type: null },
      kicked,
      session: null,
      password_version: null,
      detail,
    });
  }
  return { outcome: "SUCCEEDED", result: plainResult(UNKNOWN, context, users, started) };
}

/** Where it was not asked. */
const UNKNOWN: RouterMarks = { identity: null, serial_number: null };

function plainResult(
  marks: RouterMarks,
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
    hotspot_profiles: [],
    profiles: [],
    trial: false,
    router: { ...marks, ros_version: context.ros_version },
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
  const marks = await readMarks(session);
  const result = plainResult(marks, context, [], started);
  if (job.attempts > 0)
    return {
      outcome: "FAILED",
      error: { code: "NOT_REPEATED", message: "An earlier attempt may have rebooted the router already." },
    };
  const expected = { identity: job.expected_identity, serial_number: job.expected_serial };
  const other = otherRouter(expected, marks);
  if (other !== null)
    return {
      outcome: "FAILED",
      result,
      error: { code: "NEEDS_CONFIRMATION", message: `${other} Sync it first.` },
    };
  context.signal.throwIfAborted();
  if (!job.dry_run) await reboot(session);
  return { outcome: "SUCCEEDED", result };
}

async function dispatch(session: RouterSession, job: LeasedJob, context: JobContext): Promise<JobReport> {
  const started = performance.now();
  switch (job.kind) {
    case "KICK_SESSION":
      return job.trial ? ON_TRIAL : kickJob(session, job, context, started);
    case "REBOOT_ROUTER":
      return job.trial ? ON_TRIAL : rebootJob(session, job, context, started);
    case "ENABLE_USER":
    case "DISABLE_USER":
    case "UPSERT_USER":
    case "REMOVE_USER":
    case "SYNC_PROFILE":
    case "SYNC_ROUTER":
      return provision(session, job, context);
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
