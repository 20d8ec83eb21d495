// Recurring monthly invoices from outside: both modes, what is billed, repeats, one run at a time, the task to watch.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lot } from "../../helpers/lot.ts";
import type { Answer } from "../../helpers/server.ts";
import {
  all,
  anotherProvider,
  type Body,
  day,
  expectBooksBalance,
  expectProblem,
  expectStatus,
  figures,
  ledgerOf,
  month,
  newCustomer,
  newInvoice,
  newPackage,
  newRecharge,
  type Provider,
  startProvider,
  UUID,
} from "../helpers/money.ts";

let first: Provider;
beforeAll(async () => {
  first = await startProvider();
});
afterAll(() => first.server.stop());

const fresh = (settings?: Record<string, unknown>) => anotherProvider(first.server, settings);
const generate = (isp: Provider, body?: unknown, query = ""): Promise<Answer> =>
  isp.owner.post(`/invoices/generate-batch/${query}`, body);
const inline = (isp: Provider, body: Record<string, unknown> = {}): Promise<Body> =>
  expectStatus(200, generate(isp, { ...body, async: false }));

/** "November 2026" */
const nameOf = (text: string) =>
  new Date(`${text}-01T00:00:00Z`).toLocaleDateString("en-US", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });

async function finished(isp: Provider, task: string): Promise<Body> {
  const path = `/background-tasks/${task}/`;
  const read = () => expectStatus(200, isp.owner.get(path));
  await expect.poll(async () => (await read()).status, { interval: 100 }).toMatch(/SUCCEEDED|FAILED/);
  return read();
}

describe("synchronous", () => {
  it("A synchronous batch answers exactly success, invoices_created, month, async; a repeat makes none", async () => {
    const isp = await fresh();
    const pack = await newPackage(isp.owner, { name: "Home 20", price: "1200.00" });
    const customer = await newCustomer(isp.owner, { package: pack.id, discount: "200.00" });
    const expected = { success: true, invoices_created: 1, month: nameOf(month()), async: false };
    expect(await inline(isp)).toEqual(expected);
    expect(await inline(isp)).toEqual({ ...expected, invoices_created: 0 });
    const [invoice, ...others] = await all(isp.owner, `/invoices/?customer=${customer.id}`);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({
      billing_month: month(),
      package_name: "Home 20",
      package_amount: "1200.00",
      amount: "1200.00",
      discount: "200.00",
      previous_due: "0.00",
      total_payable: "1000.00",
      due_amount: "1000.00",
      status: "UNPAID",
      issue_date: day(),
      due_date: day(7),
    });
    expect(await figures(isp.owner, customer.id)).toMatchObject({ due: "1000.00", balance: "-1000.00" });
    expect(await ledgerOf(isp.owner, customer.id)).toMatchObject([
      { entry_type: "INVOICE", debit: "1000.00", source_id: invoice.id },
    ]);
    const lines = await all(isp.owner, `/invoice-lines/?invoice=${invoice.id}`);
    expect(lines).toMatchObject([{ unit_price: "1200.00", total: "1200.00" }]);
  });

  it("A synchronous batch is chosen by the query parameter as well, with any or no body", async () => {
    const isp = await fresh();
    const body = { success: true, invoices_created: 0, month: nameOf(month()), async: false };
    expect(await expectStatus(200, generate(isp, undefined, "?async=false"))).toEqual(body);
    expect(await expectStatus(200, generate(isp, {}, "?async=false"))).toEqual(body);
    expect(await expectStatus(200, generate(isp, { async: false }))).toEqual(body);
    expect(await expectStatus(200, generate(isp, undefined, "?async=False"))).toEqual(body);
    const bare = await isp.owner.post("/invoices/generate-batch?async=false", {});
    expect(bare).toMatchObject({ status: 200, body });
  });

  it("A synchronous batch takes a billing_month, one recurring invoice a customer and month", async () => {
    const isp = await fresh();
    const pack = await newPackage(isp.owner);
    const customer = await newCustomer(isp.owner, { package: pack.id });
    expect(await inline(isp, { billing_month: "2026-11" })).toMatchObject({
      invoices_created: 1,
      month: "November 2026",
    });
    expect(await inline(isp, { billing_month: "2026-11" })).toMatchObject({ invoices_created: 0 });
    expect(await inline(isp, { billing_month: "2026-12" })).toMatchObject({
      invoices_created: 1,
      month: "December 2026",
    });
    const invoices = await all(isp.owner, `/invoices/?customer=${customer.id}&ordering=billing_month`);
    expect(invoices).toMatchObject([
      { billing_month: "2026-11", carried_amount: "1200.00", due_amount: "0.00", status: "PAID" },
      { billing_month: "2026-12", previous_due: "1200.00", total_payable: "2400.00", due_amount: "2400.00" },
    ]);
    expect(invoices[0].carried_to).toBe(invoices[1].id);
    expect(invoices[0].invoice_number).toMatch(/^INV-202611-\d+$/);
    expect(await figures(isp.owner, customer.id)).toMatchObject({ due: "2400.00" });
    for (const wrong of [
      { billing_month: "November" },
      { billing_month: "2026-13" },
      { async: "maybe" },
      { x: 1 },
    ]) {
      await expectProblem(400, generate(isp, wrong));
    }
    await expectProblem(400, generate(isp, {}, "?async=maybe"));
  });

  it("A synchronous batch bills ACTIVE customers with a package only, and makes later what was missing", async () => {
    const isp = await fresh();
    const pack = await newPackage(isp.owner);
    const active = await newCustomer(isp.owner, { package: pack.id });
    await newCustomer(isp.owner);
    for (const status of ["SUSPENDED", "EXPIRED", "TERMINATED"]) {
      await newCustomer(isp.owner, { package: pack.id, status });
    }
    expect(await inline(isp)).toMatchObject({ invoices_created: 1 });
    expect((await all(isp.owner, "/invoices/")).map((row) => row.customer)).toEqual([active.id]);
    const late = await newCustomer(isp.owner, { package: pack.id });
    expect(await inline(isp)).toMatchObject({ invoices_created: 1 });
    expect((await all(isp.owner, `/invoices/?customer=${late.id}`)).length).toBe(1);
    // An invoice made by hand for this month is not the recurring one.
    const byHand = await newCustomer(isp.owner, { package: pack.id });
    await newInvoice(isp.owner, byHand.id, "10.00", { billing_month: month() });
    expect(await inline(isp)).toMatchObject({ invoices_created: 1 });
  });

  it("A synchronous batch carries dues forward and applies advance, as one invoice would", async () => {
    const isp = await fresh();
    const pack = await newPackage(isp.owner, { price: "500.00" });
    const [owing, ahead] = [
      await newCustomer(isp.owner, { package: pack.id }),
      await newCustomer(isp.owner, { package: pack.id }),
    ];
    await newInvoice(isp.owner, owing.id, "70.00");
    await newRecharge(isp.owner, ahead.id, "600.00");
    expect(await inline(isp)).toMatchObject({ invoices_created: 2 });
    expect(await figures(isp.owner, owing.id)).toEqual({
      due: "570.00",
      advance: "0.00",
      balance: "-570.00",
    });
    expect(await figures(isp.owner, ahead.id)).toEqual({ due: "0.00", advance: "100.00", balance: "100.00" });
    expect(await all(isp.owner, `/invoices/?customer=${ahead.id}`)).toMatchObject([
      { status: "PAID", paid_amount: "500.00" },
    ]);
    await expectBooksBalance(isp.owner);
  });

  it("A synchronous batch does not wait for apply-advance where the tenant switched it off", async () => {
    const isp = await fresh({ auto_apply_advance: false, invoice_due_days: 10, invoice_prefix: "NET/" });
    const pack = await newPackage(isp.owner, { price: "500.00" });
    const customer = await newCustomer(isp.owner, { package: pack.id });
    await newRecharge(isp.owner, customer.id, "600.00");
    await inline(isp, { billing_month: "2026-11" });
    const [invoice] = await all(isp.owner, `/invoices/?customer=${customer.id}`);
    expect(invoice).toMatchObject({ status: "UNPAID", due_amount: "500.00", due_date: day(10) });
    expect(invoice.invoice_number).toMatch(/^NET\/202611-\d+$/);
    expect(await figures(isp.owner, customer.id)).toEqual({
      due: "500.00",
      advance: "600.00",
      balance: "100.00",
    });
  });
});

describe("asynchronous, the default", () => {
  it("An asynchronous batch answers 202 with exactly success, task_id, status, async, and the task can be watched", async () => {
    const isp = await fresh();
    const pack = await newPackage(isp.owner);
    for (let made = 0; made < 3; made += 1) await newCustomer(isp.owner, { package: pack.id });
    const body = await expectStatus(202, generate(isp));
    expect(body).toEqual({
      success: true,
      task_id: expect.stringMatching(UUID),
      status: "QUEUED",
      async: true,
    });
    const task = await finished(isp, body.task_id);
    expect(task).toMatchObject({
      id: body.task_id,
      status: "SUCCEEDED",
      progress: { done: 3, total: 3 },
      result: { invoices_created: 3, month: nameOf(month()) },
    });
    expect((await all(isp.owner, "/invoices/")).length).toBe(3);
    const again = await expectStatus(202, generate(isp, { async: true }));
    expect((await finished(isp, again.task_id)).result).toMatchObject({ invoices_created: 0 });
    await expectProblem(404, first.owner.get(`/background-tasks/${body.task_id}/`));
    await expectProblem(404, isp.owner.get("/background-tasks/01890000-0000-7000-8000-000000000000/"));
  });

  it("An asynchronous batch needs the right to do it", async () => {
    const isp = await fresh();
    const technician = await isp.staff("tech-batch", "Technician");
    await expectProblem(403, technician.post("/invoices/generate-batch/", {}));
    await expectProblem(401, isp.server.anonymous.post("/invoices/generate-batch/", {}));
  });
});

describe("one run at a time", () => {
  it("A second run meanwhile is answered 409 BATCH_IN_PROGRESS, or with the running task's id", async () => {
    const isp = await fresh();
    const pack = await newPackage(isp.owner);
    // More than one chunk of it.
    const count = lot(240, 600);
    for (let made = 0; made < count; made += 20) {
      await Promise.all(Array.from({ length: 20 }, () => newCustomer(isp.owner, { package: pack.id })));
    }
    const started = await expectStatus(202, generate(isp));
    const [second, third, sync] = await Promise.all([
      generate(isp),
      generate(isp, { async: true }),
      generate(isp, { async: false }),
    ]);
    for (const answer of [second, third]) {
      expect(answer).toMatchObject({ status: 202, body: { task_id: started.task_id } });
    }
    await Promise.resolve(sync).then(async (answer) => {
      if (answer.status === 200) return expect(answer.body.invoices_created).toBeLessThanOrEqual(count);
      return expect(answer).toMatchObject({ status: 409, body: { code: "BATCH_IN_PROGRESS", status: 409 } });
    });
    await finished(isp, started.task_id);
    const invoices = await all(isp.owner, "/invoices/");
    expect(new Set(invoices.map((row) => row.customer)).size).toBe(count);
    expect(invoices.length).toBe(count);
    expect(new Set(invoices.map((row) => row.invoice_number)).size).toBe(count);
    // Four runs of the next month at the same moment: one works, the others hear so; nothing twice.
    const month2 = { async: false, billing_month: "2030-01" };
    const answers = await Promise.all([1, 2, 3, 4].map(() => generate(isp, month2)));
    const made = answers.filter((answer) => answer.status === 200);
    expect(made.reduce((sum, answer) => sum + answer.body.invoices_created, 0)).toBe(count);
    const refused = answers.filter((answer) => answer.status !== 200);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 409, body: { code: "BATCH_IN_PROGRESS" } });
    }
    expect(refused.length).toBeGreaterThan(0);
    expect((await all(isp.owner, "/invoices/?billing_month=2030-01")).length).toBe(count);
  });

  it("Recharges meanwhile are neither lost nor refused", async () => {
    const isp = await fresh();
    const pack = await newPackage(isp.owner, { price: "100.00" });
    const customers = await Promise.all(
      Array.from({ length: 30 }, () => newCustomer(isp.owner, { package: pack.id })),
    );
    const [batch] = await Promise.all([
      inline(isp),
      ...customers.map((customer) => newRecharge(isp.owner, customer.id, "60.00")),
    ]);
    expect(batch.invoices_created).toBe(30);
    for (const customer of customers.slice(0, 10)) {
      expect(await figures(isp.owner, customer.id)).toEqual({
        due: "40.00",
        advance: "0.00",
        balance: "-40.00",
      });
    }
    await expectBooksBalance(isp.owner);
  });
});
