// Every permission of the product, in one list: what roles are made of (contract §2).
import { own } from "../kernel/own.ts";
import { type Permission, permission } from "../kernel/permission.ts";

const WHAT: Readonly<Record<string, string>> = {
  view: "See",
  create: "Add",
  update: "Change",
  delete: "Delete",
};

/** The permissions of one resource: its plain actions, then its named operations with what they allow. */
function of(
  code: string,
  thing: string,
  actions: string,
  operations: Readonly<Record<string, string>> = {},
): Permission[] {
  return [
    ...actions
      .split(" ")
      .filter(Boolean)
      .map((action) => permission(`${code}.${action}`, `${own(WHAT, action)} ${thing}`)),
    ...Object.entries(operations).map(([name, description]) => permission(`${code}.${name}`, description)),
  ];
}

export const PERMISSIONS: readonly Permission[] = [
  ...of("platform.settings", "the company's settings", "view update"),
  ...of("platform.audit_log", "the audit log", "view"),
  ...of("platform.device", "the registered desktops", "view update", {
    revoke: "Cut a desktop off and have it wiped",
  }),
  ...of("platform.review_item", "the review list", "view", {
    dismiss: "Take an item off the review list",
  }),
  ...of("platform.background_task", "the progress of long work", "view"),

  ...of("identity.staff", "staff members", "view create update", {
    set_password: "Give a staff member a new password",
    switch_off_otp: "Switch a staff member's second factor off",
  }),
  ...of("identity.role", "roles", "view create update delete"),
  ...of("identity.permission", "the list of permissions", "view"),
  ...of("identity.api_token", "API tokens", "view create update delete"),

  ...of("subscribers.customer", "customers", "view create update delete", {
    toggle_status: "Suspend and resume a customer's access",
    grant_grace: "Give a customer a grace period",
    set_terms: "Set a customer's discount and last day of service by hand",
    export: "Export customers to a file",
    import: "Import customers from a file",
  }),
  ...of("subscribers.package", "packages", "view create update delete"),

  ...of("network.router", "routers", "view create update delete", {
    sync: "Bring a router in line with the customers",
    reboot: "Restart a router",
  }),
  ...of("network.network_sync_job", "the jobs for network devices", "view"),
  ...of("network.user_session", "active sessions", "view"),
  ...of("network.session", "active sessions", "", { kick: "Disconnect a session" }),
  ...of("network.agent", "the network agent", "", {
    run: "Reach the network's devices on the server's behalf",
  }),

  ...of("billing.invoice", "invoices", "view create update", {
    generate_batch: "Make the month's invoices for all customers",
    apply_advance: "Pay an invoice from the customer's advance",
    override: "Set an invoice's total, discount or earlier dues by hand, or a negative line",
  }),
  ...of("billing.invoice_line", "the lines of invoices", "view"),
  ...of("billing.offer", "offers", "view create update delete"),
  ...of("billing.recharge", "recharges", "view create", {
    reverse: "Reverse a recharge",
    below_price: "Give service for less than the customer's price",
  }),

  ...of("finance.billing_account", "billing accounts", "view", {
    recalculate: "Recalculate a customer's balance",
  }),
  ...of("finance.ledger_entry", "the ledger", "view"),
  ...of("finance.transaction", "payments", "view create", { reverse: "Reverse a payment" }),
  ...of("finance.payment_allocation", "which payment paid which invoice", "view"),
  ...of("finance.adjustment", "adjustments and waivers", "view create", {
    reverse: "Reverse an adjustment or a waiver",
  }),
  ...of("finance.payment_event", "payments reported by providers", "view create", {
    match: "Say whose a provider's payment is",
  }),
  ...of("finance.review_item", "money in suspense", "", {
    resolve: "Decide where money in suspense belongs",
  }),

  ...of("reporting.report", "reports", "view"),
];

export const PERMISSION_CODES: readonly string[] = PERMISSIONS.map(({ code }) => code);

/**
 * Resources that the product is to have and that have no permission yet. Default roles may speak of them already, so that
 * they reach the roles that were meant on the day they come. Whoever builds one takes it off this list.
 */
export const COMING_RESOURCES: readonly string[] = [
  "network.olt",
  "network.onu",
  "operations.ticket",
  "operations.task",
  "operations.shift",
  "operations.store_item",
  "hr.payroll",
  "callcenter.call_log",
];
