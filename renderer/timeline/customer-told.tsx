// What tells of a customer: the records of every area that belong to them, and how each stands as a line.
import {
  IconAdjustments,
  IconCalendarPause,
  IconCash,
  IconCashOff,
  IconFileDots,
  IconFileInvoice,
  IconHistory,
  IconListCheck,
  IconMessage,
  IconPackage,
  IconPhone,
  IconPlug,
  IconPuzzle2,
  IconReceiptRefund,
  IconShieldDollar,
  IconTicket,
  IconTool,
  IconTransfer,
  IconWifi,
} from "@tabler/icons-react";
import {
  adjustment,
  creditNote,
  customerAddon,
  deposit,
  invoice,
  pendingCharge,
  RECEIVED_METHODS,
  refund,
  serviceChange,
  servicePause,
  transaction,
} from "../../shared/billing/index.ts";
import { callLog, remindCustomers } from "../../shared/callcenter/index.ts";
import { task, ticket } from "../../shared/helpdesk/index.ts";
import { networkSyncJob, userSession } from "../../shared/network/index.ts";
import { auditLog } from "../../shared/platform/audit-log.ts";
import { partUse } from "../../shared/store/index.ts";
import { service } from "../../shared/subscribers/index.ts";
import { InvoiceStatus } from "../billing/invoice/invoice-status.tsx";
import { ChangeActs } from "../billing/service/change-acts.tsx";
import { type Told, told } from "../kernel/timeline/told.ts";
import { JOB_CELLS } from "../network/sync-job/job-cells.tsx";
import { auditCells } from "../platform/audit-cells.tsx";

/** A message leaves no record of its own at the customer but that it was sent. */
const isMessage = ({ action }: { action: string }): boolean => action === remindCustomers.name;

export const CUSTOMER_TOLD: readonly Told[] = [
  told(transaction, {
    ...{ via: "customer", kind: "timeline.payments", icon: IconCash, at: "received_at" },
    filter: { method__in: RECEIVED_METHODS.join(",") },
    named: ({ recharge }) => (recharge === null ? "payment.kind.payment" : "payment.kind.recharge"),
    ...{ says: ["receipt_number", "method", "received_by"], amount: "amount", state: "status" },
  }),
  told(refund, {
    ...{ via: "customer", kind: "timeline.payments", icon: IconCashOff, at: "occurred_at" },
    ...{ says: ["refund_number", "method", "reason"], amount: "amount" },
  }),
  told(deposit, {
    ...{ via: "customer", kind: "timeline.payments", icon: IconShieldDollar, at: "occurred_at" },
    ...{ says: ["deposit_number", "method", "reason"], amount: "amount", state: "status" },
  }),
  told(invoice, {
    ...{ via: "customer", kind: "timeline.bills", icon: IconFileInvoice, at: "issue_date" },
    ...{ says: ["invoice_number", "billing_month"], amount: "total_payable", state: "status" },
    cells: { status: (bill) => <InvoiceStatus invoice={bill} /> },
  }),
  told(creditNote, {
    ...{ via: "customer", kind: "timeline.bills", icon: IconReceiptRefund, at: "issued_at" },
    ...{ says: ["credit_note_number", "reason"], amount: "amount" },
  }),
  told(adjustment, {
    ...{ via: "customer", kind: "timeline.bills", icon: IconAdjustments, at: "created_at" },
    ...{ says: ["adjustment_type", "reason"], amount: "amount" },
  }),
  told(pendingCharge, {
    ...{ via: "customer", kind: "timeline.bills", icon: IconFileDots, at: "created_at" },
    ...{ says: ["description"], amount: "amount", state: "state" },
  }),
  told(service, {
    ...{ via: "customer", kind: "timeline.services", icon: IconWifi, at: "from_date" },
    ...{ says: ["package_name", "reason"], amount: "price", state: "state" },
  }),
  told(serviceChange, {
    ...{ via: "customer", kind: "timeline.services", icon: IconTransfer, at: "created_at" },
    ...{ says: ["from_package", "to_package", "priced_from"], amount: "to_pay", state: "state" },
    acts: ChangeActs,
  }),
  told(servicePause, {
    ...{ via: "customer", kind: "timeline.services", icon: IconCalendarPause, at: "from_date" },
    ...{ says: ["to_date", "reason"], state: "state" },
  }),
  told(customerAddon, {
    ...{ via: "customer", kind: "timeline.services", icon: IconPuzzle2, at: "from_date" },
    ...{ says: ["addon_name", "value"], amount: "price", state: "state" },
  }),
  told(callLog, {
    ...{ via: "customer", kind: "timeline.calls", icon: IconPhone, at: "started_at" },
    only: ({ broadcast }) => broadcast === null,
    says: ["call_type", "disposition", "agent", "notes"],
  }),
  told(ticket, {
    ...{ via: "customer", kind: "timeline.tickets", icon: IconTicket, at: "created_at" },
    ...{ says: ["subject", "ticket_number", "assigned_to"], state: "status" },
  }),
  told(task, {
    ...{ via: "customer", kind: "timeline.jobs", icon: IconTool, at: "created_at" },
    ...{ says: ["title", "due_date", "assigned_to"], state: "status" },
  }),
  told(partUse, {
    ...{ via: "customer", kind: "timeline.jobs", icon: IconPackage, at: "used_at" },
    says: ["store_item", "serial_numbers", "used_by"],
  }),
  told(networkSyncJob, {
    ...{ via: "customer", kind: "timeline.router", icon: IconListCheck, at: "created_at" },
    ...{ says: ["kind", "router", "requested_by"], state: "status" },
    cells: { kind: JOB_CELLS.kind },
  }),
  told(userSession, {
    ...{ via: "customer", kind: "timeline.router", icon: IconPlug, at: "started_at" },
    says: ["ip_address", "router"],
  }),
  told(callLog, {
    ...{ via: "customer", kind: "timeline.messages", icon: IconMessage, at: "started_at" },
    only: ({ broadcast }) => broadcast !== null,
    says: ["phone_number", "disposition"],
  }),
  told(auditLog, {
    ...{ via: "object_id", kind: "timeline.messages", icon: IconMessage, at: "timestamp" },
    only: isMessage,
    ...{ says: ["action", "actor_username"], cells: { action: auditCells.action } },
  }),
  told(auditLog, {
    ...{ via: "object_id", kind: "timeline.edits", icon: IconHistory, at: "timestamp" },
    only: (entry) => !isMessage(entry),
    says: ["action", "actor_username", "details"],
    cells: { action: auditCells.action, details: auditCells.details },
  }),
];

/** For whom amounts are not meant. */
export const TOLD_WITHOUT_MONEY: readonly Told[] = CUSTOMER_TOLD.map(({ amount: _amount, ...rest }) => rest);
