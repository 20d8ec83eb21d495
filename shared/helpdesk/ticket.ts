// What customers ask for help with, and what is said about it.
import { z } from "zod";
import { choice, flag, instant, nullable, numbered, prose, reference, text } from "../kernel/field.ts";
import { operation } from "../kernel/operation.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";
import { PRIORITIES } from "./priority.ts";
import { TICKET_STATUSES } from "./ticket.rules.ts";
import { CATEGORIES } from "./ticket-category.ts";

const never = { writable: "never" } as const;

export const ticket = resource({
  name: "ticket",
  path: "tickets",
  area: "helpdesk",
  module: "operations",
  summary: "What a customer asks for help with",
  fields: {
    ticket_number: numbered("T"),
    customer: nullable(reference("customer", { outlived: true })),
    subject: text({ required: true }),
    description: prose({ required: true }),
    category: choice(CATEGORIES, { initial: "OTHER" }),
    /** The category in the company's own words. */
    kind: nullable(reference("ticket_category")),
    priority: choice(PRIORITIES, { initial: "MEDIUM" }),
    status: choice(TICKET_STATUSES, { ...never, initial: "OPEN" }),
    assigned_to: nullable(reference("staff", { outlived: true })),
    resolved_at: nullable(instant(never)),
    /** The outage that it is about. */
    incident: nullable(reference("incident", { writable: "create", outlived: true })),
  },
  verbs: ["list", "read", "create", "update"],
  own: "customer",
  large: { filters: ["status", "customer", "assigned_to", "incident"] },
  search: ["ticket_number", "subject"],
  display: {
    customer_name: { via: "customer", column: "name" },
    assigned_to_name: { via: "assigned_to", column: "full_name" },
  },
  replica: { indexes: [["customer"], ["status", "updated_at"], ["incident"]] },
  offline: ["create", "update"],
});

export const ticketReply = resource({
  name: "ticket_reply",
  path: "ticket-replies",
  area: "helpdesk",
  module: "operations",
  summary: "An answer on a ticket, or a note of the staff about it",
  fields: {
    ticket: reference("ticket", never),
    message: prose(never),
    is_internal: flag(never),
    author: text(never),
    /** Offline before it arrived. */
    written_at: instant(never),
  },
  verbs: ["list", "read"],
  parent: { via: "ticket", as: "replies" },
  large: { filters: ["ticket"] },
  order: ["written_at"],
  replica: { indexes: [["ticket"]] },
});

export type Ticket = RecordOf<typeof ticket>;

export const replyToTicket = operation({
  on: ticket,
  name: "reply",
  summary: "Answer on a ticket or leave a note for the staff, and move it on",
  allows: "Answer tickets and move them on",
  input: z.strictObject({
    message: prose({ required: true }),
    is_internal: flag().optional(),
    status: choice(TICKET_STATUSES).optional(),
  }),
  adds: ticketReply,
  failures: ["ILLEGAL_TRANSITION"],
  offline: true,
});

/** On the board a card is moved without a word about it. */
export const moveTicket = operation({
  on: ticket,
  name: "move",
  summary: "Move a ticket on without a reply",
  permission: "operations.ticket.reply",
  input: z.strictObject({ status: choice(TICKET_STATUSES, { required: true }) }),
  failures: ["ILLEGAL_TRANSITION"],
  offline: true,
});
