// What a customer's account says of the line, for its diagnosis. Pure.
import type { AccountFacts } from "../network/index.ts";
import { accessUntil } from "./access.rules.ts";
import type { Customer } from "./customer.ts";

type Account = Pick<
  Customer,
  "status" | "suspended_for" | "expiry_date" | "grace_period_until" | "due_amount" | "connection_type"
>;

/** @param closes_by_itself the tenant's setting auto_suspend. */
export function lineAccount(customer: Account, closes_by_itself: boolean): AccountFacts {
  const { status, suspended_for, connection_type, due_amount } = customer;
  return {
    ...{ status, suspended_for, connection_type },
    access_until: accessUntil(customer),
    is_closed_by_itself: closes_by_itself,
    due: due_amount,
  };
}
