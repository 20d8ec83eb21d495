// What an operation on a customer will leave: the server's own plans, run on this computer's record. Pure.
import {
  type Customer,
  grantGracePeriod,
  type PromisePolicy,
  planPromise,
  planToggle,
  toggleStatus,
} from "../../../shared/subscribers/index.ts";
import { expect, type RuleContext } from "../../kernel/expected/rules.ts";
import { minorOf } from "../../kernel/money-format.ts";

/** Why a customer is suspended; where the answer does not say, for what is due. */
export function suspendedFor(customer: Customer, digits: number): Customer["suspended_for"] {
  if (customer.status !== "SUSPENDED") return null;
  if (customer.suspended_for) return customer.suspended_for;
  return minorOf(customer.due_amount, digits) > 0n ? "NONPAYMENT" : "STAFF";
}

const subscriberOf = (customer: Customer, digits: number) => ({
  status: customer.status,
  suspended_for: suspendedFor(customer, digits),
  promise_date: customer.promise_date,
  grace_period_until: customer.grace_period_until,
  expiry_date: customer.expiry_date,
  promised_on: customer.promised_on ?? [],
  due_amount: minorOf(customer.due_amount, digits) as bigint,
});

type Access = Pick<Customer, "status" | "suspended_for" | "grace_period_until" | "promise_date">;

const access = ({ status, suspended_for, grace_period_until, promise_date }: Access): Access => ({
  status,
  suspended_for,
  grace_period_until,
  promise_date,
});

const numberOf = (value: unknown) => (typeof value === "number" ? value : null);

/** What the signed-in person may promise, as the settings say; null: anything that the server takes. */
export function promisePolicyOf(
  settings: Readonly<Record<string, unknown>> = {},
  can: RuleContext["can"],
): PromisePolicy | null {
  if (can?.("subscribers.customer.grant_beyond")) return null;
  return {
    promise_max_days: numberOf(settings.promise_max_days),
    promise_max_times: numberOf(settings.promise_max_times),
    promise_period_days: numberOf(settings.promise_period_days) ?? 30,
  };
}

/** The rules of the operations that work offline. */
export const customerExpectations = [
  expect(grantGracePeriod, (customer, input, { digits, today, settings, can }) => {
    const policy = promisePolicyOf(settings, can);
    const { customer: after } = planPromise(input, subscriberOf(customer, digits), today, policy);
    return { ...access(after), promised_on: after.promised_on };
  }),
  expect(toggleStatus, (customer, { reason, force }, { digits, today }) => {
    const input = { reason: reason ?? "", force: force ?? false };
    return access(planToggle(subscriberOf(customer, digits), input, today).customer);
  }),
];
