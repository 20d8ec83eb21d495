// Many tickets under one outage: put there, and closed together with one message while people go on working on them.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Body, expectProblem, expectStatus } from "../acceptance/helpers/money.ts";
import { openDesktop } from "../helpers/desktop.ts";
import { type NetworkFixture, openNetworkFixture } from "../network/helpers/network-fixture.ts";
import { type FakeOltAgent, makeOlt, oltAgentAt, onuAt } from "../network/olt/olt-fixture.ts";

let fixture: NetworkFixture;
let agent: FakeOltAgent;
beforeAll(async () => {
  fixture = await openNetworkFixture();
  agent = oltAgentAt(fixture);
});
afterAll(() => fixture.server.stop());

const owner = () => fixture.tenant.owner;
let ports = 0;

interface Outage {
  id: string;
  customers: readonly string[];
  /** Brings the lines back, but for as many as stay down. */
  end(still_down?: number): Promise<void>;
}

/** An outage of a port with eight ONUs, as its agent sees it; the first `count` belong to customers. */
async function outage(count: number): Promise<Outage> {
  ports += 1;
  const olt = await makeOlt(fixture);
  const onus = Array.from({ length: 8 }, (_, at) => onuAt(`0/7/${ports}`, at + 1));
  await agent.observe(olt, onus);
  const customers: string[] = [];
  for (const { serial_number } of onus.slice(0, count))
    customers.push(await fixture.customer(null, { onu_serial: serial_number }));
  const lost = onus.map((onu) => ({ ...onu, status: "LOS" as const, rx_power_dbm: null }));
  await agent.observe(olt, lost);
  const [incident] = (await owner().get(`/incidents/?olt=${olt}`)).body.results;
  return {
    id: incident.id,
    customers,
    end: async (still_down = 0) => {
      await agent.observe(olt, [...lost.slice(0, still_down), ...onus.slice(still_down)]);
      const now = await expectStatus(200, owner().get(`/incidents/${incident.id}/`));
      expect(now.status).toBe("CLOSED");
    },
  };
}

const ticket = (customer: string, more: object = {}): Promise<Body> =>
  expectStatus(
    201,
    owner().post("/tickets/", { subject: "No internet", description: "Off", customer, ...more }),
  );
const read = ({ id }: Body): Promise<Body> => expectStatus(200, owner().get(`/tickets/${id}/`));
const close = (id: string, more: object = {}) =>
  owner().post(`/incidents/${id}/close-tickets/`, { message: "The fibre is repaired", ...more });
async function ended({ task_id }: Body): Promise<Body> {
  const task = () => expectStatus(200, owner().get(`/background-tasks/${task_id}/`));
  await expect.poll(async () => (await task()).finished_at, { interval: 50 }).not.toBeNull();
  return task();
}

it("A ticket is put under an outage and taken out again, on-line and by a desktop that was cut off; what is no outage is refused", async () => {
  const { id, customers } = await outage(1);
  const made = await ticket(customers[0] ?? "");
  expect(made.incident).toBeNull();
  const join = (body: object) => owner().post(`/tickets/${made.id}/join-incident/`, body);
  expect(await expectStatus(200, join({ incident: id }))).toMatchObject({ incident: id });
  expect((await owner().get(`/tickets/?incident=${id}`)).body).toMatchObject({ count: 1 });
  expect(await expectStatus(200, join({ incident: null }))).toMatchObject({ incident: null });
  await expectProblem(400, join({ incident: made.id }), "VALIDATION");
  await expectProblem(400, join({}), "VALIDATION");
  const desktop = await openDesktop(fixture.server.url, owner().token);
  const [outcome] = await desktop.push(
    desktop.command("ticket.join_incident", { id: made.id, incident: id }),
  );
  expect(outcome).toMatchObject({ status: "APPLIED", result: { incident: id } });
  expect(await ticket(customers[0] ?? "", { incident: id })).toMatchObject({ incident: id });
});

it("An outage's tickets are answered with one message and resolved, and each can be opened again", async () => {
  const { id, customers, end } = await outage(3);
  const tickets = await Promise.all(customers.map((customer) => ticket(customer, { incident: id })));
  await end();
  const task = await ended(await expectStatus(202, close(id)));
  expect(task).toMatchObject({ status: "SUCCEEDED", result: { incident: id, closed: 3, left: [] } });
  for (const one of tickets) {
    const now = await read(one);
    expect(now).toMatchObject({ status: "RESOLVED", resolved_at: expect.any(String) });
    expect(now.replies).toMatchObject([
      { message: "The fibre is repaired", is_internal: false, author: "The Owner" },
    ]);
  }
  const again = await expectStatus(200, owner().post(`/tickets/${tickets[0]?.id}/move/`, { status: "OPEN" }));
  expect(again).toMatchObject({ status: "OPEN", resolved_at: null, incident: id });
});

it("Tickets that were moved on meanwhile, and those whose line is still down, are left and listed with the reason", async () => {
  const { id, customers, end } = await outage(5);
  const [down, answered, closed, plain, worked] = await Promise.all(
    customers.map((customer) => ticket(customer, { incident: id })),
  );
  const work = {
    title: "New connector",
    description: "At the roof",
    task_type: "REPAIR",
    ticket: worked?.id,
  };
  expect(await expectStatus(201, owner().post("/tasks/", work))).toMatchObject({ status: "PENDING" });
  await end(1);
  // What is done between the asking and the closing, in the moment in which the task can't begin yet.
  const { db } = fixture.server.services;
  const begun = await db.locks.run(fixture.tenant.tenant.id, "close-tickets", async () => {
    const asked = await expectStatus(202, close(id));
    expect(asked).toMatchObject({ success: true, status: "QUEUED", async: true, tickets: 5 });
    await expectProblem(409, close(id), "BATCH_IN_PROGRESS");
    await expectStatus(201, owner().post(`/tickets/${answered?.id}/reply/`, { message: "Still slow!" }));
    await expectStatus(200, owner().post(`/tickets/${closed?.id}/move/`, { status: "CLOSED" }));
    return asked;
  });
  const { result } = await ended(begun?.result as Body);
  expect(result.closed).toBe(1);
  const because = result.left.map(({ ticket, reason }: Body) => [ticket, reason]);
  expect(because.sort()).toEqual(
    [
      [down?.id, "STILL_DOWN"],
      [answered?.id, "MOVED_ON"],
      [closed?.id, "MOVED_ON"],
      [worked?.id, "WORK_OPEN"],
    ].sort(),
  );
  expect(await read(plain ?? {})).toMatchObject({ status: "RESOLVED" });
  expect(await read(answered ?? {})).toMatchObject({ status: "OPEN", replies: [{ message: "Still slow!" }] });
  expect(await read(closed ?? {})).toMatchObject({ status: "CLOSED", replies: [] });
  expect(await read(down ?? {})).toMatchObject({ status: "OPEN", replies: [] });
});

it("Hundreds of tickets are closed in chunks while customers write on them: each is either answered and closed or left with their word", async () => {
  const { id, customers } = await outage(1);
  const customer = customers[0] ?? "";
  await expectStatus(200, owner().get(`/customers/${customer}/`));
  const other = await fixture.customer(null);
  const made: Body[] = [];
  for (let at = 0; at < 120; at += 20)
    made.push(...(await Promise.all(Array.from({ length: 20 }, () => ticket(other, { incident: id })))));
  const asked = await expectStatus(202, close(id, { status: "CLOSED" }));
  const written = made.filter((_, at) => at % 6 === 0);
  for (const one of written)
    await expectStatus(201, owner().post(`/tickets/${one.id}/reply/`, { message: "Works again" }));
  const { result, progress } = await ended(asked);
  expect(progress).toEqual({ done: 120, total: 120 });
  expect(result.closed + result.left.length).toBe(120);
  const left = new Set(result.left.map((one: Body) => one.ticket));
  for (const one of written) {
    const { status, replies } = await read(one);
    const said = replies.map(({ message }: Body) => message);
    expect([status, said]).toEqual(
      left.has(one.id) ? ["OPEN", ["Works again"]] : ["CLOSED", ["The fibre is repaired", "Works again"]],
    );
  }
  expect((await owner().get(`/tickets/?incident=${id}&status=CLOSED`)).body.count).toBe(result.closed);
});

it("A closing that was broken off is done again from the start, and answers and closes nothing twice", async () => {
  const { id, customers, end } = await outage(2);
  const tickets = await Promise.all(customers.map((customer) => ticket(customer, { incident: id })));
  await end();
  const asked = await expectStatus(202, close(id));
  const before = await ended(asked);
  const { db, jobs } = fixture.server.services;
  await db.platform`update background_tasks set status = 'RUNNING', result = null, finished_at = null
    where tenant_id = ${fixture.tenant.tenant.id} and id = ${asked.task_id}`;
  await expectStatus(200, owner().post(`/tickets/${tickets[0]?.id}/move/`, { status: "OPEN" }));
  jobs.wake("background-task");
  expect((await ended(asked)).result).toEqual(before.result);
  for (const one of tickets) expect((await read(one)).replies).toHaveLength(1);
  expect(await read(tickets[0] ?? {})).toMatchObject({ status: "OPEN" });
});

it("An outage that goes with its OLT leaves its tickets, without it", async () => {
  const { id, customers } = await outage(1);
  const made = await ticket(customers[0] ?? "", { incident: id });
  const { olt } = await expectStatus(200, owner().get(`/incidents/${id}/`));
  await expectStatus(204, owner().delete(`/olts/${olt}/`));
  expect(await read(made)).toMatchObject({ incident: null, status: "OPEN" });
});

it("Who answers tickets of their own customers alone closes none together", async () => {
  const account = { company_name: "Sub ISP", credit_limit: "0.00", username: "sub", password: "sub-secret" };
  await expectStatus(201, owner().post("/resellers/", account));
  const reseller = await fixture.server.signIn("sub", "sub-secret", fixture.tenant.tenant.subdomain);
  const { id } = await outage(0);
  const message = { message: "All well" };
  await expectProblem(403, reseller.post(`/incidents/${id}/close-tickets/`, message), "PERMISSION_DENIED");
});
