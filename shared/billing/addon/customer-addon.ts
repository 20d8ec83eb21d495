// An add-on that a customer has: since when, until when, at which price.
import { z } from "zod";
import { choice, count, date, money, nullable, reference, text } from "../../kernel/field.ts";
import { operation } from "../../kernel/operation.ts";
import { type RecordOf, resource } from "../../kernel/resource.ts";
import { paymentWithIt, SETTLED } from "../payment/payment.ts";
import { ADDON_EFFECTS, ADDON_KINDS, ADDON_SOURCES } from "./addon.ts";

const never = { writable: "never" } as const;
const create = { writable: "create" } as const;

export const customerAddon = resource({
  name: "customer_addon",
  path: "customer-addons",
  area: "billing",
  module: "billing",
  summary: "What customers have beside their package",
  many: "customers' add-ons",
  fields: {
    customer: reference("customer", { ...create, required: true }),
    addon: reference("addon", { ...create, required: true }),
    /** As they were when it was sold, like the price, source, tax code and effect. */
    addon_name: text(never),
    kind: choice(ADDON_KINDS, never),
    quantity: count({ ...create, min: 1, initial: 1 }),
    /** Of one. */
    price: money(create),
    source: choice(ADDON_SOURCES, never),
    tax_code: nullable(reference("tax_code", never)),
    effect: choice(ADDON_EFFECTS, never),
    /** Of STATIC_IP the address. */
    value: nullable(text({ ...create, max: 120 })),
    from_date: date(create),
    /** The last day; null: it runs. */
    to_date: nullable(date(never)),
    /** Its days until then were charged as it was sold; null: none was. */
    charged_to: nullable(date(never)),
    state: choice(["ACTIVE", "ENDED"], never),
    end_reason: nullable(text({ ...never, max: 500 })),
    /** The bill that was made as it was sold. */
    invoice: nullable(reference("invoice", never)),
    created_by: text(never),
  },
  verbs: ["list", "read"],
  own: "customer",
  large: { filters: ["customer", "addon", "state"] },
  title: "addon_name",
  order: ["-from_date"],
  display: { customer_name: { via: "customer", column: "name" } },
  replica: { indexes: [["customer"]] },
});

export type CustomerAddon = RecordOf<typeof customerAddon>;

/** POST /customer-addons/. */
export const createCustomerAddon = operation({
  on: customerAddon,
  name: "create",
  summary: "Sell an add-on: at once on a bill of its own (NOW), or on the next recurring bill (NEXT)",
  allows: "Sell add-ons",
  input: z.strictObject({
    id: z.uuidv7().optional(),
    customer: reference("customer"),
    addon: reference("addon"),
    quantity: count({ min: 1, max: 1000 }).optional(),
    /** Left out: the add-on's. */
    price: money().nullish(),
    from_date: date().nullish(),
    value: text({ max: 120 }).nullish(),
    charge: z.enum(["NOW", "NEXT"]).nullish(),
    payment: paymentWithIt,
  }),
  further_permissions: ["billing.invoice.override", "finance.transaction.create", "billing.recharge.create"],
  failures: ["DUPLICATE", "ILLEGAL_TRANSITION", "UNDERPAID", "CREDIT_LIMIT_EXCEEDED"],
  changes: [...SETTLED, "invoice_lines", "pending_charges", "customers"],
  offline: true,
  money: "payment",
});

/** POST /customer-addons/{id}/end/: a repeat answers the same and writes nothing. */
export const endCustomerAddon = operation({
  on: customerAddon,
  name: "end",
  summary: "End an add-on: `on` is its last day, today unless it says another",
  allows: "End add-ons",
  input: z.strictObject({ on: date().nullish(), reason: text({ max: 500 }).nullish() }),
  failures: ["ILLEGAL_TRANSITION"],
  changes: ["pending_charges", "customers", "network_sync_jobs"],
});
