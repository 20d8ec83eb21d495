// Lists of a company of a thousand customers and of a large one: how much longer the large one's takes.
import type { Bench, Finding } from "../harness/row.ts";
import { median } from "../harness/statistics.ts";
import type { Company } from "../office/company.ts";
import { HttpClient } from "../office/http-load.ts";
import { customerId, type Office } from "../office/office.ts";
import { billNumber } from "../office/seed.ts";
import { rechargeOf } from "../recharge/request.ts";

const TIMES = 15;
/** Pages of 500, until the middle of the large list or this far into it. */
const PAGES_IN = 20;

const month = () => new Date().toISOString().slice(0, 7);

/** One whose number has as many digits as most of the company's, so that it is a part of no other's, however many there are. */
const some = ({ customers }: Company): number => Math.round(customers * 0.7777);

/** What is asked for, of either company. */
const LISTS: Readonly<Record<string, (company: Company) => string>> = {
  "customers, page 1": () => "/customers/",
  "customers by status": () => "/customers/?status=SUSPENDED",
  "customers by area": () => "/customers/?area=Area%207",
  "customers by package": ({ package: id }) => `/customers/?package=${id}`,
  "customers without a router": () => "/customers/?router__isnull=true",
  "customers by day of expiry": () => "/customers/?expiry_date__gte=2026-12-01&expiry_date__lte=2026-12-07",
  "customers who owe": () => "/customers/?has_due=true",
  "customers, the newest first": () => "/customers/?ordering=-created_at",
  "customers in order of expiry": () => "/customers/?ordering=expiry_date",
  "customers, search by name": () => "/customers/?search=Karim%20c4ca4238",
  "customers, search by a first name": () => "/customers/?search=rahima",
  "customers, search by phone": (company) =>
    `/customers/?search=88017${String(some(company)).padStart(8, "0")}`,
  "invoices, page 1": () => "/invoices/",
  "invoices by month and status": () => `/invoices/?billing_month=${month()}&status=OVERDUE`,
  "invoices by status": () => "/invoices/?status=UNPAID",
  "invoices of one customer": () => `/invoices/?customer=${customerId(7)}`,
  "invoices, search by number": (company) => `/invoices/?search=${billNumber(some(company))}`,
  "transactions, page 1": () => "/transactions/",
  "transactions by method": () => "/transactions/?method=CASH",
  "transactions of one customer": () => `/transactions/?customer=${customerId(7)}`,
  "recharges, page 1": () => "/recharges/",
  "ledger entries, page 1": () => "/ledger-entries/",
  "ledger entries by type": () => "/ledger-entries/?entry_type=PAYMENT",
  "ledger entries of one customer": () => `/ledger-entries/?customer=${customerId(7)}`,
  "audit log, page 1": () => "/audit-logs/",
  "audit log by action": () => "/audit-logs/?action=recharge.create",
  "one customer": () => `/customers/${customerId(7)}/`,
  "a customer's financial summary": () => `/customers/${customerId(7)}/financial-summary/`,
};

interface Page {
  next: string | null;
  results?: unknown[];
}

async function get(client: HttpClient, path: string): Promise<Page> {
  const { status, body } = await client.send({ path });
  if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
  return JSON.parse(body) as Page;
}

/** A page of 50, where both have them. */
const PAGE = 50;

/** Asks for as many records as the small company has: five are read sooner than fifty, whatever stands behind them. */
async function asLong(path: string, few: [HttpClient, string]): Promise<string> {
  const { results } = await get(...few);
  if (!results || results.length >= PAGE) return path;
  if (results.length === 0) throw new Error(`${few[1]} is empty, which is compared with nothing`);
  return `${path}${path.includes("?") ? "&" : "?"}page_size=${results.length}`;
}

/** The address of a page of 50 in the middle of the customers' list, found by following `next`. */
async function middleOf(client: HttpClient, { customers }: Company): Promise<string> {
  let path = "/api/v1/customers/?page_size=500";
  for (let page = 0; page < PAGES_IN && (page + 2) * 500 <= customers / 2; page += 1) {
    const { next } = await get(client, path);
    path = next?.replace(/^https?:\/\/[^/]+/, "") ?? path;
  }
  return path.replace("page_size=500", "page_size=50");
}

async function compare(small: [HttpClient, string], large: [HttpClient, string]): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < TIMES; round += 1)
    for (const [at, [client, path]] of [small, large].entries()) {
      const start = performance.now();
      await get(client, path);
      times[at]?.push(performance.now() - start);
    }
  return [median(times[0]), median(times[1])];
}

/** What an office has done by hand: seeded records stand in no audit log. */
async function sell(client: HttpClient): Promise<void> {
  for (let n = 1; n <= PAGE; n += 1) {
    const { status, body } = await client.send(rechargeOf(n));
    if (status !== 201) throw new Error(`${status} ${body}`);
  }
}

/** Growth of each list, the worst told apart. */
async function growth(office: Office) {
  const { thousand, large, url } = office;
  const [few, many] = [thousand, large].map((company) => new HttpClient(url, company.owner.token));
  if (!few || !many) throw new Error("two companies are compared");
  for (const client of [few, many]) await sell(client);
  const paths: [string, string, string][] = Object.entries(LISTS).map(([name, path]) => [
    name,
    `/api/v1${path(thousand)}`,
    `/api/v1${path(large)}`,
  ]);
  paths.push(["customers, a page in the middle", await middleOf(few, thousand), await middleOf(many, large)]);
  const found: { name: string; few_ms: number; many_ms: number }[] = [];
  for (const [name, ofFew, ofMany] of paths) {
    const [few_ms, many_ms] = await compare([few, ofFew], [many, await asLong(ofMany, [few, ofFew])]);
    found.push({ name, few_ms, many_ms });
  }
  few.close();
  many.close();
  return found;
}

export async function benchLists(bench: Bench): Promise<Finding[]> {
  const office = await bench.office();
  const size = office.large.customers.toLocaleString("en");
  return (await growth(office)).map(({ name, few_ms, many_ms }) => ({
    what: `${name}: p50 ${few_ms.toFixed(1)} → ${many_ms.toFixed(1)} ms from 1,000 to ${size} customers`,
    ...{ value: many_ms / few_ms, unit: " ×", goal: { at_most: 1.5 } },
  }));
}
