// Webhooks out (outside O4): what is told, signed how, tried how often, and what becomes of an endpoint that does not listen.
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../shared/kernel/id.ts";
import { type Body, expectProblem, expectStatus } from "../acceptance/helpers/money.ts";
import { eventually } from "../helpers/process/wait.ts";
import { type Client, startBeside, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { type Receiver, silence, startReceiver, status } from "./helpers/receiver.ts";

let server: TestServer;
let isp: TestTenant;
let owner: Client;
const receivers: Receiver[] = [];
const made: string[] = [];

/** Short, so that a test sees all of them. */
const RETRIES = [0.05, 0.1, 0.15];

beforeAll(async () => {
  server = await startTestServer({ webhook_retries: RETRIES });
  isp = await makeTenant(server, {
    settings: { company_name: "Padma Online", support_email: "it@padma.example" },
  });
  ({ owner } = isp);
});
afterEach(async () => {
  for (const id of made.splice(0)) await owner.delete(`/webhook-endpoints/${id}/`);
});
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await server.stop();
});

async function receiving(events: readonly string[] = ["*"], more: Body = {}) {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const endpoint = await expectStatus(
    201,
    owner.post("/webhook-endpoints/", { url: receiver.url, events, role: isp.roles.Owner, ...more }),
  );
  made.push(endpoint.id);
  receiver.secrets = [endpoint.secret];
  return { receiver, endpoint };
}

let customers = 0;
const addCustomer = (more: Body = {}): Promise<Body> => {
  customers += 1;
  const body = {
    name: `Customer ${customers}`,
    username: `hooked-${customers}`,
    phone: "01711000001",
    ...more,
  };
  return expectStatus(201, owner.post("/customers/", body));
};

const deliveries = async (query: string): Promise<Body[]> =>
  (await expectStatus(200, owner.get(`/webhook-deliveries/?${query}`))).results;
const read = (id: string): Promise<Body> => expectStatus(200, owner.get(`/webhook-endpoints/${id}/`));

describe("what is told", () => {
  it("A record as the API answers it, signed as the published library wants it, once with the commit", async () => {
    const { receiver, endpoint } = await receiving(["customer.*"]);
    const { id } = await addCustomer();
    await eventually(() => receiver.told.length > 0);
    const [told] = receiver.told;
    const { body: shown } = await owner.get(`/customers/${id}/`);
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
    expect(JSON.stringify(await read(endpoint.id))).not.toContain(endpoint.secret);
  });

  it("A change says what it was before, and a deletion what is gone", async () => {
    const { id } = await addCustomer();
    const { receiver } = await receiving(["customer.*"]);
    await expectStatus(200, owner.patch(`/customers/${id}/`, { name: "Another", area: "Mirpur" }));
    await expectStatus(200, owner.post(`/customers/${id}/toggle_status/`, { reason: "Away" }));
    await expectStatus(204, owner.delete(`/customers/${id}/`));
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
    const { receiver } = await receiving(["recharge.*", "payment.created"]);
    const { id } = await addCustomer();
    await expectProblem(400, owner.post("/recharges/", { customer_id: id, amount: "-1", validity_days: 1 }));
    const recharge = { customer_id: id, amount: "700.00", validity_days: 30 };
    await expectStatus(201, owner.post("/recharges/", recharge, { "Idempotency-Key": newId() }));
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

  it("Of a ticket's answers never the staff's own notes", async () => {
    const { receiver } = await receiving(["ticket.*"]);
    const { id: customer } = await addCustomer();
    const ticket = await expectStatus(
      201,
      owner.post("/tickets/", { customer, subject: "Slow", description: "Since noon" }),
    );
    const reply = (message: string, is_internal: boolean) =>
      expectStatus(201, owner.post(`/tickets/${ticket.id}/reply/`, { message, is_internal }));
    await reply("Between us", true);
    await reply("We look into it", false);
    await eventually(() => receiver.ofType("ticket.replied").length > 0);
    expect(receiver.ofType("ticket.replied").map(({ event }) => event.data.message)).toEqual([
      "We look into it",
    ]);
    expect(JSON.stringify(receiver.told)).not.toContain("Between us");
  });

  it("A company without an endpoint writes no event", async () => {
    await addCustomer();
    const before = await expectStatus(200, owner.get("/webhook-events/?page_size=1"));
    await addCustomer();
    const after = await expectStatus(200, owner.get("/webhook-events/?page_size=1"));
    expect(after.count).toBe(before.count);
  });

  it("What the endpoint's role may not see is not sent, from the moment on that it may not", async () => {
    const role = await expectStatus(
      201,
      owner.post("/roles/", { name: `Listener ${newId()}`, permissions: ["subscribers.customer.view"] }),
    );
    const { receiver, endpoint } = await receiving(["*"], { role: role.id });
    await addCustomer();
    await eventually(() => receiver.told.length > 0);
    await expectStatus(200, owner.patch(`/roles/${role.id}/`, { permissions: ["operations.ticket.view"] }));
    await addCustomer();
    await eventually(async () =>
      (await deliveries(`endpoint=${endpoint.id}&status=FAILED`)).some(
        ({ error }) => error === "NOT_PERMITTED",
      ),
    );
    expect(receiver.ofType("customer.created").length).toBe(1);
  });

  it("A body of 20 kB or more is told by its id", async () => {
    const { receiver } = await receiving(["customer.created"]);
    const { id } = await addCustomer({ notes: "x".repeat(9_000), address: "y".repeat(400) });
    const { id: large } = await addCustomer({ notes: "আ".repeat(9_900) });
    await eventually(() => receiver.told.length === 2);
    const of = (record: string) => receiver.told.find(({ event }) => event.data.id === record);
    expect(of(id)?.event.data.notes).toHaveLength(9_000);
    expect(of(large)?.event.data).toEqual({ id: large, version: 1, truncated: true });
  });
});

describe("attempts", () => {
  it("What failed is tried again with the same id and body, by the schedule, and then given up", async () => {
    const { receiver, endpoint } = await receiving(["customer.created"]);
    receiver.answer = status(500);
    await addCustomer();
    await eventually(async () => (await deliveries(`endpoint=${endpoint.id}&status=FAILED`)).length === 1);
    expect(receiver.told).toHaveLength(RETRIES.length + 1);
    expect(new Set(receiver.told.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
    expect(receiver.refused).toEqual([]);
    const [delivery] = await deliveries(`endpoint=${endpoint.id}`);
    expect(delivery).toMatchObject({
      ...{ attempt: 4, status: "FAILED", response_status: 500, response_head: "answered", error: null },
      ...{ next_at: null, is_replay: false },
    });
    expect((await read(endpoint.id)).failing_since).not.toBeNull();
    receiver.answer = status(204);
    await addCustomer();
    await eventually(async () => (await read(endpoint.id)).failing_since === null);
  });

  it.each([302, 404, 301])("%i is no success, and nothing is followed", async (code) => {
    const { receiver, endpoint } = await receiving(["customer.created"]);
    receiver.answer = status(code, { location: receiver.url.replace("/hook", "/elsewhere") });
    await addCustomer();
    await eventually(async () => (await deliveries(`endpoint=${endpoint.id}&status=FAILED`)).length === 1);
    expect(receiver.told).toHaveLength(RETRIES.length + 1);
  });

  it("410 switches the endpoint off at once, with a note; switched on again it is told what comes", async () => {
    const { receiver, endpoint } = await receiving(["customer.created"]);
    receiver.answer = status(410);
    await addCustomer();
    await eventually(async () => (await read(endpoint.id)).state === "DISABLED");
    expect(await read(endpoint.id)).toMatchObject({ is_active: false, disabled_reason: "GONE" });
    const reviews = await expectStatus(200, owner.get("/review-items/?kind=WEBHOOK"));
    expect(reviews.results.map(({ detail }: Body) => detail).join()).toContain(receiver.url);
    await addCustomer();
    expect(receiver.told).toHaveLength(1);
    receiver.answer = status(200);
    await expectStatus(200, owner.post(`/webhook-endpoints/${endpoint.id}/enable/`, {}));
    const { id } = await addCustomer();
    await eventually(() => receiver.told.length === 2);
    expect(receiver.told[1]?.event.data.id).toBe(id);
  });

  it("Who asks for less is told one thing at a time, and how long to wait is heeded", async () => {
    const { receiver, endpoint } = await receiving(["customer.created"]);
    receiver.answer = status(429, { "retry-after": "31536000" });
    await addCustomer();
    await eventually(async () => (await deliveries(`endpoint=${endpoint.id}`))[0]?.response_status === 429);
    const [waits] = await deliveries(`endpoint=${endpoint.id}`);
    const hours = (Date.parse(waits?.next_at) - Date.now()) / 3_600_000;
    // A year is too long: a day is the most.
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
    let at_once = 0;
    let most = 0;
    receiver.answer = (response) => {
      at_once += 1;
      most = Math.max(most, at_once);
      setImmediate(() => {
        at_once -= 1;
        response.writeHead(502).end();
      });
    };
    await Promise.all(Array.from({ length: 6 }, () => addCustomer()));
    await eventually(async () => (await deliveries(`endpoint=${endpoint.id}&status=FAILED`)).length === 6);
    expect(most).toBe(1);
  });

  it("A dead endpoint holds up no other, and is told four things at once at most", async () => {
    const { receiver: dead } = await receiving(["customer.created"]);
    const { receiver: living } = await receiving(["customer.created"]);
    dead.answer = silence;
    for (let count = 0; count < 8; count += 1) await addCustomer();
    await eventually(() => living.told.length === 8);
    expect(dead.told.length).toBeLessThanOrEqual(4);
    await dead.close();
  });

  it("An endpoint that is deleted while deliveries wait is told nothing more, and they are gone", async () => {
    const { receiver, endpoint } = await receiving(["customer.created"]);
    receiver.answer = status(429, { "retry-after": "3600" });
    await addCustomer();
    await eventually(() => receiver.told.length === 1);
    await expectStatus(204, owner.delete(`/webhook-endpoints/${endpoint.id}/`));
    expect(await deliveries(`endpoint=${endpoint.id}`)).toEqual([]);
  });

  it("A name that leads inward is an attempt that failed, and not a byte is sent", async () => {
    const closed = await startTestServer({ webhook_retries: [], outgoing_allow: [] });
    const other = await makeTenant(closed);
    const receiver = await startReceiver();
    receivers.push(receiver);
    const url = receiver.url;
    await expectProblem(
      400,
      other.owner.post("/webhook-endpoints/", { url, events: ["*"], role: other.roles.Owner }),
      "ADDRESS_NOT_ALLOWED",
    );
    // Nip.io's kind of name can't be asked here: a row from before the list was closed is judged with each attempt as well.
    const named = { url: "http://hook.example:8080/", events: ["customer.created"], role: other.roles.Owner };
    const { id } = await expectStatus(201, other.owner.post("/webhook-endpoints/", named));
    await closed.services.db
      .platform`update webhook_endpoints set url = ${url} where id = ${id} /* a test's own */`;
    await expectStatus(
      201,
      other.owner.post("/customers/", { name: "A", username: "a", phone: "01711000001" }),
    );
    await eventually(async () => {
      const { results } = await expectStatus(200, other.owner.get("/webhook-deliveries/"));
      return results[0]?.status === "FAILED";
    });
    const { results } = await expectStatus(200, other.owner.get("/webhook-deliveries/"));
    expect(results[0]).toMatchObject({ error: "ADDRESS_NOT_ALLOWED", response_status: null });
    expect(receiver.told).toEqual([]);
    await closed.stop();
  });

  it("Two servers on one database tell each thing once", async () => {
    const beside = await startBeside(server, { webhook_retries: RETRIES });
    const { receiver } = await receiving(["customer.created"]);
    const other = await beside.signIn(`${isp.tenant.subdomain}-owner`, `${isp.tenant.subdomain}-secret`);
    const add = (client: Client, name: string) =>
      expectStatus(201, client.post("/customers/", { name, username: name, phone: "01711000001" }));
    await Promise.all(
      Array.from({ length: 20 }, (_none, at) => add(at % 2 === 0 ? owner : other, `both-${at}`)),
    );
    await eventually(() => new Set(receiver.told.map(({ id }) => id)).size === 20);
    expect(receiver.told).toHaveLength(20);
    await beside.stop();
  });
});

describe("secrets, tests and replays", () => {
  it("While a rotation runs both secrets sign; with no hours left the old one ends at once", async () => {
    const { receiver, endpoint } = await receiving(["customer.created"]);
    const rotated = await expectStatus(
      200,
      owner.post(`/webhook-endpoints/${endpoint.id}/rotate-secret/`, { old_valid_hours: 24 }),
    );
    receiver.secrets.push(rotated.secret);
    await addCustomer();
    await eventually(() => receiver.told.length === 1);
    expect(receiver.refused).toEqual([]);
    expect(receiver.told[0]?.headers["webhook-signature"]).toMatch(/^v1,\S{44} v1,\S{44}$/);
    const last = await expectStatus(
      200,
      owner.post(`/webhook-endpoints/${endpoint.id}/rotate-secret/`, { old_valid_hours: 0 }),
    );
    receiver.secrets = [last.secret];
    await addCustomer();
    await eventually(() => receiver.told.length === 2);
    expect(receiver.refused).toEqual([]);
    expect(receiver.told[1]?.headers["webhook-signature"]).toMatch(/^v1,\S{44}$/);
  });

  it("A test arrives, whatever the endpoint wants to hear, and what was answered can be read", async () => {
    const { receiver, endpoint } = await receiving(["onu.down"]);
    const { event, delivery } = await expectStatus(
      202,
      owner.post(`/webhook-endpoints/${endpoint.id}/test/`, {}),
    );
    await eventually(() => receiver.told.length === 1);
    expect(receiver.told[0]).toMatchObject({ id: `msg_${event}`, event: { type: "webhook.test" } });
    await eventually(async () => {
      const told = await expectStatus(200, owner.get(`/webhook-deliveries/${delivery}/`));
      return told.status === "SUCCEEDED" && told.response_head === "answered";
    });
  });

  it("What was missed is sent again: one event, a range, what failed", async () => {
    const { receiver, endpoint } = await receiving(["customer.created"]);
    const from = new Date().toISOString();
    receiver.answer = (response, { event }) =>
      void response.writeHead(event.data.name === "Bad" ? 500 : 200).end();
    await addCustomer({ name: "Bad" });
    await addCustomer();
    await eventually(async () => {
      const ended = await deliveries(`endpoint=${endpoint.id}&status__in=FAILED,SUCCEEDED`);
      return ended.length === 2;
    });
    receiver.answer = status(200);
    const before = receiver.told.length;
    const to = new Date().toISOString();
    const replay = async (more: Body) => {
      const { task_id } = await expectStatus(
        202,
        owner.post(`/webhook-endpoints/${endpoint.id}/replay/`, { from, to, ...more }),
      );
      let task: Body = {};
      await eventually(async () => {
        task = await expectStatus(200, owner.get(`/background-tasks/${task_id}/`));
        return task.status === "SUCCEEDED";
      });
      return task.result;
    };
    expect(await replay({ only_failed: true })).toEqual({ events: 1 });
    await eventually(() => receiver.told.length === before + 1);
    const [first] = receiver.told;
    expect(receiver.told.at(-1)).toMatchObject({ id: first?.id, body: first?.body });
    expect(await replay({ types: ["customer.*"] })).toEqual({ events: 2 });
    expect(await replay({ types: ["ticket.*"] })).toEqual({ events: 0 });
    await eventually(() => receiver.told.length === before + 3);
    const event = first?.id.slice("msg_".length);
    await expectStatus(200, owner.post(`/webhook-events/${event}/replay/`, {}));
    await eventually(() => receiver.told.length === before + 4);
    await expectStatus(200, owner.post(`/webhook-events/${event}/replay/`, { endpoint: endpoint.id }));
    await eventually(() => receiver.told.length === before + 5);
    expect(receiver.refused).toEqual([]);
    expect((await deliveries(`event=${event}`)).filter(({ is_replay }) => is_replay)).toHaveLength(4);
  });
});

describe("who may", () => {
  it.each([
    ["http://127.0.0.9:25/", "url"],
    ["ftp://hook.example/", "url"],
    ["https://user:password@hook.example/", "url"],
    ["hook.example", "url"],
  ])("%s is no endpoint", async (url, field) => {
    const { status: code, body } = await owner.post("/webhook-endpoints/", {
      ...{ url, events: ["*"], role: isp.roles.Owner },
    });
    expect(code).toBe(400);
    expect(body.errors[0].field).toBe(field);
  });

  it.each([[["customer.eaten"]], [["customers.*"]], [["**"]], [[]], ["*"]])(
    "%j names no events",
    async (events) => {
      await expectProblem(
        400,
        owner.post("/webhook-endpoints/", { url: "https://hook.example/", events, role: isp.roles.Owner }),
        "VALIDATION",
      );
    },
  );

  it("Nobody names a role that holds more than they do, nor is given another's secret", async () => {
    const { endpoint } = await receiving(["*"]);
    const may = await expectStatus(
      201,
      owner.post("/roles/", { name: "Hooks", permissions: ["platform.webhook_endpoint.*"] }),
    );
    isp = { ...isp, roles: { ...isp.roles, Hooks: may.id } };
    const profile = {
      username: "hooker",
      password: "hooker-secret",
      full_name: "H",
      phone: "",
      designation: "",
    };
    await expectStatus(201, owner.post("/staff/", { ...profile, role: may.id }));
    const clerk = await server.signIn("hooker", "hooker-secret", isp.tenant.subdomain);
    const body = { url: "https://hook.example/", events: ["*"], role: isp.roles.Owner };
    await expectProblem(403, clerk.post("/webhook-endpoints/", body), "PERMISSION_DENIED");
    await expectProblem(
      403,
      clerk.post(`/webhook-endpoints/${endpoint.id}/rotate-secret/`, {}),
      "PERMISSION_DENIED",
    );
    await expectProblem(
      403,
      clerk.patch(`/webhook-endpoints/${endpoint.id}/`, { url: "https://x.example/" }),
    );
    const own = await expectStatus(201, clerk.post("/webhook-endpoints/", { ...body, role: may.id }));
    made.push(own.id);
  });

  it("The catalogue has each type with its schema, and an example that the schema takes", async () => {
    const { results } = await expectStatus(200, owner.get("/webhook-event-types/"));
    const names = results.map(({ type }: Body) => type);
    expect(names).toContain("customer.status_changed");
    expect(names).toContain("webhook.test");
    for (const { type, schema, example } of results) {
      expect(schema.properties.type).toMatchObject({ const: type });
      expect(example.type).toBe(type);
      expect(Object.keys(schema.properties.data.properties)).toEqual(
        expect.arrayContaining(Object.keys(example.data)),
      );
    }
  });

  it("A company has twenty endpoints at most, also where many are made at once", async () => {
    const other = await makeTenant(server);
    const body = { url: "https://hook.example/", events: ["*"], role: other.roles.Owner };
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => other.owner.post("/webhook-endpoints/", body)),
    );
    const codes = answers.map((answer) => answer.status).sort();
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 201), 422, 422, 422, 422]);
  });
});
