// GET /reports/dashboard/: how the business stands (contract §3, Reports).
import { z } from "zod";
import { ageingAnswer } from "../billing/index.ts";
import { PRIORITIES, TASK_STATUSES } from "../helpdesk/index.ts";
import { date, money, month } from "../kernel/field.ts";
import { MRR_MOVEMENTS } from "./mrr.ts";

const count = z.int().min(0);

export const dashboardAnswer = z.object({
  /** All of them, and those who joined in this month. */
  customers: z.object({
    total: count,
    active: count,
    suspended: count,
    expired: count,
    new_this_month: count,
  }),
  /** Money that came in and was not given back, by the tenant's days; the last 30 of them, the oldest first. */
  collections: z.object({
    today: money(),
    this_month: money(),
    last_month: money(),
    series: z.array(z.object({ date: date(), amount: money() })),
  }),
  /** What is owed; `overdue` is what is past its due date, by the age of the charge as in /reports/ageing/. */
  dues: z.object({ total: money(), overdue: money(), ageing: ageingAnswer.shape.buckets }),
  /** Current plan prices of active customers, each as of 30 days. */
  mrr: money(),
  /** Of that, what an active customer brings. */
  arpu: money(),
  invoices: z.object({ unpaid: count, partial: count, overdue: count, paid: count }),
  /** Active customers of each package, and what of `mrr` is theirs. */
  packages: z.array(
    z.object({ package: z.uuid(), package_name: z.string(), customers: count, revenue: money() }),
  ),
  /** Neither resolved nor closed. */
  tickets: z.object({ open: count, by_priority: z.record(z.enum(PRIORITIES), count) }),
  tasks: z.object({ by_status: z.record(z.enum(TASK_STATUSES), count) }),
  network: z.object({
    routers_online: count,
    routers_offline: count,
    active_sessions: count,
    onus_online: count,
    onus_los: count,
    onus_weak_signal: count,
  }),
  /** Last month's money until the same day as today's, or its last where it is shorter: what `this_month` is compared with. */
  compared: z.object({ from: date(), to: date(), amount: money() }),
  /** What `mrr` was when the month began, and what changed it since: `start` and the amounts add up to `mrr`. */
  mrr_movements: z.object({
    month: month(),
    start: money({ signed: true }),
    movements: z.array(
      z.object({ movement: z.enum(MRR_MOVEMENTS), customers: count, amount: money({ signed: true }) }),
    ),
  }),
  /** Expired before this day, which is more than 30 days ago, and not back. */
  churn: z.object({ expired_before: date(), customers: count }),
  /** Customers who left for good. */
  terminated: count,
  /** Who holds money that was collected, the most first, and what is on its way between two of them. */
  cash: z.object({
    total: money({ signed: true }),
    holders: z.array(
      z.object({ holder: z.string(), name: z.string().nullable(), amount: money({ signed: true }) }),
    ),
  }),
  /** Receipts that their own cashiers took back today. */
  own_reversals: z.object({ count, amount: money() }),
  /** Open decisions. */
  waiting: z.object({
    reviews: count,
    cash_transfers: count,
    cash_in_transit: money(),
    leaves: count,
    advances: count,
    advances_amount: money(),
  }),
});

export type Dashboard = z.output<typeof dashboardAnswer>;
