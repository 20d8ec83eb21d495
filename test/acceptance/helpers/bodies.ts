// Bodies and lists that the tests of the wire conventions share.

let made = 0;

/** The body of a new customer. */
export const person = (more: object = {}) => {
  made += 1;
  return { name: `Wire ${made}`, username: `wire${made}`, phone: `0180${made}`, ...more };
};

/** The body of a new package. */
export const plan = (more: object = {}) => {
  made += 1;
  return { name: `Plan ${made}`, price: "500.00", bandwidth_mbps: 10, ...more };
};

/** Every list of the issue. */
export const LISTS = [
  "staff",
  "roles",
  "permissions",
  "api-tokens",
  "audit-logs",
  "customers",
  "packages",
  "invoices",
  "invoice-lines",
  "recharges",
  "transactions",
  "payment-allocations",
  "billing-accounts",
  "ledger-entries",
  "adjustments",
  "payments/events",
  "devices",
  "review-items",
  "background-tasks",
  "routers",
  "network-sync-jobs",
  "user-sessions",
];
