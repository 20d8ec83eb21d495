// Dates in the past are a right of their own (contract §4.13), what a till did offline has the day on which it was done; and no
// document is of a day to come (contract §4.2).
import { isBackdated } from "../../../shared/billing/period/period.rules.ts";
import { type Day, dayOf } from "../../../shared/kernel/day.ts";
import { invalid } from "../../../shared/kernel/failure.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";

/**
 * Also of a till's command: what it says of its clock is judged before.
 * @throws Failure VALIDATION IN_THE_FUTURE.
 */
export function refuseFuture({ call, tenant }: OperationContext, field: "issue_date", day: Day): void {
  const today = dayOf(call.received_at, tenant.settings.timezone);
  if (day > today) throw invalid(field, `Not after today, ${today}`, "IN_THE_FUTURE");
}

/**
 * Ask before anything is written.
 * @param day of the tenant's calendar, or the instant as it was given; null: now.
 * @throws Failure PERMISSION_DENIED for a day more than three days back, without the right to it.
 */
export function refuseBackdating(
  ctx: OperationContext,
  field: "issue_date" | "occurred_at",
  day: Day | Date | null,
): void {
  const { call, tenant } = ctx;
  if (call.command !== null || day === null) return;
  const inZone = (at: Date) => dayOf(at, tenant.settings.timezone);
  const given = typeof day === "string" ? day : inZone(day);
  if (isBackdated(given, inZone(call.received_at)))
    ctx.require("finance.backdate", { fields: [field], day: given });
}
