// Mails by a real SMTP server: encrypted, signed in, refused, cut off, slow; each at most once, each in the log.
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { deliver } from "../../server/kernel/mail/deliver.ts";
import { wakeMails } from "../../server/kernel/mail/queue.ts";
import { OutgoingGuard } from "../../server/kernel/outgoing/guard.ts";
import { type Body, expectProblem, expectStatus } from "../acceptance/helpers/money.ts";
import { canMakeCertificates, makeCertificate } from "../helpers/certificate.ts";
import { type Mailbox, openMailbox } from "../helpers/mail/smtp.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";

let server: TestServer;
let database: Sql;
let owner: Client;
let box: Mailbox;
const boxes: Mailbox[] = [];

beforeAll(async () => {
  server = await startTestServer();
  database = openPool(server.database_url, null, 1);
});
afterEach(async () => {
  await Promise.all(boxes.splice(0).map((one) => one.close()));
});
afterAll(async () => {
  await database.end();
  await server.stop();
});

const PLAIN = { mail_host: "127.0.0.1", mail_security: "NONE", mail_from: "bills@padma.example" };

async function company(
  options: Parameters<typeof openMailbox>[0] = {},
  settings: object = {},
): Promise<void> {
  box = await openMailbox(options);
  boxes.push(box);
  ({ owner } = await makeTenant(server, {
    settings: { company_name: "Padma Online", ...PLAIN, mail_port: box.port, ...settings },
  }));
}

const test = async (to = "owner@example.net"): Promise<string> =>
  (await expectStatus(202, owner.post("/settings/test-mail/", { to }))).mail;

const log = (id: string): Promise<Body> => expectStatus(200, owner.get(`/mails/${id}/`));

/** The mail's row once it is none of these any more. */
async function once(id: string, not: readonly string[] = ["QUEUED", "SENDING"]): Promise<Body> {
  let row = await log(id);
  await expect
    .poll(async () => {
      row = await log(id);
      return not.includes(row.status);
    })
    .toBe(false);
  return row;
}

/** As if its next try were due, or it had more of them. */
async function again(id: string, more: object = {}): Promise<void> {
  await database`update mails set ${database({ next_try_at: new Date(), ...more })} where id = ${id}`;
  wakeMails(server.services);
}

it("A mail goes out by the company's own server, from its sender, and the log says when", async () => {
  await company();
  const row = await once(await test());
  expect(row).toMatchObject({
    status: "SENT",
    kind: "TEST",
    to: "owner@example.net",
    tries: 1,
    reason: null,
  });
  expect(row.sent_at).not.toBeNull();
  const [mail] = box.received;
  expect(mail).toMatchObject({ from: "bills@padma.example", to: ["owner@example.net"], secure: false });
  expect(mail?.raw).toContain("From: Padma Online <bills@padma.example>");
  expect(mail?.raw).toContain(`Message-ID: <${row.id}@padma.example>`);
  expect(mail?.raw).toContain("Auto-Submitted: auto-generated");
  const [left] = await database`select count(*)::int as n from mail_contents where mail = ${row.id}`;
  expect(left?.n).toBe(0);
});

it.skipIf(!canMakeCertificates)(
  "STARTTLS and TLS are held to the certificate, and sign in with the sealed password",
  async () => {
    const files = makeCertificate(mkdtempSync(join(tmpdir(), "lastmile-mail-")));
    const login = { user: "padma", password: "a long secret" };
    const account = { mail_host: "localhost", mail_user: login.user, mail_password: login.password };
    await company({ tls: files, login }, { ...account, mail_security: "STARTTLS" });
    const stranger = await once(await test());
    expect(stranger).toMatchObject({ status: "FAILED", reason: "ENCRYPTION" });
    const known = getCACertificates("default");
    setDefaultCACertificates([...known, readFileSync(files.cert, "utf8")]);
    try {
      expect(await once(await test())).toMatchObject({ status: "SENT" });
      expect(box.received[0]).toMatchObject({ secure: true, user: login.user });
      await company({ tls: { ...files, implicit: true }, login }, { ...account, mail_security: "TLS" });
      expect(await once(await test())).toMatchObject({ status: "SENT" });
      expect(box.received[0]).toMatchObject({ secure: true, user: login.user });
      await expectStatus(200, owner.patch("/settings/", { mail_password: "another" }));
      expect(await once(await test())).toMatchObject({ status: "FAILED", reason: "SIGN_IN" });
      const [sealed] = await database`select mail_password_encrypted as bytes from company_settings
      where mail_port = ${box.port}`;
      expect(Buffer.from(sealed?.bytes).includes("another")).toBe(false);
      expect(await expectStatus(200, owner.get("/settings/"))).not.toHaveProperty("mail_password");
    } finally {
      setDefaultCACertificates(known);
    }
  },
);

it("Without encryption no mail goes to a server that is to be spoken to with STARTTLS", async () => {
  await company({}, { mail_security: "STARTTLS" });
  expect(await once(await test())).toMatchObject({ status: "FAILED", reason: "ENCRYPTION" });
  expect(box.received).toEqual([]);
});

it("A 5xx for the recipient ends a mail at once, and the log has its number and none of its words; a 4xx is tried again later and then sent", async () => {
  let code: number | null = 550;
  await company({ onRecipient: () => code });
  const refused = await test();
  await once(refused);
  expect(await log(refused)).toMatchObject({ status: "FAILED", reason: "RECIPIENT", tries: 1 });
  expect((await log(refused)).last_error).toBe("RECIPIENT 550");
  code = 451;
  const id = await test();
  await once(id);
  await again(id, { status: "QUEUED", tries_left: 3, tries: 0 });
  await expect.poll(async () => (await log(id)).tries).toBe(1);
  const waits = await log(id);
  expect(waits).toMatchObject({ status: "QUEUED", reason: "RECIPIENT" });
  expect(Date.parse(waits.next_try_at)).toBeGreaterThan(Date.now());
  code = null;
  await again(id);
  expect(await once(id)).toMatchObject({ status: "SENT", tries: 2, last_error: null, reason: null });
  expect(box.received).toHaveLength(1);
});

it("A line that breaks in the middle of a mail loses nothing and doubles nothing: the next try sends it", async () => {
  let code: number | null = 451;
  await company({ onRecipient: () => code, onMail: (count) => (count === 1 ? "drop" : "take") });
  const id = await test();
  await once(id);
  code = null;
  // Longer than what a socket takes at once.
  await database`update mail_contents set body = ${"y".repeat(4_000_000)} where mail = ${id}`;
  await again(id, { status: "QUEUED", tries_left: 2 });
  await expect.poll(async () => (await log(id)).tries).toBe(2);
  expect(await log(id)).toMatchObject({ status: "QUEUED", reason: "UNREACHABLE" });
  await again(id);
  expect(await once(id)).toMatchObject({ status: "SENT", tries: 3 });
  expect(box.received).toHaveLength(1);
  expect(box.begun()).toBe(2);
});

it("A mail that was handed over whole and not confirmed is not sent again by itself, but by hand", async () => {
  await company({ onMail: (count) => (count === 1 ? "drop_after_all" : "take") });
  const id = await test();
  expect(await once(id)).toMatchObject({ status: "UNSURE", reason: "BROKEN_OFF" });
  wakeMails(server.services);
  const sent = await test();
  await once(sent);
  expect(await log(id)).toMatchObject({ status: "UNSURE", tries: 1 });
  await expectStatus(200, owner.post(`/mails/${id}/send-again/`, {}));
  expect(await once(id)).toMatchObject({ status: "SENT" });
  const ids = box.received.map(({ raw }) => /Message-ID: <([^@]+)/.exec(raw)?.[1]);
  expect(ids.filter((one) => one === id)).toHaveLength(2);
  await expectProblem(409, owner.post(`/mails/${id}/send-again/`, {}), "ILLEGAL_TRANSITION");
});

it("What a killed server was sending goes on where that is safe, and is left to a person where it may have arrived", async () => {
  await company();
  const [safe, unsure] = [await test(), await test()];
  await once(safe);
  await once(unsure);
  for (const [id, is_handed_over] of [
    [safe, false],
    [unsure, true],
  ] as const) {
    await database`insert into mail_contents (tenant_id, mail, body) select tenant_id, id, 'text' from mails where id = ${id}`;
    await again(id, { status: "SENDING", is_handed_over, sent_at: null });
  }
  expect(await once(unsure)).toMatchObject({ status: "UNSURE", reason: "BROKEN_OFF" });
  expect(await once(safe)).toMatchObject({ status: "SENT", tries: 2 });
  expect(box.received).toHaveLength(3);
});

/** A mail as it is handed to a server, with no patience. */
const message = {
  ...{ id: "1", to: "x@y.example", subject: "s", text: "t", attachment: null },
  written_at: new Date(),
};
const sending = {
  guard: new OutgoingGuard(["127.0.0.0/8", "::1"]),
  onHandOver: async () => {},
  times: { connect_ms: 300, silence_ms: 300, whole_ms: 2_000 },
};

it("A server that takes a connection and says nothing is given up after its time", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as { port: number };
  const relay = {
    ...{
      host: "127.0.0.1",
      port,
      security: "NONE" as const,
      user: null,
      password: null,
      from: "a@b.example",
    },
    ...{ from_name: "Padma", reply_to: null, is_guarded: false },
  };
  expect(await deliver(relay, message, sending)).toMatchObject({ outcome: "RETRY", reason: "SILENT" });
  const elsewhere = { ...sending, guard: new OutgoingGuard([]) };
  for (const host of ["127.0.0.1", "localhost", "169.254.169.254"])
    expect(await deliver({ ...relay, host, is_guarded: true }, message, elsewhere)).toMatchObject({
      ...{ outcome: "RETRY", reason: "ADDRESS_NOT_ALLOWED", why: "ADDRESS_NOT_ALLOWED" },
    });
  await new Promise((resolve) => silent.close(resolve));
});

it("A server that does not answer the end of a mail leaves it unsure", async () => {
  await company({ onMail: () => "silence" });
  const relay = {
    ...{ host: "127.0.0.1", port: box.port, security: "NONE" as const, user: null, password: null },
    ...{ from: "a@b.example", from_name: "Padma", reply_to: null, is_guarded: false },
  };
  expect(await deliver(relay, message, sending)).toMatchObject({ outcome: "UNSURE", reason: "BROKEN_OFF" });
});

it("Companies without a server use the installation's; where there is none either, that is said before a mail is queued", async () => {
  const { owner: bare } = await makeTenant(server, {});
  await expectProblem(422, bare.post("/settings/test-mail/", { to: "a@b.example" }), "NO_MAIL_SERVER");
  const common = await openMailbox();
  boxes.push(common);
  const services = server.services;
  services.smtp = {
    ...{ host: "127.0.0.1", port: common.port, security: "NONE", user: null, password: null },
    from: "mail@host.example",
  };
  try {
    owner = bare;
    await expectStatus(200, owner.patch("/settings/", { support_email: "help@padma.example" }));
    expect(await once(await test())).toMatchObject({ status: "SENT" });
    expect(common.received[0]?.from).toBe("mail@host.example");
    expect(common.received[0]?.raw).toContain("Reply-To: help@padma.example");
  } finally {
    services.smtp = null;
  }
});

it("Another server asks for the password anew, none without encryption, and nothing at reserved addresses", async () => {
  await company({}, { mail_security: "STARTTLS", mail_user: "padma", mail_password: "a long secret" });
  await expectProblem(
    400,
    owner.patch("/settings/", { mail_host: "smtp.elsewhere.example" }),
    "PASSWORD_REQUIRED",
  );
  await expectProblem(400, owner.patch("/settings/", { mail_security: "NONE" }), "VALIDATION");
  await expectProblem(
    400,
    owner.patch("/settings/", { mail_host: "169.254.169.254" }),
    "ADDRESS_NOT_ALLOWED",
  );
  await expectProblem(
    400,
    owner.patch("/settings/", { mail_from: "a@b.example\r\nBcc: c@d.example" }),
    "VALIDATION",
  );
  await expectProblem(
    400,
    owner.post("/settings/test-mail/", { to: "a@b.example, c@d.example" }),
    "VALIDATION",
  );
  const moved = { mail_host: "smtp.elsewhere.example", mail_password: "another" };
  await expectStatus(200, owner.patch("/settings/", moved));
});
