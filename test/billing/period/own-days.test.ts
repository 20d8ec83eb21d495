// Each thing counts on its own day: on no day a customer owes less than nothing, or other than their bills say; what is taken
// back counts when it is taken back, and the days before are as they were shown.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addDays, type Day, dayOf } from "../../../shared/kernel/day.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { Body } from "../../acceptance/helpers/money.ts";
import { longKnown, openDesktop, type WireDesktop } from "../../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { ok } from "../helpers/tenant.ts";

const today = dayOf(new Date(), "UTC");
const day = (ago: number): Day => addDays(today, -ago);
const at = (ago: number, time = "18:00"): string => `${day(ago)}T${time}:00Z`;
const reason = "A test";

let server: TestServer;
let isp: TestTenant;
let till: WireDesktop;
let customers = 0;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server, { settings: { auto_apply_advance: true } });
});
// What one till tells follows in time: each test has its own.
beforeEach(async () => {
  till = await longKnown(server, await openDesktop(server.url, isp.owner.token));
});
afterAll(async () => {
  expect(await checkBooks(server.services.db.platform)).toEqual([]);
  await server.stop();
});

async function customer(): Promise<string> {
  customers += 1;
  const body = { name: `C${customers}`, username: `c${customers}`, phone: `0170${customers}` };
  return String((await ok<Body>(isp.owner.post("/customers/", body))).id);
}

const bill = (of: string, ago: number, unit_price = "100.00", more: Body = {}): Promise<Body> => {
  const lines = [{ description: "Month", unit_price }];
  return ok<Body>(isp.owner.post("/invoices/", { customer: of, lines, issue_date: day(ago), ...more }));
};

async function pushed(kind: string, payload: Body, occurred_at: string): Promise<Body> {
  const [outcome] = await till.push([till.command(kind, payload, { occurred_at })]);
  expect(outcome).toMatchObject({ status: "APPLIED" });
  return outcome?.result;
}

/** What a customer owed and had paid ahead at the end of a day, by their statement; and the dues by age of that day. */
async function stood(of: string, ago: number): Promise<string> {
  const to = day(ago);
  const { due_amount, advance_amount, ageing } = await ok<Body>(
    isp.owner.get(`/customers/${of}/statement/?from=${to}&to=${to}`),
  );
  expect([to, ageing.total]).toEqual([to, due_amount]);
  return `${due_amount} ${advance_amount}`;
}

const daysOf = async (of: string, ...agos: readonly number[]): Promise<string[]> => {
  const found: string[] = [];
  for (const ago of agos) found.push(await stood(of, ago));
  return found;
};

describe("Money of a day before the bill that it pays", () => {
  it("Money of a day before the bill is an advance until the bill's day: a till that comes in late, a recharge, a payment by hand", async () => {
    const takings = [
      (of: string) => pushed("transaction.create", { id: newId(), customer: of, amount: "100.00" }, at(2)),
      (of: string) =>
        pushed(
          "recharge.create",
          { id: newId(), customer_id: of, amount: "100.00", validity_days: 3 },
          at(2),
        ),
      (of: string) =>
        ok(isp.owner.post("/transactions/", { customer: of, amount: "100.00", occurred_at: at(2) })),
      (of: string) =>
        ok(
          isp.owner.post("/recharges/", {
            ...{ customer_id: of, amount: "100.00", validity_days: 3, occurred_at: at(2) },
          }),
        ),
    ];
    for (const take of takings) {
      const of = await customer();
      await bill(of, 1);
      await take(of);
      expect(await daysOf(of, 3, 2, 1, 0)).toEqual(["0.00 0.00", "0.00 100.00", "0.00 0.00", "0.00 0.00"]);
    }
  });

  it("Money that is more than the bill, or pays two: each bill is paid on its day, the rest stays ahead", async () => {
    const of = await customer();
    await bill(of, 9);
    await bill(of, 4, "70.00", { previous_due: "0.00" });
    await ok(isp.owner.post("/transactions/", { customer: of, amount: "200.00", occurred_at: at(6) }));
    expect(await daysOf(of, 9, 6, 5, 4, 0)).toEqual([
      ...["100.00 0.00", "0.00 100.00", "0.00 100.00", "0.00 30.00", "0.00 30.00"],
    ]);
  });

  it("A payment never takes more of a bill than has been owed of it since", async () => {
    const of = await customer();
    await bill(of, 20);
    const { id } = await ok<Body>(
      isp.owner.post("/transactions/", { customer: of, amount: "100.00", occurred_at: at(15) }),
    );
    await ok(isp.owner.post(`/transactions/${id}/reverse/`, { reason }));
    // The bill is owed again from today on: what was paid meanwhile is ahead until then.
    await ok(isp.owner.post("/transactions/", { customer: of, amount: "60.00", occurred_at: at(10) }));
    expect(await daysOf(of, 20, 15, 10, 1, 0)).toEqual([
      ...["100.00 0.00", "0.00 0.00", "0.00 60.00", "0.00 60.00", "40.00 0.00"],
    ]);
  });

  it("A payment that is taken back today is so today: the days before stay as they were shown", async () => {
    const of = await customer();
    await bill(of, 1);
    const paid = await ok<Body>(
      isp.owner.post("/transactions/", { customer: of, amount: "130.00", occurred_at: at(3) }),
    );
    const before = await daysOf(of, 4, 3, 2, 1);
    expect(before).toEqual(["0.00 0.00", "0.00 130.00", "0.00 130.00", "0.00 30.00"]);
    await ok(isp.owner.post(`/transactions/${paid.id}/reverse/`, { reason }));
    expect(await daysOf(of, 4, 3, 2, 1)).toEqual(before);
    expect(await stood(of, 0)).toBe("100.00 0.00");
  });

  it("A payment that a till took back before the bill's day, told late: no day owes less than nothing", async () => {
    const of = await customer();
    await bill(of, 1);
    const payment = { id: newId(), customer: of, amount: "100.00" };
    await pushed("transaction.create", payment, at(3));
    await pushed("transaction.reverse", { id: payment.id, reason }, at(3, "18:05"));
    const stands = await daysOf(of, 4, 3, 2, 1, 0);
    expect(stands.every((text) => !text.includes("-"))).toBe(true);
    expect(stands.slice(3)).toEqual(["100.00 0.00", "100.00 0.00"]);
  });

  it("A credit that a till gave pays a later bill on the bill's day; what it waived counts once it was owed", async () => {
    const [credited, waived] = [await customer(), await customer()];
    await bill(credited, 1);
    await bill(waived, 1);
    const adjust = (of: string, adjustment_type: string) =>
      pushed(
        "adjustment.create",
        { id: newId(), customer: of, adjustment_type, amount: "40.00", reason },
        at(3),
      );
    await adjust(credited, "CREDIT");
    await adjust(waived, "WAIVER");
    expect(await daysOf(credited, 3, 2, 1)).toEqual(["0.00 40.00", "0.00 40.00", "60.00 0.00"]);
    expect(await daysOf(waived, 3, 2, 1)).toEqual(["0.00 0.00", "0.00 0.00", "60.00 0.00"]);
  });

  it("What a provider reports late, and what is matched late, is an advance until the bill's day", async () => {
    const of = await customer();
    const { customer_code } = await ok<Body>(isp.owner.get(`/customers/${of}/`));
    await bill(of, 1);
    const event = { provider: "bkash", event_id: newId(), amount: "100.00", occurred_at: at(2) };
    await ok(isp.owner.post("/payments/events/", { ...event, account_ref: customer_code }));
    expect(await daysOf(of, 3, 2, 1, 0)).toEqual(["0.00 0.00", "0.00 100.00", "0.00 0.00", "0.00 0.00"]);
  });
});

describe("An advance that pays a bill of a past day", () => {
  it("An advance pays a past bill on the bill's day, where it was there already", async () => {
    const of = await customer();
    await ok(isp.owner.post("/transactions/", { customer: of, amount: "100.00", occurred_at: at(20) }));
    await bill(of, 10);
    expect(await daysOf(of, 20, 11, 10, 0)).toEqual(["0.00 100.00", "0.00 100.00", "0.00 0.00", "0.00 0.00"]);
  });

  it("An advance pays a past bill on the day on which it came, where that is later, and never with what was spent meanwhile", async () => {
    const of = await customer();
    await ok(isp.owner.post("/transactions/", { customer: of, amount: "30.00", occurred_at: at(20) }));
    await ok(isp.owner.post("/transactions/", { customer: of, amount: "70.00", occurred_at: at(5) }));
    await bill(of, 10);
    expect(await daysOf(of, 11, 10, 6, 5, 0)).toEqual([
      ...["0.00 30.00", "70.00 0.00", "70.00 0.00", "0.00 0.00", "0.00 0.00"],
    ]);
  });

  it("A credit note of today makes an advance of today, whatever the bill's day, and pays an earlier bill from today on", async () => {
    const of = await customer();
    const { id } = await bill(of, 20);
    await ok(isp.owner.post("/transactions/", { customer: of, amount: "100.00", occurred_at: at(20) }));
    await ok(isp.owner.post("/credit-notes/", { invoice: id, reason }));
    expect(await daysOf(of, 20, 1, 0)).toEqual(["0.00 0.00", "0.00 0.00", "0.00 100.00"]);
    await bill(of, 10);
    expect(await daysOf(of, 20, 10, 1, 0)).toEqual(["0.00 0.00", "100.00 0.00", "100.00 0.00", "0.00 0.00"]);
  });
});

describe("A bill of a past day", () => {
  it("A past bill whose total by hand lowers dues of a later day counts from that day on", async () => {
    const of = await customer();
    await bill(of, 5);
    const made = await bill(of, 15, "20.00", { previous_due: "100.00", total_payable: "50.00" });
    expect(made.total_payable).toBe("50.00");
    const stands = await daysOf(of, 16, 15, 6, 5, 0);
    expect(stands).toEqual(["0.00 0.00", "0.00 0.00", "0.00 0.00", "50.00 0.00", "50.00 0.00"]);
  });
});

describe("Days to come", () => {
  it("No bill is of a day to come, by a person or by a till", async () => {
    const of = await customer();
    const lines = [{ description: "Month", unit_price: "100.00" }];
    for (const issue_date of [day(-1), "2099-03-01"]) {
      const answer = await isp.owner.post("/invoices/", { customer: of, lines, issue_date });
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ field: "issue_date", code: "IN_THE_FUTURE" }] },
      });
      const command = till.command("invoice.create", { id: newId(), customer: of, lines, issue_date });
      expect(await till.push([command])).toMatchObject([{ status: "REJECTED" }]);
      expect(await isp.owner.post("/invoices/generate-batch/", { issue_date, async: false })).toMatchObject({
        status: 400,
        body: { errors: [{ field: "issue_date", code: "IN_THE_FUTURE" }] },
      });
    }
  });

  it("Whoever may date back enters a receipt of any past day that is open, on its day; a day to come is a wrong clock", async () => {
    const of = await customer();
    const old = { customer: of, amount: "10.00", occurred_at: at(49) };
    const { id, received_at } = await ok<Body>(isp.owner.post("/transactions/", old));
    expect(Date.parse(received_at)).toBe(Date.parse(at(49)));
    const { results } = await ok<Body>(isp.owner.get(`/ledger-entries/?customer=${of}`));
    expect(results).toMatchObject([{ entry_date: day(49) }]);
    const items = (await ok<Body>(isp.owner.get("/review-items/?kind=CLOCK"))).results;
    expect(items.filter(({ payment_transaction }: Body) => payment_transaction === id)).toEqual([]);
    expect(await stood(of, 49)).toBe("0.00 10.00");
    const ahead = { customer: of, amount: "10.00", occurred_at: at(-2) };
    const { id: wrong } = await ok<Body>(isp.owner.post("/transactions/", ahead));
    const flagged = (await ok<Body>(isp.owner.get("/review-items/?kind=CLOCK"))).results;
    expect(flagged.map(({ payment_transaction }: Body) => payment_transaction)).toContain(wrong);
    const clerk = await isp.staff("closed-clerk", "Counter");
    expect(await clerk.post("/transactions/", old)).toMatchObject({ status: 403 });
  });
});
