// Which tabs of a customer somebody has: one without data for a role would state what isn't so. Pure.
import type { PermissionCode } from "../../../shared/kernel/registry.ts";

/** In the order shown, each with what its content is made of. */
const TABS = {
  account: ["finance.ledger_entry.view", "billing.invoice.view"],
  timeline: [],
  invoices: ["billing.invoice.view"],
  payments: ["finance.transaction.view"],
  line: ["network.user_session.view"],
  details: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type CustomerTab = keyof typeof TABS;

export function permittedTabs(can: (permission: PermissionCode) => boolean): readonly CustomerTab[] {
  return (Object.keys(TABS) as CustomerTab[]).filter((tab) => TABS[tab].every(can));
}

/** The tab that a page opens at: the account; for whom bills are not meant, the line, or else what happened. */
export function openedAt(permitted: readonly CustomerTab[]): CustomerTab {
  if (permitted.includes("account")) return "account";
  return permitted.includes("line") ? "line" : "timeline";
}
