// Whoever holds an account is told by mail of changes to what they sign in with, and of nothing secret.
import { TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { expectStatus } from "../acceptance/helpers/money.ts";
import { type Mailbox, openMailbox, type ReceivedMail } from "../helpers/mail/smtp.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let tenant: TestTenant;
let box: Mailbox;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  box = await openMailbox();
  const settings = { mail_host: "127.0.0.1", mail_security: "NONE", mail_from: "office@padma.example" };
  tenant = await makeTenant(server, {
    settings: { company_name: "Padma Online", ...settings, mail_port: box.port },
  });
});
afterEach(() => box.close());

async function teller(email: string | null): Promise<Client & { staff_id: string; username: string }> {
  count += 1;
  const member = await tenant.staff(`teller-${count}`, "Counter");
  if (email === null) return member;
  await expectStatus(200, tenant.owner.patch(`/staff/${member.staff_id}/`, { email }));
  await box.until(1);
  box.received.length = 0;
  return member;
}

/** The mail's words, whatever way they were encoded for the wire. */
function words({ raw }: ReceivedMail): string {
  const at = raw.search(/\r?\n\r?\n/);
  const body = raw.slice(at).trim();
  if (/content-transfer-encoding: base64/i.test(raw))
    return Buffer.from(body.replace(/\s+/g, ""), "base64").toString("utf8");
  return body.replace(/=\r?\n/g, "");
}
const kinds = async () => (await expectStatus(200, tenant.owner.get("/mails/?kind=ACCOUNT"))).count;

it("A password that is changed, by its holder or by somebody else, is told to the holder", async () => {
  const member = await teller("teller@example.net");
  const own = { current_password: `${member.username}-secret`, new_password: "a-new-long-secret-1" };
  await expectStatus(204, member.post("/auth/change-password/", own));
  const [first] = await box.until(1);
  expect(first?.to).toEqual(["teller@example.net"]);
  if (first) expect(words(first)).toContain("The password of your account was changed");
  if (first) expect(words(first)).toContain(`Changed by: ${member.username}`);
  const set = { new_password: "another-long-secret-2" };
  await expectStatus(200, tenant.owner.post(`/staff/${member.staff_id}/set-password/`, set));
  const [, second] = await box.until(2);
  if (second) expect(words(second)).toContain(`Changed by: ${tenant.tenant.subdomain}-owner`);
  for (const mail of box.received) expect(mail.raw + words(mail)).not.toMatch(/secret-[12]/);
});

it("A second factor that is switched on and off is told to the holder, without its secret and codes", async () => {
  const member = await teller("factor@example.net");
  const password = `${member.username}-secret`;
  const { secret, recovery_codes } = await expectStatus(200, member.post("/auth/otp/", { password }));
  const app = new TOTP({ secret });
  await expectStatus(204, member.post("/auth/otp/confirm/", { otp: app.generate() }));
  const [on] = await box.until(1);
  if (on) expect(words(on)).toContain("switched on");
  const otp = recovery_codes[0];
  await expectStatus(204, member.delete("/auth/otp/", {}, { password, otp }));
  const [, off] = await box.until(2);
  if (off) expect(words(off)).toContain("switched off");
  await server.services.db.platform`delete from otp_factors`;
  const again = await expectStatus(200, member.post("/auth/otp/", { password }));
  const later = new TOTP({ secret: again.secret }).generate();
  await expectStatus(204, member.post("/auth/otp/confirm/", { otp: later }));
  await expectStatus(200, tenant.owner.post(`/staff/${member.staff_id}/switch-off-otp/`, {}));
  const all = await box.until(4);
  expect(all.map(({ to }) => to)).toEqual(Array.from({ length: 4 }, () => ["factor@example.net"]));
  for (const mail of all) {
    expect(mail.raw + words(mail)).not.toContain(secret);
    for (const code of recovery_codes) expect(words(mail)).not.toContain(code);
  }
});

it("Another e-mail address is told to the one before and to the new one, in the company's language", async () => {
  const member = await teller("before@example.net");
  await expectStatus(200, tenant.owner.patch("/settings/", { language: "bn" }));
  await expectStatus(200, tenant.owner.patch(`/staff/${member.staff_id}/`, { email: "after@example.net" }));
  const told = await box.until(2);
  expect(told.flatMap(({ to }) => to).sort()).toEqual(["after@example.net", "before@example.net"]);
  for (const mail of told) expect(words(mail)).toContain("ইমেইল ঠিকানা বদলানো হয়েছে");
  await expectStatus(200, tenant.owner.patch(`/staff/${member.staff_id}/`, { designation: "Till 2" }));
  await expectStatus(200, tenant.owner.patch(`/staff/${member.staff_id}/`, { email: null }));
  const [, , cleared] = await box.until(3);
  expect(cleared?.to).toEqual(["after@example.net"]);
});

it("Nobody is written to who has no address, and nothing waits where no mail can go out", async () => {
  const member = await teller(null);
  const own = { current_password: `${member.username}-secret`, new_password: "a-new-long-secret-1" };
  await expectStatus(204, member.post("/auth/change-password/", own));
  expect(await kinds()).toBe(0);
  await expectStatus(200, tenant.owner.patch("/settings/", { mail_host: null }));
  await expectStatus(200, tenant.owner.patch(`/staff/${member.staff_id}/`, { email: "late@example.net" }));
  expect(await kinds()).toBe(0);
});
