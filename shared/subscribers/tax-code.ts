// A tax by its code. A rate that changes is a further row of the same code, from the day on which it counts (contract §4.14).
import { date, decimal, flag, nullable, text } from "../kernel/field.ts";
import { plainOperations } from "../kernel/operation.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";

export const taxCode = resource({
  name: "tax_code",
  path: "tax-codes",
  area: "subscribers",
  module: "finance",
  summary: "A tax, its rate, and from which day it counts",
  fields: {
    name: text({ required: true }),
    code: text({ required: true, max: 40, normal: "code", is_key: true }),
    /** Percent. */
    rate: decimal({ required: true, digits: 4 }),
    /** Whether prices hold the tax already. */
    is_inclusive: flag({ initial: false }),
    /** What a new package, and a line of a bill that says nothing, gets; null says none. */
    is_default: flag({ initial: false }),
    /** The first day of this rate; null: from the beginning. Later rows of the same code take over from it. */
    valid_from: nullable(date()),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  search: ["name", "code"],
  order: ["code", "-valid_from"],
  replica: true,
  // What an exclusive one adds is in their prices.
  changes: ["customers"],
});

export const taxCodeVerbs = plainOperations(taxCode, {
  create: { failures: ["HAS_DOCUMENTS"] },
  update: { failures: ["IN_USE", "HAS_DOCUMENTS"] },
});

export type TaxCode = RecordOf<typeof taxCode>;

/** A tax code as the rules of bills take it. */
export interface TaxRate extends Pick<TaxCode, "id" | "code" | "is_inclusive" | "is_default" | "valid_from"> {
  /** Percent as decimal text, e.g. "12.5". */
  rate: string;
}
