// Small builders for examples with the numbers of real life: amounts as decimal texts of a currency with two digits.
import type { OfferTerms } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import type {
  CustomerMoney,
  OpenInvoice,
  PlanContext,
} from "../../../shared/billing/ledger/money-records.ts";
import type { Posting } from "../../../shared/billing/ledger/posting.rules.ts";
import { type Minor, parseMoney, ZERO } from "../../../shared/kernel/money.ts";
import type { TaxRate } from "../../../shared/subscribers/index.ts";

export const TODAY = "2026-11-20";

/** "1200.50" → 120050n. */
export const m = (text: string): Minor => parseMoney(text, 2);

/** A package. */
export const home = { id: "home-20", name: "Home 20 Mbps", price: m("1200.00") };

/** An eighth off any package. */
export const offer: OfferTerms = {
  discount_type: "PERCENT",
  percent: "12.5",
  fixed: ZERO,
  package: null,
  start_date: "2026-11-01",
  end_date: "2026-11-30",
  is_active: true,
};

/** Two taxes, one of them part of the price; the rows of the first are its history. */
export const RATES: readonly TaxRate[] = [
  { id: "vat", code: "VAT", rate: "15", is_inclusive: false, is_default: false, valid_from: null },
  {
    id: "vat-next",
    code: "VAT",
    rate: "17.5",
    is_inclusive: false,
    is_default: false,
    valid_from: "2026-12-15",
  },
  { id: "gst", code: "GST", rate: "5.5", is_inclusive: true, is_default: false, valid_from: null },
];

export function customer(overrides: Partial<CustomerMoney> = {}): CustomerMoney {
  return {
    id: "customer",
    account_id: "account",
    status: "ACTIVE",
    due_amount: ZERO,
    advance_amount: ZERO,
    discount: ZERO,
    expiry_date: "2026-11-25",
    grace_period_until: null,
    promise_date: null,
    suspended_for: null,
    ...overrides,
  };
}

/** An open invoice issued on a day, due a week later, with nothing paid. */
export function openInvoice(id: string, issue_date: string, due: string): OpenInvoice {
  return {
    id,
    invoice_number: `INV-${id}`,
    issue_date,
    due_date: `${issue_date.slice(0, 8)}28`,
    previous_due: ZERO,
    total_payable: m(due),
    paid_amount: ZERO,
    carried_amount: ZERO,
    credited_amount: ZERO,
    due_amount: m(due),
    status: "UNPAID",
    carried_to: null,
    carried_from: [],
    charges: [{ source: "PACKAGE", tax_code: null, net: m(due), tax: ZERO, net_back: ZERO, tax_back: ZERO }],
    given_up: [],
    created_at: `${issue_date}T08:00:00.000Z`,
  };
}

export function context(today = TODAY): PlanContext {
  let count = 0;
  return { today, now: `${today}T09:00:00.000Z`, newId: () => `new-${++count}` };
}

/** A journal as short lines: "customer PAYMENT +1200.00 → 300.00", in minor units. */
export function entries(postings: readonly Posting[]): string[] {
  return postings.map(({ account, entry_type, credit, debit, balance_after }) => {
    const name = account.kind === "customer" ? "customer" : account.code;
    const after = balance_after === null ? "" : ` → ${balance_after}`;
    return `${name} ${entry_type} ${credit - debit}${after}`;
  });
}
