// Which collections get a table of their own, their indexes, and what a command touches.

/** Everything without a row in INDEXES lives together in this table, keyed `collection|id`. */
export const SMALL = "small";

/**
 * Large collections, in the order of hydration and of the first pull: the counter needs customers first. Every index is
 * paid for with every changed row, so there are only those that a screen's query walks; search has its own.
 */
export const INDEXES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  customers: [["status"]],
  billing_accounts: [["customer"]],
  invoices: [["customer", "issue_date"], ["status", "due_date"], ["billing_month"]],
  invoice_lines: [["invoice"]],
  recharges: [["customer", "occurred_at"], ["occurred_at"]],
  transactions: [["customer", "received_at"], ["received_at"]],
  payment_allocations: [["payment_transaction"], ["invoice"]],
  ledger_entries: [["customer", "posted_at"]],
  onus: [["customer"]],
  user_sessions: [["customer"], ["username"], ["router"]],
  network_sync_jobs: [
    ["customer", "created_at"],
    ["router", "created_at"],
    ["status", "created_at"],
  ],
};

/** Indexes of SMALL; every query of it names the collection first. */
export const SMALL_INDEXES: readonly (readonly string[])[] = [
  ["replica_collection", "replica_key"],
  ["replica_collection", "customer"],
];

/** Longest text of an indexed field; longer values still match, but sort only by these many characters. */
export const INDEX_WIDTHS: Readonly<Record<string, number>> = {
  name: 60,
  username: 40,
  phone: 24,
  customer_code: 24,
  invoice_number: 32,
  receipt_number: 32,
  status: 16,
  serial_number: 32,
  replica_collection: 40,
  replica_key: 100,
};
export const INDEX_WIDTH = 36;

export function isLarge(collection: string): boolean {
  return Object.hasOwn(INDEXES, collection);
}

const ORDER = Object.keys(INDEXES);

/** Hydration and pull order: customers, then the small ones (settings, packages: few rows), then the large. */
export function inOrder(collections: readonly string[]): string[] {
  const rank = (name: string) => {
    const at = ORDER.indexOf(name);
    if (at === 0) return 0;
    return at < 0 ? 1 : at + 1;
  };
  return [...collections].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

const MONEY = [
  "customers",
  "billing_accounts",
  "invoices",
  "invoice_lines",
  "transactions",
  "recharges",
  "payment_allocations",
  "ledger_entries",
  "adjustments",
  "review_items",
  "network_sync_jobs",
  "shifts",
] as const;

/** A command's resource → its own collection first, then the others that its effect is seen in. */
const TOUCHED: Readonly<Record<string, readonly string[]>> = {
  recharge: ["recharges", ...MONEY],
  transaction: ["transactions", ...MONEY],
  adjustment: ["adjustments", ...MONEY],
  invoice: ["invoices", ...MONEY],
  customer: ["customers", "billing_accounts", "ledger_entries", "network_sync_jobs"],
  ticket: ["tickets", "ticket_replies"],
  task: ["tasks"],
  call_log: ["call_logs"],
  store_item: ["store_items", "store_movements"],
  shift: ["shifts"],
  review_item: ["review_items"],
};

/** English plurals as REST paths have them: call_log → call_logs, leave → leaves, reseller_ledger stays odd. */
function plural(resource: string): string {
  if (resource.endsWith("s")) return resource;
  return /[^aeiou]y$/.test(resource) ? `${resource.slice(0, -1)}ies` : `${resource}s`;
}

/** Collections in which a command's effect may be seen; the one that holds its own record comes first. */
export function touchedBy(kind: string): readonly string[] {
  const resource = kind.split(".")[0] ?? kind;
  return [...new Set(TOUCHED[resource] ?? [plural(resource)])];
}

/** A record that a command is about; its screen shows the clock. */
export interface Target {
  collection: string;
  id: string;
}

/** The records that a payload names: its own `id`, and its customer. */
export function targetsOf(kind: string, payload: Readonly<Record<string, unknown>>): Target[] {
  const targets: Target[] = [];
  const own = touchedBy(kind)[0];
  if (own && typeof payload.id === "string") targets.push({ collection: own, id: payload.id });
  const customer = payload.customer ?? payload.customer_id;
  if (typeof customer === "string") targets.push({ collection: "customers", id: customer });
  return targets;
}
