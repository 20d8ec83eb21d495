// The kinds of trouble that a company tells apart, each under one of the categories that every ticket has.
import { choice, count, flag, text } from "../kernel/field.ts";
import { resource } from "../kernel/resource.ts";

export const CATEGORIES = ["NO_INTERNET", "SLOW", "BILLING", "HARDWARE", "RELOCATION", "OTHER"] as const;

export const ticketCategory = resource({
  name: "ticket_category",
  path: "ticket-categories",
  area: "helpdesk",
  module: "operations",
  summary: "A kind of trouble in the company's own words, and how fast it is answered",
  fields: {
    name: text({ required: true }),
    category: choice(CATEGORIES, { required: true }),
    sla_hours: count({ min: 1, max: 8_760, initial: 24 }),
    is_active: flag({ initial: true }),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  search: ["name"],
  order: ["name"],
  replica: true,
});
