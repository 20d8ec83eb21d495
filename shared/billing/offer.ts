// A promotion: while it runs, generate-batch bills the package for less.
import {
  choice,
  count,
  date,
  decimalOrMoney,
  flag,
  nullable,
  prose,
  reference,
  text,
} from "../kernel/field.ts";
import { plainOperations } from "../kernel/operation.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";

export const offer = resource({
  name: "offer",
  path: "offers",
  area: "billing",
  module: "billing",
  summary: "Promotions that lower the monthly bill",
  fields: {
    title: text({ required: true }),
    description: nullable(prose()),
    discount_type: choice(["PERCENT", "FIXED"], { required: true }),
    /** A percentage up to 100, or an amount of money. */
    discount_value: decimalOrMoney({
      ...{ required: true, positive: true, digits: 3 },
      money_where: { field: "discount_type", is: "FIXED" },
    }),
    /** Null: every package. */
    package: nullable(reference("package")),
    start_date: date({ required: true }),
    end_date: date({ required: true }),
    /** Null: it lowers the bills of the months that it runs in. Else what is sold with it has it for its first periods. */
    first_periods: nullable(count({ min: 1, max: 60 })),
    is_active: flag({ initial: true }),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  search: ["title"],
  order: ["-start_date"],
  display: { package_name: { via: "package", column: "name" } },
  replica: true,
});

export type Offer = RecordOf<typeof offer>;

export const offerVerbs = plainOperations(offer);
