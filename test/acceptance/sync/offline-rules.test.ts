// What the contract promises of work done offline, seen from the wire: money, edits, receipts, clocks, rights, devices.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { longKnown, type WireDesktop } from "../../helpers/desktop.ts";
import {
  all,
  type Body,
  cents,
  day,
  expectBooksBalance,
  expectProblem,
  expectStatus,
  figures,
  ledgerOf,
  newCustomer,
  newInvoice,
  newPackage,
  type Provider,
  startProvider,
  UUID,
  uuidV7,
} from "../helpers/money.ts";
import { openContractDesktop } from "../helpers/wire.ts";

let isp: Provider;
let desktop: WireDesktop;
let url: string;
beforeAll(async () => {
  isp = await startProvider();
  url = isp.server.url;
  desktop = await openContractDesktop(url, isp.owner.token);
});
afterAll(() => isp.server.stop());

/** A device of the owner's, or of whoever is named, that was registered long before what it tells of. */
const knownDesktop = async (token: string | null = isp.owner.token) =>
  longKnown(isp.server, await openContractDesktop(url, token, "Known"));

const read = (path: string): Promise<Body> => expectStatus(200, isp.owner.get(path));
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const NOBODY = "01890000-0000-7000-8000-000000000000";
const recharge = (customer_id: string, more: Record<string, unknown> = {}) => ({
  ...{ customer_id, amount: "300.00", validity_days: 30 },
  ...more,
});
const reviewsOf = async (command: string) =>
  (await all(isp.owner, "/review-items/")).filter((item) => item.command === command);

/** The tenant's SUSPENSE account: what was taken and belongs to nobody yet, in hundredths. */
async function suspense(): Promise<number> {
  const accounts = await all(isp.owner, "/billing-accounts/?scope=all");
  const account = accounts.find(({ code }) => code === "SUSPENSE");
  if (!account) return 0;
  const entries = await all(isp.owner, `/ledger-entries/?scope=all&account=${account.id}`);
  return entries.reduce((sum, entry) => sum + cents(entry.credit) - cents(entry.debit), 0);
}

describe("money taken is never refused", () => {
  it("Money is posted to SUSPENSE and on the review list where the customer, the package or the right is gone", async () => {
    const customer = await newCustomer(isp.owner);
    const former = await isp.staff("tech-money", "Counter");
    const hisTill = await openContractDesktop(url, former.token, "Van");
    await expectStatus(200, isp.owner.patch(`/staff/${former.staff_id}/`, { role: isp.roles.Technician }));
    const before = await suspense();
    const commands: [WireDesktop, Body, string][] = [
      [desktop, desktop.command("recharge.create", recharge(NOBODY)), "VALIDATION"],
      [desktop, desktop.command("recharge.create", recharge(customer.id, { package: NOBODY })), "VALIDATION"],
      [desktop, desktop.command("transaction.create", { customer: NOBODY, amount: "300.00" }), "VALIDATION"],
      [hisTill, hisTill.command("recharge.create", recharge(customer.id)), "PERMISSION_DENIED"],
    ];
    for (const [device, command, code] of commands) {
      const [result] = await device.push(command);
      expect(result).toMatchObject({
        id: command.id,
        status: "APPLIED",
        result: { suspense: true, payment_transaction: expect.stringMatching(UUID) },
        problem: { code, detail: expect.any(String) },
      });
      const [item, ...others] = await reviewsOf(command.id);
      expect(others).toEqual([]);
      expect(item).toMatchObject({
        kind: "SUSPENSE",
        status: "OPEN",
        amount: "300.00",
        device: device.id,
        payment_transaction: result.result.payment_transaction,
        problem: { code },
      });
      expect(await read(`/transactions/${result.result.payment_transaction}/`)).toMatchObject({
        customer: null,
        amount: "300.00",
        status: "COMPLETED",
      });
      expect(await device.push(command)).toEqual([{ ...result, status: "DUPLICATE" }]);
    }
    expect((await suspense()) - before).toBe(4 * 30_000);
    expect(await ledgerOf(isp.owner, customer.id)).toEqual([]);
    await expectBooksBalance(isp.owner);
  });

  it("Money that nobody ever permitted is refused, and on the review list without a posting", async () => {
    const customer = await newCustomer(isp.owner);
    const technician = await isp.staff("tech-never", "Technician");
    const hisTill = await openContractDesktop(url, technician.token, "Van 2");
    const before = await suspense();
    const command = hisTill.command("recharge.create", recharge(customer.id));
    const [result] = await hisTill.push(command);
    expect(result).toMatchObject({ status: "REJECTED", problem: { code: "PERMISSION_DENIED" } });
    expect(await reviewsOf(command.id)).toMatchObject([
      {
        kind: "REFUSED",
        amount: "300.00",
        payment_transaction: null,
        problem: { code: "PERMISSION_DENIED" },
      },
    ]);
    expect(await suspense()).toBe(before);
  });

  it("Money that was taken goes from SUSPENSE to the customer that a person names", async () => {
    const customer = await newCustomer(isp.owner);
    const invoice = await newInvoice(isp.owner, customer.id, "100.00");
    const command = desktop.command("recharge.create", recharge(NOBODY));
    const [{ result }] = await desktop.push(command);
    const before = await suspense();
    const path = `/review-items/${result.review_item}/resolve/`;
    await expectProblem(400, isp.owner.post(path, {}));
    const resolved = await expectStatus(
      200,
      isp.owner.post(path, { customer: customer.id, validity_days: 30 }),
    );
    expect(resolved).toMatchObject({ status: "RESOLVED", customer: customer.id });
    expect(before - (await suspense())).toBe(30_000);
    expect(await figures(isp.owner, customer.id)).toEqual({
      due: "0.00",
      advance: "200.00",
      balance: "200.00",
    });
    expect(await read(`/invoices/${invoice.id}/`)).toMatchObject({ status: "PAID" });
    expect(await read(`/customers/${customer.id}/`)).toMatchObject({ expiry_date: day(30) });
    await expectProblem(409, isp.owner.post(path, { customer: customer.id }));
    await expectBooksBalance(isp.owner);
  });

  it("What is no money is refused, and stays refused", async () => {
    const before = await suspense();
    const results = await desktop.push(
      desktop.command("recharge.create", recharge(NOBODY, { amount: "-5" })),
      desktop.command("recharge.reverse", { id: NOBODY }),
      desktop.command("invoice.create", { customer: NOBODY }),
    );
    expect(results.map((result) => result.status)).toEqual(["REJECTED", "REJECTED", "REJECTED"]);
    for (const { problem } of results) {
      expect(problem).toMatchObject({ code: expect.any(String), detail: expect.any(String) });
    }
    expect(await suspense()).toBe(before);
  });
});

describe("two people edit one record", () => {
  it("Different fields: both win", async () => {
    const customer = await newCustomer(isp.owner, { notes: "old", area: "North" });
    const manager = await isp.staff("manager-edit-1", "Manager");
    const other = await openContractDesktop(url, manager.token, "Manager's");
    const base = { notes: "old", area: "North" };
    await other.push(other.command("customer.update", { id: customer.id, area: "South", base }));
    await desktop.push(desktop.command("customer.update", { id: customer.id, notes: "new", base }));
    expect(await read(`/customers/${customer.id}/`)).toMatchObject({ area: "South", notes: "new" });
  });

  it("The same field: the later one wins in order of occurred_at, in whichever order they come in", async () => {
    const manager = await isp.staff("manager-edit-2", "Manager");
    for (const first of ["earlier", "later"]) {
      const [own, other] = [await knownDesktop(), await knownDesktop(manager.token)];
      const customer = await newCustomer(isp.owner, { notes: "old" });
      // The record is younger than the edits: only what people wrote into the field counts.
      const edit = (device: WireDesktop, notes: string, minutes: number) =>
        device.command(
          "customer.update",
          { id: customer.id, notes, base: { notes: "old" } },
          { occurred_at: new Date(Date.now() - minutes * 60_000).toISOString() },
        );
      const [earlier, later] = [edit(own, "earlier", 60), edit(other, "later", 30)];
      const pushes = [() => own.push(earlier), () => other.push(later)];
      if (first === "later") pushes.reverse();
      for (const push of pushes) expect((await push())[0].status).toBe("APPLIED");
      expect(await read(`/customers/${customer.id}/`), first).toMatchObject({ notes: "later" });
      const history = JSON.stringify(await all(isp.owner, "/audit-logs/"));
      expect(history).toContain("earlier");
      const seen = [...(await reviewsOf(earlier.id)), ...(await reviewsOf(later.id))];
      const what = { collection: "customers", id: customer.id, field: "notes" };
      const values = { stands: { notes: "later" }, dropped: { notes: "earlier" } };
      const payload = { ...what, ...values };
      expect(seen).toMatchObject([{ kind: "CONFLICT", status: "OPEN", customer: customer.id, payload }]);
      for (const author of ["tenant-1-owner", "manager-edit-2"]) {
        expect(seen[0].detail).toContain(author);
      }
      expect((await all(manager, "/review-items/")).map((item) => item.id)).toContain(seen[0].id);
    }
  });

  it("The later edit of a field wins also for one person at two desks, and where the edit does not say what it was made on", async () => {
    for (const base of [{ base: { notes: "old" } }, {}]) {
      const [own, second] = [await knownDesktop(), await knownDesktop()];
      const customer = await newCustomer(isp.owner, { notes: "old" });
      const edit = (device: WireDesktop, notes: string, minutes: number) =>
        device.command(
          "customer.update",
          { id: customer.id, notes, ...base },
          { occurred_at: new Date(Date.now() - minutes * 60_000).toISOString() },
        );
      const [earlier, later] = [edit(own, "earlier", 60), edit(second, "later", 30)];
      await second.push(later);
      await own.push(earlier);
      expect(await read(`/customers/${customer.id}/`), JSON.stringify(base)).toMatchObject({
        notes: "later",
      });
    }
  });

  it("An edit made on what the other one wrote is no conflict", async () => {
    const manager = await isp.staff("manager-edit-3", "Manager");
    const other = await knownDesktop(manager.token);
    const customer = await newCustomer(isp.owner, { notes: "old" });
    await desktop.push(
      desktop.command("customer.update", { id: customer.id, notes: "first", base: { notes: "old" } }),
    );
    // The author's clock is two minutes slow, yet they saw what they changed.
    const edit = other.command(
      "customer.update",
      { id: customer.id, notes: "second", base: { notes: "first" } },
      { occurred_at: new Date(Date.now() - 120_000).toISOString() },
    );
    await other.push(edit);
    expect(await read(`/customers/${customer.id}/`)).toMatchObject({ notes: "second" });
    expect(await reviewsOf(edit.id)).toEqual([]);
  });
});

describe("receipts printed offline", () => {
  it("Receipts printed offline keep their number: <device code>-<sequence>", async () => {
    const customer = await newCustomer(isp.owner);
    const receipt_number = `${desktop.code}-1`;
    const command = desktop.command("recharge.create", recharge(customer.id, { receipt_number }));
    const [{ result }] = await desktop.push(command);
    expect(result.receipt_number).toBe(receipt_number);
    expect(await read(`/recharges/${result.id}/`)).toMatchObject({ receipt_number });
    // A number that is taken (a restored device) does not cost the money: it gets another, and a person hears of it.
    const again = desktop.command("transaction.create", { customer: customer.id, amount: 5, receipt_number });
    const [second] = await desktop.push(again);
    expect(second.status).toBe("APPLIED");
    expect(second.result.receipt_number).not.toBe(receipt_number);
    expect(await reviewsOf(again.id)).toMatchObject([{ kind: "RECEIPT_NUMBER" }]);
    expect(await figures(isp.owner, customer.id)).toMatchObject({ balance: "305.00" });
  });
});

describe("occurred_at", () => {
  it("occurred_at counts for expiry, for the day's collection and in the ledger", async () => {
    const customer = await newCustomer(isp.owner);
    const occurred_at = ago(10);
    const known = await knownDesktop();
    const command = known.command("recharge.create", recharge(customer.id), { occurred_at });
    const [{ result }] = await known.push(command);
    expect(result.new_expiry_date).toBe(day(20));
    const paid = await read(`/transactions/${result.payment_transaction}/`);
    expect(new Date(paid.received_at).toISOString()).toBe(occurred_at);
    const [entry] = await ledgerOf(isp.owner, customer.id);
    expect(new Date(entry.occurred_at).toISOString()).toBe(occurred_at);
    expect(Date.now() - Date.parse(entry.posted_at)).toBeLessThan(60_000);
    expect(await reviewsOf(command.id)).toEqual([]);
  });

  it("occurred_at over 5 minutes ahead or over 45 days old: applied with the received time, flagged for review", async () => {
    const minutes = 1 / 1440;
    for (const [days, flagged] of [
      [-4 * minutes, false],
      [-6 * minutes, true],
      [-400, true],
      [44, false],
      [46, true],
      [4000, true],
    ] as const) {
      const customer = await newCustomer(isp.owner);
      const occurred_at = ago(days);
      const known = await knownDesktop();
      const command = known.command("recharge.create", recharge(customer.id), { occurred_at });
      const [{ status, result }] = await known.push(command);
      expect(status).toBe("APPLIED");
      expect(result.new_expiry_date, `${days} days`).toBe(flagged ? day(30) : day(30 - Math.max(0, days)));
      const paid = await read(`/transactions/${result.payment_transaction}/`);
      const received = Date.parse(paid.received_at);
      if (flagged) expect(Math.abs(Date.now() - received)).toBeLessThan(60_000);
      else expect(received).toBe(Date.parse(occurred_at));
      const reviews = await reviewsOf(command.id);
      expect(reviews.map((item) => item.kind)).toEqual(flagged ? ["CLOCK"] : []);
    }
  });
});

describe("a whole day offline", () => {
  it("A whole day offline comes in as it happened: expiry, balances and the feed agree", async () => {
    const pack = await newPackage(isp.owner, { price: "500.00" });
    const customer = uuidV7();
    const [first, second] = [uuidV7(), uuidV7()];
    const at = (hours: number) => ({ occurred_at: new Date(Date.now() - hours * 3_600_000).toISOString() });
    const results = await desktop.push(
      desktop.command(
        "customer.create",
        { id: customer, name: "Walk In", username: `w-${customer}`, phone: "016", package: pack.id },
        at(8),
      ),
      desktop.command("invoice.create", { id: first, customer }, at(7)),
      desktop.command("recharge.create", { ...recharge(customer), amount: "500.00", id: second }, at(6)),
      desktop.command("transaction.create", { customer, amount: "20.00" }, at(5)),
      desktop.command("recharge.reverse", { id: second }, at(4)),
    );
    expect(results.map((result) => result.status)).toEqual(results.map(() => "APPLIED"));
    expect(await figures(isp.owner, customer)).toEqual({
      due: "500.00",
      advance: "20.00",
      balance: "-480.00",
    });
    await expect
      .poll(async () => (await desktop.pullAll("customers")).get(customer))
      .toMatchObject({ due_amount: "500.00", advance_amount: "20.00" });
    const lastBalance = async () => {
      const entries = [...(await desktop.pullAll("ledger_entries")).values()];
      const mine = entries.filter((entry) => entry.customer === customer);
      return mine.sort((a, b) => a.entry_no - b.entry_no).at(-1)?.balance_after;
    };
    await expect.poll(lastBalance).toBe("-480.00");
  });
});
