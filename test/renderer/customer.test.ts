// The customer's screens: statement, reversal, edits, filters, waiting customers.
import { expect, test } from "vitest";
import { statementOf } from "../../renderer/billing/customer/account/statement.ts";
import {
  completeLines,
  draftSums,
  emptyLine,
  linesBody,
  readLine,
} from "../../renderer/billing/invoice/invoice-draft.ts";
import { reversalOutcome } from "../../renderer/billing/reversal/reversal.ts";
import { begunWith, changed, created, edited, editOf } from "../../renderer/kernel/expected/drafts.ts";
import { effectsOf, knowExpectations } from "../../renderer/kernel/expected/rules.ts";
import { tenantFormat } from "../../renderer/kernel/money-format.ts";
import { readAsked, writeAsked } from "../../renderer/kernel/resource/list/filter.ts";
import { OWN_FILTERS, passes } from "../../renderer/subscribers/customer/customer-filter.ts";
import { draftRows } from "../../renderer/subscribers/customer/customer-search.ts";
import { customerExpectations } from "../../renderer/subscribers/customer/expected-customer.ts";
import type { LedgerEntry, PaymentAllocation, Recharge } from "../../shared/billing/index.ts";
import { ZERO } from "../../shared/kernel/money.ts";
import { type Customer, customer, grantGracePeriod, toggleStatus } from "../../shared/subscribers/index.ts";
import { aCommand, aCustomer, anInvoice, aTransaction, NOW } from "./helpers.ts";

const recharge = {
  id: "r1",
  customer: "c1",
  amount: "1000.00",
  validity_days: 30,
  payment_transaction: "t1",
  previous_expiry_date: "2026-11-25",
  new_expiry_date: "2026-12-25",
  is_reversed: false,
  occurred_at: NOW,
} as Recharge;

const BDT = tenantFormat({ currency: "BDT", locale: "bn-BD" }, "en");

test("Reversing shows the invoice reopened, the advance gone and the expiry taken back", () => {
  const records = {
    customer: aCustomer({ advance_amount: "200.00", expiry_date: "2026-12-25" }),
    recharge,
    transaction: aTransaction({ amount: "1000.00", unallocated_amount: "200.00" }),
    allocations: [
      { id: "a1", payment_transaction: "t1", invoice: "i1", allocated_amount: "800.00" } as PaymentAllocation,
    ],
    invoices: [anInvoice({ paid_amount: "800.00", due_amount: "0.00", status: "PAID" })],
  };
  const { effect } = reversalOutcome(records, 2, { today: "2026-11-20", now: NOW });
  expect(effect?.description.due_amount).toEqual({ before: 0n, after: 80_000n });
  expect(effect?.description.advance_amount).toEqual({ before: 20_000n, after: 0n });
  expect(effect?.description.expiry_date).toEqual({ before: "2026-12-25", after: "2026-11-25" });
  expect(effect?.description.invoices[0]?.status.after).toBe("UNPAID");
  const moment = { today: "2026-11-20", now: NOW };
  const { effect: plain } = reversalOutcome({ ...records, recharge: null }, 2, moment);
  expect(plain?.description.due_amount.after).toBe(80_000n);
  expect(plain?.description.expiry_date.after).toBe("2026-12-25");
  // A record that is not here yet: better no preview than a wrong one.
  const nothing = { effect: null, problem: null };
  expect(reversalOutcome({ ...records, invoices: [] }, 2, moment)).toEqual(nothing);
  const transaction = aTransaction({ amount: "1000.00", refunded_amount: "20.00" });
  const refused = reversalOutcome({ ...records, transaction }, 2, moment);
  expect(refused).toMatchObject({ effect: null, problem: { code: "REVERSE_THE_REFUND" } });
});

test("A statement is in the order of posting, under what waits with its expected balance", () => {
  const entry = (entry_no: number, balance_after: string) =>
    ({
      id: `e${entry_no}`,
      entry_no,
      entry_type: "PAYMENT",
      debit: "0.00",
      credit: "10.00",
      balance_after,
    }) as LedgerEntry;
  const waiting = aCommand({
    payload: { amount: "800.00" },
    expected: { effects: [changed(customer, "c1", { due_amount: "100.00", advance_amount: "0.00" })] },
  });
  const edit = aCommand({ id: "k2", kind: "customer.update" });
  const rows = statementOf([entry(1, "10.00"), entry(3, "30.00"), entry(2, "20.00")], [waiting, edit], 2);
  expect(rows.map(({ id, balance }) => [id, balance])).toEqual([
    ["k1", -10_000n],
    ["e3", 3000n],
    ["e2", 2000n],
    ["e1", 1000n],
  ]);
});

test("An edit carries what it was made on, and never a password", () => {
  const payload = editOf(customer, begunWith(aCustomer({ phone: "01711" })), {
    phone: "01800",
    password: "new",
    reason: "as asked",
  });
  expect(payload).toEqual({
    id: "c1",
    phone: "01800",
    password: "new",
    reason: "as asked",
    base: { phone: "01711", updated_at: NOW },
  });
  expect(edited(customer, payload).values).toEqual({ phone: "01800" });
});

test("Grace and suspension are expected as the server will do them", () => {
  knowExpectations(customerExpectations);
  const on = { command: "c0", digits: 2, today: "2026-11-20", now: NOW, timezone: "Asia/Dhaka" };
  const expired = aCustomer({ status: "EXPIRED", expiry_date: "2026-11-10" });
  expect(effectsOf(grantGracePeriod, { id: "c1", days: 3 }, expired, on)).toEqual([
    changed(customer, "c1", {
      status: "ACTIVE",
      suspended_for: null,
      grace_period_until: "2026-11-23",
      promise_date: "2026-11-23",
      promised_on: ["2026-11-20"],
    }),
  ]);
  expect(() => effectsOf(grantGracePeriod, { id: "c1", days: 91 }, expired, on)).toThrow(/1 to 90/);
  const away = effectsOf(toggleStatus, { id: "c1", reason: "moved away" }, aCustomer(), on);
  expect(away[0]?.values).toMatchObject({ status: "SUSPENDED", suspended_for: "STAFF" });
  expect(() => effectsOf(toggleStatus, { id: "c1", reason: "" }, expired, on)).toThrow();
});

test("What the list of customers is asked for survives its address", () => {
  const address = "q=rahima+begum&status=ACTIVE&package=p1&area=Mirpur&due=1&expiry=week";
  const asked = readAsked(customer, new URLSearchParams(`${address}&new=1`), OWN_FILTERS);
  expect(asked).toEqual({
    query: "rahima begum",
    filter: { status: "ACTIVE", package: "p1", area: "Mirpur", due: "1", expiry: "week" },
  });
  expect(writeAsked(asked).toString()).toBe(address);
});

test.each([
  ["", "abcd"],
  ["status=EXPIRED", "b"],
  ["status__in=ACTIVE,EXPIRED", "abcd"],
  ["due=1", "ab"],
  ["change=1", "c"],
  ["package=p1", "ac"],
  ["area=Mirpur&package=p1", "a"],
  ["expiry=over", "b"],
  ["expiry=today", "c"],
  ["expiry=week", "cd"],
  ["expiry=none", "a"],
  ["expiry=nonsense", "abcd"],
])("The list of customers that is asked for %s shows %s of four", (address, shown) => {
  const people: readonly (Partial<Customer> & { area: string })[] = [
    { id: "a", area: "Mirpur", package: "p1", due_amount: "0.01", expiry_date: null },
    { id: "b", area: "Mirpur", status: "EXPIRED", due_amount: "5.00", expiry_date: "2026-11-19" },
    { id: "c", area: "Uttara", package: "p1", expiry_date: "2026-11-20" },
    { id: "d", area: "Uttara", expiry_date: "2026-11-27" },
  ];
  const rows = people.map((row) => ({
    ...aCustomer({ package: null, due_amount: "0.00", ...row }),
    area: row.area,
  }));
  const { filter } = readAsked(customer, new URLSearchParams(address), OWN_FILTERS);
  const found = rows.filter(
    passes(filter, "2026-11-20", { timezone: "Asia/Dhaka", changing: new Set(["c"]) }),
  );
  expect(found.map(({ id }) => id).join("")).toBe(shown);
});

test("A customer that waits for the server is found by every word, until its record is here", () => {
  const payload = { id: "c9", name: "Offline Person", phone: "0190000", username: "off.person" };
  const effects = [created(customer, payload, { now: NOW, timezone: "Asia/Dhaka" })];
  const create = aCommand({ kind: "customer.create", payload, expected: { effects } });
  expect(draftRows([create], "person 0190").map(({ id }) => id)).toEqual(["c9"]);
  expect(draftRows([create], "somebody")).toEqual([]);
  expect(draftRows([{ ...create, status: "REJECTED" }], "person")).toEqual([]);
  expect(draftRows([{ ...create, status: "APPLIED", confirmed_at: NOW }], "person")).toEqual([]);
});

test("Invoice lines are totalled by the server's rule, and only whole ones are sent", () => {
  const cable = {
    ...emptyLine(0),
    description: "Cable",
    quantity: "2.5",
    unit_price: "15.00",
    tax_amount: "1.50",
  };
  const half = { ...emptyLine(1), description: "Router" };
  expect(readLine(half, BDT)).toBeNull();
  const terms = { issue_date: "2026-11-20", rates: [], discount: ZERO };
  expect(draftSums(completeLines([cable, half], BDT), terms)).toEqual({
    discount: 0n,
    tax: 150n,
    total: 3900n,
  });
  expect(linesBody([cable, half], BDT)).toEqual([
    {
      ...{ description: "Cable", quantity: "2.5", unit_price: "15.00", discount: "0.00", tax_amount: "1.50" },
      ...{ tax_code: null, source: "OTHER" },
    },
  ]);
});
