// What integrators are told of. One entry is a type: the trigger that writes it, its schema, its example, its place in the tree
// of a form and its words follow from it (server/integrations/triggers.ts).
import { invoice, paymentEvent, recharge, transaction } from "../billing/index.ts";
import { task, ticket, ticketReply } from "../helpdesk/index.ts";
import type { Pair } from "../kernel/formatting/language.ts";
import type { Resource } from "../kernel/resource.ts";
import { incident, onu, router } from "../network/index.ts";
import { customer } from "../subscribers/index.ts";
import { webhookEndpoint } from "./webhook-endpoint.ts";

export interface EventType {
  /** `<head>.<what happened>`. */
  readonly type: string;
  /** The record that it is about; the right to see it is the right to be told. */
  readonly on: Resource;
  /** What it says, in words. */
  readonly says: Pair;
  /** Which rows of the table are told of when they are new, changed, gone: a condition over `new` and `old`; true: each. */
  readonly insert?: string | true;
  readonly update?: string | true;
  readonly delete?: true;
}

const becomes = (status: string): Pick<EventType, "update"> => ({
  update: `new.status = '${status}' and old.status <> '${status}'`,
});

const changedStatus = { update: "new.status is distinct from old.status" } as const;

const DOWN = "('OFFLINE', 'LOS', 'DYING_GASP')";

/** Sent by hand to one endpoint, whatever it wants to hear. */
export const TEST_TYPE = "webhook.test";

export const EVENT_TYPES: readonly EventType[] = [
  { type: "customer.created", on: customer, says: ["A customer was added", "গ্রাহক যোগ হয়েছে"], insert: true },
  {
    type: "customer.updated",
    on: customer,
    says: ["Something of a customer changed", "গ্রাহকের কিছু বদলেছে"],
    update: true,
  },
  {
    type: "customer.status_changed",
    on: customer,
    says: ["A customer was suspended, let in again, expired or left", "গ্রাহকের অবস্থা বদলেছে"],
    ...changedStatus,
  },
  {
    type: "customer.deleted",
    on: customer,
    says: ["A customer was deleted", "গ্রাহক মুছে ফেলা হয়েছে"],
    delete: true,
  },
  { type: "invoice.created", on: invoice, says: ["An invoice was made", "ইনভয়েস তৈরি হয়েছে"], insert: true },
  {
    type: "invoice.paid",
    on: invoice,
    says: ["An invoice is paid in full", "ইনভয়েস পুরো পরিশোধ হয়েছে"],
    insert: "new.status = 'PAID'",
    ...becomes("PAID"),
  },
  {
    type: "invoice.overdue",
    on: invoice,
    says: ["An invoice was not paid in time", "ইনভয়েসের সময় পার হয়েছে"],
    ...becomes("OVERDUE"),
  },
  {
    type: "invoice.voided",
    on: invoice,
    says: ["An invoice was taken back", "ইনভয়েস বাতিল হয়েছে"],
    ...becomes("VOID"),
  },
  {
    type: "recharge.created",
    on: recharge,
    says: ["A recharge was taken", "রিচার্জ নেওয়া হয়েছে"],
    insert: true,
  },
  {
    type: "recharge.reversed",
    on: recharge,
    says: ["A recharge was taken back", "রিচার্জ ফেরত নেওয়া হয়েছে"],
    update: "new.is_reversed and not old.is_reversed",
  },
  {
    type: "payment.created",
    on: transaction,
    says: ["Money came in, by a recharge or without one", "টাকা এসেছে, রিচার্জে বা আলাদা"],
    insert: true,
  },
  {
    type: "payment.reversed",
    on: transaction,
    says: ["A payment was taken back", "পেমেন্ট ফেরত নেওয়া হয়েছে"],
    update: "new.reversed_at is not null and old.reversed_at is null",
  },
  {
    type: "payment.refunded",
    on: transaction,
    says: ["Some of a payment was paid out again", "পেমেন্টের টাকা ফেরত দেওয়া হয়েছে"],
    update: "new.refunded_amount > old.refunded_amount",
  },
  {
    type: "payment.unmatched",
    on: paymentEvent,
    says: ["A provider reported money of nobody that is known", "কার টাকা জানা যায়নি এমন পেমেন্ট এসেছে"],
    insert: "new.status = 'UNMATCHED'",
    ...becomes("UNMATCHED"),
  },
  { type: "ticket.created", on: ticket, says: ["A ticket was opened", "টিকিট খোলা হয়েছে"], insert: true },
  {
    type: "ticket.replied",
    on: ticketReply,
    says: ["A ticket was answered; never the staff's own notes", "টিকিটে উত্তর এসেছে; কর্মীদের নোট নয়"],
    insert: "not new.is_internal",
  },
  {
    type: "ticket.status_changed",
    on: ticket,
    says: ["A ticket moved on", "টিকিটের অবস্থা বদলেছে"],
    ...changedStatus,
  },
  { type: "task.created", on: task, says: ["A work order was made", "কাজ তৈরি হয়েছে"], insert: true },
  {
    type: "task.assigned",
    on: task,
    says: ["A work order has another person", "কাজ কাউকে দেওয়া হয়েছে"],
    insert: "new.assigned_to is not null",
    update: "new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to",
  },
  {
    type: "task.completed",
    on: task,
    says: ["A work order is done", "কাজ শেষ হয়েছে"],
    insert: "new.status = 'COMPLETED'",
    ...becomes("COMPLETED"),
  },
  { type: "router.online", on: router, says: ["A router answers", "রাউটার চালু হয়েছে"], ...becomes("ONLINE") },
  {
    type: "router.offline",
    on: router,
    says: ["A router does not answer any more", "রাউটার আর সাড়া দেয় না"],
    ...becomes("OFFLINE"),
  },
  {
    type: "incident.opened",
    on: incident,
    says: ["Many lines went down at once", "অনেক লাইন একসাথে বন্ধ হয়েছে"],
    insert: "new.status = 'OPEN'",
    ...becomes("OPEN"),
  },
  {
    type: "incident.closed",
    on: incident,
    says: ["An outage is over", "বিভ্রাট শেষ হয়েছে"],
    ...becomes("CLOSED"),
  },
  {
    type: "onu.down",
    on: onu,
    says: ["An ONU lost its light or power", "ওএনইউ বন্ধ হয়েছে"],
    update: `new.status in ${DOWN} and old.status not in ${DOWN}`,
  },
  { type: "onu.up", on: onu, says: ["An ONU is back", "ওএনইউ চালু হয়েছে"], ...becomes("ONLINE") },
  { type: TEST_TYPE, on: webhookEndpoint, says: ["A test, asked for by hand", "পরীক্ষা, হাতে চাওয়া"] },
];

export const eventTypeNamed = (type: string): EventType | null =>
  EVENT_TYPES.find((one) => one.type === type) ?? null;

/** What stands before the dot: what a pattern like `customer.*` names. */
export const headOf = (type: string): string => type.slice(0, type.indexOf("."));

/** What an endpoint may name to hear of this type: the type, all of its head, everything. */
export const patternsFor = (type: string): readonly string[] => ["*", `${headOf(type)}.*`, type];

/** Whether a name stands for some type at all. */
export const isPattern = (name: string): boolean =>
  EVENT_TYPES.some(({ type }) => patternsFor(type).includes(name));

/** Whether an endpoint that names these hears of a type. */
export const wants = (events: readonly string[], type: string): boolean =>
  patternsFor(type).some((pattern) => events.includes(pattern));
