// A year of the demo company, lived while a program is told of it: each event arrives, the published library verifies each
// delivery, and what is sent again, too.
import { afterAll, beforeAll, expect, it } from "vitest";
import { passwordOf } from "../../server/demo/known-passwords.ts";
import { DEMO } from "../../server/demo/people.ts";
import { seedDemo } from "../../server/demo/seed.ts";
import { expectStatus } from "../acceptance/helpers/money.ts";
import { lot } from "../helpers/lot.ts";
import { eventually } from "../helpers/process/wait.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { type Receiver, startReceiver, status } from "./helpers/receiver.ts";

const SIZE = { months: lot(1, 11), customers: lot(6, 350) };

let server: TestServer;
let admin: Client;
let receiver: Receiver;
let endpoint: string;
beforeAll(async () => {
  server = await startTestServer({ webhook_retries: [0.05, 0.1, 0.15] });
  receiver = await startReceiver();
  const { name, subdomain, settings } = DEMO;
  const { username, full_name } = DEMO.admin;
  const password = passwordOf(username);
  const platform = await server.superuser();
  const company = { name, subdomain, admin: { username, full_name, password } };
  await expectStatus(201, platform.post("/tenants/", company));
  admin = await server.signIn(username, password, subdomain);
  await expectStatus(200, admin.patch("/settings/", settings));
  const { results } = await expectStatus(200, admin.get("/roles/?search=Owner"));
  const hook = { url: receiver.url, events: ["*"], role: results[0].id };
  const made = await expectStatus(201, admin.post("/webhook-endpoints/", hook));
  endpoint = made.id;
  receiver.secrets = [made.secret];
});
afterAll(async () => {
  await server.stop();
  await receiver.close();
});

const count = async (path: string): Promise<number> => (await expectStatus(200, admin.get(path))).count;
/** Each event once, however often it was tried. */
const told = () => new Map(receiver.told.map(({ id, body }) => [id, body]));

it("Each delivery of the demo's year is verified by the published library, retries and replays too", async () => {
  // Every tenth is refused once, and comes again.
  const refused = new Set<string>();
  receiver.answer = (response, event) => {
    const again = refused.has(event.id);
    const code = receiver.told.length % 10 === 0 && !again ? 503 : 200;
    if (code !== 200) refused.add(event.id);
    status(code)(response, event);
  };
  await seedDemo(server.services, () => {}, SIZE);
  await eventually(async () => told().size === (await count("/webhook-events/?page_size=1")));
  await eventually(async () => (await count("/webhook-deliveries/?status=PENDING&page_size=1")) === 0);
  const events = told();
  expect(events.size).toBeGreaterThan(SIZE.customers * SIZE.months);
  expect(refused.size).toBeGreaterThan(0);
  expect(new Set(receiver.told.map(({ event }) => event.type)).size).toBeGreaterThan(8);
  expect(await count("/webhook-deliveries/?status=FAILED&page_size=1")).toBe(0);
  receiver.answer = status(200);
  const before = receiver.told.length;
  const range = { from: "2000-01-01T00:00:00Z", to: "2100-01-01T00:00:00Z" };
  await expectStatus(202, admin.post(`/webhook-endpoints/${endpoint}/replay/`, range));
  await eventually(() => receiver.told.length >= before + events.size);
  // The same ids and the same bodies as the first time.
  expect(told()).toEqual(events);
  expect(receiver.refused).toEqual([]);
});
