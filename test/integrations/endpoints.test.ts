// Secrets, tests and replays of webhooks, and who may make them (outside O4).
import { describe, expect, it } from "vitest";
import { eventBody, eventTypeNamed } from "../../shared/integrations/index.ts";
import { type Body, expectProblem, expectStatus } from "../acceptance/helpers/money.ts";
import { eventually } from "../helpers/process/wait.ts";
import { makeTenant } from "../helpers/tenant.ts";
import { webhookOffice } from "./helpers/office.ts";
import { status } from "./helpers/receiver.ts";

const office = webhookOffice();

describe("secrets, tests and replays", () => {
  it("While a rotation runs both secrets sign; with no hours left the old one ends at once", async () => {
    const { receiver, endpoint } = await office.receiving(["customer.created"]);
    const rotated = await expectStatus(
      200,
      office.owner.post(`/webhook-endpoints/${endpoint.id}/rotate-secret/`, { old_valid_hours: 24 }),
    );
    receiver.secrets.push(rotated.secret);
    await office.addCustomer();
    await eventually(() => receiver.told.length === 1);
    expect(receiver.refused).toEqual([]);
    expect(receiver.told[0]?.headers["webhook-signature"]).toMatch(/^v1,\S{44} v1,\S{44}$/);
    const last = await expectStatus(
      200,
      office.owner.post(`/webhook-endpoints/${endpoint.id}/rotate-secret/`, { old_valid_hours: 0 }),
    );
    receiver.secrets = [last.secret];
    await office.addCustomer();
    await eventually(() => receiver.told.length === 2);
    expect(receiver.refused).toEqual([]);
    expect(receiver.told[1]?.headers["webhook-signature"]).toMatch(/^v1,\S{44}$/);
  });

  it("A test arrives, whatever the endpoint wants to hear, and what was answered can be read", async () => {
    const { receiver, endpoint } = await office.receiving(["onu.down"]);
    const { event, delivery } = await expectStatus(
      202,
      office.owner.post(`/webhook-endpoints/${endpoint.id}/test/`, {}),
    );
    await eventually(() => receiver.told.length === 1);
    expect(receiver.told[0]).toMatchObject({ id: `msg_${event}`, event: { type: "webhook.test" } });
    await eventually(async () => {
      const told = await expectStatus(200, office.owner.get(`/webhook-deliveries/${delivery}/`));
      return told.status === "SUCCEEDED" && told.response_head === "answered";
    });
  });

  it("What was missed is sent again: one event, a range, what failed", async () => {
    const { receiver, endpoint } = await office.receiving(["customer.created"]);
    const from = new Date().toISOString();
    receiver.answer = (response, { event }) =>
      void response.writeHead(event.data.name === "Bad" ? 500 : 200).end();
    await office.addCustomer({ name: "Bad" });
    await office.addCustomer();
    await eventually(async () => {
      const ended = await office.deliveries(`endpoint=${endpoint.id}&status__in=FAILED,SUCCEEDED`);
      return ended.length === 2;
    });
    receiver.answer = status(200);
    const before = receiver.told.length;
    const to = new Date().toISOString();
    const replay = async (more: Body) => {
      const range = { from, to, ...more };
      const at = `/webhook-endpoints/${endpoint.id}/replay/`;
      const before = await expectStatus(200, office.owner.post(`${at}preview/`, range));
      const { task_id } = await expectStatus(202, office.owner.post(at, range));
      let task: Body = {};
      await eventually(async () => {
        task = await expectStatus(200, office.owner.get(`/background-tasks/${task_id}/`));
        return task.status === "SUCCEEDED";
      });
      // How many there are is told beforehand, too.
      expect(task.result).toEqual(before);
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
    await expectStatus(200, office.owner.post(`/webhook-events/${event}/replay/`, {}));
    await eventually(() => receiver.told.length === before + 4);
    await expectStatus(200, office.owner.post(`/webhook-events/${event}/replay/`, { endpoint: endpoint.id }));
    await eventually(() => receiver.told.length === before + 5);
    expect(receiver.refused).toEqual([]);
    expect((await office.deliveries(`event=${event}`)).filter(({ is_replay }) => is_replay)).toHaveLength(4);
  });
});

describe("who may", () => {
  it.each([
    ["http://127.0.0.9:25/", "url"],
    ["ftp://hook.example/", "url"],
    ["https://user:password@hook.example/", "url"],
    ["hook.example", "url"],
  ])("%s is no endpoint", async (url, field) => {
    const { status: code, body } = await office.owner.post("/webhook-endpoints/", {
      ...{ url, events: ["*"], role: office.isp.roles.Owner },
    });
    expect(code).toBe(400);
    expect(body.errors[0].field).toBe(field);
  });

  it.each([[["customer.eaten"]], [["customers.*"]], [["**"]], [[]], ["*"]])(
    "%j names no events",
    async (events) => {
      await expectProblem(
        400,
        office.owner.post("/webhook-endpoints/", {
          url: "https://hook.example/",
          events,
          role: office.isp.roles.Owner,
        }),
        "VALIDATION",
      );
    },
  );

  it("Nobody names a role that holds more than they do, nor is given another's secret", async () => {
    const { endpoint } = await office.receiving(["*"]);
    const may = await expectStatus(
      201,
      office.owner.post("/roles/", { name: "Hooks", permissions: ["platform.webhook_endpoint.*"] }),
    );
    const profile = {
      username: "hooker",
      password: "hooker-secret",
      full_name: "H",
      phone: "",
      designation: "",
    };
    await expectStatus(201, office.owner.post("/staff/", { ...profile, role: may.id }));
    const clerk = await office.server.signIn("hooker", "hooker-secret", office.isp.tenant.subdomain);
    const body = { url: "https://hook.example/", events: ["*"], role: office.isp.roles.Owner };
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
    office.made.push(own.id);
  });

  it("The catalogue has each type with its schema, and an example that the schema takes", async () => {
    const { results } = await expectStatus(200, office.owner.get("/webhook-event-types/"));
    const names = results.map(({ type }: Body) => type);
    expect(names).toContain("customer.status_changed");
    expect(names).toContain("webhook.test");
    for (const { type, schema, example } of results) {
      expect(schema.properties.type).toMatchObject({ const: type });
      const known = eventTypeNamed(type);
      expect(known && eventBody(known).safeParse(example).error?.issues, type).toBeUndefined();
      expect(Object.keys(schema.properties.data.properties)).toEqual(
        expect.arrayContaining(Object.keys(example.data)),
      );
    }
  });

  it("A company has twenty endpoints at most, also where many are made at once", async () => {
    const other = await makeTenant(office.server);
    const body = { url: "https://hook.example/", events: ["*"], role: other.roles.Owner };
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => other.owner.post("/webhook-endpoints/", body)),
    );
    const codes = answers.map((answer) => answer.status).sort();
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 201), 422, 422, 422, 422]);
  });
});
