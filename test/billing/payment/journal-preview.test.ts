// What a preview says will be booked is what is booked: by account, holder and source, to the cent.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
});
afterAll(() => server.stop());

interface Line {
  account: string;
  source?: string | null;
  debit: string;
  credit: string;
}

const cents = (text: string) => Math.round(Number(text) * 100);

async function standing(): Promise<Map<string, number>> {
  const path = "/reports/trial-balance/?group_by=source";
  const { accounts } = await ok<{ accounts: (Line & { balance: string })[] }>(isp.admin.get(path));
  return new Map(
    accounts.map(({ account, source, balance }) => [`${account} ${source ?? ""}`, cents(balance)]),
  );
}

/** What the accounts were moved by since. */
async function movedSince(before: Map<string, number>): Promise<Record<string, number>> {
  const moved = [...(await standing())].map(
    ([account, balance]) => [account, balance - (before.get(account) ?? 0)] as const,
  );
  return Object.fromEntries(moved.filter(([, by]) => by !== 0));
}

interface Previewed {
  changes: { journal: Line[] };
}

const announced = ({ changes }: Previewed): Record<string, number> =>
  Object.fromEntries(
    changes.journal.map(({ account, source, debit, credit }) => [
      `${account} ${source ?? ""}`,
      cents(debit) - cents(credit),
    ]),
  );

const bill = (customer: string) =>
  ok<{ id: string }>(
    isp.admin.post("/invoices/", {
      customer,
      lines: [{ description: "Line", unit_price: "100.00", tax_amount: "15.00", source: "HARDWARE" }],
      discount: "5.00",
      previous_due: "0.00",
      apply_advance: false,
    }),
  );

it("A void, a credit note, a refund, its reversal and a payment's book exactly what their previews announced", async () => {
  const customer = await isp.customer();
  const [voided, credited] = [await bill(customer), await bill(customer)];
  const payment = await ok<{ id: string }>(
    isp.admin.post("/transactions/", { customer, amount: "300.00", method: "MOBILE" }),
  );
  const unpaid = await bill(customer);
  expect(voided.id).not.toBe(unpaid.id);
  const note = { invoice: credited.id, amount: "50.00" };
  const refund = { amount: "40.00", method: "BANK" };
  const deeds: [preview: () => Promise<Previewed>, deed: () => Promise<unknown>][] = [
    [
      () => ok(isp.admin.get(`/invoices/${unpaid.id}/void-preview/`)),
      () => ok(isp.admin.post(`/invoices/${unpaid.id}/void/`, { reason: "Twice" })),
    ],
    [
      () => ok(isp.admin.post("/credit-notes/preview/", note)),
      () => ok(isp.admin.post("/credit-notes/", { ...note, reason: "Outage" })),
    ],
    [
      () => ok(isp.admin.post(`/customers/${customer}/refund/preview/`, refund)),
      () => ok(isp.admin.post(`/customers/${customer}/refund/`, { ...refund, reason: "Leaves" })),
    ],
  ];
  const done: { id?: string }[] = [];
  for (const [preview, deed] of deeds) {
    const before = await standing();
    const will = announced(await preview());
    expect(Object.keys(will).length).toBeGreaterThan(1);
    done.push((await deed()) as { id?: string });
    expect(await movedSince(before)).toEqual(will);
  }
  for (const path of [`/refunds/${done.at(-1)?.id}`, `/transactions/${payment.id}`]) {
    const before = await standing();
    const will = announced(await ok(isp.admin.get(`${path}/reversal/`)));
    await ok(isp.admin.post(`${path}/reverse/`, { reason: "Back" }));
    expect(Object.keys(will).length).toBeGreaterThan(1);
    expect(await movedSince(before)).toEqual(will);
  }
});
