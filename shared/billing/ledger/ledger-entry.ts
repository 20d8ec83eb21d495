// The journal: double entry, append-only.
import { choice, count, date, instant, money, nullable, reference, text } from "../../kernel/field.ts";
import { type RecordOf, resource } from "../../kernel/resource.ts";

const never = { writable: "never" } as const;

export const ledgerEntry = resource({
  name: "ledger_entry",
  path: "ledger-entries",
  area: "billing",
  module: "finance",
  summary: "The double-entry journal; customers' entries unless scope=all",
  many: "the ledger",
  fields: {
    /** The order of posting. */
    entry_no: count({ ...never, max: Number.MAX_SAFE_INTEGER }),
    /** Shared by the entries whose debits equal their credits. */
    journal: reference("journal", never),
    account: reference("billing_account", never),
    customer: nullable(reference("customer", never)),
    entry_type: choice(
      [
        "INVOICE",
        "PAYMENT",
        "REVERSAL",
        "ADVANCE",
        "CARRY_FORWARD",
        "ADJUSTMENT",
        "WAIVER",
        "REFUND",
        "SUSPENSE",
        "DEPOSIT",
        "SALARY",
        "TRANSFER",
        "OVER_SHORT",
      ],
      never,
    ),
    debit: money(never),
    credit: money(never),
    /** The customer's balance after this entry; null on system accounts. */
    balance_after: nullable(money({ ...never, signed: true })),
    /** Of a customer's entry: how much of it raises the advance; the rest lowers what is due. */
    advance_change: money({ ...never, signed: true }),
    /** The accounting day: an invoice's issue_date, else the day on which the thing happened. */
    entry_date: date(never),
    /** Of cash: the till's device code, the username, OFFICE or BANK. */
    holder: nullable(text(never)),
    /** Of revenue and discounts: what was charged; of what was given up: why. */
    source: nullable(text(never)),
    /** Of tax, and of what it was computed on. */
    tax_code: nullable(reference("tax_code", never)),
    source_type: choice(
      [
        "invoice",
        "payment_transaction",
        "adjustment",
        "credit_note",
        "refund",
        "deposit",
        "reseller_ledger",
        "advance_salary",
        "payroll",
        "cash_transfer",
        "shift",
      ],
      never,
    ),
    source_id: reference("source", never),
    posted_by: text(never),
    posted_at: instant(never),
    occurred_at: instant(never),
  },
  verbs: ["list", "read"],
  refusals: ["PERIOD_LOCKED"],
  own: "customer",
  large: {
    filters: ["account", "customer", "entry_type", "journal", "holder", "source", "posted_at", "entry_date"],
  },
  order: ["-entry_no"],
  display: {
    account_number: { via: "account", column: "account_number" },
    customer_name: { via: "customer", column: "name" },
  },
  replica: { kept: "disk", indexes: [["customer", "posted_at"]] },
});

export type LedgerEntry = RecordOf<typeof ledgerEntry>;
