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
    code: text({ required: true, max: 40 }),
    /** Percent. */
    rate: decimal({ required: true, digits: 4 }),
    /** Whether prices hold the tax already. */
    is_inclusive: flag({ initial: false }),
    /** What forms of packages and bills begin with. */
    is_default: flag({ initial: false }),
    /** The first day of this rate; null: from the beginning. Later rows of the same code take over from it. */
    valid_from: nullable(date()),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  search: ["name", "code"],
  order: ["code", "-valid_from"],
  replica: true,
});

export const taxCodeVerbs = plainOperations(taxCode, { update: { failures: ["IN_USE"] } });

export type TaxCode = RecordOf<typeof taxCode>;

/** A tax code as the rules of bills take it. */
export interface TaxRate extends Pick<TaxCode, "id" | "code" | "is_inclusive" | "valid_from"> {
  /** Percent as decimal text, e.g. "12.5". */
  rate: string;
}
