// A customer as it will be once the commands that still wait are through. Pure.
import { type GraceInput, planGrace, planToggle } from "../../../shared/subscribers/index.ts";
import { minorOf } from "../../kernel/money-format.ts";
import type { QueuedCommand } from "../../kernel/replica/index.ts";
import type { Customer } from "../../records.ts";

export type Changed<T extends { readonly id: string }> = Partial<T> & { readonly id: string };

/** The part of a command's expected effect that is about the customer. */
export interface ExpectedCustomer {
  readonly customer?: Changed<Customer>;
}

/** The expected effects of commands that still count, oldest first: what was refused is expected no more. */
export function expectations<E extends ExpectedCustomer>(commands: readonly QueuedCommand[]): E[] {
  return commands
    .filter(({ status }) => status !== "REJECTED" && status !== "SUSPENSE")
    .map(({ expected }) => (expected ?? {}) as E);
}

/** A customer, or a part of one, with the values that its open commands will leave. */
export function expectedCustomer<T extends { readonly id: string }>(
  seen: T,
  commands: readonly QueuedCommand[],
): T {
  const changes = expectations(commands).flatMap(({ customer }) =>
    customer?.id === seen.id ? [customer] : [],
  );
  return changes.length === 0 ? seen : Object.assign({}, seen, ...changes);
}

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

function accessChange(id: string, after: Access): ExpectedCustomer {
  const { status, suspended_for, grace_period_until, promise_date } = after;
  return { customer: { id, status, suspended_for, grace_period_until, promise_date } };
}

/** @throws Failure VALIDATION as the server would. */
export function expectedGrace(
  customer: Customer,
  input: GraceInput,
  digits: number,
  today: string,
): ExpectedCustomer {
  return accessChange(customer.id, planGrace(input, subscriberOf(customer, digits), today).customer);
}

/** @throws Failure SERVICE_EXPIRED, ILLEGAL_TRANSITION as the server would. */
export function expectedToggle(
  customer: Customer,
  input: { reason: string; force: boolean },
  digits: number,
  today: string,
): ExpectedCustomer {
  return accessChange(customer.id, planToggle(subscriberOf(customer, digits), input, today).customer);
}
