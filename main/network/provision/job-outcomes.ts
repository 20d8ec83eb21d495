// What a job did, user by user, for its report.
import type {
  DesiredUser,
  LeasedJob,
  ObservedSession,
  UserOutcome,
} from "../../../shared/network/agent-wire.ts";
import { KINDS } from "../../../shared/network/plan/row-kinds.ts";
import { type PlanStep, type SyncPlan, writingSteps } from "../../../shared/network/plan/rows.ts";
import type { Applied } from "./apply-plan.ts";

export interface Progress {
  /** The plan that was carried out. */
  plan: SyncPlan;
  /** The plan made from the router as it was read last. */
  last: SyncPlan;
  applied: Applied;
  /** Names whose session was ended. */
  kicked: ReadonlySet<string>;
  /** Null: nothing was to be written. */
  verified: boolean | null;
  /** Customers whose rows were on the router when it was read last. */
  held: ReadonlySet<string>;
}

type Outcome = Pick<UserOutcome, "outcome" | "detail">;

/** What became of a customer, by their id: looked up, since there may be as many steps as customers. */
function outcomesOf({ plan, last, held }: Progress): (customer_id: string) => Outcome {
  const told = new Map<string, Outcome>();
  const tell = (steps: readonly PlanStep[], outcome: UserOutcome["outcome"]): void => {
    for (const { what, customer_id, reason } of steps)
      if (customer_id !== null && KINDS[what].of_customer && !told.has(customer_id))
        told.set(customer_id, { outcome, detail: outcome === "CONFLICT" ? reason : null });
  };
  tell(last.conflict, "CONFLICT");
  tell(plan.create, "CREATED");
  tell(plan.enable, "ENABLED");
  tell(plan.disable, "DISABLED");
  tell(plan.update, "UPDATED");
  const removed = new Set(plan.orphan.filter((step) => step.remove).map((step) => step.customer_id));
  return (customer_id) => {
    const written = told.get(customer_id);
    if (written) return written;
    if (held.has(customer_id)) return UNCHANGED;
    return removed.has(customer_id) ? REMOVED : ABSENT;
  };
}

const UNCHANGED: Outcome = { outcome: "UNCHANGED", detail: null };
const REMOVED: Outcome = { outcome: "REMOVED", detail: null };
const ABSENT: Outcome = { outcome: "ABSENT", detail: null };

const NOTHING_LEFT = { password_version: null, remote_address: null, caller_id: null, queue_type: null };
type Held = Pick<UserOutcome, "address" | "caller_id" | "queue_type">;
type Known = Pick<DesiredUser, "remote_address" | "caller_id" | "queue_type"> &
  Partial<Pick<DesiredUser, "known_address" | "known_caller_id" | "known_queue_type">>;

const asWanted = ({ remote_address: address, caller_id, queue_type }: Known): Held => ({
  address,
  caller_id,
  queue_type,
});

/** Of rows that could not be written: what they held before, so that it is found and taken back another time. */
const asKnown = (user: Known): Held => ({
  address: user.known_address ?? user.remote_address,
  caller_id: user.known_caller_id ?? user.caller_id,
  queue_type: user.known_queue_type ?? user.queue_type,
});

/** Outcomes by user: everybody of a small job, of a complete sync those whom it touched. */
export function userOutcomes(job: LeasedJob, progress: Progress, live: ObservedSession[]): UserOutcome[] {
  const { plan, applied, kicked } = progress;
  const old_names = new Map(
    plan.update.flatMap((step) => (step.before["name"] ? [[step.customer_id, step.before["name"]]] : [])),
  );
  const by_name = new Map(live.map((session) => [session.username, session]));
  const refused = new Map(applied.refused.map(({ step, error }) => [step.customer_id, error.message]));
  const wrote_password = new Set(
    [...plan.create, ...plan.update]
      .filter((step) => step.write["password"] !== undefined)
      .map((step) => step.customer_id),
  );
  const all = [...job.desired.users, ...job.desired.remove.map((user) => ({ ...user, ...NOTHING_LEFT }))];
  const open = new Set(writingSteps(progress.last).map((step) => step.customer_id));
  const outcomeOf = outcomesOf(progress);
  const outcomes: UserOutcome[] = [];
  for (const user of all) {
    const { outcome, detail } = outcomeOf(user.customer_id);
    const refusal = refused.get(user.customer_id) ?? null;
    const was_kicked = kicked.has(user.username) || kicked.has(old_names.get(user.customer_id) ?? "");
    const untouched = refusal === null && (outcome === "UNCHANGED" || outcome === "ABSENT") && !was_kicked;
    if (untouched && job.desired.complete) continue;
    outcomes.push({
      customer_id: user.customer_id,
      username: user.username,
      outcome: refusal === null ? outcome : "CONFLICT",
      connection: user.connection,
      ...(open.has(user.customer_id) ? asKnown(user) : asWanted(user)),
      kicked: was_kicked,
      session: by_name.get(user.username) ?? null,
      password_version:
        refusal === null && !applied.stopped && wrote_password.has(user.customer_id)
          ? user.password_version
          : null,
      detail: refusal ?? detail,
    });
  }
  return outcomes;
}
