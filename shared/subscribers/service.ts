// A service: what a customer was sold, at which price, on which days. Written by what sells and changes it, never by hand.
import { choice, count, date, money, nullable, reference, text } from "../kernel/field.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";

const never = { writable: "never" } as const;

export const service = resource({
  name: "service",
  path: "services",
  area: "subscribers",
  module: "subscribers",
  summary: "What customers were sold, at which price, on which days",
  fields: {
    customer: reference("customer", never),
    package: reference("package", never),
    /** As they were when it was sold, like the price and all that follows. */
    package_name: text(never),
    price: money(never),
    validity_days: count(never),
    billing_months: count(never),
    tax_code: nullable(reference("tax_code", never)),
    /** The offer that it was sold with, its price by that, for how many periods, and how many of them are left. */
    offer: nullable(reference("offer", never)),
    promo_price: nullable(money(never)),
    promo_periods: nullable(count(never)),
    promo_left: nullable(count(never)),
    from_date: date(never),
    /** The last day; null: it runs. */
    to_date: nullable(date(never)),
    state: choice(["SCHEDULED", "ACTIVE", "ENDED", "CANCELLED"], never),
    reason: choice(["START", "UPGRADE", "DOWNGRADE", "CHANGE", "PRICE", "IMPORT", "RETURN"], never),
    previous_service: nullable(reference("service", never)),
    service_change: nullable(reference("service_change", never)),
  },
  verbs: ["list", "read"],
  own: "customer",
  large: { filters: ["customer", "package", "state", "reason", "from_date"] },
  title: "package_name",
  order: ["-from_date"],
  display: { customer_name: { via: "customer", column: "name" } },
  replica: { kept: "disk", indexes: [["customer", "from_date"]] },
});

export type Service = RecordOf<typeof service>;
