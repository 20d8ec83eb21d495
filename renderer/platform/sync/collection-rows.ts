// Which collections are on this computer, and how many records each has. Pure.
import type { Collections } from "../../records.ts";

const NAMES: Readonly<Record<keyof Collections | "settings", true>> = {
  customers: true,
  packages: true,
  billing_accounts: true,
  invoices: true,
  invoice_lines: true,
  recharges: true,
  transactions: true,
  payment_allocations: true,
  ledger_entries: true,
  routers: true,
  network_sync_jobs: true,
  user_sessions: true,
  review_items: true,
  background_tasks: true,
  settings: true,
};

/** Collections that hold anything, in the order of daily work. */
export function countsOf(count: (collection: string) => number): { name: string; records: number }[] {
  return Object.keys(NAMES)
    .map((name) => ({ name, records: count(name) }))
    .filter(({ records }) => records > 0);
}
