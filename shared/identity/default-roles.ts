// The roles that every new tenant has, as patterns: what a new release brings reaches the roles that were meant.
import type { PermissionCode } from "../kernel/registry.ts";
import { expandPermissions } from "./grants.ts";

export const OWNER = "Owner";
/** What an office computer's API token is given. */
export const AGENT = "Agent";

type ModuleOf<C extends string> = C extends `${infer M}.${string}` ? M : never;
type StemOf<C extends string> = C extends `${infer M}.${infer R}.${string}` ? `${M}.${R}` : never;

/** A permission code, or a pattern that stands for some. A misspelt one does not compile. */
export type Grant = "*" | PermissionCode | `${ModuleOf<PermissionCode> | StemOf<PermissionCode>}.*`;

/** What everybody needs to use the desktop at all: currency and time zone, the own command's fate, progress of work. */
const BASICS: readonly Grant[] = [
  "platform.settings.view",
  "platform.background_task.view",
  "platform.review_item.view",
];
/** Everybody's own work: coming and going, leave. */
const OWN_WORK: readonly Grant[] = [
  "hr.attendance.view_own",
  "hr.attendance.check_in",
  "hr.leave.view_own",
  "hr.leave.request",
  "hr.leave.cancel",
];
const CUSTOMER_WITH_MONEY: readonly Grant[] = [
  "subscribers.customer.view",
  "subscribers.package.view",
  "billing.invoice.view",
  "billing.pending_charge.view",
  "billing.addon.view",
  "billing.customer_addon.view",
  "billing.customer_addon.create",
  "billing.customer_addon.end",
  "billing.recharge.view",
  "finance.billing_account.view",
  "finance.ledger_entry.view",
  "finance.transaction.view",
  "finance.payment_allocation.view",
  "finance.tax_code.view",
  "subscribers.service.view",
  "subscribers.service_change.view",
  "subscribers.service_pause.view",
];
const TICKETS_SEEN: readonly Grant[] = ["operations.ticket.view", "operations.ticket_category.view"];
const TASKS_SEEN: readonly Grant[] = ["operations.task.view", "operations.task_template.view"];
/** "Paid → reconnecting → on-line" is for everybody who speaks with customers. */
const CONNECTION: readonly Grant[] = [
  "network.network_sync_job.view",
  "network.user_session.view",
  "subscribers.customer.reconnect",
  "network.onu.view",
  "network.incident.view",
];

/** All of `finance` but moving the day up to which the books are closed (contract §4.16). */
const BOOKS_BUT_THE_LOCK: readonly Grant[] = [
  "finance.transaction.*",
  "finance.payment_allocation.*",
  "finance.payment_event.*",
  "finance.adjustment.*",
  "finance.billing_account.*",
  "finance.ledger_entry.*",
  "finance.suspense.*",
  "finance.refund.*",
  "finance.deposit.*",
  "finance.cash_transfer.*",
  "finance.tax_code.*",
  "finance.closing.*",
  "finance.month_end.*",
  "finance.backdate",
];

const PATTERNS: Readonly<Record<string, readonly Grant[]>> = {
  [OWNER]: ["*"],
  Manager: [
    "platform.*",
    "identity.staff.*",
    "identity.role.view",
    "identity.permission.view",
    "subscribers.*",
    "network.*",
    "billing.*",
    ...BOOKS_BUT_THE_LOCK,
    "operations.*",
    "hr.*",
    "callcenter.*",
    "reporting.*",
  ],
  Counter: [
    ...BASICS,
    ...OWN_WORK,
    ...CUSTOMER_WITH_MONEY,
    ...CONNECTION,
    "platform.device.view",
    "identity.staff.view",
    "subscribers.customer.create",
    "subscribers.customer.update",
    "subscribers.customer.change_package",
    "subscribers.customer.pause",
    "subscribers.customer.resume",
    "subscribers.service_change.cancel",
    "subscribers.service_change.undo_own",
    "subscribers.customer.grant_grace",
    "subscribers.customer.remind",
    "billing.invoice.create",
    "billing.recharge.create",
    "finance.transaction.create",
    // Their own of the open drawer within minutes; the asking for any other.
    "billing.recharge.reverse_own",
    "finance.transaction.reverse_own",
    "billing.reversal_request.create",
    "finance.deposit.view",
    "finance.deposit.create",
    "finance.deposit.apply",
    // Of the own till alone: who sees only their own hands over only their own.
    "finance.cash_transfer.view_own",
    "finance.cash_transfer.create",
    "finance.cash_transfer.confirm",
    "finance.cash_transfer.cancel",
    ...TICKETS_SEEN,
    "operations.ticket.*",
    ...TASKS_SEEN,
    "operations.task.create",
    "operations.shift.view_own",
    "operations.shift.create",
    "operations.shift.close",
    "callcenter.call_log.*",
  ],
  Technician: [
    ...BASICS,
    ...OWN_WORK,
    ...CONNECTION,
    "identity.staff.view",
    "subscribers.customer.view",
    "subscribers.package.view",
    "subscribers.service.view",
    "subscribers.service_change.view",
    "subscribers.service_pause.view",
    "billing.addon.view",
    "billing.pending_charge.view",
    // Field laptops reach the routers with a technician's rights.
    "network.agent.run",
    "network.router.view",
    "network.router.sync",
    "network.router.check",
    "network.session.kick",
    "network.olt.view",
    "network.olt.poll",
    "network.onu.*",
    ...TICKETS_SEEN,
    "operations.ticket.reply",
    ...TASKS_SEEN,
    "operations.task.update",
    "operations.task.start",
    "operations.task.pause",
    "operations.task.complete",
    "operations.store_item.view",
    "operations.store_item.move",
    "operations.held_stock.use",
  ],
  Accountant: [
    ...BASICS,
    ...OWN_WORK,
    ...CUSTOMER_WITH_MONEY,
    "identity.staff.view",
    "platform.audit_log.view",
    "platform.review_item.dismiss",
    "subscribers.customer.export",
    "subscribers.customer.update",
    "subscribers.customer.set_terms",
    "subscribers.customer.override_package",
    "subscribers.customer.change_package",
    "subscribers.customer.change_on_account",
    "subscribers.customer.pause",
    "subscribers.customer.resume",
    "subscribers.customer.pause_beyond",
    "subscribers.customer.end_service",
    "subscribers.service_change.*",
    "subscribers.customer.remind",
    "billing.*",
    "finance.*",
    "operations.shift.*",
    "hr.payroll.*",
    "hr.advance_salary.*",
    "hr.employee.view",
    "reporting.*",
  ],
  HR: [...BASICS, "identity.staff.view", "identity.role.view", "hr.*"],
  Support: [
    ...BASICS,
    ...OWN_WORK,
    ...CUSTOMER_WITH_MONEY,
    ...CONNECTION,
    "identity.staff.view",
    "subscribers.customer.update",
    "subscribers.customer.change_package",
    "subscribers.customer.pause",
    "subscribers.customer.resume",
    "subscribers.service_change.cancel",
    "subscribers.customer.grant_grace",
    "subscribers.customer.remind",
    "network.router.view",
    "network.session.kick",
    "network.olt.view",
    "network.olt.poll",
    "network.onu.reboot",
    ...TICKETS_SEEN,
    "operations.ticket.*",
    "operations.task.*",
    "operations.task_template.view",
    // The gateway is for who keeps the contract with its provider.
    "callcenter.call_log.*",
    "callcenter.voice_template.*",
  ],
  // Their own customers, and everything of them; no list of other people's.
  Reseller: [
    "platform.settings.view",
    "subscribers.package.view",
    "subscribers.customer.view_own",
    "subscribers.service.view_own",
    "subscribers.service_change.view_own",
    "subscribers.service_pause.view_own",
    "subscribers.customer.change_package",
    "subscribers.service_change.cancel",
    "subscribers.customer.create",
    "subscribers.customer.update",
    "subscribers.customer.export",
    "billing.invoice.view_own",
    "billing.pending_charge.view_own",
    "billing.addon.view",
    "billing.customer_addon.view_own",
    "billing.customer_addon.create",
    "billing.customer_addon.end",
    "billing.recharge.view_own",
    "billing.recharge.create",
    "billing.reseller.view_own",
    "billing.reseller_pricing.view_own",
    "billing.reseller_ledger.view_own",
    "finance.billing_account.view_own",
    "finance.ledger_entry.view_own",
    "finance.transaction.view_own",
    "finance.payment_allocation.view_own",
    "finance.tax_code.view",
    "network.network_sync_job.view_own",
    "network.user_session.view_own",
    "network.onu.view_own",
    "operations.ticket.view_own",
    "operations.ticket_category.view",
    "operations.ticket.create",
    "operations.ticket.reply",
  ],
  // Reaches the devices and reads nothing else: a stolen computer tells no customer's name.
  [AGENT]: ["network.agent.run"],
};

export interface DefaultRole {
  name: string;
  /** As they are granted: codes and patterns. */
  grants: readonly Grant[];
  /** The codes that they amount to. */
  permissions: readonly string[];
}

export const DEFAULT_ROLES: readonly DefaultRole[] = Object.entries(PATTERNS).map(([name, grants]) => ({
  name,
  grants,
  // Read when it is asked for: the lists that it comes from are complete only once every area is known.
  get permissions() {
    return [...expandPermissions(grants)];
  },
}));
