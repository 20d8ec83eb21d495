// What an operation on a customer will leave: the server's own plans, run on this computer's record. Pure.
import { type Customer, type GraceInput, planGrace, planToggle } from "../../../shared/subscribers/index.ts";
import { minorOf } from "../../kernel/money-format.ts";

/** Why somebody is suspended; where the answer does not say, for what is due. */
export function suspendedFor(customer: Customer, digits: number): "NONPAYMENT" | "STAFF" | null {
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
  due_amount: minorOf(customer.due_amount, digits) as bigint,
});

type Access = Pick<Customer, "status" | "suspended_for" | "grace_period_until" | "promise_date">;

const access = ({ status, suspended_for, grace_period_until, promise_date }: Access): Access => ({
  status,
  suspended_for,
  grace_period_until,
  promise_date,
});

interface Today {
  readonly digits: number;
  readonly today: string;
}

/** @throws Failure VALIDATION as the server would. */
export function expectedGrace(customer: Customer, input: GraceInput, { digits, today }: Today): Access {
  return access(planGrace(input, subscriberOf(customer, digits), today).customer);
}

/** @throws Failure SERVICE_EXPIRED, ILLEGAL_TRANSITION as the server would. */
export function expectedToggle(
  customer: Customer,
  input: { reason: string; force: boolean },
  { digits, today }: Today,
): Access {
  return access(planToggle(subscriberOf(customer, digits), input, today).customer);
}
