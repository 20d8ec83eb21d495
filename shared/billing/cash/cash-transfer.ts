// Money handed over: from a till or collector to the office, the bank or another, until the receiver confirms it.
import { z } from "zod";
import { choice, instant, money, nullable, numbered, reference, text } from "../../kernel/field.ts";
import { operation, plainOperations } from "../../kernel/operation.ts";
import { type RecordOf, resource } from "../../kernel/resource.ts";
import { RECEIVED_METHODS } from "../payment/payment.ts";

const never = { writable: "never" } as const;
const holder = { writable: "create", required: true, max: 120 } as const;

export const cashTransfer = resource({
  name: "cash_transfer",
  path: "cash-transfers",
  area: "billing",
  module: "finance",
  summary: "Money on its way from one holder to another",
  many: "money handed over",
  fields: {
    transfer_number: numbered("CT"),
    /** A device code, a username, OFFICE or BANK. */
    from: text(holder),
    to: text(holder),
    amount: money({ writable: "create", required: true, positive: true }),
    method: choice(RECEIVED_METHODS, { writable: "create", initial: "CASH" }),
    note: nullable(text({ writable: "create", max: 500 })),
    status: choice(["IN_TRANSIT", "CONFIRMED", "CANCELLED"], never),
    sent_by: text(never),
    sent_at: instant(never),
    confirmed_by: nullable(text(never)),
    confirmed_at: nullable(instant(never)),
    cancelled_by: nullable(text(never)),
    cancelled_at: nullable(instant(never)),
    cancellation_reason: nullable(text({ ...never, max: 500 })),
    /** Who sent it. */
    user: nullable(reference("user", never)),
    /** Who gets it, where that is a collector or a till's cashier; of what goes to the office or the bank, at whose till it was. */
    concerns: nullable(reference("user", never)),
    device: nullable(reference("device", never)),
  },
  verbs: ["list", "read", "create"],
  own: "user",
  own_too: "concerns",
  title: "transfer_number",
  large: { filters: ["from", "to", "status"] },
  search: ["transfer_number", "note"],
  order: ["-sent_at"],
  // As with incidents: the Inbox watches them.
  replica: true,
  offline: ["create"],
  changes: ["ledger_entries", "review_items"],
});

export type CashTransfer = RecordOf<typeof cashTransfer>;

/** POST /cash-transfers/: the money leaves its holder. */
export const { create: sendCash } = plainOperations(cashTransfer, {
  create: {
    summary: "Hand money over: it is in transit until somebody else confirms it",
    further_permissions: ["finance.backdate"],
    more: { occurred_at: instant().nullish() },
  },
});

/** POST /cash-transfers/{id}/confirm/: the money has arrived. */
export const confirmCash = operation({
  on: cashTransfer,
  name: "confirm",
  summary: "Say that the money has arrived; never by who sent it. A repeat changes nothing",
  allows: "Confirm that money handed over has arrived",
  input: z.strictObject({}),
  failures: ["OWN_REQUEST", "ILLEGAL_TRANSITION"],
  changes: ["ledger_entries", "review_items"],
  offline: true,
});

/** POST /cash-transfers/{id}/cancel/: it is the sender's again. */
export const cancelCash = operation({
  on: cashTransfer,
  name: "cancel",
  summary:
    "Call a transfer off that has not arrived; by who sent it, or may confirm it. A repeat changes nothing",
  allows: "Call off money handed over that has not arrived",
  input: z.strictObject({ reason: text({ max: 500 }).nullish() }),
  failures: ["ILLEGAL_TRANSITION"],
  changes: ["ledger_entries", "review_items"],
  offline: true,
});
