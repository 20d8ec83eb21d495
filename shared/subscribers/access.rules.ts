// Who may use the service: expiry, grace, suspension, and the ways in which a customer's status changes (contract §4.9, §4.10).
import { addDays, type Day, isDay, laterDay } from "../kernel/day.ts";
import { Failure, invalid } from "../kernel/failure.ts";

/** Until when a customer has access; no expiry_date means no time limit. */
interface Access {
  expiry_date: Day | null;
  grace_period_until: Day | null;
}

/** What of a customer these rules read and change; callers may hold more, which is passed through. */
export interface Subscriber extends Access {
  status: "ACTIVE" | "SUSPENDED" | "EXPIRED" | "TERMINATED";
  suspended_for: "NONPAYMENT" | "STAFF" | "PAUSE" | null;
  promise_date: Day | null;
  /** In minor units. */
  due_amount: bigint;
}

/** A change of the customer's status and the network job that goes with it. */
export interface AccessPlan<C extends Subscriber> {
  customer: C;
  network: "ENABLE_USER" | "DISABLE_USER";
}

/** The last day of access, max(expiry_date, grace_period_until); null: no time limit. */
export function accessUntil(customer: Access): Day | null {
  return customer.expiry_date === null ? null : laterDay(customer.expiry_date, customer.grace_period_until);
}

/** Whether access is left on `today`: the last day of access counts in full; no expiry_date means no time limit. */
export function hasAccess(customer: Access, today: Day): boolean {
  const until = accessUntil(customer);
  return until === null || until >= today;
}

/** Whether the expiry job must expire this customer: ACTIVE with no access left (contract §4.9). */
export function isExpired(customer: Access & Pick<Subscriber, "status">, today: Day): boolean {
  return customer.status === "ACTIVE" && !hasAccess(customer, today);
}

export interface GraceInput {
  days?: number | null;
  promise_date?: Day | null;
}

export const MAX_GRACE_DAYS = 90;

/** Whether grace lasts longer than anybody can give by days: that is a term like the expiry date, and its right is needed. */
export function isLongGrace(until: Day, today: Day): boolean {
  return until > addDays(today, MAX_GRACE_DAYS);
}

/** The last day of the grace that is asked for. */
function graceUntil(input: GraceInput, today: Day): Day {
  const days = input.days ?? null;
  const promise_date = input.promise_date ?? null;
  if ((days === null) === (promise_date === null)) {
    throw invalid("days", "Give exactly one of days and promise_date", "EXACTLY_ONE");
  }
  if (days !== null) {
    if (!Number.isInteger(days) || days < 1 || days > MAX_GRACE_DAYS) {
      throw invalid("days", `days must be a whole number from 1 to ${MAX_GRACE_DAYS}`);
    }
    return addDays(today, days);
  }
  if (promise_date === null || !isDay(promise_date)) {
    throw invalid("promise_date", "promise_date must be a day, YYYY-MM-DD");
  }
  if (promise_date < today) throw invalid("promise_date", "promise_date can't be in the past", "PAST");
  return promise_date;
}

/** @throws Failure PAUSED: what a pause closes, its end opens. */
function refusePaused({ status, suspended_for }: Pick<Subscriber, "status" | "suspended_for">): void {
  if (status === "SUSPENDED" && suspended_for === "PAUSE") throw new Failure("PAUSED");
}

/**
 * grant-grace-period (contract §4.10): access until the promised day, or for `days` days after today. Any status turns
 * ACTIVE (interface specification, States).
 * @throws Failure VALIDATION unless exactly one of days (1–90) and promise_date (not in the past) is given.
 */
export function planGrace<C extends Subscriber>(input: GraceInput, customer: C, today: Day): AccessPlan<C> {
  refusePaused(customer);
  const until = graceUntil(input, today);
  return {
    customer: {
      ...customer,
      promise_date: until,
      grace_period_until: until,
      status: "ACTIVE",
      suspended_for: null,
    },
    network: "ENABLE_USER",
  };
}

const NONPAYMENT = /pay|paid|overdue|\bdues?\b|arrears|বকেয়া|পরিশোধ|বিল/i;

/** Whether a suspension is for nonpayment: its reason says so, or it has none and money is due. */
function suspensionCause(customer: Subscriber, reason: string): "NONPAYMENT" | "STAFF" {
  const unpaid = reason === "" ? customer.due_amount > 0n : NONPAYMENT.test(reason);
  return unpaid ? "NONPAYMENT" : "STAFF";
}

/** Of a customer who begins SUSPENDED: who had days and has none left did not pay; else the staff knows why. */
export function initialCause(
  { status, expiry_date }: { status?: unknown; expiry_date?: unknown },
  today: Day,
): Subscriber["suspended_for"] {
  if (status !== "SUSPENDED") return null;
  return typeof expiry_date === "string" && expiry_date < today ? "NONPAYMENT" : "STAFF";
}

/**
 * toggle_status (contract §4.10): ACTIVE → SUSPENDED; SUSPENDED or EXPIRED → ACTIVE with access left, or by `force`.
 * Forced, access lasts until the end of today as grace: else the expiry job would undo it within a minute.
 * @throws Failure SERVICE_EXPIRED (no access left), ILLEGAL_TRANSITION (TERMINATED).
 */
export function planToggle<C extends Subscriber>(
  customer: C,
  input: { force?: boolean | null; reason?: string | null },
  today: Day,
): AccessPlan<C> {
  refusePaused(customer);
  switch (customer.status) {
    case "TERMINATED":
      throw new Failure("ILLEGAL_TRANSITION", "The customer is terminated");
    case "ACTIVE": {
      const suspended_for = suspensionCause(customer, input.reason?.trim() ?? "");
      return { customer: { ...customer, status: "SUSPENDED", suspended_for }, network: "DISABLE_USER" };
    }
    case "SUSPENDED":
    case "EXPIRED": {
      const accessible = hasAccess(customer, today);
      if (!accessible && !input.force) throw new Failure("SERVICE_EXPIRED");
      const grace_period_until = accessible ? customer.grace_period_until : today;
      return {
        customer: { ...customer, status: "ACTIVE", suspended_for: null, grace_period_until },
        network: "ENABLE_USER",
      };
    }
  }
}
