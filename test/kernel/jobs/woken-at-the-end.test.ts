// What is asked for while the work before it comes to its end: who is woken finds the lock held, and leaves it to the one that holds it.
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { type TaskDefinition, taskJobs } from "../../../server/kernel/jobs/background-tasks.ts";
import { sendMails } from "../../../server/kernel/mail/queue.ts";
import { runQueue } from "../../../server/saas/backup/queue.ts";
import { queueBackup } from "../../../server/saas/backup/records.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { openMailbox } from "../../helpers/mail/smtp.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";

let server: TestServer;
let sql: Sql;
let home: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 1);
  home = await makeTenant(server);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await sql.end();
  await server.stop();
});

/** Does `then` once: the next work of the purpose is over, and its lock is held still. */
function atTheEnd(purpose: string, then: () => Promise<void>): void {
  const { locks } = server.services.db;
  const run = locks.run.bind(locks);
  let done = false;
  vi.spyOn(locks, "run").mockImplementation((tenant, named, work) =>
    run(tenant, named, async (held) => {
      const result = await work(held);
      if (named === purpose && !done) {
        done = true;
        await then();
      }
      return result;
    }),
  );
}

it("A backup that is asked for while the one before it comes to its end is taken by the server that took that", async () => {
  const { id, subdomain } = home.tenant;
  const queue = () => queueBackup(sql, { id, name: "Home", subdomain }, "MANUAL", "platform");
  const made = [await queue()];
  atTheEnd("backups", async () => {
    made.push(await queue());
    await runQueue(server.services);
  });
  await runQueue(server.services);
  await expect
    .poll(() => sql`select status from database_backups where id = any(${made})`, { timeout: 30_000 })
    .toEqual([{ status: "SUCCEEDED" }, { status: "SUCCEEDED" }]);
});

it("A task that is queued while one of its kind comes to its end is done by the process that did that", async () => {
  const done: string[] = [];
  const definition: TaskDefinition = {
    kind: "TEST",
    run: async ({ task_id }) => {
      done.push(task_id);
      return {};
    },
  };
  const [job] = taskJobs([definition]);
  const queue = async () => {
    const id = newId();
    await sql`insert into background_tasks (id, tenant_id, kind, input, requested_by)
      values (${id}, ${home.tenant.id}, 'TEST', '{}', 'system')`;
    return id;
  };
  const made = [await queue()];
  atTheEnd("TEST", async () => void made.push(await queue()));
  await job?.run(server.services, {});
  expect(done).toEqual(made);
});

it("A mail that is queued while its company's turn comes to its end goes out with the next turn, not a minute later", async () => {
  const box = await openMailbox();
  const company = await makeTenant(server, {
    settings: {
      ...{ mail_host: "127.0.0.1", mail_security: "NONE", mail_from: "bills@padma.example" },
      mail_port: box.port,
    },
  });
  /** Whom it wakes finds the lock held, so that nobody need be woken. */
  const write = async () => {
    const wake = vi.spyOn(server.services.jobs, "wake").mockImplementation(() => {});
    const { status } = await company.owner.post("/settings/test-mail/", { to: "owner@example.net" });
    expect(status).toBe(202);
    wake.mockRestore();
  };
  await write();
  atTheEnd("send-mails", write);
  await sendMails.run(server.services, {});
  await expect.poll(() => box.received, { timeout: 30_000 }).toHaveLength(2);
  await box.close();
});
