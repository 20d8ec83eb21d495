// Brings a router, or one customer's line on it, to the desired state: read, plan, guard, keep what was, write, verify.
import type { JobResult, LeasedJob } from "../../../shared/network/agent-wire.ts";
import { exportText } from "../../../shared/network/plan/export.rules.ts";
import { guardPlan } from "../../../shared/network/plan/guard.rules.ts";
import { planSync } from "../../../shared/network/plan/plan.rules.ts";
import { ROW_WHATS } from "../../../shared/network/plan/plan-wire.ts";
import { reportPlan } from "../../../shared/network/plan/report.rules.ts";
import { KINDS } from "../../../shared/network/plan/row-kinds.ts";
import {
  type ActualState,
  markerOf,
  type PlanOptions,
  type SyncPlan,
  writingSteps,
} from "../../../shared/network/plan/rows.ts";
import { whatOf } from "../../../shared/network/plan/wanted-profiles.ts";
import { formatRateLimit } from "../../../shared/network/units.rules.ts";
import { canPass, type RouterSession } from "../driver.ts";
import type { JobReport } from "../fleet.ts";
import { readMarks } from "../routeros/provisioning.ts";
import { type Applied, applyPlan } from "./apply-plan.ts";
import { endSessions, sessionsAfter, sessionsToEnd } from "./end-sessions.ts";
import { type Progress, userOutcomes } from "./job-outcomes.ts";
import { planId } from "./plan-id.ts";
import { looksReset, readActual, readEverything } from "./read-actual.ts";

export interface JobContext {
  /** As the last look found it, for the report. */
  ros_version: string | null;
  /** Aborted when the lease was lost: the job stops before its next write. */
  signal: AbortSignal;
  /** Nothing of what this router held is kept yet. */
  needs_snapshot: boolean;
  /** Has the server keep what the router held. @returns false: another agent has the lease. Rejects: not kept. */
  keep: (text: string) => Promise<boolean>;
}

/** Another agent has the job by now: there is nothing to report. */
export class LeaseLost extends Error {}

/** Reading and planning again: rows changed under our hands, or a rename set a name free for the next customer. */
const ROUNDS_MAX = 4;
/** So many changes at once are worth a copy of what was there, also of a router that is known. */
const MANY_CHANGES = 20;

/** Writes and reads again until the plan is empty; rows that others changed in between get a second round. */
async function converge(
  session: RouterSession,
  job: LeasedJob,
  first: SyncPlan,
  actual: ActualState,
  options: PlanOptions,
  signal: AbortSignal,
): Promise<Progress> {
  const applied: Applied = { writes: 0, refused: [], in_the_way: [], stopped: false };
  const ends = sessionsToEnd(job, first, actual);
  let plan = first;
  let now = actual;
  let verified: boolean | null = null;
  for (let round = 0; round < ROUNDS_MAX && writingSteps(plan).length > 0; round += 1) {
    const made = await applyPlan(session, plan, job.desired.tenant_marker, signal);
    Object.assign(applied, made, { writes: applied.writes + made.writes });
    // Passwords can not be read back, so a second look can not ask for them.
    now = await readActual(session, job);
    plan = planSync(written(job.desired), now, { ...options, write_unknown_passwords: false });
    verified = writingSteps(plan).length === 0;
    if (made.refused.length > 0 || made.stopped) break;
  }
  signal.throwIfAborted();
  // What blocked a login may be gone: customers who may not be on-line now are not, as after a second run.
  const later = sessionsToEnd(job, plan, now);
  for (const kind of ["PPPOE", "HOTSPOT"] as const) for (const name of later[kind]) ends[kind].add(name);
  for (const [name, address] of later.elsewhere) ends.elsewhere.set(name, address);
  const kicked = await endSessions(session, ends, signal);
  const held = new Set<string>();
  for (const what of ROW_WHATS)
    for (const row of KINDS[what].of_customer ? now[what] : []) {
      const marker = markerOf(row);
      if (marker?.tenant_marker === job.desired.tenant_marker) held.add(marker.id);
    }
  return { plan: first, last: plan, applied, kicked, verified, held };
}

/** The desired state as if all passwords were pushed and all hotspot profiles ours. */
function written(desired: LeasedJob["desired"]): LeasedJob["desired"] {
  return {
    ...desired,
    users: desired.users.map((user) => ({ ...user, pushed_password_version: user.password_version })),
  };
}

/** Hotspot profiles that say what we want because we wrote it, now or before. */
function ourHotspotProfiles({ desired }: LeasedJob, { plan, last }: Progress): JobResult["hotspot_profiles"] {
  const differs = new Set(
    [...last.conflict, ...writingSteps(last)].map(({ what, name }) => `${what} ${name}`),
  );
  const wrote = new Set(writingSteps(plan).map(({ what, name }) => `${what} ${name}`));
  return desired.profiles
    .filter(({ connection, name, written: before }) => {
      const key = `hotspot_profile ${name}`;
      return connection === "HOTSPOT" && !differs.has(key) && (wrote.has(key) || Boolean(before));
    })
    .map(({ name, rate_limit }) => ({ name, rate_limit: formatRateLimit(rate_limit) }));
}

/** What profiles that are as wanted were given beside their rate, or are rid of. */
function profilesGiven({ desired }: LeasedJob, { last }: Progress): JobResult["profiles"] {
  const differs = new Set(
    [...last.conflict, ...writingSteps(last)].map(({ what, name }) => `${what} ${name}`),
  );
  return desired.profiles.flatMap((profile) => {
    const { connection, name, address_pool = null, queue_type = null } = profile;
    const { known_address_pool, known_queue_type } = profile;
    const matters = address_pool || queue_type || known_address_pool || known_queue_type;
    return matters && !differs.has(`${whatOf(profile)} ${name}`)
      ? [{ connection, name, address_pool, queue_type }]
      : [];
  });
}

/** Keeps a copy of the router's rows with the job, before the first write ever and before a large change. */
async function keepWhatWas(
  session: RouterSession,
  context: JobContext,
  plan: SyncPlan,
  identity: string | null,
): Promise<void> {
  const steps = writingSteps(plan).length;
  if (steps === 0 || (!context.needs_snapshot && steps < MANY_CHANGES)) return;
  const text = exportText(await readEverything(session), { identity, ros_version: context.ros_version });
  if (!(await context.keep(text))) throw new LeaseLost("The lease was lost.");
}

/** Carries out a job that is about rows. Throws DriverError, and the signal's reason once the lease was lost. */
export async function provision(
  session: RouterSession,
  job: LeasedJob,
  context: JobContext,
): Promise<JobReport> {
  const started = performance.now();
  const marks = await readMarks(session);
  const actual = await readActual(session, job);
  const options = { adopt: job.adopt, write_unknown_passwords: job.kind === "UPSERT_USER" };
  const plan = planSync(job.desired, actual, options);
  const missing = plan.create.some((step) => KINDS[step.what].of_customer);
  const guard = guardPlan({
    plan,
    desired: job.desired,
    actual,
    expected: { identity: job.expected_identity, serial_number: job.expected_serial },
    marks,
    known_users: job.known_users,
    asked: !job.automatic,
    looks_reset: !job.desired.complete && (await looksReset(session, job, actual, missing)),
  });
  const reasons = guard.verdict === "PROCEED" ? [] : guard.reasons;
  const result: JobResult = {
    plan: reportPlan(plan),
    plan_id: planId(plan, marks),
    writes: 0,
    verified: null,
    users: [],
    hotspot_profiles: [],
    profiles: [],
    trial: job.trial,
    router: { ...marks, ros_version: context.ros_version },
    duration_ms: 0,
    needs_confirmation: reasons,
  };
  const finish = (): JobResult => ({ ...result, duration_ms: Math.round(performance.now() - started) });
  if (job.dry_run || job.trial) return { outcome: "SUCCEEDED", result: finish() };
  if (reasons.length > 0 && job.confirm !== result.plan_id)
    return {
      outcome: "FAILED",
      result: finish(),
      error: { code: "NEEDS_CONFIRMATION", message: reasons.join(" ") },
    };
  await keepWhatWas(session, context, plan, marks.identity);
  context.signal.throwIfAborted();
  const done = await converge(session, job, plan, actual, options, context.signal);
  result.writes = done.applied.writes;
  result.verified = done.verified;
  result.hotspot_profiles = ourHotspotProfiles(job, done);
  result.profiles = profilesGiven(job, done);
  result.users = userOutcomes(job, done, await sessionsAfter(session, job));
  return judge(job, done, finish());
}

function judge(job: LeasedJob, done: Progress, result: JobResult): JobReport {
  const { applied, verified, last } = done;
  // What was in the way of a row may have gone with the next round; if it did not, that is why the router differs.
  const refused = verified === false ? [...applied.refused, ...applied.in_the_way] : applied.refused;
  const [refusal] = refused;
  if (refusal) {
    const more = refused.length > 1 ? ` (${refused.length} rows were refused)` : "";
    const message = `${refusal.step.name}: ${refusal.error.message}${more}`;
    // The next attempt reads the rows by name first, so that nothing is added twice.
    const passing = refused.some(({ error }) => canPass(error, job.attempts));
    return { outcome: passing ? "RETRY" : "FAILED", result, error: { code: refusal.error.code, message } };
  }
  if (applied.stopped) {
    const message = "The router did not keep the first changes, so that the rest was not written.";
    return { outcome: "FAILED", result, error: { code: "NOT_VERIFIED", message } };
  }
  const [conflict] = last.conflict;
  // A whole sync lists its conflicts and does the rest; a job for one customer has then not been done.
  if (conflict && !job.desired.complete) {
    const message = `${conflict.name}: ${conflict.reason ?? "conflict"}.`;
    return { outcome: "FAILED", result, error: { code: "CONFLICT", message } };
  }
  if (verified === false) {
    const message = "The router did not keep all changes; it will be read and written again.";
    return { outcome: "RETRY", result, error: { code: "NOT_VERIFIED", message } };
  }
  return { outcome: "SUCCEEDED", result };
}
