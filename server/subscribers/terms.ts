// Terms of a customer that take a right of their own to set by hand: price and expiry (contract §2).
import type { Day } from "../../shared/kernel/day.ts";
import {
  type Customer,
  checkPromise,
  isLongGrace,
  type PromisePolicy,
  withPromise,
} from "../../shared/subscribers/index.ts";
import type { OperationContext } from "../kernel/operation/context.ts";

/** Field → the right that it needs. A grace period has its own operation, and no way around that. */
const RIGHTS = {
  discount: "subscribers.customer.set_terms",
  expiry_date: "subscribers.customer.set_terms",
  grace_period_until: "subscribers.customer.grant_grace",
  promise_date: "subscribers.customer.grant_grace",
} as const;

const SET_TERMS = RIGHTS.expiry_date;

/** Terms that promise access until a day. */
const PROMISES = ["grace_period_until", "promise_date"] as const;

/** @throws Failure PERMISSION_DENIED where grace is asked for that amounts to another expiry date. */
export function requireLongGrace(
  ctx: OperationContext,
  until: Day | null | undefined,
  field: (typeof PROMISES)[number] = "grace_period_until",
): void {
  if (until && isLongGrace(until, ctx.today)) ctx.require(SET_TERMS, { fields: [field] });
}

/** What the caller may promise; null: anything. */
export const policyFor = (ctx: OperationContext): PromisePolicy | null =>
  ctx.can("subscribers.customer.grant_beyond") ? null : ctx.tenant.settings;

/**
 * Grace that is written as a field is a promise like any other.
 * @returns what is known of promises afterwards; nothing where none is given.
 * @throws Failure PROMISE_LIMIT.
 */
export function promisedByHand(
  ctx: OperationContext,
  until: Day | null | undefined,
  before: Pick<Customer, "grace_period_until" | "promised_on"> | null,
): { promised_on?: readonly Day[] } {
  if (!until || until < ctx.today || until <= (before?.grace_period_until ?? "")) return {};
  const given = before?.promised_on ?? [];
  const policy = policyFor(ctx);
  if (policy) checkPromise(policy, given, until, ctx.today);
  return { promised_on: withPromise(given, ctx.today) };
}

type Terms = Partial<Pick<Customer, keyof typeof RIGHTS>>;

const NEW_CUSTOMER: Terms = {
  discount: "0",
  expiry_date: null,
  grace_period_until: null,
  promise_date: null,
};

/**
 * @param before the record before a change; null: a new customer. A value that is there already needs no right.
 * @throws Failure PERMISSION_DENIED.
 */
export function requireTerms(ctx: OperationContext, draft: Terms, before: Terms | null): void {
  const had = before ?? NEW_CUSTOMER;
  const amount = (terms: Terms) => ctx.minor(terms.discount ?? "0");
  const differs = (field: keyof Terms) => {
    if (draft[field] === undefined) return false;
    return field === "discount" ? amount(draft) !== amount(had) : draft[field] !== had[field];
  };
  for (const field of Object.keys(RIGHTS) as (keyof Terms)[]) {
    if (differs(field)) ctx.require(RIGHTS[field], { fields: [field] });
  }
  for (const field of PROMISES) if (differs(field)) requireLongGrace(ctx, draft[field], field);
}
