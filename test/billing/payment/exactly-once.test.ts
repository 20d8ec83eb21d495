// Money is taken exactly once, whatever is repeated, and never refused when a device took it (contract §1, §5).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kernel/id.ts";
import { longKnown, openDesktop, type WireDesktop } from "../../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
let device: WireDesktop;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  device = await openDesktop(server.url, isp.admin.token ?? "");
});
afterAll(async () => {
  expect(await checkBooks(server.services.db.platform)).toEqual([]);
  await server.stop();
});

const rechargesOf = async (customer: string) =>
  ok<{ count: number; results: Record<string, string>[] }>(isp.admin.get(`/recharges/?customer=${customer}`));
const recharge = (customer: string, more: Record<string, unknown> = {}) => ({
  customer_id: customer,
  amount: "100.00",
  validity_days: 1,
  ...more,
});

describe("an Idempotency-Key", () => {
  it("An Idempotency-Key takes money once from twenty requests at once; the rest are replays or told to wait", async () => {
    const customer = await isp.customer();
    const headers = { "Idempotency-Key": newId() };
    const send = () => isp.admin.post("/recharges/", recharge(customer), headers);
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer).toMatchObject({ status: 409, body: { code: "IDEMPOTENCY_IN_PROGRESS" } });
    }
    const later = await send();
    expect(later.headers.get("idempotent-replayed")).toBe("true");
    for (const { body } of made) expect(body).toEqual(later.body);
    expect(made.filter(({ headers: own }) => !own.has("idempotent-replayed"))).toHaveLength(1);
    expect((await rechargesOf(customer)).count).toBe(1);
  });

  it("An amount is the same however it is written; a transfer's number is the same as itself alone", async () => {
    const customer = await isp.customer();
    const headers = { "Idempotency-Key": newId() };
    const send = (amount: unknown, trx_id: string) =>
      isp.admin.post("/transactions/", { ...{ customer, method: "MOBILE" }, amount, trx_id }, headers);
    await ok(send("5.00", "20261126.1"));
    for (const amount of ["5", 5, "5.0"])
      expect((await send(amount, "20261126.1")).headers.get("idempotent-replayed")).toBe("true");
    for (const trx_id of ["20261126.10", "20261126.100"])
      expect(await send("5.00", trx_id)).toMatchObject({
        status: 422,
        body: { code: "IDEMPOTENCY_KEY_REUSED" },
      });
  });
});

describe("a device's commands", () => {
  it("A device's commands hear DUPLICATE with the first outcome when the answer was lost", async () => {
    const customer = await isp.customer();
    const receipt_number = device.receipt();
    const command = device.command("recharge.create", recharge(customer, { id: newId(), receipt_number }));
    const [first] = await device.push([command]);
    expect(first).toMatchObject({ status: "APPLIED", result: { id: command.payload.id, receipt_number } });
    const [again] = await device.push([command]);
    expect(again).toEqual({ id: command.id, status: "DUPLICATE", result: first?.result });
    expect((await rechargesOf(customer)).count).toBe(1);
  });

  it("A device's commands are applied once when one batch holds them twice, and when batches race", async () => {
    const customer = await isp.customer();
    const commands = Array.from({ length: 5 }, () => device.command("recharge.create", recharge(customer)));
    const [first] = commands;
    if (!first) throw new Error("no command");
    const batches = await Promise.all([
      device.push([...commands, first]),
      device.push([...commands].reverse()),
      device.push(commands),
    ]);
    const outcomes = batches.flat();
    expect(outcomes.filter(({ status }) => status === "APPLIED")).toHaveLength(5);
    expect(outcomes.filter(({ status }) => status === "DUPLICATE")).toHaveLength(11);
    const { count, results } = await rechargesOf(customer);
    expect(count).toBe(5);
    expect(results.map((row) => row.new_expiry_date)).toHaveLength(
      new Set(results.map((row) => row.new_expiry_date)).size,
    );
  });

  it("A device's commands of two devices at once are all applied", async () => {
    const other = await openDesktop(server.url, isp.admin.token ?? "");
    const customer = await isp.customer();
    const batch = (from: WireDesktop) =>
      Array.from({ length: 10 }, () => from.command("transaction.create", { customer, amount: "10" }));
    const outcomes = (await Promise.all([other.push(batch(other)), device.push(batch(device))])).flat();
    expect(outcomes.every(({ status }) => status === "APPLIED")).toBe(true);
    expect(await ok(isp.admin.get(`/customers/${customer}/`))).toMatchObject({ advance_amount: "200.00" });
  });

  it("A device's commands are refused with the reason where no money is in them", async () => {
    const [outcome] = await device.push([device.command("invoice.create", { customer: newId() })]);
    expect(outcome).toMatchObject({ status: "REJECTED", problem: { code: "VALIDATION", status: 400 } });
  });
});

describe("money that can't be applied as meant", () => {
  it("Money that can't be applied as meant goes to SUSPENSE with its receipt number and, once somebody says whose it is, to that customer", async () => {
    const receipt_number = device.receipt();
    const payload = recharge(newId(), { amount: "1200.00", receipt_number, reference: "by the door" });
    const [outcome] = await device.push([device.command("recharge.create", payload)]);
    expect(outcome).toMatchObject({
      status: "APPLIED",
      result: { suspense: true },
      problem: { code: "VALIDATION" },
    });
    const { payment_transaction, review_item } = (outcome?.result ?? {}) as Record<string, string>;
    expect(await ok(isp.admin.get(`/transactions/${payment_transaction}/`))).toMatchObject({
      customer: null,
      amount: "1200.00",
      receipt_number,
      reference: "by the door",
    });
    expect(await ok(isp.admin.get(`/review-items/${review_item}/`))).toMatchObject({
      kind: "SUSPENSE",
      status: "OPEN",
      amount: "1200.00",
      problem: { code: "VALIDATION" },
    });
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
    const customer = await isp.customer({ expiry_date: "2099-01-01" });
    await ok(isp.admin.post("/invoices/", { customer }));
    const path = `/review-items/${review_item}/resolve/`;
    expect((await isp.admin.post(path, {})).status).toBe(400);
    const resolved = await ok(isp.admin.post(path, { customer, validity_days: 30 }));
    expect(resolved).toMatchObject({ id: review_item, status: "RESOLVED", customer });
    expect(await ok(isp.admin.get(`/customers/${customer}/`))).toMatchObject({
      due_amount: "0.00",
      expiry_date: "2099-01-31",
    });
    expect(await isp.admin.post(path, { customer })).toMatchObject({
      status: 409,
      body: { code: "ILLEGAL_TRANSITION" },
    });
    expect((await rechargesOf(customer)).results).toMatchObject([{ receipt_number, payment_transaction }]);
  });

  it("Money that can't be applied as meant, for a customer who was deleted meanwhile, is kept in SUSPENSE and says for whom it was", async () => {
    const customer = await isp.customer({ name: "Habib Ullah", phone: "01711000099" });
    const { customer_code } = await ok(isp.admin.get(`/customers/${customer}/`));
    const [taken, paid] = [device.receipt(), device.receipt()];
    const commands = [
      device.command("recharge.create", recharge(customer, { receipt_number: taken })),
      device.command("transaction.create", { customer, amount: "70.00", receipt_number: paid }),
      device.command("customer.update", { id: customer, name: "Habib" }),
    ];
    expect((await isp.admin.delete(`/customers/${customer}/`)).status).toBe(204);
    const outcomes = await device.push(commands);
    expect(outcomes).toMatchObject([
      { status: "APPLIED", result: { suspense: true } },
      { status: "APPLIED", result: { suspense: true } },
      { status: "REJECTED", problem: { code: "NOT_FOUND" } },
    ]);
    for (const [at, [receipt_number, amount]] of [
      [taken, "100.00"] as const,
      [paid, "70.00"] as const,
    ].entries()) {
      const { payment_transaction, review_item } = (outcomes[at]?.result ?? {}) as Record<string, string>;
      const kept = await ok(isp.admin.get(`/transactions/${payment_transaction}/`));
      expect(kept).toMatchObject({ customer: null, amount, receipt_number });
      expect(await ok(isp.admin.get(`/review-items/${review_item}/`))).toMatchObject({
        ...{ kind: "SUSPENSE", status: "OPEN", amount },
        payload: { name: "Habib Ullah", phone: "01711000099", customer_code },
      });
    }
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
  });

  it("Money that can't be applied as meant is kept also when the till's user may no longer take money", async () => {
    const username = `clerk-${newId()}`;
    const password = "clerk-password";
    const roles = await ok<{ results: { id: string; name: string }[] }>(isp.admin.get("/roles/"));
    const role = (name: string) => roles.results.find((candidate) => candidate.name === name)?.id;
    const person = {
      username,
      password,
      full_name: "Clerk",
      phone: "1",
      designation: "Counter",
      role: role("Counter"),
    };
    const clerk = await ok(isp.admin.post("/staff/", person));
    const signedIn = await server.signIn(username, password);
    const till = await openDesktop(server.url, signedIn.token ?? "");
    const customer = await isp.customer();
    await ok(isp.admin.patch(`/staff/${clerk.id}/`, { role: role("Technician") }));
    const [outcome] = await till.push([till.command("recharge.create", recharge(customer))]);
    expect(outcome).toMatchObject({
      status: "APPLIED",
      result: { suspense: true },
      problem: { code: "PERMISSION_DENIED" },
    });
  });

  it("Money that can't be applied as meant is not made up where the payload holds no amount", async () => {
    const [outcome] = await device.push([
      device.command("recharge.create", { customer_id: newId(), amount: "lots" }),
    ]);
    expect(outcome).toMatchObject({ status: "REJECTED", problem: { code: "VALIDATION" } });
  });
});

describe("a till's receipt numbers and clock", () => {
  it("A till's receipt numbers and clock takes the money of a number that is used already under another one, and says so", async () => {
    const customer = await isp.customer();
    const receipt_number = device.receipt();
    const [first, second] = await device.push([
      device.command("recharge.create", recharge(customer, { receipt_number })),
      device.command("recharge.create", recharge(customer, { receipt_number })),
    ]);
    expect(first).toMatchObject({ status: "APPLIED", result: { receipt_number } });
    expect(second).toMatchObject({
      status: "APPLIED",
      result: { receipt_number: expect.stringMatching(/^S-\d+$/) },
    });
    const items = await ok(isp.admin.get("/review-items/?kind=RECEIPT_NUMBER"));
    expect(items).toMatchObject({ count: 1, results: [{ customer, amount: "100.00" }] });
  });

  it("A till's receipt numbers and clock refuses a receipt number from nobody's till", async () => {
    const customer = await isp.customer();
    const machine = await isp.admin.post("/recharges/", recharge(customer, { receipt_number: "D999-1" }));
    expect(machine).toMatchObject({ status: 400, body: { errors: [{ field: "receipt_number" }] } });
  });

  it.each([
    ["an hour ago", -3_600_000, false],
    ["ten minutes ahead", 600_000, true],
    ["fifty days ago", -50 * 86_400_000, true],
  ])(
    "A till's receipt numbers and clock counts the time of a command from %s",
    async (_name, offset, flagged) => {
      const customer = await isp.customer();
      const occurred_at = new Date(Date.now() + offset).toISOString();
      const known = await longKnown(server, await openDesktop(server.url, isp.admin.token ?? ""));
      const command = known.command("recharge.create", recharge(customer), { occurred_at });
      const [outcome] = await known.push([command]);
      expect(outcome?.status).toBe("APPLIED");
      const recharged = outcome?.result as { occurred_at: string } | undefined;
      expect(recharged?.occurred_at === occurred_at).toBe(!flagged);
      const items = await ok(isp.admin.get(`/review-items/?kind=CLOCK&command=${command.id}`));
      expect(items.count).toBe(flagged ? 1 : 0);
      if (flagged) {
        const { amount } = command.payload as { amount: string };
        const [item] = items.results as Record<string, unknown>[];
        expect(item).toMatchObject({ amount, customer });
        expect(item?.detail, "written for machines").not.toMatch(/\d{4}-\d\d-\d\dT/);
      }
    },
  );
});
