// sync.push over plain HTTP: each command once, in order, with its outcome.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WireDesktop } from "../../helpers/desktop.ts";
import {
  anotherProvider,
  type Body,
  expectStatus,
  newCustomer,
  newPackage,
  type Provider,
  startProvider,
  uuidV7,
} from "../helpers/money.ts";
import { expectRefused, mutate, openContractDesktop } from "../helpers/wire.ts";

let isp: Provider;
let desktop: WireDesktop;
let url: string;
beforeAll(async () => {
  isp = await startProvider();
  url = isp.server.url;
  desktop = await openContractDesktop(url, isp.owner.token);
});
afterAll(() => isp.server.stop());

describe("sync.push", () => {
  it("sync.push applies each command once: APPLIED with the records, then DUPLICATE with the first outcome", async () => {
    const customer = await newCustomer(isp.owner);
    const id = uuidV7();
    const command = desktop.command("recharge.create", {
      id,
      customer_id: customer.id,
      amount: "25.00",
      validity_days: 30,
    });
    const [applied, ...others] = await desktop.push(command);
    expect(others).toEqual([]);
    expect(applied).toMatchObject({
      id: command.id,
      status: "APPLIED",
      result: { id, customer: customer.id, amount: "25.00", allocations: [] },
    });
    const record = await expectStatus(200, isp.owner.get(`/recharges/${id}/`));
    expect(applied.result).toMatchObject({ receipt_number: record.receipt_number });
    expect(record.device).toBe(desktop.id);
    const [again] = await desktop.push(command);
    expect(again).toEqual({ ...applied, status: "DUPLICATE" });
    const [elsewhere] = await (await openContractDesktop(url, isp.owner.token, "Restored")).push(command);
    expect(elsewhere).toMatchObject({ status: "DUPLICATE", result: { id } });
    const now = await expectStatus(200, isp.owner.get(`/customers/${customer.id}/`));
    expect(now.advance_amount).toBe("25.00");
  });

  it("sync.push applies the same command once when it comes twice at the same moment, or twice in one batch", async () => {
    const customer = await newCustomer(isp.owner);
    const command = desktop.command("transaction.create", { customer: customer.id, amount: "4.00" });
    const answers = await Promise.all([
      desktop.push(command),
      desktop.push(command),
      desktop.push(command, command),
    ]);
    const statuses = answers.flat().map((result) => result.status);
    expect(statuses.sort()).toEqual(["APPLIED", "DUPLICATE", "DUPLICATE", "DUPLICATE"]);
    const now = await expectStatus(200, isp.owner.get(`/customers/${customer.id}/`));
    expect(now.advance_amount).toBe("4.00");
  });

  it("sync.push answers REJECTED with the problem's code and detail, and the rest goes on", async () => {
    const customer = await newCustomer(isp.owner);
    const commands = [
      desktop.command("customer.create", { name: "No username" }),
      desktop.command("customer.toggle_status", { id: "01890000-0000-7000-8000-000000000000" }),
      desktop.command("spaceship.launch", {}),
      desktop.command("customer.update", { id: customer.id, notes: "Still applied" }),
    ];
    const results = await desktop.push(...commands);
    expect(results.map((result) => [result.id, result.status])).toEqual(
      commands.map(({ id }, index) => [id, index === 3 ? "APPLIED" : "REJECTED"]),
    );
    const [invalid, missing, unknown, applied] = results;
    expect(invalid.problem).toMatchObject({ status: 400, code: "VALIDATION", detail: expect.any(String) });
    expect(invalid.problem.errors.map((error: Body) => error.field)).toContain("username");
    expect(missing.problem).toMatchObject({ status: 404, code: "NOT_FOUND", detail: expect.any(String) });
    expect(unknown.problem).toMatchObject({ code: expect.any(String), detail: expect.any(String) });
    expect(applied.result).toMatchObject({ id: customer.id, notes: "Still applied" });
    // The same commands again: their first outcomes, REJECTED ones too.
    const again = await desktop.push(...commands);
    expect(again.map((result) => result.status)).toEqual(commands.map(() => "DUPLICATE"));
    expect(again[0].problem).toMatchObject({ code: "VALIDATION" });
    expect(again[3].result).toMatchObject({ notes: "Still applied" });
  });

  it("sync.push applies in the device's order, whatever the batch's", async () => {
    const id = uuidV7();
    const create = desktop.command("customer.create", { id, name: "A", username: `u-${id}`, phone: "017" });
    const rename = desktop.command("customer.update", { id, name: "B" });
    const results = await desktop.push(rename, create);
    expect(Object.fromEntries(results.map((result) => [result.id, result.status]))).toEqual({
      [create.id]: "APPLIED",
      [rename.id]: "APPLIED",
    });
    const record = await expectStatus(200, isp.owner.get(`/customers/${id}/`));
    expect(record).toMatchObject({ id, name: "B" });
  });

  it("sync.push keeps the ids that the client gave: customer, invoice, recharge and payment, one on the other", async () => {
    const pack = await newPackage(isp.owner);
    const [customer, invoice, recharge, payment] = [uuidV7(), uuidV7(), uuidV7(), uuidV7()];
    const results = await desktop.push(
      desktop.command("customer.create", {
        ...{ id: customer, name: "Off Line", username: `off-${customer}`, phone: "018" },
        package: pack.id,
      }),
      desktop.command("invoice.create", { id: invoice, customer }),
      desktop.command("recharge.create", {
        id: recharge,
        customer_id: customer,
        amount: 1200,
        validity_days: 30,
      }),
      desktop.command("transaction.create", { id: payment, customer, amount: "50.00", method: "MOBILE" }),
      desktop.command("customer.grant_grace_period", { id: customer, days: 3 }),
      desktop.command("recharge.reverse", { id: recharge, reason: "Mistyped" }),
      desktop.command("customer.toggle_status", { id: customer, reason: "Moved out" }),
    );
    expect(
      results.map((result) => result.status),
      JSON.stringify(results),
    ).toEqual(results.map(() => "APPLIED"));
    for (const path of [`customers/${customer}`, `invoices/${invoice}`, `recharges/${recharge}`]) {
      await expectStatus(200, isp.owner.get(`/${path}/`));
    }
    expect(await expectStatus(200, isp.owner.get(`/transactions/${payment}/`))).toMatchObject({
      device: desktop.id,
    });
    expect(results[5].result).toMatchObject({ success: true, recharge: { id: recharge, customer } });
    expect(await expectStatus(200, isp.owner.get(`/customers/${customer}/`))).toMatchObject({
      status: "SUSPENDED",
      due_amount: "1200.00",
      advance_amount: "50.00",
    });
  });

  it("sync.push takes 500 commands and no more, from a device of this tenant", async () => {
    const customer = await newCustomer(isp.owner);
    const many = Array.from({ length: 501 }, () =>
      desktop.command("transaction.create", { customer: customer.id, amount: 1 }),
    );
    const push = (device_id: string, commands: unknown[], token = isp.owner.token) =>
      mutate(url, token, "sync.push", { device_id, commands });
    expectRefused(await push(desktop.id, many), 400);
    const results = await desktop.push(...many.slice(0, 500));
    expect(results.filter((result) => result.status === "APPLIED")).toHaveLength(500);
    const now = await expectStatus(200, isp.owner.get(`/customers/${customer.id}/`));
    expect(now.advance_amount).toBe("500.00");
    const [command] = many.slice(500);
    expectRefused(await push(uuidV7(), [command]), 404);
    const other = await anotherProvider(isp.server);
    expectRefused(await push(desktop.id, [command], other.owner.token), 404);
    expectRefused(await push(desktop.id, [{ ...command, id: "1" }]), 400);
    expectRefused(await push(desktop.id, [{ ...command, device_id: uuidV7() }]), 400);
    const own = await push(desktop.id, [{ ...command, device_id: desktop.id }]);
    expect(own.data.results).toMatchObject([{ status: "APPLIED" }]);
    expectRefused(await push(desktop.id, [command], null), 401);
    expect(await desktop.push()).toEqual([]);
  });
});
