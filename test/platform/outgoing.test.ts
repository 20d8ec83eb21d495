// A company is a stranger to the server's machine: where its mail server and gateway lead, and what it hears of what answers.
import { createServer, type Server } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { OutgoingGuard } from "../../server/kernel/outgoing/guard.ts";
import { type Body, expectProblem, expectStatus } from "../acceptance/helpers/money.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";

let server: TestServer;
let owner: Client;
/** What listens on this machine beside the server: it greets whoever connects, and counts them. */
let banner: Server;
let port = 0;
let visits = 0;
const GREETING = "SSH-2.0-OpenSSH_9.6 secret";

beforeAll(async () => {
  // As behind a proxy: the server listens on loopback, and nothing is listed.
  server = await startTestServer({ outgoing_allow: [] });
  ({ owner } = await makeTenant(server, { settings: { company_name: "Padma Online" } }));
  banner = createServer((socket) => {
    visits += 1;
    // What comes is read, so that its end is heard of.
    socket.on("error", () => {}).resume();
    socket.end(`${GREETING}\r\n`);
  });
  await new Promise<void>((resolve) => banner.listen(0, "127.0.0.1", resolve));
  ({ port } = banner.address() as { port: number });
});
afterEach(() => {
  server.services.outgoing = new OutgoingGuard([]);
});
afterAll(async () => {
  await new Promise((resolve) => banner.close(resolve));
  await server.stop();
});

/** A mail to a server of which only a name is known when it is set; it is judged when it is connected to. */
async function testMail(mail_host: string, mail_port = port, mail_security = "NONE"): Promise<Body> {
  await expectStatus(
    200,
    owner.patch("/settings/", { mail_host, mail_port, mail_security, mail_from: "a@b.example" }),
  );
  const { mail } = await expectStatus(202, owner.post("/settings/test-mail/", { to: "owner@example.net" }));
  let row: Body = {};
  await expect
    .poll(async () => {
      row = await expectStatus(200, owner.get(`/mails/${mail}/`));
      return row.status;
    })
    .toBe("FAILED");
  return row;
}

it.each([
  ...[
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "①②⑦.0.0.1",
    "[::1]",
    "::ffff:7f00:1",
    "fe80::1%eth0",
    "localhost",
  ],
  ...["10.1.2.3", "100.64.0.1", "169.254.169.254", "2002:a9fe:a9fe::", "64:ff9b::7f00:1", "fd00::1"],
])("No mail server is taken at %s", async (mail_host) => {
  const body = await expectProblem(
    400,
    owner.patch("/settings/", { mail_host, mail_from: "a@b.example" }),
    "ADDRESS_NOT_ALLOWED",
  );
  expect(body).toMatchObject({ errors: [{ field: "mail_host", code: "ADDRESS_NOT_ALLOWED" }] });
});

it.each([
  ...[
    "127.0.0.1:9471",
    "2130706433",
    "0x7f.1",
    "[::ffff:7f00:1]",
    "localhost",
    "①②⑦.0.0.1",
    "%31%32%37.0.0.1",
  ],
  ...["192.168.1.1", "[fd00::1]", "[2002:a9fe:a9fe::]", "[64:ff9b::a00:1]", "0", "100.64.9.9"],
])("No gateway is taken at http://%s/", async (host) => {
  await expectProblem(
    400,
    owner.post("/voice-settings/", { provider_name: "x", api_endpoint: `http://${host}/do?x=1` }),
    "ADDRESS_NOT_ALLOWED",
  );
});

it("What a company had set before the guard, or a name that leads there now, is not connected to", async () => {
  const before = visits;
  server.services.outgoing = new OutgoingGuard(["127.0.0.0/8", "::1"]);
  await expectStatus(200, owner.patch("/settings/", { mail_host: "localhost", mail_from: "a@b.example" }));
  const { id } = await expectStatus(
    201,
    owner.post("/voice-settings/", { provider_name: "x", api_endpoint: `http://localhost:${port}/` }),
  );
  server.services.outgoing = new OutgoingGuard([]);
  await expectStatus(200, owner.patch("/settings/", { mail_port: port, mail_security: "NONE" }));
  const { mail } = await expectStatus(202, owner.post("/settings/test-mail/", { to: "owner@example.net" }));
  const read = async () => expectStatus(200, owner.get(`/mails/${mail}/`));
  await expect.poll(async () => (await read()).status).toBe("FAILED");
  expect(await read()).toMatchObject({ reason: "ADDRESS_NOT_ALLOWED", last_error: "ADDRESS_NOT_ALLOWED" });

  const customer = { name: "A", username: "a", phone: "01700000001" };
  await expectStatus(201, owner.post("/customers/", customer));
  const script = { name: "Call", script_text: "Hello", template_type: "OUTAGE" };
  const template = await expectStatus(201, owner.post("/voice-templates/", script));
  await expectStatus(202, owner.post(`/voice-templates/${template.id}/broadcast/`, { filter: {} }));
  const calls = async (): Promise<Body[]> => (await expectStatus(200, owner.get("/call-logs/"))).results;
  await expect.poll(async () => (await calls()).length).toBe(1);
  expect((await calls())[0]).toMatchObject({ error: "ADDRESS_NOT_ALLOWED", notes: "Hello" });
  await expectStatus(204, owner.delete(`/voice-settings/${id}/`));
  expect(visits).toBe(before);
});

it("What answers is told by its kind: no greeting, no port's state in words, whatever listens there", async () => {
  server.services.outgoing = new OutgoingGuard(["127.0.0.0/8"]);
  const told = await testMail("127.0.0.1");
  expect(told).toMatchObject({ reason: "NOT_THE_PROTOCOL", last_error: "NOT_THE_PROTOCOL" });
  expect(JSON.stringify(told)).not.toContain("secret");
  const idle = createServer();
  await new Promise<void>((resolve) => idle.listen(0, "127.0.0.1", resolve));
  const { port: shut } = idle.address() as { port: number };
  await new Promise((resolve) => idle.close(resolve));
  expect(await testMail("127.0.0.1", shut)).toMatchObject({ reason: "CONNECTION_REFUSED" });
  expect(await testMail("127.0.0.1", port, "TLS")).toMatchObject({ reason: "ENCRYPTION" });
  expect(await testMail("no-such-host.invalid")).toMatchObject({ reason: "UNREACHABLE" });
});

it("A server of SMTP that refuses with words of its own is quoted by its number alone", async () => {
  server.services.outgoing = new OutgoingGuard(["127.0.0.0/8"]);
  const talker = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 hello secret\r\n");
    socket.on("data", () => socket.write("554 5.7.1 secret of the inside\r\n"));
  });
  await new Promise<void>((resolve) => talker.listen(0, "127.0.0.1", resolve));
  const { port: at } = talker.address() as { port: number };
  const row = await testMail("127.0.0.1", at);
  expect(JSON.stringify(row)).not.toContain("secret");
  await new Promise((resolve) => talker.close(resolve));
});
