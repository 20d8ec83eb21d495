// The dashboard by mail: through a real SMTP server, each due day once, missed hours once, and to nobody whose account ended.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { sendReports } from "../../server/reports/schedule/schedule.ts";
import { dueBy } from "../../shared/reports/report-schedule.rules.ts";
import { type Body, expectStatus } from "../acceptance/helpers/money.ts";
import { attachedFile, type Mailbox, openMailbox } from "../helpers/mail/smtp.ts";
import { textsOf } from "../helpers/read-pdf.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let box: Mailbox;
let isp: TestTenant;
let owner: Client;
let manager: string;
let database: Sql;

beforeAll(async () => {
  box = await openMailbox();
  server = await startTestServer();
  database = openPool(server.database_url, null, 1);
  isp = await makeTenant(server, {
    settings: {
      ...{
        company_name: "Padma Online",
        timezone: "Asia/Dhaka",
        mail_host: "127.0.0.1",
        mail_port: box.port,
      },
      ...{ mail_security: "NONE", mail_from: "reports@padma.example" },
    },
  });
  owner = isp.owner;
  manager = (await isp.staff("manager", "Manager")).staff_id;
  const person = { name: "Rahim", username: "rahim", phone: "01711000001" };
  const { id } = await expectStatus(201, owner.post("/customers/", person));
  await expectStatus(201, owner.post("/transactions/", { customer: id, amount: "1234.00", method: "CASH" }));
});
afterAll(async () => {
  await database.end();
  await server.stop();
  await box.close();
});

const schedule = (more: object = {}): Promise<Body> =>
  expectStatus(201, owner.post("/report-schedules/", { staff: manager, email: "boss@example.net", ...more }));

/** As if it had become due. */
const becomeDue = ({ id }: Body) =>
  database`update report_schedules set next_at = now() - interval '1 minute' where id = ${id}`;

const written = async ({ id }: Body): Promise<number> =>
  Number((await database`select count(*)::int as n from report_sendings where schedule = ${id}`)[0]?.n);

test("What is due goes out as a PDF whose text holds the figures, and however often the job runs, once for its day", async () => {
  const made = await schedule();
  expect(Date.parse(made.next_at)).toBeGreaterThan(Date.now());
  await becomeDue(made);
  // Two servers at once, and one that starts a moment later.
  await Promise.all([sendReports(server.services), sendReports(server.services)]);
  await becomeDue(made);
  await sendReports(server.services);
  expect(await written(made)).toBe(1);
  const [mail] = await box.until(1);
  expect(mail?.to).toEqual(["boss@example.net"]);
  const texts = await textsOf(attachedFile(mail!));
  expect(texts).toContain("How the business stands");
  expect(texts).toContain("1,234.00");
  expect(box.received).toHaveLength(1);
  const after = await expectStatus(200, owner.get(`/report-schedules/${made.id}/`));
  expect(Date.parse(after.next_at)).toBeGreaterThan(Date.now());
  expect(after.last_period).not.toBeNull();
});

test("A report is sent at once by hand, in Bengali too, and that is not the day's", async () => {
  const made = await schedule({ language: "bn", is_active: false });
  await expectStatus(202, owner.post(`/report-schedules/${made.id}/send-now/`, {}));
  const mail = (await box.until(2))[1];
  const texts = await textsOf(attachedFile(mail!));
  expect(texts).toContain("ব্যবসার অবস্থা");
  expect(texts.join("")).toContain("আজ১,২৩৪.০০");
  expect(await written(made)).toBe(0);
});

test("Whose account or right has ended gets none any more, and the schedule is switched off", async () => {
  const leaving = await isp.staff("leaving", "Manager");
  const made = await schedule({ staff: leaving.staff_id, email: "leaving@example.net" });
  await expectStatus(200, owner.patch(`/staff/${leaving.staff_id}/`, { is_active: false }));
  await becomeDue(made);
  await sendReports(server.services);
  expect(await expectStatus(200, owner.get(`/report-schedules/${made.id}/`))).toMatchObject({
    is_active: false,
  });
  expect(await written(made)).toBe(0);
});

test("Each day, week and month has its moment by the company's clock, also where the clocks are put forward", () => {
  const when = { weekday: 5, month_day: 28, hour: 2 };
  const due = (frequency: "DAILY" | "WEEKLY" | "MONTHLY", now: string, zone = "Europe/Berlin") =>
    dueBy({ ...when, frequency }, new Date(now), zone);
  expect(due("DAILY", "2026-03-01T00:59:00Z").latest.period).toBe("2026-02-28");
  expect(due("DAILY", "2026-03-01T01:00:00Z").latest.period).toBe("2026-03-01");
  // A Friday, and the week's other days.
  expect(due("WEEKLY", "2026-11-20T12:00:00Z").latest.period).toBe("2026-11-20");
  expect(due("WEEKLY", "2026-11-19T12:00:00Z")).toMatchObject({
    ...{ latest: { period: "2026-11-13" }, next: { period: "2026-11-20" } },
  });
  expect(due("MONTHLY", "2026-01-10T12:00:00Z")).toMatchObject({
    ...{ latest: { period: "2025-12-28" }, next: { period: "2026-01-28" } },
  });
  // 02:00 of this day is not on Berlin's clocks.
  const skipped = due("DAILY", "2026-03-29T12:00:00Z").latest;
  expect(skipped.period).toBe("2026-03-29");
  expect(skipped.at.toISOString()).toMatch(/^2026-03-29T0[01]:/);
});

test("The report is looked at on paper before anybody gets it, in either language, and no mail is sent", async () => {
  const before = box.received.length;
  for (const language of ["en", "bn"]) {
    const answer = await fetch(`${server.url}/api/v1/reports/dashboard/pdf/?language=${language}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    const texts = await textsOf(new Uint8Array(await answer.arrayBuffer()));
    expect(texts.includes("How the business stands")).toBe(language === "en");
  }
  expect(box.received.length).toBe(before);
});
