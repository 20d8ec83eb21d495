// What a job did, user by user, for its report.
import type { LeasedJob, ObservedSession, UserOutcome } from "../../../shared/network/agent-wire.ts";
import { KINDS } from "../../../shared/network/plan/row-kinds.ts";
import type { SyncPlan } from "../../../shared/network/plan/rows.ts";
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

/** The steps about customers' own rows, by customer: looked up, since there may be as many steps as customers. */
function byCustomer<Step extends SyncPlan["orphan"][number]>(steps: readonly Step[]): Map<string, Step> {
  const found = new Map<string, Step>();
  for (const step of steps) {
    const { customer_id } = step;
    if (customer_id !== null && KINDS[step.what].of_customer && !found.has(customer_id))
      found.set(customer_id, step);
  }
  return found;
}

/** What became of a customer, by their id. */
function outcomesOf({ plan, last, held }: Progress): (customer_id: string) => Outcome {
  const conflicts = byCustomer(last.conflict);
  const done: [UserOutcome["outcome"], ReadonlyMap<string, unknown>][] = [
    ["CREATED", byCustomer(plan.create)],
    ["ENABLED", byCustomer(plan.enable)],
    ["DISABLED", byCustomer(plan.disable)],
    ["UPDATED", byCustomer(plan.update)],
  ];
  const removed = byCustomer(plan.orphan.filter((step) => step.remove));
  return (customer_id) => {
    const conflict = conflicts.get(customer_id);
    if (conflict) return { outcome: "CONFLICT", detail: conflict.reason };
    const written = done.find(([, steps]) => steps.has(customer_id));
    if (written) return { outcome: written[0], detail: null };
    if (held.has(customer_id)) return { outcome: "UNCHANGED", detail: null };
    return { outcome: removed.has(customer_id) ? "REMOVED" : "ABSENT", detail: null };
  };
}

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
  const all = [
    ...job.desired.users,
    ...job.desired.remove.map((user) => ({ ...user, password_version: null, remote_address: null })),
  ];
  const outcomeOf = outcomesOf(progress);
  const outcomes = all.map((user): UserOutcome => {
    const { outcome, detail } = outcomeOf(user.customer_id);
    const refusal = refused.get(user.customer_id) ?? null;
    return {
      customer_id: user.customer_id,
      username: user.username,
      outcome: refusal === null ? outcome : "CONFLICT",
      connection: user.connection,
      address: user.remote_address,
      kicked: kicked.has(user.username) || kicked.has(old_names.get(user.customer_id) ?? ""),
      session: by_name.get(user.username) ?? null,
      password_version:
        refusal === null && wrote_password.has(user.customer_id) ? user.password_version : null,
      detail: refusal ?? detail,
    };
  });
  return job.desired.complete
    ? outcomes.filter((user) => !["UNCHANGED", "ABSENT"].includes(user.outcome) || user.kicked)
    : outcomes;
}
