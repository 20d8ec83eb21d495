// A reseller's balance: its entries, written once, and the top-up that fills it.
import { z } from "zod";
import { reseller } from "../../identity/index.ts";
import { choice, count, instant, money, nullable, reference, text } from "../../kernel/field.ts";
import { operation } from "../../kernel/operation.ts";
import { resource } from "../../kernel/resource.ts";
import { RECEIVED_METHODS, reversalInput } from "../payment/payment.ts";

const never = { writable: "never" } as const;

export const resellerLedger = resource({
  name: "reseller_ledger",
  path: "reseller-ledger",
  area: "billing",
  module: "billing",
  summary: "The entries of resellers' balances; written once",
  many: "resellers' ledgers",
  fields: {
    /** The order of posting. */
    entry_no: count({ ...never, max: Number.MAX_SAFE_INTEGER }),
    reseller: reference("reseller", never),
    entry_type: choice(["TOPUP", "CHARGE", "REFUND", "ADJUSTMENT"], never),
    /** CHARGE takes it off the balance, TOPUP and REFUND add it; an ADJUSTMENT has its own sign. */
    amount: money({ ...never, signed: true, minus_where: { field: "entry_type", is: "CHARGE" } }),
    balance_after: money({ ...never, signed: true }),
    /** How a top-up was paid. */
    method: nullable(choice(RECEIVED_METHODS, never)),
    reference: nullable(text(never)),
    /** Who holds what was paid in: a device code, a username or BANK. */
    holder: nullable(text(never)),
    /** Why a balance was put right, or an entry taken back. */
    reason: nullable(text({ ...never, max: 500 })),
    /** The entry that this one takes back. */
    reverses: nullable(reference("reseller_ledger", never)),
    /** The payment that was charged or refunded. */
    payment_transaction: nullable(reference("transaction", never)),
    posted_by: text(never),
    occurred_at: instant(never),
  },
  verbs: ["list", "read"],
  own: "reseller",
  large: { filters: ["reseller", "entry_type", "reverses"] },
  order: ["-entry_no"],
  display: { reseller_name: { via: "reseller", column: "company_name" } },
  replica: { indexes: [["reseller", "occurred_at"]] },
});

/** POST /resellers/{id}/top-up/: money that a reseller pays in. */
export const topUpReseller = operation({
  on: reseller,
  area: "billing",
  name: "top_up",
  summary: "Take money that a reseller pays in for what they sell",
  allows: "Top a reseller's balance up",
  input: z.strictObject({
    amount: money({ required: true, positive: true }),
    method: choice(RECEIVED_METHODS).optional(),
    reference: text().nullish(),
  }),
  changes: ["reseller_ledger", "ledger_entries", "review_items"],
});

/** POST /resellers/{id}/adjust/: a balance put right by hand; above zero in the reseller's favour. */
export const adjustReseller = operation({
  on: reseller,
  area: "billing",
  name: "adjust",
  summary: "Put a reseller's balance right: an amount above zero in their favour, below zero against them",
  allows: "Put a reseller's balance right",
  input: z.strictObject({
    amount: money({ required: true, signed: true }),
    reason: text({ required: true, max: 500 }),
  }),
  failures: ["CREDIT_LIMIT_EXCEEDED"],
  changes: ["reseller_ledger", "ledger_entries", "review_items"],
});

/** POST /reseller-ledger/{id}/reverse/: answers the entry that takes it back; a repeat answers the same and writes nothing. */
export const reverseResellerEntry = operation({
  on: resellerLedger,
  name: "reverse",
  summary: "Take a reseller's top-up or adjustment back; answers the entry that does, `reason` is required",
  allows: "Take a reseller's top-up or adjustment back",
  input: reversalInput,
  failures: ["NOT_REVERSIBLE", "CREDIT_LIMIT_EXCEEDED"],
  changes: ["resellers", "ledger_entries", "review_items"],
});
