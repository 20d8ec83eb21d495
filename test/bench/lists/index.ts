// Lists of a company of a thousand customers and of a large one: how much longer the large one's takes.

import { costsOf } from "../harness/costs.ts";
import type { Bench, Finding } from "../harness/row.ts";
import { median } from "../harness/statistics.ts";
import { type Company, ok } from "../office/company.ts";
import { HttpClient } from "../office/http-load.ts";
import { customerId, type Office } from "../office/office.ts";
import { rechargeOf } from "../recharge/request.ts";
import { asked, BILLED_BY_HAND, type Page } from "./asked.ts";

const TIMES = 15;
/** A page, where both have one. */
const PAGE = 50;
/** Customers with a router and a reseller of their own, as many in either company. */
const WITH_ROUTER = 60;

async function get(client: HttpClient, path: string): Promise<Page> {
  const { status, body } = await client.send({ path: `/api/v1${path}` });
  if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
  return JSON.parse(body) as Page;
}

/** Asks for as many records as the small company has: five are read sooner than fifty, whatever stands behind them. */
async function asLong(path: string, few: [HttpClient, string]): Promise<string> {
  const { results } = await get(...few);
  if (!results || results.length >= PAGE) return path;
  return `${path}${path.includes("?") ? "&" : "?"}page_size=${results.length}`;
}

/** The address of a page of 50 in the middle of the customers' list, found by following `next`. */
async function middleOf(client: HttpClient, { customers }: Company): Promise<string> {
  const step = Math.min(500, customers / 10);
  let path = `/customers/?page_size=${step}`;
  for (let passed = 0; passed + step <= customers / 2; passed += step) {
    const { next } = await get(client, path);
    if (!next) throw new Error(`the list of ${customers} customers ends after ${passed + step}`);
    path = next.replace(/^https?:\/\/[^/]+\/api\/v1/, "");
  }
  return path.replace(`page_size=${step}`, `page_size=${PAGE}`);
}

interface Compared {
  few_ms: number;
  many_ms: number;
  /** Of each company the very first one, for which nothing is known yet. */
  first_ms: [number, number];
}

async function compare(small: [HttpClient, string], large: [HttpClient, string]): Promise<Compared> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < TIMES; round += 1)
    for (const [at, [client, path]] of [small, large].entries()) {
      const start = performance.now();
      const { results } = await get(client, path);
      if (results?.length === 0) throw new Error(`${path} is empty, which is compared with nothing`);
      times[at]?.push(performance.now() - start);
    }
  const [few, many] = times;
  return {
    few_ms: median(few),
    many_ms: median(many),
    first_ms: [few[0] ?? Number.NaN, many[0] ?? Number.NaN],
  };
}

/** What an office has done by hand: seeded records stand in no audit log, and their bills have no lines. */
async function work(client: HttpClient, { owner }: Company): Promise<void> {
  for (let n = 1; n <= PAGE; n += 1) {
    const { status, body } = await client.send(rechargeOf(n));
    if (status !== 201) throw new Error(`${status} ${body}`);
  }
  const lines = [{ description: "A cable", quantity: 1, unit_price: "50.00" }];
  await ok(owner.post("/invoices/", { customer: BILLED_BY_HAND, lines }));
}

/** Gives some customers a router and a reseller while the lists are asked for: with a router a recharge is another one. */
async function withRouters<T>({ sql, ...office }: Office, run: () => Promise<T>): Promise<T> {
  const companies = [office.thousand, office.large];
  for (const { id, owner, customers } of companies) {
    const device = { name: "North", host: "192.0.2.1", username: "api", password: "secret" };
    const router = await ok(owner.post("/routers/", device));
    const reseller = await ok(owner.post("/resellers/", { company_name: "North" }));
    const theirs = Array.from({ length: WITH_ROUTER }, (_, n) => customerId(customers - n));
    await sql`update customers set router = ${router.id}, reseller = ${reseller.id}
      where tenant_id = ${id} and id = any(${theirs})`;
  }
  try {
    return await run();
  } finally {
    for (const { id } of companies)
      await sql`update customers set router = null, reseller = null where tenant_id = ${id} and router is not null`;
  }
}

/** Each list of both companies, and what it reads of the large one. */
async function growth(office: Office) {
  const { thousand, large, url } = office;
  const few = new HttpClient(url, thousand.owner.token);
  const many = new HttpClient(url, large.owner.token);
  await work(few, thousand);
  await work(many, large);
  const pairs = (await asked((path) => get(few, path), thousand)).map(([name, path]) => ({ name, path }));
  const paths = new Map(await asked((path) => get(many, path), large));
  const lists = pairs.map(({ name, path }): [string, string, string] => [name, path, paths.get(name) ?? ""]);
  lists.push(["customers, a page in the middle", await middleOf(few, thousand), await middleOf(many, large)]);
  const found: ({ name: string } & Compared)[] = [];
  for (const [name, of_few, of_many] of lists) {
    const long = await asLong(of_many, [few, of_few]);
    found.push({ name, ...(await compare([few, of_few], [many, long])) });
  }
  few.close();
  many.close();
  return found;
}

export async function benchLists(bench: Bench): Promise<Finding[]> {
  const office = await bench.office();
  const size = office.large.customers.toLocaleString("en");
  const { result, costs } = await costsOf(office, () => withRouters(office, () => growth(office)));
  const findings: Finding[] = result.map(({ name, few_ms, many_ms, first_ms }) => ({
    what: `${name}: p50 ${few_ms.toFixed(1)} → ${many_ms.toFixed(1)} ms from 1,000 to ${size} customers`,
    ...{ value: many_ms / few_ms, unit: " ×", goal: { at_most: 1.5 } },
    figures: { the_first_time: `${first_ms[0].toFixed(1)} → ${first_ms[1].toFixed(1)} ms` },
  }));
  const asked_for = result.length * TIMES * 2;
  const each = (used: number) => Math.round(used / asked_for).toLocaleString("en");
  return [
    ...findings,
    {
      what: `${result.length} lists, ${asked_for.toLocaleString("en")} pages: processor time of one, server and database`,
      ...{
        value: (costs.server_cpu_ms + costs.database_cpu_ms) / asked_for,
        unit: " ms",
        goal: null,
      },
      figures: { a_page: `${each(costs.rows_read)} rows and ${each(costs.blocks)} blocks read` },
    },
  ];
}
