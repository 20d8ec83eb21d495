// What webhooks tell (outside O4): which records, as whom, signed how.
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { newId } from "../../shared/kernel/id.ts";
import { expectProblem, expectStatus } from "../acceptance/helpers/money.ts";
import { eventually } from "../helpers/process/wait.ts";
import { webhookOffice } from "./helpers/office.ts";

const office = webhookOffice();

describe("what is told", () => {
  it("A record as the API answers it, signed as the published library wants it, once with the commit", async () => {
    const { receiver, endpoint } = await office.receiving(["customer.*"]);
    const { id } = await office.addCustomer();
    await eventually(() => receiver.told.length > 0);
    const [told] = receiver.told;
    const { body: shown } = await office.owner.get(`/customers/${id}/`);
    expect(told?.event).toMatchObject({
      type: "customer.created",
      data: { id, version: 1, name: shown.name },
    });
    expect(Object.keys(told?.event)).toEqual(["type", "timestamp", "data"]);
    expect(told?.event.data).toEqual(shown);
    expect(told?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Lastmile-Webhooks/1",
      "webhook-id": expect.stringMatching(/^msg_[0-9a-f-]{36}$/),
    });
    expect(endpoint.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(receiver.refused).toEqual([]);
    // The published library signs the same.
    const at = new Date(Number(told?.headers["webhook-timestamp"]) * 1_000);
    expect(new Webhook(endpoint.secret).sign(told?.id ?? "", at, told?.body ?? "")).toBe(
      told?.headers["webhook-signature"],
    );
    expect(JSON.stringify(await office.read(endpoint.id))).not.toContain(endpoint.secret);
  });

  it("A change says what it was before, and a deletion what is gone", async () => {
    const { id } = await office.addCustomer();
    const { receiver } = await office.receiving(["customer.*"]);
    await expectStatus(200, office.owner.patch(`/customers/${id}/`, { name: "Another", area: "Mirpur" }));
    await expectStatus(200, office.owner.post(`/customers/${id}/toggle_status/`, { reason: "Away" }));
    await expectStatus(204, office.owner.delete(`/customers/${id}/`));
    await eventually(() => receiver.ofType("customer.deleted").length > 0);
    const [first] = receiver.ofType("customer.updated");
    expect(first?.event.data.previous).toEqual({ name: expect.stringMatching(/^Customer/), area: null });
    expect(first?.event.data).toMatchObject({ name: "Another", area: "Mirpur", version: 2 });
    const [moved] = receiver.ofType("customer.status_changed");
    expect(moved?.event.data).toMatchObject({ status: "SUSPENDED", previous: { status: "ACTIVE" } });
    expect(receiver.ofType("customer.deleted")[0]?.event.data).toMatchObject({ id, name: "Another" });
    // A password that is sealed is not told, nor that there is one.
    expect(JSON.stringify(receiver.told)).not.toMatch(/encrypted|password/);
    expect(receiver.refused).toEqual([]);
  });

  it("A recharge tells of itself, its payment and its customer, and a refusal of nothing", async () => {
    const { receiver } = await office.receiving(["recharge.*", "payment.created"]);
    const { id } = await office.addCustomer();
    await expectProblem(
      400,
      office.owner.post("/recharges/", { customer_id: id, amount: "-1", validity_days: 1 }),
    );
    const recharge = { customer_id: id, amount: "700.00", validity_days: 30 };
    await expectStatus(201, office.owner.post("/recharges/", recharge, { "Idempotency-Key": newId() }));
    await eventually(() => receiver.told.length >= 2);
    expect(receiver.told.map(({ event }) => event.type).sort()).toEqual([
      "payment.created",
      "recharge.created",
    ]);
    expect(receiver.ofType("recharge.created")[0]?.event.data).toMatchObject({
      customer: id,
      amount: "700.00",
    });
  });

  it("Staff's own notes on a ticket are told to nobody", async () => {
    const { receiver } = await office.receiving(["ticket.*"]);
    const { id: customer } = await office.addCustomer();
    const ticket = await expectStatus(
      201,
      office.owner.post("/tickets/", { customer, subject: "Slow", description: "Since noon" }),
    );
    const reply = (message: string, is_internal: boolean) =>
      expectStatus(201, office.owner.post(`/tickets/${ticket.id}/reply/`, { message, is_internal }));
    await reply("Between us", true);
    await reply("We look into it", false);
    await eventually(() => receiver.ofType("ticket.replied").length > 0);
    expect(receiver.ofType("ticket.replied").map(({ event }) => event.data.message)).toEqual([
      "We look into it",
    ]);
    expect(JSON.stringify(receiver.told)).not.toContain("Between us");
  });

  it("A company without an endpoint writes no event", async () => {
    await office.addCustomer();
    const before = await expectStatus(200, office.owner.get("/webhook-events/?page_size=1"));
    await office.addCustomer();
    const after = await expectStatus(200, office.owner.get("/webhook-events/?page_size=1"));
    expect(after.count).toBe(before.count);
  });

  it("What the endpoint's role may not see is not sent, from the moment on that it may not", async () => {
    const role = await expectStatus(
      201,
      office.owner.post("/roles/", {
        name: `Listener ${newId()}`,
        permissions: ["subscribers.customer.view"],
      }),
    );
    const { receiver, endpoint } = await office.receiving(["*"], { role: role.id });
    await office.addCustomer();
    await eventually(() => receiver.told.length > 0);
    await expectStatus(
      200,
      office.owner.patch(`/roles/${role.id}/`, { permissions: ["operations.ticket.view"] }),
    );
    await office.addCustomer();
    await eventually(async () =>
      (await office.deliveries(`endpoint=${endpoint.id}&status=FAILED`)).some(
        ({ error }) => error === "NOT_PERMITTED",
      ),
    );
    expect(receiver.ofType("customer.created").length).toBe(1);
  });

  it("A body of 20 kB or more is told by its id", async () => {
    const { receiver } = await office.receiving(["customer.created"]);
    const { id } = await office.addCustomer({ notes: "x".repeat(9_000), address: "y".repeat(400) });
    const { id: large } = await office.addCustomer({ notes: "আ".repeat(9_900) });
    await eventually(() => receiver.told.length === 2);
    const of = (record: string) => receiver.told.find(({ event }) => event.data.id === record);
    expect(of(id)?.event.data.notes).toHaveLength(9_000);
    expect(of(large)?.event.data).toEqual({ id: large, version: 1, truncated: true });
  });
});
