// A charge that waits for its customer's next recurring bill, where it is a line of its own.
import { choice, date, money, nullable, reference, text } from "../../kernel/field.ts";
import { type RecordOf, resource } from "../../kernel/resource.ts";
import { LINE_SOURCES } from "../tax/tax.rules.ts";

const never = { writable: "never" } as const;

export const pendingCharge = resource({
  name: "pending_charge",
  path: "pending-charges",
  area: "billing",
  module: "billing",
  summary: "What customers' next recurring bills charge beside the service",
  many: "charges of the next bill",
  fields: {
    customer: reference("customer", never),
    description: text({ ...never, max: 300 }),
    source: choice(LINE_SOURCES, never),
    /** What the line charges: an exclusive tax code adds its tax, an inclusive one's is part of it. */
    amount: money(never),
    tax_code: nullable(reference("tax_code", never)),
    /** The days that it is for; null: for none. */
    period_from: nullable(date(never)),
    period_to: nullable(date(never)),
    service_change: nullable(reference("service_change", never)),
    customer_addon: nullable(reference("customer_addon", never)),
    state: choice(["PENDING", "BILLED", "CANCELLED"], never),
    /** The bill that it is a line of; null: none is. */
    invoice: nullable(reference("invoice", never)),
  },
  verbs: ["list", "read"],
  own: "customer",
  large: { filters: ["customer", "state"] },
  title: "description",
  order: ["-created_at"],
  display: { customer_name: { via: "customer", column: "name" } },
  replica: { indexes: [["customer"]] },
});

export type PendingCharge = RecordOf<typeof pendingCharge>;
