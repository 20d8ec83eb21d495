// How often a delivery is tried, and what becomes of an endpoint that does not listen (outside O4).
import { describe, expect, it } from "vitest";
import { type Body, expectProblem, expectStatus } from "../acceptance/helpers/money.ts";
import { startTestDns } from "../helpers/dns-server.ts";
import { eventually } from "../helpers/process/wait.ts";
import { type Client, startBeside, startTestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";
import { RETRIES, webhookOffice } from "./helpers/office.ts";
import { silence, startReceiver, status } from "./helpers/receiver.ts";

const office = webhookOffice();

describe("attempts", () => {
  it("What failed is tried again with the same id and body, by the schedule, and then given up", async () => {
    const { receiver, endpoint } = await office.receiving(["customer.created"]);
    receiver.answer = status(500);
    await office.addCustomer();
    await eventually(
      async () => (await office.deliveries(`endpoint=${endpoint.id}&status=FAILED`)).length === 1,
    );
    expect(receiver.told).toHaveLength(RETRIES.length + 1);
    expect(new Set(receiver.told.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
    expect(receiver.refused).toEqual([]);
    const [delivery] = await office.deliveries(`endpoint=${endpoint.id}`);
    expect(delivery).toMatchObject({
      ...{ attempt: 4, status: "FAILED", response_status: 500, response_head: "answered", error: null },
      ...{ next_at: null, is_replay: false },
    });
    expect((await office.read(endpoint.id)).failing_since).not.toBeNull();
    receiver.answer = status(204);
    await office.addCustomer();
    await eventually(async () => (await office.read(endpoint.id)).failing_since === null);
  });

  it.each([302, 404, 301])("%i is no success, and nothing is followed", async (code) => {
    const { receiver, endpoint } = await office.receiving(["customer.created"]);
    receiver.answer = status(code, { location: receiver.url.replace("/hook", "/elsewhere") });
    await office.addCustomer();
    await eventually(
      async () => (await office.deliveries(`endpoint=${endpoint.id}&status=FAILED`)).length === 1,
    );
    expect(receiver.told).toHaveLength(RETRIES.length + 1);
  });

  it("410 switches the endpoint off at once, with a note; switched on again it is told what comes", async () => {
    const { receiver, endpoint } = await office.receiving(["customer.created"]);
    receiver.answer = status(410);
    await office.addCustomer();
    await eventually(async () => (await office.read(endpoint.id)).state === "DISABLED");
    expect(await office.read(endpoint.id)).toMatchObject({ is_active: false, disabled_reason: "GONE" });
    const reviews = await expectStatus(200, office.owner.get("/review-items/?kind=WEBHOOK"));
    expect(reviews.results.map(({ detail }: Body) => detail).join()).toContain(receiver.url);
    await office.addCustomer();
    expect(receiver.told).toHaveLength(1);
    receiver.answer = status(200);
    await expectStatus(200, office.owner.post(`/webhook-endpoints/${endpoint.id}/enable/`, {}));
    const { id } = await office.addCustomer();
    await eventually(() => receiver.told.length === 2);
    expect(receiver.told[1]?.event.data.id).toBe(id);
  });

  it("Who asks for less is told one thing at a time, and how long to wait is heeded", async () => {
    const { receiver, endpoint } = await office.receiving(["customer.created"]);
    receiver.answer = status(429, { "retry-after": "31536000" });
    await office.addCustomer();
    await eventually(
      async () => (await office.deliveries(`endpoint=${endpoint.id}`))[0]?.response_status === 429,
    );
    const [waits] = await office.deliveries(`endpoint=${endpoint.id}`);
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
    await Promise.all(Array.from({ length: 6 }, () => office.addCustomer()));
    await eventually(
      async () => (await office.deliveries(`endpoint=${endpoint.id}&status=FAILED`)).length === 6,
    );
    expect(most).toBe(1);
  });

  it("A dead endpoint holds up no other, and is told four things at once at most", async () => {
    const { receiver: dead } = await office.receiving(["customer.created"]);
    const { receiver: living } = await office.receiving(["customer.created"]);
    dead.answer = silence;
    for (let count = 0; count < 8; count += 1) await office.addCustomer();
    await eventually(() => living.told.length === 8);
    expect(dead.told.length).toBeLessThanOrEqual(4);
    await dead.close();
  });

  it("All attempts of five days failed: the endpoint is switched off, with a note and a mail to the support address", async () => {
    const { receiver, endpoint } = await office.receiving(["customer.created"]);
    receiver.answer = status(500);
    const sql = office.server.services.db.platform;
    const mails = () => sql<{ id: string; to: string }[]>`
      select id, "to" from mails where tenant_id = ${office.isp.tenant.id} and kind = 'WEBHOOK'`;
    // That it was gone was told of another.
    const before = new Set((await mails()).map(({ id }) => id));
    await sql`update webhook_endpoints set failing_since = now() - interval '6 days', failures = 8
      where tenant_id = ${office.isp.tenant.id} and id = ${endpoint.id}`;
    await office.addCustomer();
    await eventually(async () => (await office.read(endpoint.id)).state === "DISABLED");
    expect(await office.read(endpoint.id)).toMatchObject({ is_active: false, disabled_reason: "FAILING" });
    // The ninth was not enough, the tenth was.
    expect(receiver.told).toHaveLength(2);
    const reviews = await expectStatus(200, office.owner.get("/review-items/?kind=WEBHOOK"));
    expect(reviews.results.map(({ detail }: Body) => detail).join()).toContain(receiver.url);
    const told = (await mails()).filter(({ id }) => !before.has(id));
    expect(told.map(({ to }) => to)).toEqual(["it@padma.example"]);
  });

  it("A record that is deleted before its event is sent is told as it was", async () => {
    const { receiver, endpoint } = await office.receiving(["customer.*"]);
    const held: (() => void)[] = [];
    receiver.answer = (response) => void held.push(() => response.end());
    for (let count = 0; count < 4; count += 1) await office.addCustomer();
    await eventually(() => held.length === 4);
    const { id } = await office.addCustomer({ name: "Gone" });
    await expectStatus(204, office.owner.delete(`/customers/${id}/`));
    const sql = office.server.services.db.platform;
    const [event] = await sql<{ body: string | null }[]>`select body from webhook_events
      where tenant_id = ${office.isp.tenant.id} and record = ${id} and type = 'customer.created'`;
    expect(event).toEqual({ body: null });
    receiver.answer = status(200);
    for (const release of held) release();
    await eventually(() => receiver.ofType("customer.deleted").length === 1);
    await eventually(() => receiver.told.some(({ event: { data } }) => data.id === id && data.version === 1));
    expect(receiver.refused).toEqual([]);
    expect((await office.deliveries(`endpoint=${endpoint.id}&status=FAILED`)).length).toBe(0);
  });

  it("The signature's time is the attempt's: a receiver whose clock was wrong takes what is sent again", async () => {
    const { receiver, endpoint } = await office.receiving(["customer.created"]);
    // Ten minutes ahead: what is signed now is too old for it.
    let ahead_seconds = 600;
    receiver.answer = (response, { headers }) => {
      const age = Date.now() / 1_000 + ahead_seconds - Number(headers["webhook-timestamp"]);
      response.writeHead(Math.abs(age) > 300 ? 400 : 200).end();
    };
    await office.addCustomer();
    await eventually(
      async () => (await office.deliveries(`endpoint=${endpoint.id}&status=FAILED`)).length === 1,
    );
    ahead_seconds = 0;
    const event = receiver.told[0]?.id.slice("msg_".length) ?? "";
    await office.server.services.db.platform`update webhook_events set timestamp = now() - interval '10 days'
      where tenant_id = ${office.isp.tenant.id} and id = ${event}`;
    await expectStatus(200, office.owner.post(`/webhook-events/${event}/replay/`, {}));
    await eventually(
      async () => (await office.deliveries(`endpoint=${endpoint.id}&status=SUCCEEDED`)).length === 1,
    );
    expect(new Set(receiver.told.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
    expect(receiver.refused).toEqual([]);
  });

  it("A name that leads inward is an attempt that failed, and not a byte is sent", async () => {
    const dns = await startTestDns();
    const closed = await startTestServer({
      ...{ webhook_retries: [], outgoing_allow: [], dns_server: dns.address },
    });
    const other = await makeTenant(closed);
    const receiver = await startReceiver();
    office.receivers.push(receiver);
    const hook = (url: string) =>
      other.owner.post("/webhook-endpoints/", { url, events: ["customer.created"], role: other.roles.Owner });
    await expectProblem(400, hook(receiver.url), "ADDRESS_NOT_ALLOWED");
    dns.addresses.set("hook.example", [["127.0.0.1"]]);
    await expectStatus(201, hook(receiver.url.replace("127.0.0.1", "hook.example")));
    const body = { name: "A", username: "a", phone: "01711000001" };
    await expectStatus(201, other.owner.post("/customers/", body));
    await eventually(async () => {
      const { results } = await expectStatus(200, other.owner.get("/webhook-deliveries/"));
      return results[0]?.status === "FAILED";
    });
    const { results } = await expectStatus(200, other.owner.get("/webhook-deliveries/"));
    expect(results[0]).toMatchObject({ error: "ADDRESS_NOT_ALLOWED", response_status: null, attempt: 1 });
    expect(receiver.told).toEqual([]);
    await closed.stop();
    await dns.close();
  });

  it("Two servers on one database tell each thing once", async () => {
    const beside = await startBeside(office.server, { webhook_retries: RETRIES });
    const { receiver } = await office.receiving(["customer.created"]);
    const other = await beside.signIn(
      `${office.isp.tenant.subdomain}-owner`,
      `${office.isp.tenant.subdomain}-secret`,
    );
    const add = (client: Client, name: string) =>
      expectStatus(201, client.post("/customers/", { name, username: name, phone: "01711000001" }));
    await Promise.all(
      Array.from({ length: 20 }, (_none, at) => add(at % 2 === 0 ? office.owner : other, `both-${at}`)),
    );
    await eventually(() => new Set(receiver.told.map(({ id }) => id)).size === 20);
    expect(receiver.told).toHaveLength(20);
    await beside.stop();
  });
});
