// Two servers on one database that do what is due by the clock at the same moment: each thing is done once, by either of them.
import { copyFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { AREAS } from "../../../server/areas.ts";
import { consoleLog } from "../../../server/console-log.ts";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { type TaskDefinition, taskJobs } from "../../../server/kernel/jobs/background-tasks.ts";
import type { JobDefinition } from "../../../server/kernel/jobs/jobs.ts";
import { compareNightly } from "../../../server/network/compare-nightly.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { ok } from "../../billing/helpers/tenant.ts";
import { waitingForLocks } from "../../helpers/database/cluster.ts";
import { type Mailbox, openMailbox } from "../../helpers/mail/smtp.ts";
import { type Client, startBeside, type TestServer } from "../../helpers/server.ts";
import { agentAt, type NetworkFixture, openNetworkFixture } from "../../network/helpers/network-fixture.ts";
import { makeOlt, oltAgentAt, onuAt } from "../../network/olt/olt-fixture.ts";

/** Reads a company back from its backup, into a schema of its own. */
const DRILL = "backup-drill";
const MANY = 20;

let box: Mailbox;
let fixture: NetworkFixture;
let servers: readonly TestServer[];
let owner: Client;
let sql: Sql;
let company: string;
let router: string;

beforeAll(async () => {
  box = await openMailbox();
  fixture = await openNetworkFixture({
    ...{ mail_host: "127.0.0.1", mail_port: box.port, mail_security: "NONE" },
    ...{ mail_from: "reports@padma.example", timezone: "UTC", auto_suspend: true },
  });
  ({ owner } = fixture.tenant);
  company = fixture.tenant.tenant.id;
  servers = [fixture.server, await startBeside(fixture.server)];
  // From here on they do it when they are told to, both at once.
  for (const server of servers) await server.stopClock();
  sql = openPool(fixture.server.database_url, null, 1);
  router = await fixture.router();
});
afterAll(async () => {
  await sql.end();
  for (const server of servers.toReversed()) await server.stop();
  await box.close();
});

const definitions = AREAS.flatMap((area) => area.jobs ?? []);
const byClock = definitions.filter(({ name, cron }) => cron && name !== DRILL);
const named = (...names: string[]) => {
  const found = definitions.filter(({ name }) => names.includes(name));
  expect(found).toHaveLength(names.length);
  return found;
};

/** Both servers do these jobs, all of them at the same time. None may fail, nor find anything to say. */
async function atOnce(jobs: readonly JobDefinition[]): Promise<void> {
  const said = vi.spyOn(consoleLog, "error");
  onTestFinished(() => said.mockRestore());
  await Promise.all(jobs.flatMap(({ run }) => servers.map(({ services }) => run(services, {}))));
  expect(said.mock.calls).toEqual([]);
}

/** The same with one job, in which neither writes into a table before the other one has come as far, or has left it to the first. */
async function meet(name: string, table: string): Promise<void> {
  const { database_url } = fixture.server;
  const holder = openPool(database_url, null, 1);
  let over = 0;
  const [job] = named(name);
  const met = await holder.begin(async (tx) => {
    await tx`lock table ${tx(table)} in share mode`;
    const runs = servers.map(({ services }) =>
      job?.run(services, {}).finally(() => {
        over += 1;
      }),
    );
    const stopped = async () => over + (await waitingForLocks(database_url));
    await expect.poll(stopped).toBeGreaterThanOrEqual(servers.length);
    return { runs };
  });
  await Promise.all(met.runs);
  await holder.end();
}

/** What the audit log tells of an act, oldest first. */
const audited = (action: string) =>
  sql<{ object_id: string; details: { after: Record<string, unknown> } }[]>`
    select object_id, details from audit_logs where action = ${action} order by timestamp`;

const jobsOf = (kind: string) => sql<{ customer: string; status: string; error_code: string | null }[]>`
  select customer, status, error_code from network_sync_jobs where tenant_id = ${company} and kind = ${kind}`;

it("Customers whose access has ended are cut off once, with one entry in the audit log and one job for the router each", async () => {
  const customers = await Promise.all(Array.from({ length: MANY }, () => fixture.customer(router)));
  await sql`update customers set expiry_date = '2026-01-31' where tenant_id = ${company}`;
  await meet("expire-customers", "audit_logs");
  expect((await audited("customer.expire")).map(({ object_id }) => object_id).sort()).toEqual(
    customers.toSorted(),
  );
  expect((await jobsOf("DISABLE_USER")).map(({ customer }) => customer).sort()).toEqual(customers.toSorted());
});

it("Bills past their day are overdue once, and the audit log counts each of them once", async () => {
  const customers = await Promise.all(Array.from({ length: MANY }, () => fixture.customer(null)));
  const lines = [{ description: "Cable", unit_price: "10.00" }];
  for (const customer of customers) await ok(owner.post("/invoices/", { customer, lines }));
  await sql`update invoices set due_date = '2026-01-31' where tenant_id = ${company}`;
  await meet("mark-overdue", "audit_logs");
  const { body } = await owner.get("/invoices/?status=OVERDUE");
  expect(body.count).toBe(MANY);
  const marked = (await audited("invoice.overdue")).map(({ details }) => Number(details.after.invoices));
  expect(marked.reduce((sum, count) => sum + count, 0)).toBe(MANY);
});

it("A report that is due is written once, and its mail is sent once", async () => {
  const { staff_id: staff } = await fixture.tenant.staff("manager", "Manager");
  const schedules = [1, 2, 3].map((at) =>
    ok(owner.post("/report-schedules/", { staff, email: `boss-${at}@example.net` })),
  );
  await Promise.all(schedules);
  await sql`update report_schedules set next_at = now() - interval '1 minute'`;
  await atOnce(byClock);
  expect(await sql`select from report_sendings`).toHaveLength(3);
  // What was written just now is due for both.
  await atOnce(named("send-mails"));
  const to = (await box.until(3)).flatMap((mail) => mail.to).sort();
  expect(to).toEqual(["boss-1@example.net", "boss-2@example.net", "boss-3@example.net"]);
  await atOnce(byClock);
  expect(box.begun()).toBe(3);
  const { body } = await owner.get("/mails/?kind=REPORT");
  expect(body.results.map(({ status }: { status: string }) => status)).toEqual(["SENT", "SENT", "SENT"]);
});

it("The audit log is sealed by one chain, in which each entry stands once", async () => {
  await sql`insert into audit_logs (tenant_id, id, actor_username, action, module)
    select ${company}, gen_random_uuid(), 'x', 'UPDATE', 'subscribers' from generate_series(1, 600)`;
  await atOnce(named("seal-audit"));
  const [chain] = await sql`select count(*) as links, count(distinct entry) as entries, max(number) as last,
      (select count(*) from audit_logs where tenant_id = ${company}) as written
    from audit_chain where tenant_id = ${company}`;
  expect(chain).toMatchObject({ links: chain?.written, entries: chain?.written, last: chain?.written });
  expect((await owner.get("/audit-logs/verify/")).body).toMatchObject({ intact: true });
});

it("A company's backup of the night is queued and taken once, and a file that is found is noted once", async () => {
  const folder = join(fixture.server.services.installation.data_dir, "backups");
  await sql`delete from database_backups`;
  await rm(folder, { recursive: true, force: true });
  // Both have looked which companies are due before either of them notes one.
  await meet("nightly-backups", "database_backups");
  const backups = () => sql<{ filename: string; status: string; origin: string }[]>`
    select filename, status, origin from database_backups order by created_at`;
  expect(await backups()).toMatchObject([{ status: "QUEUED", origin: "NIGHTLY" }]);
  await atOnce(named("backups"));
  const [taken] = await backups();
  expect(taken).toMatchObject({ status: "SUCCEEDED" });
  await copyFile(join(folder, taken?.filename ?? ""), join(folder, "from-elsewhere.lastmile"));
  await atOnce(named("find-backups"));
  expect(await backups()).toMatchObject([taken, { filename: "from-elsewhere.lastmile", origin: "FOUND" }]);
  expect(await readdir(folder)).toHaveLength(2);
});

it("A company's subscription ends once when its last day has passed", async () => {
  const root = await fixture.server.superuser();
  const plan = await ok(root.post("/saas/packages/", { name: "Plan", price_monthly: "50.00" }));
  const made = { tenant: company, package: plan.id, start_date: "2026-01-01", status: "ACTIVE" };
  const { id } = await ok(root.post("/saas/subscriptions/", made));
  await sql`update tenant_subscriptions set end_date = '2026-01-31'`;
  await meet("expire-subscriptions", "platform_audit_logs");
  const ended =
    await sql`select object_id from platform_audit_logs where action = 'tenant_subscription.expire'`;
  expect(ended.map(({ object_id }) => object_id)).toEqual([id]);
  await sql`delete from tenant_subscriptions`;
});

it("A router that nobody reports on is forgotten, and a restart that no router took in time is given up, each once", async () => {
  await agentAt(fixture).observe(router, { sessions: [] });
  await ok(owner.post(`/routers/${router}/reboot/`, {}, { prefer: "wait=0" }));
  await sql`update network_sync_jobs set created_at = now() - interval '5 minutes' where kind = 'REBOOT_ROUTER'`;
  await sql`update routers set observed_at = now() - interval '20 minutes'`;
  const version = async () => (await owner.get(`/routers/${router}/`)).body.version;
  const before = await version();
  await atOnce(byClock);
  expect(await jobsOf("REBOOT_ROUTER")).toMatchObject([{ status: "FAILED", error_code: "TOO_LATE" }]);
  expect((await owner.get(`/routers/${router}/`)).body).toMatchObject({ status: "UNKNOWN" });
  expect(await version()).toBe(before + 1);
});

it("Each router is compared once in a night, and the readings of an hour are put together once", async () => {
  const olt = await makeOlt(fixture);
  await oltAgentAt(fixture).observe(olt, [onuAt("0/1/1", 1), onuAt("0/1/1", 2)]);
  await sql`update onu_readings set at = (at at time zone 'UTC' - interval '26 hours') at time zone 'UTC'`;
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const night = new Date(`${tomorrow}T04:59:00Z`);
  const counts = await Promise.all(servers.map(({ services }) => compareNightly(services, night)));
  await atOnce(named("roll-up-readings"));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await jobsOf("SYNC_ROUTER")).toHaveLength(1);
  const kept = await sql`select resolution from onu_readings where olt = ${olt} and resolution <> 'raw'`;
  expect(kept.map(({ resolution }) => resolution).sort()).toEqual(["daily", "hourly"]);
});

it("A task that waits is done once, also where it is done in turns", async () => {
  const done: string[] = [];
  const run: TaskDefinition["run"] = async ({ task_id }) => {
    done.push(task_id);
    return {};
  };
  const kinds: TaskDefinition[] = [
    { kind: "TEST", run },
    { kind: "TEST_TURNS", in_turns: true, run },
  ];
  const tasks = kinds.map(({ kind }) => ({ id: newId(), kind }));
  for (const { id, kind } of tasks)
    await sql`insert into background_tasks (id, tenant_id, kind, input, requested_by)
      values (${id}, ${company}, ${kind}, '{}', 'system')`;
  await atOnce(taskJobs(kinds));
  expect(done.toSorted()).toEqual(tasks.map(({ id }) => id).sort());
});
