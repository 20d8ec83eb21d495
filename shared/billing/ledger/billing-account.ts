// A customer's account with the provider, or one of the tenant's system accounts; and what is read and repaired on it.
import { z } from "zod";
import { choice, money, nullable, reference, text } from "../../kernel/field.ts";
import { operation } from "../../kernel/operation.ts";
import { resource } from "../../kernel/resource.ts";
import { customer } from "../../subscribers/index.ts";

export const billingAccount = resource({
  name: "billing_account",
  path: "billing-accounts",
  area: "billing",
  module: "finance",
  summary: "Customers' accounts with their live balance, and the tenant's system accounts",
  fields: {
    account_number: text({ writable: "never" }),
    /** CASH:<method>, REVENUE, …; null on a customer's account. */
    code: nullable(text({ writable: "never" })),
    customer: nullable(reference("customer", { writable: "never" })),
    currency: text({ writable: "never" }),
    status: choice(["ACTIVE", "CLOSED"], { writable: "never" }),
    balance: money({ writable: "never", signed: true }),
  },
  verbs: ["list", "read"],
  own: "customer",
  large: { filters: ["customer"] },
  search: ["account_number"],
  order: ["account_number"],
  display: { customer_name: { via: "customer", column: "name" } },
  replica: { kept: "disk", indexes: [["customer"]] },
});

const amount = z.string();
const figures = z.object({ due_amount: amount, advance_amount: amount, balance: amount });

/** Recomputes due, advance and balance from the live records (contract §4.6); `drift` is zero on a healthy database. */
export const customerRecalculateBalance = operation({
  on: customer,
  name: "recalculate_balance",
  area: "billing",
  summary: "Recompute a customer's dues, advance and balance from the live records",
  allows: "Recalculate a customer's balance",
  permission: "finance.billing_account.recalculate",
  input: z.strictObject({}),
  output: z.object({ before: figures, after: figures, drift: figures }),
  changes: ["billing_accounts"],
  offline: true,
});
