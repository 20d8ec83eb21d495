// Reminders of dues by mail, through a real SMTP server: who gets one, what it says, and that nothing is sent by halves.

import { afterAll, beforeAll, expect, it } from "vitest";
import type { Body } from "../acceptance/helpers/money.ts";
import { makeTenant, ok, type TestTenant } from "../billing/helpers/tenant.ts";
import { type Mailbox, openMailbox } from "../helpers/mail/smtp.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let box: Mailbox;
let isp: TestTenant;

const bill = (customer: string) =>
  ok(isp.admin.post("/invoices/", { customer, billing_month: new Date().toISOString().slice(0, 7) }));
const remind = (customers: string[], client = isp.admin) =>
  client.post("/customers/remind/", { customer_ids: customers });

beforeAll(async () => {
  box = await openMailbox();
  server = await startTestServer();
  isp = await makeTenant(server, { company_name: "Padma Online", support_phone: "09610 000111" });
});
afterAll(async () => {
  await server.stop();
  await box.close();
});

it("Without a mail server the reminder is refused in words, and nothing waits", async () => {
  const owes = await isp.customer({ email: "first@example.net" });
  await bill(owes);
  expect(await remind([owes])).toMatchObject({ status: 422, body: { code: "NO_MAIL_SERVER" } });
  expect((await ok<Body>(isp.admin.get("/mails/"))).results).toEqual([]);
});

it("Who owes and has an address gets one mail with what is due; the others are counted with the reason", async () => {
  const mail = { mail_host: "127.0.0.1", mail_port: box.port, mail_security: "NONE" };
  await ok(isp.admin.patch("/settings/", { ...mail, mail_from: "office@padma.example" }));
  const owes = await isp.customer({ name: "Rahim $& Sons", email: "rahim@example.net" });
  const no_address = await isp.customer();
  // No door takes an address that would end a header; a customer may have one from before.
  const odd = await isp.customer({ email: "odd@example.net" });
  const wrong = { email: "a,b@example.net" };
  expect((await isp.admin.patch(`/customers/${odd}/`, wrong)).status).toBe(400);
  const sql = server.services.db.platform;
  await sql`update /* a test's own */ customers set email = ${wrong.email} where id = ${odd}`;
  const even = await isp.customer({ email: "even@example.net" });
  for (const id of [owes, no_address, odd]) await bill(id);
  expect(await ok<Body>(remind([owes, owes, no_address, odd, even]))).toEqual({
    ...{ mailed: 1, no_address: 2, nothing_due: 1 },
  });
  const [received] = await box.until(1);
  expect(received?.to).toEqual(["rahim@example.net"]);
  const { results } = await ok<Body>(isp.admin.get("/mails/?kind=REMINDER"));
  expect(results).toMatchObject([{ to: "rahim@example.net" }]);
  expect(results[0].subject).toMatch(/^Padma Online: .*1,200\.00 is due$/);
  expect(received?.raw).toContain("Rahim $& Sons");
  expect(received?.raw).toContain("09610 000111");
  const told = await ok<Body>(isp.admin.get(`/audit-logs/?object_id=${owes}&action=customer.remind`));
  expect(told.results).toHaveLength(1);
});

it("Many are reminded in one act, each by a mail of their own", async () => {
  const many: string[] = [];
  for (let n = 0; n < 12; n += 1) many.push(await isp.customer({ email: `many${n}@example.net` }));
  for (const id of many) await bill(id);
  expect(await ok<Body>(remind(many))).toMatchObject({ mailed: 12 });
  const mails = await box.until(13);
  expect(new Set(mails.map(({ to }) => to[0])).size).toBe(13);
});
