// Broadcasts through a real gateway: each customer once, at its pace, again where the gateway failed, never who has paid.
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openPool } from "../../server/kernel/db/db.ts";
import { type Body, expectProblem, expectStatus } from "../acceptance/helpers/money.ts";
import { onOnePostgres } from "../helpers/database/cluster.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { type GatewayReply, openGateway, type TestGateway } from "./helpers/gateway.ts";

let server: TestServer;
let home: TestTenant;
let owner: Client;
let gateway: TestGateway | null = null;
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  await gateway?.close();
  gateway = null;
});
afterAll(() => server.stop());

const TAKEN = { status: 200, body: { disposition: "ANSWERED", duration_seconds: 12, queue: "q1" } };

/** A company of its own with a gateway that answers like this, and so many calls a minute. */
async function withGateway(
  reply: Parameters<typeof openGateway>[0],
  setting: object = {},
): Promise<TestGateway> {
  home = await makeTenant(server, { settings: { company_name: "Padma Online" } });
  owner = home.owner;
  gateway = await openGateway(reply);
  const body = { provider_name: "Test", api_endpoint: gateway.url, calls_per_minute: 6_000, ...setting };
  await expectStatus(201, owner.post("/voice-settings/", body));
  return gateway;
}

async function customers(count: number, more: object = {}): Promise<Body[]> {
  const people: Body[] = [];
  for (let at = 0; at < count; at += 1) {
    made += 1;
    const person = {
      name: `Person ${made}`,
      username: `person${made}`,
      phone: `0170000${1_000 + made}`,
      ...more,
    };
    people.push(await expectStatus(201, owner.post("/customers/", person)));
  }
  return people;
}

const owe = ({ id }: Body, amount: string) =>
  expectStatus(
    201,
    owner.post("/invoices/", { customer: id, lines: [{ description: "Cable", unit_price: amount }] }),
  );

async function broadcast(template: object = {}, filter: object = {}): Promise<Body> {
  const script = { name: "Call", script_text: "Dear {name}, {company_name} calls.", template_type: "OUTAGE" };
  const { id } = await expectStatus(201, owner.post("/voice-templates/", { ...script, ...template }));
  const begun = await expectStatus(202, owner.post(`/voice-templates/${id}/broadcast/`, { filter }));
  expect(begun).toEqual({ success: true, task_id: expect.any(String), status: "QUEUED", async: true });
  return begun;
}

const read = ({ task_id }: Body): Promise<Body> =>
  expectStatus(200, owner.get(`/background-tasks/${task_id}/`));
const ended = async (task: Body): Promise<Body> => {
  await expect.poll(async () => (await read(task)).finished_at, { interval: 50 }).not.toBeNull();
  return read(task);
};
const logs = async (task: Body): Promise<Body[]> =>
  (await expectStatus(200, owner.get(`/call-logs/?broadcast=${task.task_id}&ordering=phone_number`))).results;

it("A broadcast asks the gateway for one call per customer of the filter and logs each", async () => {
  const { calls } = await withGateway(() => TAKEN, { credentials: "s3cret", caller_id: "0961" });
  const people = await customers(2, { area: "North" });
  await customers(1, { area: "South" });
  const task = await broadcast({}, { area: "North" });
  expect(await ended(task)).toMatchObject({
    status: "SUCCEEDED",
    progress: { done: 2, total: 2 },
    result: { customers: 2, called: 2, failed: 0, not_called: 0 },
  });
  expect(calls.map(({ body }) => body.phone_number).sort()).toEqual(people.map(({ phone }) => phone));
  const [first] = calls.filter(({ body }) => body.phone_number === people[0]?.phone);
  expect(first?.body).toMatchObject({
    text: `Dear ${people[0]?.name}, Padma Online calls.`,
    caller_id: "0961",
  });
  expect(first?.headers).toMatchObject({ authorization: "Bearer s3cret", "idempotency-key": first?.body.id });
  const logged = await logs(task);
  expect(logged.map(({ customer }) => customer).sort()).toEqual(people.map(({ id }) => id).sort());
  expect(logged[0]).toMatchObject({ call_type: "OUTBOUND", disposition: "ANSWERED", duration_seconds: 12 });
  expect(logged.map(({ id }) => id).sort()).toEqual(calls.map(({ body }) => body.id).sort());
});

it("A call that the gateway fails at is asked for again under its id, and one that it refuses is not", async () => {
  const replies: Record<string, GatewayReply> = {};
  const { calls } = await withGateway(
    ({ body }, earlier) => {
      const reply = replies[body.phone_number] ?? 200;
      return reply === 500 && earlier > 0 ? 200 : reply;
    },
    // Slow enough that each answer is written down before the next is called.
    { calls_per_minute: 600 },
  );
  const [failing, refused, moved] = await customers(3);
  Object.assign(replies, {
    [String(failing?.phone)]: 500,
    [String(refused?.phone)]: 400,
    [String(moved?.phone)]: { status: 302, headers: { location: `${gateway?.url}/elsewhere` } },
  });
  const { result } = await ended(await broadcast());
  expect(result).toMatchObject({ called: 1, failed: 2 });
  const times = (person: Body | undefined) =>
    calls.filter(({ body }) => body.phone_number === person?.phone).map(({ body }) => body.id);
  expect(times(failing)).toHaveLength(2);
  expect(new Set(times(failing)).size).toBe(1);
  expect([times(refused).length, times(moved).length]).toEqual([1, 1]);
  // Who waits for their next try holds up nobody.
  expect(calls.at(-1)?.body.phone_number).toBe(failing?.phone);
});

it("A gateway that hangs holds up only the calls that it hangs at", async () => {
  let hanging = "";
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { asked } = await withGateway(
    async ({ body }) => {
      if (body.phone_number === hanging) await held;
      return 200;
    },
    { answer_seconds: 60 },
  );
  const people = await customers(4);
  hanging = String(people[0]?.phone);
  const task = await broadcast();
  await asked(4);
  await expect.poll(async () => (await logs(task)).length).toBe(3);
  expect((await read(task)).status).toBe("RUNNING");
  release();
  expect((await ended(task)).result).toMatchObject({ called: 4, failed: 0 });
});

it("A call that the gateway leaves without an answer is given up in its time, and asked for again under its id", async () => {
  const { calls } = await withGateway((_call, earlier) => (earlier === 0 ? "HANG" : 200), {
    answer_seconds: 2,
  });
  await customers(1);
  expect((await ended(await broadcast())).result).toMatchObject({ called: 1, failed: 0 });
  expect(calls.length).toBeGreaterThan(1);
  expect(new Set(calls.map(({ body }) => body.id)).size).toBe(1);
});

onOnePostgres(it, "A table that is locked on the coordinator is not locked on its nodes.")(
  "A call that fails while the next one is looked for is not forgotten: the broadcast goes on until it was asked for again",
  async () => {
    let fail = () => {};
    const failed = new Promise<void>((resolve) => {
      fail = resolve;
    });
    const { calls, asked } = await withGateway(async (_call, earlier) => {
      if (earlier > 0) return 200;
      await failed;
      return 500;
    });
    await customers(1);
    const task = await broadcast();
    await asked(1);
    const sql = openPool(server.database_url, null, 2);
    const tries = async () =>
      (
        await sql<{ tries: number }[]>`select tries from broadcast_calls where task = ${String(task.task_id)}`
      )[0]?.tries;
    await sql.begin(async (tx) => {
      // Whoever looks for the next call reads the company's limits, and waits here.
      await tx`lock table tenant_limits in access exclusive mode`;
      const waiting = () =>
        sql`select from pg_locks where relation = 'tenant_limits'::regclass and not granted and database =
          (select oid from pg_database where datname = current_database())`;
      await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
      fail();
      await expect.poll(tries).toBe(1);
    });
    await sql.end();
    expect((await ended(task)).result).toMatchObject({ called: 1, failed: 0, not_called: 0 });
    expect(calls.length).toBe(2);
  },
);

it("Nobody is called about a bill that is paid by their turn, and nobody without a telephone", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { calls, asked } = await withGateway(
    async () => {
      await held;
      return 200;
    },
    { calls_per_minute: 30 },
  );
  const [first, second] = await customers(2);
  const [mute, free] = [...(await customers(1, { phone: "none" })), ...(await customers(1))];
  for (const person of [first, second, mute]) await owe(person as Body, "500.00");
  const bill = { script_text: "{name} owes {due_amount}.", template_type: "BILL_DUE" };
  const task = await broadcast(bill, { status: "ACTIVE" });
  await asked(1);
  const waiting = calls[0]?.body.phone_number === first?.phone ? second : first;
  const payment = { customer: waiting?.id, amount: "500.00", method: "CASH" };
  await expectStatus(201, owner.post("/transactions/", payment));
  release();
  expect((await ended(task)).result).toMatchObject({
    customers: 4,
    called: 1,
    skipped: { no_phone: 1, nothing_due: 2, left: 0 },
  });
  expect(calls).toHaveLength(1);
  expect(calls[0]?.body.text).toMatch(/^Person \d+ owes 500\.00\.$/);
  expect(free).toBeDefined();
});

it("The gateway is asked at its pace, however many are to be called", async () => {
  const { calls } = await withGateway(() => 200, { calls_per_minute: 240 });
  await customers(4);
  await ended(await broadcast());
  const at = calls.map((call) => call.at);
  const pauses = at.slice(1).map((time, index) => time - (at[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThan(200);
});

it("A broadcast that is stopped calls nobody more, and can't be stopped twice", async () => {
  const { calls, asked } = await withGateway(() => 200, { calls_per_minute: 60 });
  await customers(3);
  const task = await broadcast();
  await asked(1);
  const stopped = await expectStatus(200, owner.post(`/background-tasks/${task.task_id}/cancel/`, {}));
  expect(stopped).toMatchObject({ status: "FAILED", error: { code: "CANCELLED" }, result: { customers: 3 } });
  await expectProblem(409, owner.post(`/background-tasks/${task.task_id}/cancel/`, {}), "ILLEGAL_TRANSITION");
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(calls).toHaveLength(1);
  expect(await read(task)).toMatchObject({ status: "FAILED", error: { code: "CANCELLED" } });
});

it("A broadcast of a company that is suspended, or whose subscription ends, calls nobody more and says so", async () => {
  const root = await server.superuser();
  const ends = {
    TENANT_INACTIVE: async () => {
      await expectStatus(200, root.post(`/saas/tenants/${home.tenant.id}/suspend/`, {}));
      return () => expectStatus(200, root.post(`/saas/tenants/${home.tenant.id}/resume/`, {}));
    },
    SUBSCRIPTION_ENDED: async () => {
      const plan = { name: `Calls ${home.tenant.subdomain}`, price_monthly: "10.00" };
      const { id } = await expectStatus(201, root.post("/saas/packages/", plan));
      const body = { tenant: home.tenant.id, package: id };
      const subscription = await expectStatus(201, root.post("/saas/subscriptions/", body));
      await expectStatus(200, root.post(`/saas/subscriptions/${subscription.id}/cancel/`, {}));
      return () => undefined;
    },
  };
  for (const [code, end] of Object.entries(ends)) {
    const { calls, asked } = await withGateway(() => 200, { calls_per_minute: 120 });
    // Far more than are called while the company is shut out, however slow the machine.
    const people = await customers(30);
    const task = await broadcast();
    await asked(1);
    const undo = await end();
    const failed = async () =>
      (
        await server.services.db.platform`select status from background_tasks
          where tenant_id = ${home.tenant.id} and id = ${task.task_id}`
      )[0]?.status;
    await expect.poll(failed, { interval: 50 }).toBe("FAILED");
    const called = calls.length;
    await undo();
    expect(await read(task)).toMatchObject({ error: { code, called, not_called: people.length - called } });
    expect(called).toBeLessThan(people.length);
    if (code === "TENANT_INACTIVE") continue;
    const [{ id }] = (await expectStatus(200, owner.get("/voice-templates/"))).results;
    await expectProblem(422, owner.post(`/voice-templates/${id}/broadcast/`, { filter: {} }), code);
  }
});

it("A broadcast needs an active gateway and a filter that the list of customers takes", async () => {
  await withGateway(() => 200, { is_active: false });
  const template = { name: "Call", script_text: "Hello", template_type: "WELCOME" };
  const { id } = await expectStatus(201, owner.post("/voice-templates/", template));
  const to = (filter: unknown) => owner.post(`/voice-templates/${id}/broadcast/`, { filter });
  await expectProblem(422, to({}), "NO_VOICE_SETTING");
  const [setting] = (await expectStatus(200, owner.get("/voice-settings/"))).results;
  await expectStatus(200, owner.patch(`/voice-settings/${setting.id}/`, { is_active: true }));
  await expectProblem(400, to({ nobody: "1" }), "VALIDATION");
  await expectProblem(400, to({ status: "SLEEPING" }), "VALIDATION");
  await expectProblem(400, owner.post(`/voice-templates/${id}/broadcast/`, {}), "VALIDATION");
  const support = await home.staff("voice-support", "Support");
  expect(
    (await support.post(`/voice-templates/${id}/broadcast/`, { filter: { has_due: true } })).status,
  ).toBe(202);
  const counter = await home.staff("voice-counter", "Counter");
  await expectProblem(
    403,
    counter.post(`/voice-templates/${id}/broadcast/`, { filter: {} }),
    "PERMISSION_DENIED",
  );
});

it("A broadcast to customers chosen one by one calls these and nobody else", async () => {
  await withGateway(() => TAKEN);
  const people = await customers(3);
  const customer_code = [people[0], people[2]].map((one) => String(one?.customer_code));
  const task = await broadcast({}, { customer_code });
  await ended(task);
  expect((await logs(task)).map(({ phone_number }) => phone_number)).toEqual([
    people[0]?.phone,
    people[2]?.phone,
  ]);
});
