// How long and how often a customer may be served on a promise to pay, as the company's settings say (grace, contract §4.10). Pure.
import { addDays, type Day } from "../kernel/day.ts";
import { Failure } from "../kernel/failure.ts";
import { type AccessPlan, type GraceInput, planGrace, type Subscriber } from "./access.rules.ts";

/** The company's settings of these names. */
export interface PromisePolicy {
  /** Days after today, at most; null: no limit of the company's. */
  readonly promise_max_days: number | null;
  /** Promises in the period, this one included; null: no limit. */
  readonly promise_max_times: number | null;
  /** Days that the period has, today included. */
  readonly promise_period_days: number;
}

/** As many as a policy can ask about. */
const KEPT = 31;

/** The days of promises with one of today; several on one day are one promise that was put right. */
export function withPromise(given: readonly Day[], today: Day): Day[] {
  return [...given.filter((day) => day !== today), today].sort().slice(-KEPT);
}

/** On which days of the running period others were given, the latest last. */
export function promisesInPeriod(
  { promise_period_days }: Pick<PromisePolicy, "promise_period_days">,
  given: readonly Day[],
  today: Day,
): Day[] {
  const first = addDays(today, 1 - promise_period_days);
  return given.filter((day) => day >= first && day !== today);
}

/** What a promise must not pass. */
export interface PromiseLimit {
  /** The last day that may be promised; null: any. */
  readonly last_day: Day | null;
  /** How many more there may be, one of today included; null: any number. */
  readonly left: number | null;
}

/** What can still be promised to a customer today. */
export function promiseLimit(policy: PromisePolicy, given: readonly Day[], today: Day): PromiseLimit {
  const { promise_max_days, promise_max_times } = policy;
  const before = promisesInPeriod(policy, given, today).length;
  return {
    last_day: promise_max_days === null ? null : addDays(today, promise_max_days),
    left: promise_max_times === null ? null : Math.max(0, promise_max_times - before),
  };
}

/**
 * For callers without the right to go beyond the policy.
 * @throws Failure PROMISE_LIMIT, which says the limit and the days of the promises before.
 */
export function checkPromise(policy: PromisePolicy, given: readonly Day[], until: Day, today: Day): void {
  const { promise_max_days, promise_max_times, promise_period_days } = policy;
  const { last_day, left } = promiseLimit(policy, given, today);
  const beyond = "somebody who may go beyond the promise policy can give it";
  if (left === 0) {
    const given_on = promisesInPeriod(policy, given, today);
    const detail = `${promise_max_times} in ${promise_period_days} days are all that may be promised; ${beyond}`;
    throw new Failure("PROMISE_LIMIT", detail, {
      extra: { promise_max_times, promise_period_days, given_on },
    });
  }
  if (last_day !== null && until > last_day) {
    const detail = `At most ${promise_max_days} days, until ${last_day}, may be promised; ${beyond}`;
    throw new Failure("PROMISE_LIMIT", detail, { extra: { promise_max_days, last_day } });
  }
}

interface Promiser extends Subscriber {
  readonly promised_on: readonly Day[];
}

/**
 * grant-grace-period under the company's policy.
 * @param policy null: the caller may go beyond it
 * @throws Failure as planGrace, and PROMISE_LIMIT.
 */
export function planPromise<C extends Promiser>(
  input: GraceInput,
  customer: C,
  today: Day,
  policy: PromisePolicy | null,
): AccessPlan<C> {
  const plan = planGrace(input, customer, today);
  const until = plan.customer.grace_period_until;
  if (policy && until) checkPromise(policy, customer.promised_on, until, today);
  return { ...plan, customer: { ...plan.customer, promised_on: withPromise(customer.promised_on, today) } };
}
