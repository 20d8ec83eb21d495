// A broadband plan: what a customer pays for, and the router profile that carries it.
import { z } from "zod";
import { count, decimal, flag, money, nullable, prose, reference, text } from "../kernel/field.ts";
import { plainOperations } from "../kernel/operation.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";
import { OWN_PROFILES } from "../network/index.ts";

// The rest of RouterOS's rate-limit, upload first: burst, threshold, time, priority.
const BURST = /^\d+[kMG]?\/\d+[kMG]?( \d+[kMG]?\/\d+[kMG]?( \d+s?\/\d+s?( [1-8])?)?)?$/;

// Every user made by hand is on one of RouterOS's own profiles: a package that wrote one would throttle them all.
const PROFILE = new RegExp(`^(?!(${OWN_PROFILES.join("|")})$)\\S(.*\\S)?$`);

/** `package` is a reserved word, so the declaration has another name; the resource is `package`. */
export const servicePackage = resource({
  name: "package",
  path: "packages",
  area: "subscribers",
  module: "subscribers",
  summary: "A broadband plan",
  verbs: ["list", "read", "create", "update", "delete"],
  fields: {
    name: text({ required: true }),
    price: money({ required: true }),
    /** Download; upload too unless upload_mbps says otherwise. */
    bandwidth_mbps: decimal({ required: true, positive: true, digits: 3 }),
    upload_mbps: nullable(decimal({ positive: true, digits: 3 })),
    /** Name of the PPP profile on the routers; without one a name is made from the package's. */
    router_profile: text({
      max: 64,
      pattern: PROFILE,
      hint: "Not empty, and none of RouterOS's own profiles",
    }),
    burst: nullable(text({ pattern: BURST, hint: "As RouterOS writes it: 20M/80M 8M/40M 16/16 8" })),
    address_pool: nullable(text({ max: 64 })),
    queue_type: nullable(text({ max: 64 })),
    /** Days that one recharge gives. */
    validity_days: count({ min: 1, max: 3650, initial: 30 }),
    /** How many months one recurring bill covers. */
    billing_months: count({ min: 1, max: 60, initial: 1 }),
    /** The tax on its price; null: none. */
    tax_code: nullable(reference("tax_code")),
    description: nullable(prose({ max: 2000 })),
    is_active: flag({ initial: true }),
  },
  search: ["name", "router_profile"],
  order: ["name"],
  replica: true,
  // The profiles on the routers follow, what was sold of it, and what its customers pay.
  changes: ["network_sync_jobs", "services", "customers"],
});

export const packageVerbs = plainOperations(servicePackage, {
  /** Whom a new price reaches: all who have the package, from their next period on; or new customers alone. */
  update: { more: { price_applies: z.enum(["ALL", "NEW"]).nullish() } },
});

export type ServicePackage = RecordOf<typeof servicePackage>;
