// Customers from a CSV file: tried first, then all of them or none.
import { z } from "zod";
import { FIELD_CODES } from "../kernel/failure.ts";
import { operation, trueOrFalse } from "../kernel/operation.ts";
import { customer } from "./customer.ts";

export const MAX_IMPORT_ROWS = 10_000;

const told = z.object({
  /** Where in the file, from 1: the header is line 1. */
  line: z.int(),
  field: z.string(),
  code: z.enum(FIELD_CODES),
  message: z.string(),
});

const importAnswer = z.object({
  dry_run: z.boolean(),
  /** Rows below the header. */
  rows: z.int(),
  /** Customers that exist now because of this; none in a dry run. */
  created: z.int(),
  errors: z.array(told),
  /** Warnings, which refuse no row; left out where there are none. */
  warnings: z.array(told).optional(),
});

export type ImportAnswer = z.infer<typeof importAnswer>;

/** A dry run unless `dry_run` is false. Any error: nothing is imported, and the same errors come as VALIDATION. */
export const customerImport = operation({
  on: customer,
  name: "import",
  summary: "Import customers from a CSV file whose header names their fields",
  allows: "Import customers from a file",
  path: "/customers/import/",
  further_permissions: ["subscribers.customer.set_terms"],
  input: z.strictObject({ csv: z.string().min(1), dry_run: trueOrFalse.optional() }),
  query: ["dry_run"],
  takes_csv: true,
  large_body: true,
  long: true,
  output: importAnswer,
  failures: ["DUPLICATE", "PLAN_LIMIT_REACHED", "SUBSCRIPTION_ENDED"],
  changes: ["billing_accounts", "network_sync_jobs", "services"],
});
