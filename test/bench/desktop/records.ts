// What a provider's desktop holds: customers, each with account, bill, payment and what these leave in the books.
import "../../../shared/resources.ts";
import { type FieldMeta, metaOf } from "../../../shared/kernel/field.ts";
import { resourceOf } from "../../../shared/kernel/registry.ts";
import { customers } from "../../replica/helpers/people.ts";

export type Doc = Record<string, unknown> & { id: string };

const KEPT_RECEIPT = {
  number: "D1-000001",
  company: { name: "Demo Net", phone: "+8801700000000", address: "House 1, Road 2, Dhaka" },
  customer: { name: "Rahima Begum", code: "C-000001", phone: "+8801700000001" },
  amount: "700.00",
  method: "CASH",
  package: "Home 20 Mbps",
  due_before: "700.00",
  due_after: "0.00",
  advance_before: "0.00",
  advance_after: "0.00",
  expiry_before: "2026-10-15",
  expiry_after: "2026-11-15",
  clerk: "Counter",
  till: "D1",
};

/** The same id for the same thing at every run: kind and number, as wide as a UUID. */
const idOf = (kind: number, number: number) =>
  `0197${String(kind).padStart(4, "0")}-0000-7000-8000-${String(number).padStart(12, "0")}`;

function sampleOf({ kind, nullable, choices, initial }: FieldMeta, n: number): unknown {
  if (nullable) return null;
  switch (kind) {
    case "choice":
      return initial ?? choices?.[0];
    case "flag":
      return false;
    case "count":
      return n;
    case "money":
      return "0.00";
    case "decimal":
      return "1";
    case "date":
      return "2026-10-01";
    case "month":
      return "2026-10";
    case "instant":
      return "2026-10-01T08:30:00.000Z";
    case "reference":
      return idOf(99, n);
    case "json":
      return [];
    default:
      return `text ${n}`;
  }
}

/** A record with every declared field, and what is known of it laid over. */
function record(collection: string, id: string, n: number, known: Record<string, unknown>): Doc {
  const resource = resourceOf(collection);
  if (!resource) throw new Error(`There is no collection ${collection}`);
  const values = Object.entries(resource.fields).map(
    ([name, field]) => [name, sampleOf(metaOf(field), n)] as const,
  );
  const stamps = {
    created_at: "2026-10-01T08:30:00.123Z",
    updated_at: "2026-10-01T08:30:00.123Z",
    version: 1,
  };
  return { ...Object.fromEntries(values), ...stamps, ...known, id };
}

/** One customer's money of a month: collection → records. */
export function moneyOf(customer: Doc, n: number, month: string, at: number): Record<string, Doc[]> {
  const [invoice, payment] = [idOf(10 + at, n), idOf(40 + at, n)];
  const is_paid = n % 7 !== 0;
  const day = `${month}-${String((n % 27) + 1).padStart(2, "0")}`;
  const dated = { issue_date: `${month}-01`, due_date: `${month}-10`, billing_month: month };
  const entry = (number: number, known: Record<string, unknown>) =>
    record("ledger_entries", idOf(70 + at * 4 + number, n), n, {
      customer: customer.id,
      posted_at: `${day}T08:30:00.000Z`,
      entry_date: day,
      ...known,
    });
  const bill = record("invoices", invoice, n, {
    ...dated,
    customer: customer.id,
    invoice_number: `INV-${month}-${String(n).padStart(6, "0")}`,
    invoice_no: `INV-${month}-${String(n).padStart(6, "0")}`,
    amount: "700.00",
    total_payable: "700.00",
    paid_amount: is_paid ? "700.00" : "0.00",
    due_amount: is_paid ? "0.00" : "700.00",
    status: is_paid ? "PAID" : "UNPAID",
    charges: [{ source: "SERVICE", tax_code: null, net: "700.00", tax: "0.00", credited: "0.00" }],
  });
  const line = record("invoice_lines", idOf(30 + at, n), n, {
    invoice,
    description: "Home 20 Mbps",
    total: "700.00",
    unit_price: "700.00",
  });
  const billed = [
    entry(0, { entry_type: "INVOICE", debit: "700.00", source_type: "invoice", source_id: invoice }),
    entry(1, { customer: null, credit: "700.00", source_type: "invoice", source_id: invoice }),
  ];
  if (!is_paid) return { invoices: [bill], invoice_lines: [line], ledger_entries: billed };
  return {
    invoices: [bill],
    invoice_lines: [line],
    transactions: [
      record("transactions", payment, n, {
        customer: customer.id,
        trx_id: `TRX-${month}-${n}`,
        receipt_number: `D1-${at}-${n}`,
        amount: "700.00",
        status: "COMPLETED",
        received_by: "counter",
        received_at: `${day}T08:30:00.000Z`,
        receipt: KEPT_RECEIPT,
      }),
    ],
    payment_allocations: [
      record("payment_allocations", idOf(50 + at, n), n, {
        payment_transaction: payment,
        invoice,
        allocated_amount: "700.00",
      }),
    ],
    ledger_entries: [
      ...billed,
      entry(2, {
        entry_type: "PAYMENT",
        credit: "700.00",
        source_type: "payment_transaction",
        source_id: payment,
      }),
      entry(3, { customer: null, debit: "700.00", source_type: "payment_transaction", source_id: payment }),
    ],
  };
}

/** The customers themselves, with every declared field; the n-th is always the same. */
export function subscribers(count: number): Doc[] {
  return customers(count).map((one, n) => record("customers", one.id, n, { ...one, promised_on: [] }));
}

export const accountOf = (customer: Doc, n: number): Doc =>
  record("billing_accounts", idOf(5, n), n, { customer: customer.id });

export const COLLECTIONS = [
  "settings",
  "packages",
  "customers",
  "billing_accounts",
  "invoices",
  "invoice_lines",
  "transactions",
  "payment_allocations",
  "ledger_entries",
] as const;
