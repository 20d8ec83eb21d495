// A provider seen from outside: its customers, its money, and the sums that an integrator would add up.
import { expect } from "vitest";
import { type Answer, type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
export type Body = any;

export interface Provider extends TestTenant {
  server: TestServer;
}

/** A server with one tenant in it. */
export async function startProvider(settings?: Record<string, unknown>): Promise<Provider> {
  const server = await startTestServer();
  return { ...(await makeTenant(server, settings ? { settings } : {})), server };
}

/** Another tenant on the same server. */
export async function anotherProvider(
  server: TestServer,
  settings?: Record<string, unknown>,
): Promise<Provider> {
  return { ...(await makeTenant(server, settings ? { settings } : {})), server };
}

/** The body of an answer with this status; else the test fails with what was said instead. */
export async function expectStatus(status: number, answer: Promise<Answer>): Promise<Body> {
  const { status: got, body } = await answer;
  expect(got, JSON.stringify(body)).toBe(status);
  return body;
}

/** A problem body (RFC 9457) of this status and, where named, this code. */
export async function expectProblem(status: number, answer: Promise<Answer>, code?: string): Promise<Body> {
  const { status: got, body, headers } = await answer;
  expect(got, JSON.stringify(body)).toBe(status);
  expect(headers.get("content-type")).toContain("application/problem+json");
  expect(body).toMatchObject({
    type: expect.any(String),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    code: code ?? expect.stringMatching(/^[A-Z][A-Z0-9_]+$/),
    request_id: expect.any(String),
  });
  return body;
}

/** A day in UTC, counted from today. */
export function day(offset = 0): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}

export const month = (offset = 0): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1)).toISOString().slice(0, 7);
};

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** RFC 3339 with offset. */
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

let made = 0;

/** A UUIDv7 as a client makes one. */
export function uuidV7(): string {
  const hex = Date.now().toString(16).padStart(12, "0");
  const random = crypto.randomUUID().replaceAll("-", "");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${random.slice(13, 16)}-8${random.slice(17, 20)}-${random.slice(20)}`;
}

export const key = () => ({ "Idempotency-Key": crypto.randomUUID() });

export async function newPackage(client: Client, fields: Record<string, unknown> = {}): Promise<Body> {
  made += 1;
  const body = {
    name: `Home ${made}`,
    price: "1200.00",
    bandwidth_mbps: 20,
    router_profile: `home-${made}`,
    validity_days: 30,
  };
  return expectStatus(201, client.post("/packages/", { ...body, ...fields }));
}

export async function newCustomer(client: Client, fields: Record<string, unknown> = {}): Promise<Body> {
  made += 1;
  const body = { name: `Customer ${made}`, username: `customer-${made}`, phone: `0170000${made}` };
  return expectStatus(201, client.post("/customers/", { ...body, ...fields }));
}

/** An invoice of one line, with nothing else in it unless told. */
export async function newInvoice(
  client: Client,
  customer: string,
  amount: string,
  fields: Record<string, unknown> = {},
): Promise<Body> {
  const lines = [{ description: "Service", quantity: 1, unit_price: amount }];
  return expectStatus(201, client.post("/invoices/", { customer, lines, ...fields }));
}

export async function newRecharge(
  client: Client,
  customer_id: string,
  amount: string | number,
  fields: Record<string, unknown> = {},
): Promise<Body> {
  return expectStatus(201, client.post("/recharges/", { customer_id, amount, validity_days: 30, ...fields }));
}

/** Every record of a list, page by page. */
export async function all(client: Client, path: string): Promise<Body[]> {
  const found: Body[] = [];
  for (let page = 1; ; page += 1) {
    const joint = path.includes("?") ? "&" : "?";
    const body = await expectStatus(200, client.get(`${path}${joint}page_size=500&page=${page}`));
    found.push(...body.results);
    if (found.length >= body.count || body.results.length === 0) return found;
  }
}

/** Decimal text as hundredths, so that sums are exact. */
export const cents = (text: string): number => {
  expect(text).toMatch(/^-?\d+\.\d\d$/);
  return Number(text.replace(".", ""));
};

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** The customer's ledger, oldest first. */
export async function ledgerOf(client: Client, customer: string): Promise<Body[]> {
  return (await all(client, `/ledger-entries/?customer=${customer}`)).sort((a, b) => a.entry_no - b.entry_no);
}

/**
 * The customer's figures, after a look whether every text of the contract's §4 that binds them holds: net balance =
 * account = last balance_after, each balance_after follows from the one before, due = open invoices, each invoice adds up.
 */
export async function figures(
  client: Client,
  customer: string,
): Promise<{ due: string; advance: string; balance: string }> {
  const [record, accounts, entries, invoices, summary] = await Promise.all([
    expectStatus(200, client.get(`/customers/${customer}/`)),
    expectStatus(200, client.get(`/billing-accounts/?customer=${customer}`)),
    ledgerOf(client, customer),
    all(client, `/invoices/?customer=${customer}`),
    expectStatus(200, client.get(`/customers/${customer}/financial-summary/`)),
  ]);
  const { due_amount: due, advance_amount: advance } = record;
  expect(accounts.count).toBe(1);
  const balance = accounts.results[0].balance as string;
  expect(cents(balance)).toBe(cents(advance) - cents(due));
  let running = 0;
  for (const entry of entries) {
    running += cents(entry.credit) - cents(entry.debit);
    expect(cents(entry.balance_after)).toBe(running);
  }
  expect(running).toBe(cents(balance));
  expect(sum(invoices.map((invoice) => cents(invoice.due_amount)))).toBe(cents(due));
  for (const invoice of invoices) {
    const parts = [invoice.paid_amount, invoice.carried_amount, invoice.due_amount].map(cents);
    expect(sum(parts)).toBe(cents(invoice.total_payable));
  }
  expect(summary).toMatchObject({ balance, due_amount: due, advance_amount: advance });
  return { due, advance, balance };
}

/** Every journal of the tenant balances, and the whole sums to zero. */
export async function expectBooksBalance(client: Client): Promise<void> {
  const journals = new Map<string, number>();
  for (const entry of await all(client, "/ledger-entries/?scope=all")) {
    const before = journals.get(entry.journal) ?? 0;
    journals.set(entry.journal, before + cents(entry.debit) - cents(entry.credit));
  }
  expect(journals.size).toBeGreaterThan(0);
  expect([...journals.values()].filter((total) => total !== 0)).toEqual([]);
}
