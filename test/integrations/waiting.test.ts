// What becomes of a thousand deliveries that wait when whom they are for changes (outside O4).
import { expect, it } from "vitest";
import { newId } from "../../shared/kernel/id.ts";
import { type Body, expectStatus } from "../acceptance/helpers/money.ts";
import { eventually } from "../helpers/process/wait.ts";
import { makeTenant } from "../helpers/tenant.ts";
import { webhookOffice } from "./helpers/office.ts";
import { startReceiver, status } from "./helpers/receiver.ts";

const office = webhookOffice();
const WAITING = 1_000;

/** Deliveries of an event, as replays leave them. */
async function queue(endpoint: string, event: string, next_at: string): Promise<void> {
  await office.server.services.db.platform`
    insert into webhook_deliveries (tenant_id, id, event, endpoint, type, next_at, is_replay)
    select ${office.isp.tenant.id}, new_id(), ${event}, ${endpoint}, 'customer.created', ${next_at}::text::timestamptz, true
    from generate_series(1, ${WAITING})`;
}

const counted = async (endpoint: string, outcome: string): Promise<number> => {
  const [row] = await office.server.services.db.platform<{ count: number }[]>`
    select count(*)::int as count from webhook_deliveries
    where tenant_id = ${office.isp.tenant.id} and endpoint = ${endpoint} and status = ${outcome}`;
  return row?.count ?? 0;
};

/** An endpoint that has been told one thing, and is told a thousand more once they are due. */
async function waiting(more: Body = {}) {
  const { receiver, endpoint } = await office.receiving(["customer.created"], more);
  await office.addCustomer();
  await eventually(() => receiver.told.length === 1);
  await eventually(async () => (await counted(endpoint.id, "SUCCEEDED")) === 1);
  const event = receiver.told[0]?.id.slice("msg_".length) ?? "";
  await queue(endpoint.id, event, "tomorrow");
  const makeDue = () => office.server.services.db.platform`
    update webhook_deliveries set next_at = now()
    where tenant_id = ${office.isp.tenant.id} and endpoint = ${endpoint.id} and status = 'PENDING'`;
  return { receiver, endpoint, makeDue };
}

it("An endpoint that is deleted takes what waits with it", async () => {
  const { receiver, endpoint } = await waiting();
  await expectStatus(204, office.owner.delete(`/webhook-endpoints/${endpoint.id}/`));
  expect(await counted(endpoint.id, "PENDING")).toBe(0);
  expect(receiver.told).toHaveLength(1);
});

it("A role that is narrowed counts for what waits: none of it is sent, and each says why", async () => {
  const view = await expectStatus(
    201,
    office.owner.post("/roles/", {
      name: `Listener ${newId()}`,
      permissions: ["subscribers.customer.view"],
    }),
  );
  const { receiver, endpoint, makeDue } = await waiting({ role: view.id });
  await expectStatus(
    200,
    office.owner.patch(`/roles/${view.id}/`, { permissions: ["operations.ticket.view"] }),
  );
  await makeDue();
  await eventually(async () => (await counted(endpoint.id, "FAILED")) === WAITING);
  const [one] = await office.deliveries(`endpoint=${endpoint.id}&status=FAILED`);
  expect(one).toMatchObject({ error: "NOT_PERMITTED", attempt: 0, response_status: null });
  expect(receiver.told).toHaveLength(1);
});

it("A company that is suspended is told nothing; let in again, it is told what waited", async () => {
  const { receiver, endpoint, makeDue } = await waiting();
  const other = await makeTenant(office.server);
  const beside = await startReceiver();
  office.receivers.push(beside);
  const hook = { url: beside.url, events: ["customer.created"], role: other.roles.Owner };
  const { id } = await expectStatus(201, other.owner.post("/webhook-endpoints/", hook));
  await expectStatus(
    201,
    other.owner.post("/customers/", { name: "A", username: "a", phone: "01711000001" }),
  );
  await eventually(() => beside.told.length === 1);
  const platform = await office.server.superuser();
  const set = (is_active: boolean) =>
    expectStatus(200, platform.patch(`/tenants/${office.isp.tenant.id}/`, { is_active }));
  await set(false);
  await makeDue();
  // Announced by no commit, another company's is found by a look at all that is due.
  const told = beside.told[0]?.id.slice("msg_".length) ?? "";
  const sql = office.server.services.db.platform;
  await sql`insert into webhook_deliveries (tenant_id, id, event, endpoint, type)
    values (${other.tenant.id}, new_id(), ${told}, ${id}, 'customer.created')`;
  await eventually(() => beside.told.length === 2);
  expect(receiver.told).toHaveLength(1);
  expect(await counted(endpoint.id, "PENDING")).toBe(WAITING);
  await set(true);
  receiver.answer = status(204);
  await eventually(async () => (await counted(endpoint.id, "PENDING")) === 0);
  expect(receiver.told).toHaveLength(WAITING + 1);
  expect(receiver.refused).toEqual([]);
});
