// What of a customer only some may set by hand: what he pays and until when he is served (contract §2).
import { isLongGrace } from "../../shared/subscribers/index.ts";
import type { Row } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";

/** Field → the right that it needs. A grace period has its own operation, and no way around that. */
const RIGHTS = {
  discount: "subscribers.customer.set_terms",
  expiry_date: "subscribers.customer.set_terms",
  grace_period_until: "subscribers.customer.grant_grace",
  promise_date: "subscribers.customer.grant_grace",
} as const;

const SET_TERMS = RIGHTS.expiry_date;

/** @throws Failure PERMISSION_DENIED where grace is asked for that amounts to another expiry date. */
export function requireLongGrace(ctx: OperationContext, until: unknown): void {
  if (typeof until === "string" && isLongGrace(until, ctx.today)) {
    ctx.require(SET_TERMS, { fields: ["grace_period_until"] });
  }
}

export const TERMS_RIGHTS: readonly string[] = [...new Set(Object.values(RIGHTS))];

const NEW_CUSTOMER: Row = { discount: "0", expiry_date: null, grace_period_until: null, promise_date: null };

/**
 * @param before the record before a change; null: a new customer. A value that is there already needs no right.
 * @throws Failure PERMISSION_DENIED.
 */
export function requireTerms(ctx: OperationContext, row: Row, before: Row | null): void {
  const had = before ?? NEW_CUSTOMER;
  const differs = (name: string) => {
    if (row[name] === undefined) return false;
    if (name === "discount") return ctx.minor(String(row[name])) !== ctx.minor(String(had[name]));
    return row[name] !== had[name];
  };
  for (const [field, right] of Object.entries(RIGHTS)) {
    if (differs(field)) ctx.require(right, { fields: [field] });
  }
  if (differs("grace_period_until")) requireLongGrace(ctx, row.grace_period_until);
}
