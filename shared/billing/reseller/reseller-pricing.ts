// What a package costs a reseller, where that is not its price.
import { flag, money, reference } from "../../kernel/field.ts";
import { resource } from "../../kernel/resource.ts";

export const resellerPricing = resource({
  name: "reseller_pricing",
  path: "reseller-pricing",
  area: "billing",
  module: "billing",
  summary: "A reseller's wholesale rate for a package",
  many: "wholesale rates",
  fields: {
    reseller: reference("reseller", { required: true, writable: "create" }),
    package: reference("package", { required: true, writable: "create" }),
    /** For one validity of the package. */
    custom_rate: money({ required: true }),
    /** At most one rate in force for a reseller and package. */
    is_active: flag({ initial: true }),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  own: "reseller",
  order: ["-created_at"],
  display: {
    reseller_name: { via: "reseller", column: "company_name" },
    package_name: { via: "package", column: "name" },
  },
  replica: true,
});
