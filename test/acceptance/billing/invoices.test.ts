// Invoices as the specification's two texts describe them: fields, lines, discount, carry-forward, advance, lists, paper.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  all,
  anotherProvider,
  type Body,
  day,
  expectProblem,
  expectStatus,
  figures,
  INSTANT,
  key,
  ledgerOf,
  month,
  newCustomer,
  newInvoice,
  newPackage,
  newRecharge,
  type Provider,
  startProvider,
  UUID_V7,
} from "../helpers/money.ts";

let isp: Provider;
beforeAll(async () => {
  isp = await startProvider();
});
afterAll(() => isp.server.stop());

const post = (body: unknown, headers?: Record<string, string>) => isp.owner.post("/invoices/", body, headers);
const read = (id: string): Promise<Body> => expectStatus(200, isp.owner.get(`/invoices/${id}/`));

describe("POST /invoices/ with lines", () => {
  it("POST /invoices/ with lines computes each line as quantity × unit_price − discount + tax_amount and answers every field", async () => {
    const customer = await newCustomer(isp.owner, { discount: "50.00" });
    const answer = await post({
      customer: customer.id,
      lines: [
        {
          description: "Service",
          quantity: 2,
          unit_price: "500.00",
          discount: "100.00",
          tax_amount: "45.00",
        },
        { description: "Cable", quantity: "1", unit_price: 99.99 },
      ],
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(answer.headers.get("etag")).toBeTruthy();
    // 2 × 500 − 100 + 45 = 945; 945 + 99.99 = 1044.99; less the customer's own 50 = 994.99.
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(UUID_V7),
      invoice_number: expect.stringMatching(new RegExp(`^INV-${month().replace("-", "")}-\\d+$`)),
      customer: customer.id,
      amount: "1044.99",
      previous_due: "0.00",
      discount: "50.00",
      total_payable: "994.99",
      paid_amount: "0.00",
      carried_amount: "0.00",
      carried_to: null,
      due_amount: "994.99",
      status: "UNPAID",
      billing_month: month(),
      issue_date: day(),
      due_date: day(7),
      notes: null,
      version: 1,
      created_at: expect.stringMatching(INSTANT),
      updated_at: expect.stringMatching(INSTANT),
      lines: [
        {
          description: "Service",
          unit_price: "500.00",
          discount: "100.00",
          tax_amount: "45.00",
          total: "945.00",
        },
        { description: "Cable", unit_price: "99.99", discount: "0.00", tax_amount: "0.00", total: "99.99" },
      ],
    });
    expect(answer.body.invoice_no).toBe(answer.body.invoice_number);
    expect(answer.body.lines.map((line: Body) => Number(line.quantity))).toEqual([2, 1]);
    expect(answer.body.lines.every((line: Body) => line.invoice === answer.body.id)).toBe(true);
    expect(await figures(isp.owner, customer.id)).toEqual({
      due: "994.99",
      advance: "0.00",
      balance: "-994.99",
    });
    const [entry, ...others] = await ledgerOf(isp.owner, customer.id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      entry_type: "INVOICE",
      debit: "994.99",
      credit: "0.00",
      balance_after: "-994.99",
    });
    expect(await read(answer.body.id)).toEqual(answer.body);
  });

  it("POST /invoices/ with lines rounds half up once, per line", async () => {
    const customer = await newCustomer(isp.owner);
    // 0.5 × 0.01 = 0.005 → 0.01 on each line; rounding only the sum would give 0.01 for both.
    const line = { description: "Bit", quantity: 0.5, unit_price: "0.01" };
    // 1.5 × 0.33 = 0.495 → 0.50; 2.5 × 0.33 = 0.825 → 0.83; 3 × 33.333 is no price in this currency.
    const lines = [line, line, { ...line, quantity: "1.5", unit_price: "0.33" }];
    const invoice = await expectStatus(
      201,
      post({ customer: customer.id, lines: [...lines, { ...line, quantity: 2.5, unit_price: 0.33 }] }),
    );
    expect(invoice.lines.map((made: Body) => made.total)).toEqual(["0.01", "0.01", "0.50", "0.83"]);
    expect(invoice.total_payable).toBe("1.35");
  });

  it("POST /invoices/ with lines keeps a discount that is given, also 0.00, and inherits the customer's when it is omitted or null", async () => {
    const customer = await newCustomer(isp.owner, { discount: 25 });
    for (const [given, kept, total] of [
      ["0.00", "0.00", "100.00"],
      [0, "0.00", "100.00"],
      ["10", "10.00", "90.00"],
      [null, "25.00", "75.00"],
      [undefined, "25.00", "75.00"],
    ] as const) {
      const invoice = await newInvoice(isp.owner, customer.id, "100.00", {
        discount: given,
        previous_due: 0,
      });
      expect(invoice, String(given)).toMatchObject({ discount: kept, total_payable: total });
    }
  });

  it("POST /invoices/ with lines preserves package_name, invoice_no, package_amount and total_payable as given", async () => {
    const pack = await newPackage(isp.owner);
    const customer = await newCustomer(isp.owner, { package: pack.id });
    const given = {
      package_name: "Gold (old price)",
      invoice_no: "PAPER-0007",
      package_amount: "777.00",
      total_payable: "640.00",
    };
    const invoice = await newInvoice(isp.owner, customer.id, "100.00", given);
    expect(invoice).toMatchObject({ ...given, invoice_number: "PAPER-0007", due_amount: "640.00" });
    expect(await figures(isp.owner, customer.id)).toMatchObject({ due: "640.00", balance: "-640.00" });
    const [entry] = await ledgerOf(isp.owner, customer.id);
    expect(entry).toMatchObject({ entry_type: "INVOICE", debit: "640.00" });
  });

  it("POST /invoices/ with lines takes invoice_number as well as invoice_no, and each number once in a tenant", async () => {
    const customer = await newCustomer(isp.owner);
    const first = await newInvoice(isp.owner, customer.id, "10.00", { invoice_number: "X-1" });
    expect(first).toMatchObject({ invoice_number: "X-1", invoice_no: "X-1" });
    const again = { customer: customer.id, lines: [{ description: "S", quantity: 1, unit_price: 10 }] };
    await expectProblem(409, post({ ...again, invoice_no: "X-1" }));
    const other = await anotherProvider(isp.server);
    const theirs = await newCustomer(other.owner);
    await newInvoice(other.owner, theirs.id, "10.00", { invoice_no: "X-1" });
    const found = await expectStatus(200, isp.owner.get("/invoices/?invoice_no=X-1"));
    expect(found.results.map((row: Body) => row.id)).toEqual([first.id]);
  });

  it("POST /invoices/ with lines counts previous_due once: 300 in all is what the customer then owes", async () => {
    const customer = await newCustomer(isp.owner);
    const invoice = await newInvoice(isp.owner, customer.id, "200.00", { previous_due: "100.00" });
    expect(invoice).toMatchObject({ previous_due: "100.00", total_payable: "300.00", due_amount: "300.00" });
    expect(await figures(isp.owner, customer.id)).toMatchObject({ due: "300.00" });
  });
});

describe("POST /invoices/ without lines", () => {
  it("POST /invoices/ without lines bills the customer's package as one line", async () => {
    const pack = await newPackage(isp.owner, { name: "Fibre 50", price: "1500.00" });
    const customer = await newCustomer(isp.owner, { package: pack.id, discount: "100.00" });
    const invoice = await expectStatus(201, post({ customer: customer.id, billing_month: "2026-02" }));
    expect(invoice).toMatchObject({
      package_name: "Fibre 50",
      package_amount: "1500.00",
      amount: "1500.00",
      discount: "100.00",
      total_payable: "1400.00",
      billing_month: "2026-02",
      lines: [{ unit_price: "1500.00", total: "1500.00" }],
    });
    expect(invoice.lines).toHaveLength(1);
    expect(invoice.invoice_number).toMatch(/^INV-202602-\d+$/);
  });

  it("POST /invoices/ without lines is refused where there is no package", async () => {
    const customer = await newCustomer(isp.owner);
    await expectProblem(422, post({ customer: customer.id }));
    expect(await ledgerOf(isp.owner, customer.id)).toEqual([]);
  });
});

describe("bad input", () => {
  it("Bad input is 400 with the field named, and writes nothing", async () => {
    const customer = await newCustomer(isp.owner);
    const other = await anotherProvider(isp.server);
    const theirs = await newCustomer(other.owner);
    const line = { description: "S", quantity: 1, unit_price: "10.00" };
    const good = { customer: customer.id, lines: [line] };
    const bad: [string, Record<string, unknown>][] = [
      ["customer", { lines: [line] }],
      ["customer", { ...good, customer: "nobody" }],
      ["customer", { ...good, customer: theirs.id }],
      ["customer", { ...good, customer: "01890000-0000-7000-8000-000000000000" }],
      ["colour", { ...good, colour: "red" }],
      ["lines", { ...good, lines: "none" }],
      ["lines.0.unit_price", { ...good, lines: [{ ...line, unit_price: "10.001" }] }],
      ["lines.0.unit_price", { ...good, lines: [{ ...line, unit_price: 10.001 }] }],
      ["lines.0.unit_price", { ...good, lines: [{ ...line, unit_price: "ten" }] }],
      ["lines.0.quantity", { ...good, lines: [{ ...line, quantity: "-1" }] }],
      ["lines.0.description", { ...good, lines: [{ quantity: 1, unit_price: 1 }] }],
      ["lines.0.colour", { ...good, lines: [{ ...line, colour: "red" }] }],
      ["discount", { ...good, discount: "-1" }],
      ["billing_month", { ...good, billing_month: "2026-13" }],
      ["due_date", { ...good, due_date: "31.12.2026" }],
      ["due_date", { ...good, due_date: "2026-02-30" }],
      ["due_amount", { ...good, due_amount: "1.00" }],
    ];
    for (const [field, body] of bad) {
      const problem = await expectProblem(400, post(body));
      expect(
        problem.errors.map((error: Body) => error.field),
        JSON.stringify(body),
      ).toContain(field);
    }
    expect(await ledgerOf(isp.owner, customer.id)).toEqual([]);
    await expectProblem(
      404,
      other.owner.get(`/invoices/${(await newInvoice(isp.owner, customer.id, "1")).id}/`),
    );
  });

  it("Bad input knows how many digits the currency has", async () => {
    const japan = await anotherProvider(isp.server, { currency: "JPY" });
    const kuwait = await anotherProvider(isp.server, { currency: "KWD" });
    const [yen, dinar] = [await newCustomer(japan.owner), await newCustomer(kuwait.owner)];
    expect(yen).toMatchObject({ due_amount: "0" });
    expect(await newInvoice(japan.owner, yen.id, "1200")).toMatchObject({ total_payable: "1200" });
    expect(await newInvoice(kuwait.owner, dinar.id, "1.205")).toMatchObject({ total_payable: "1.205" });
    const lines = [{ description: "S", quantity: 1, unit_price: "1.5" }];
    await expectProblem(400, japan.owner.post("/invoices/", { customer: yen.id, lines }));
    // 0.5 × 3 = 1.5 → 2 yen.
    const half = [{ description: "S", quantity: 0.5, unit_price: 3 }];
    const rounded = await expectStatus(
      201,
      japan.owner.post("/invoices/", { customer: yen.id, lines: half, previous_due: 0 }),
    );
    expect(rounded.total_payable).toBe("2");
  });
});

describe("an invoice that is there", () => {
  it("An invoice that is there may get another due date and notes, under If-Match; its money may not be touched", async () => {
    const customer = await newCustomer(isp.owner);
    const { id } = await newInvoice(isp.owner, customer.id, "10.00");
    const path = `/invoices/${id}/`;
    const { headers } = await isp.owner.get(path);
    const etag = headers.get("etag") ?? "";
    const changed = await expectStatus(
      200,
      isp.owner.patch(path, { due_date: day(20), notes: "Calls on Monday" }, { "If-Match": etag }),
    );
    expect(changed).toMatchObject({ due_date: day(20), notes: "Calls on Monday", version: 2 });
    await expectProblem(412, isp.owner.patch(path, { notes: "Late" }, { "If-Match": etag }));
    for (const field of ["total_payable", "paid_amount", "due_amount", "status", "customer", "amount"]) {
      await expectProblem(400, isp.owner.patch(path, { [field]: "1.00" }));
    }
    expect(await read(id)).toMatchObject({ total_payable: "10.00", notes: "Calls on Monday" });
  });

  it("An invoice that is there turns OVERDUE past its due date, and can be listed as such", async () => {
    const customer = await newCustomer(isp.owner);
    const { id } = await newInvoice(isp.owner, customer.id, "10.00", {
      issue_date: day(-10),
      due_date: day(-3),
    });
    await expect.poll(async () => (await read(id)).status, { interval: 500 }).toBe("OVERDUE");
    const overdue = await all(isp.owner, `/invoices/?status=OVERDUE&customer=${customer.id}`);
    expect(overdue.map((row) => row.id)).toEqual([id]);
    await newRecharge(isp.owner, customer.id, "10.00");
    expect(await read(id)).toMatchObject({ status: "PAID", due_amount: "0.00", paid_amount: "10.00" });
  });

  it("An invoice that is there is a PDF at /pdf/", async () => {
    const customer = await newCustomer(isp.owner, { name: "রহিম উদ্দিন" });
    const { id } = await newInvoice(isp.owner, customer.id, "10.00");
    const response = await fetch(`${isp.server.url}/api/v1/invoices/${id}/pdf/`, {
      headers: { authorization: `Bearer ${isp.owner.token}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("application/pdf");
    expect(Buffer.from(await response.arrayBuffer()).toString("latin1", 0, 5)).toBe("%PDF-");
    await expectProblem(404, isp.owner.get("/invoices/01890000-0000-7000-8000-000000000000/pdf/"));
  });

  it("An invoice that is there is made once under one Idempotency-Key", async () => {
    const customer = await newCustomer(isp.owner);
    const body = { customer: customer.id, lines: [{ description: "S", quantity: 1, unit_price: 10 }] };
    const headers = key();
    const first = await post(body, headers);
    const again = await post(body, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    await expectProblem(422, post({ ...body, notes: "x" }, headers), "IDEMPOTENCY_KEY_REUSED");
    expect((await all(isp.owner, `/invoices/?customer=${customer.id}`)).length).toBe(1);
  });
});

describe("lists", () => {
  it("Lists filter by status, customer and billing_month, with and without the trailing slash", async () => {
    const customer = await newCustomer(isp.owner, { name: "Listed Person" });
    const paid = await newInvoice(isp.owner, customer.id, "10.00", { billing_month: "2026-01" });
    await newRecharge(isp.owner, customer.id, "10.00");
    const open = await newInvoice(isp.owner, customer.id, "20.00", { billing_month: "2026-02" });
    const ids = async (query: string) =>
      (await expectStatus(200, isp.owner.get(`/invoices${query}`))).results.map((row: Body) => row.id);
    const mine = `customer=${customer.id}`;
    expect(await ids(`/?${mine}&status=PAID`)).toEqual([paid.id]);
    expect(await ids(`?${mine}&status=UNPAID`)).toEqual([open.id]);
    expect(await ids(`/?${mine}&billing_month=2026-02`)).toEqual([open.id]);
    expect(await ids(`/?${mine}&status__in=PAID,UNPAID&ordering=total_payable`)).toEqual([paid.id, open.id]);
    expect(await ids(`/?${mine}&ordering=-total_payable`)).toEqual([open.id, paid.id]);
    expect(await ids(`/?${mine}&due_amount__gt=0`)).toEqual([open.id]);
    expect(await ids(`/?${mine}&due_date__gte=${day(8)}`)).toEqual([]);
    const page = await expectStatus(200, isp.owner.get(`/invoices/?${mine}&page_size=1`));
    expect(page).toMatchObject({ count: 2, previous: null, next: expect.stringContaining("cursor=") });
    expect(page.results[0].customer_name).toBe("Listed Person");
    for (const query of ["colour=red", "ordering=colour", "status=LATE", "page_size=501", "page=0"]) {
      await expectProblem(400, isp.owner.get(`/invoices/?${query}`));
    }
    const lines = await expectStatus(200, isp.owner.get(`/invoice-lines/?invoice=${open.id}`));
    expect(lines).toMatchObject({ count: 1, results: [{ invoice: open.id, total: "20.00" }] });
    const [line] = lines.results;
    expect(await expectStatus(200, isp.owner.get(`/invoice-lines/${line.id}/`))).toMatchObject(line);
  });
});
