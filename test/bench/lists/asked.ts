// What is asked of a company's lists: each filter that a large list declares, with a value of a record that the company has; then
// filters with a meaning of their own, orders, searches, and what stands beside lists.
import {
  billingAccount,
  invoice,
  invoiceLine,
  ledgerEntry,
  paymentAllocation,
  recharge,
  transaction,
} from "../../../shared/billing/index.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { auditLog } from "../../../shared/platform/audit-log.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import type { Company } from "../office/company.ts";
import { customerId } from "../office/office.ts";
import { billNumber } from "../office/seed.ts";

export interface Page {
  next: string | null;
  results?: Record<string, unknown>[];
}

/** Asks a company for an address below /api/v1. */
export type Get = (path: string) => Promise<Page>;

const SOMEBODY = customerId(7);
/** Whose bill was written by hand: it has lines, which seeded ones have not. */
export const BILLED_BY_HAND = customerId(9);

/** A large list, and where records stand that have a value for each of its filters. */
interface Listed {
  of: Resource;
  samples: readonly string[];
  /** What is asked for with each filter. */
  beside?: string;
}

const LISTED: readonly Listed[] = [
  { of: customer, samples: ["/customers/?router__isnull=false"] },
  { of: invoice, samples: [`/invoices/?customer=${SOMEBODY}`] },
  { of: invoiceLine, samples: ["/invoice-lines/?"] },
  { of: transaction, samples: [`/transactions/?customer=${SOMEBODY}`] },
  { of: paymentAllocation, samples: ["/payment-allocations/?"] },
  { of: recharge, samples: [`/recharges/?customer=${SOMEBODY}`] },
  { of: billingAccount, samples: [`/billing-accounts/?customer=${SOMEBODY}`] },
  {
    of: ledgerEntry,
    samples: [
      `/ledger-entries/?customer=${SOMEBODY}`,
      "/ledger-entries/?scope=all&source=PACKAGE",
      "/ledger-entries/?scope=all&holder=seed",
    ],
    beside: "scope=all",
  },
  { of: auditLog, samples: ["/audit-logs/?action=recharge.create"] },
];

const DAY_MS = 86_400_000;

/** What asks for records with this value: of a day the week that begins with it, of a moment its day. */
function asking(field: string, value: unknown): string {
  const text = String(value);
  const [day] = /^\d{4}-\d\d-\d\d(?=T|$)/.exec(text) ?? [];
  if (!day) return `${field}=${encodeURIComponent(text)}`;
  const week = new Date(Date.parse(day) + 6 * DAY_MS).toISOString().slice(0, 10);
  return `${field}__gte=${day}&${field}__lte=${text === day ? week : day}`;
}

/** One value of each filter that the list declares. @throws Error where the company has none. */
async function declared(get: Get, { of, samples, beside }: Listed): Promise<[string, string][]> {
  const records: Record<string, unknown>[] = [];
  for (const path of samples) records.push(...((await get(`${path}&page_size=1`)).results ?? []));
  return (of.large?.filters ?? []).map((field) => {
    const value = records.map((record) => record[field]).find((one) => one !== null && one !== undefined);
    if (value === undefined) throw new Error(`${of.path}: no record has a ${field} to ask for`);
    const query = beside ? `${beside}&${asking(field, value)}` : asking(field, value);
    return [`${of.path} by ${field}`, `/${of.path}/?${query}`];
  });
}

/** One whose number has as many digits as most of the company's, so that it is a part of no other's, however many there are. */
const some = ({ customers }: Company): number => Math.round(customers * 0.7777);

const month = () => new Date().toISOString().slice(0, 7);

const OTHERS: Readonly<Record<string, (company: Company) => string>> = {
  "customers without a router": () => "/customers/?router__isnull=true",
  "customers who owe": () => "/customers/?has_due=true",
  "customers, the newest first": () => "/customers/?ordering=-created_at",
  "customers in order of expiry": () => "/customers/?ordering=expiry_date",
  "customers in order of login": () => "/customers/?ordering=username",
  "customers, search by name": () => "/customers/?search=Karim%20c4ca4238",
  "customers, search by a first name": () => "/customers/?search=rahima",
  "customers, search by login": (company) => `/customers/?search=m${some(company)}`,
  "customers, search by phone": (company) =>
    `/customers/?search=88017${String(some(company)).padStart(8, "0")}`,
  "invoices by month and status": () => `/invoices/?billing_month=${month()}&status=OVERDUE`,
  "invoices, search by number": (company) => `/invoices/?search=${billNumber(some(company))}`,
  "transactions by moment": () => "/transactions/?received_at__gte=2020-01-01&ordering=-received_at",
  "ledger entries of what is owed": () => "/ledger-entries/?side=receivable",
  "ledger entries of income": () => "/ledger-entries/?scope=all&kind=INCOME",
  "audit log, search": () => "/audit-logs/?search=recharge",
  "one customer": () => `/customers/${customerId(7)}/`,
  "a customer's financial summary": () => `/customers/${customerId(7)}/financial-summary/`,
};

async function receiptOf(get: Get, customer: string): Promise<string> {
  const { results = [] } = await get(`/transactions/?customer=${customer}&page_size=1`);
  if (!results[0]) throw new Error(`${customer} has paid nothing`);
  return String(results[0].receipt_number);
}

/** Everything that is asked of a company: what it is called, and its address. */
export async function asked(get: Get, company: Company): Promise<[string, string][]> {
  const first = LISTED.map(({ of }): [string, string] => [`${of.path}, page 1`, `/${of.path}/`]);
  const filters: [string, string][] = [];
  for (const listed of LISTED) filters.push(...(await declared(get, listed)));
  const others = Object.entries(OTHERS).map(([name, path]): [string, string] => [name, path(company)]);
  const receipt = await receiptOf(get, customerId(some(company)));
  others.push(["transactions, search by receipt", `/transactions/?search=${receipt}`]);
  return [...first, ...filters, ...others];
}
