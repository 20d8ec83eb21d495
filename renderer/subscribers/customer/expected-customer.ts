// What an operation on a customer will leave: the server's own plans, run on this computer's record. Pure.
import {
  type Customer,
  grantGracePeriod,
  planGrace,
  planToggle,
  toggleStatus,
} from "../../../shared/subscribers/index.ts";
import { expect } from "../../kernel/expected/rules.ts";
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

/** The rules of the operations that work offline. */
export const customerExpectations = [
  expect(grantGracePeriod, (customer, input, { digits, today }) =>
    access(planGrace(input, subscriberOf(customer, digits), today).customer),
  ),
  expect(toggleStatus, (customer, { reason, force }, { digits, today }) => {
    const input = { reason: reason ?? "", force: force ?? false };
    return access(planToggle(subscriberOf(customer, digits), input, today).customer);
  }),
];
