// A company with programs that are told things.
import { afterAll, afterEach, beforeAll } from "vitest";
import type { Relay } from "../../../server/kernel/mail/relay.ts";
import { type Body, expectStatus } from "../../acceptance/helpers/money.ts";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

/** Short, so that a test sees all of them. */
export const RETRIES = [0.05, 0.1, 0.15];

/** Mails are queued for it; nothing listens there. */
const RELAY: Relay = {
  ...{ host: "127.0.0.1", port: 9, security: "NONE", user: null, password: null },
  from: "office@padma.example",
};

export interface Office {
  server: TestServer;
  isp: TestTenant;
  owner: Client;
  /** Stopped at the end. */
  receivers: Receiver[];
  /** Endpoints that go with the test. */
  made: string[];
  receiving(events?: readonly string[], more?: Body): Promise<{ receiver: Receiver; endpoint: Body }>;
  addCustomer(more?: Body): Promise<Body>;
  deliveries(query: string): Promise<Body[]>;
  read(endpoint: string): Promise<Body>;
}

/** A server of the file's own, with a company; what a test made is gone after it. */
export function webhookOffice(): Office {
  let customers = 0;
  const office = {
    receivers: [],
    made: [],
    async receiving(events = ["*"], more = {}) {
      const receiver = await startReceiver();
      office.receivers.push(receiver);
      const endpoint = await expectStatus(
        201,
        office.owner.post("/webhook-endpoints/", {
          ...{ url: receiver.url, events, role: office.isp.roles.Owner },
          ...more,
        }),
      );
      office.made.push(endpoint.id);
      receiver.secrets = [endpoint.secret];
      return { receiver, endpoint };
    },
    addCustomer(more = {}) {
      customers += 1;
      const called = { name: `Customer ${customers}`, username: `hooked-${customers}`, phone: "01711000001" };
      return expectStatus(201, office.owner.post("/customers/", { ...called, ...more }));
    },
    deliveries: async (query) =>
      (await expectStatus(200, office.owner.get(`/webhook-deliveries/?${query}`))).results,
    read: (id) => expectStatus(200, office.owner.get(`/webhook-endpoints/${id}/`)),
  } as Partial<Office> as Office;
  beforeAll(async () => {
    office.server = await startTestServer({ webhook_retries: RETRIES, smtp: RELAY });
    office.isp = await makeTenant(office.server, {
      settings: { company_name: "Padma Online", support_email: "it@padma.example" },
    });
    office.owner = office.isp.owner;
  });
  afterEach(async () => {
    for (const id of office.made.splice(0)) await office.owner.delete(`/webhook-endpoints/${id}/`);
  });
  afterAll(async () => {
    await Promise.all(office.receivers.map((receiver) => receiver.close()));
    await office.server.stop();
  });
  return office;
}
