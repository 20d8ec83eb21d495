// What a pause, and its end, will leave of the customer's record until the server's word arrives.
import { pauseService, resumeService, servicePause } from "../../../shared/billing/index.ts";
import { lengthOf, pauseDays } from "../../../shared/billing/service/pause.rules.ts";
import { hasAccess } from "../../../shared/subscribers/index.ts";
import { created } from "../../kernel/expected/drafts.ts";
import { expect } from "../../kernel/expected/rules.ts";

export const serviceExpectations = [
  expect(
    pauseService,
    ({ status }, { from = null, to }, { today }) => {
      const days = pauseDays({ from, to }, today);
      const closes = days.from <= today && (status === "ACTIVE" || status === "EXPIRED");
      return closes ? { status: "SUSPENDED" as const, suspended_for: "PAUSE" as const } : {};
    },
    (customer, { from = null, to, reason = null }, context) => {
      const days = pauseDays({ from, to }, context.today);
      const state = days.from <= context.today ? "RUNNING" : "SCHEDULED";
      const record = { id: context.command, customer: customer.id, reason, state };
      const dated = { from_date: days.from, to_date: days.to, days: lengthOf(days) };
      return [created(servicePause, { ...record, ...dated }, context)];
    },
  ),
  expect(resumeService, (customer, _input, { today }) => {
    if (customer.status !== "SUSPENDED" || customer.suspended_for !== "PAUSE") return {};
    const status = hasAccess(customer, today) ? ("ACTIVE" as const) : ("EXPIRED" as const);
    return { status, suspended_for: null };
  }),
];
