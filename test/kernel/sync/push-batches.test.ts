// Several commands of a device in one transaction: the same comes of them as of one after the other, whatever refuses among them,
// whoever pushes at the same time, and wherever the connection breaks.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { Command } from "../../../shared/kernel/sync/wire.ts";
import { sendEach } from "../../helpers/database/cluster.ts";
import { rechargesOf, transactionsOf } from "../../helpers/database/recharges-written.ts";
import { openDesktop, type WireDesktop } from "../../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";

/** Longer than any batch of these takes, however slow the machine. */
const LONG = 600_000;

let server: TestServer;
let t: TestTenant;
let sql: Sql;

beforeAll(async () => {
  server = await startTestServer({ gap_wait_ms: 50 });
  t = await makeTenant(server);
  sql = openPool(server.database_url, null, 2);
});
beforeEach(() => {
  server.services.push_hold_ms = LONG;
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

/** New customers, made by the device itself. */
async function makeCustomers(desk: WireDesktop, count: number): Promise<string[]> {
  const made = Array.from({ length: count }, () =>
    desk.command("customer.create", { id: newId(), name: "A B", username: newId(), phone: "1" }),
  );
  expect((await desk.push(made)).map(({ status }) => status)).toEqual(made.map(() => "APPLIED"));
  return made.map(({ payload }) => String(payload.id));
}

const recharge = (desk: WireDesktop, customer_id: string, more: object = {}) =>
  desk.command("recharge.create", {
    ...{ id: newId(), customer_id, amount: "10.00", validity_days: 1, receipt_number: desk.receipt() },
    ...more,
  });

describe("a batch", () => {
  it("A batch of 500 about different customers takes few transactions, is answered in order, and is known whole when it comes again", async () => {
    const desk = await openDesktop(server.url, t.owner.token);
    const made = Array.from({ length: 250 }, () =>
      desk.command("customer.create", { id: newId(), name: "A B", username: newId(), phone: "1" }),
    );
    const customers = made.map(({ payload }) => String(payload.id));
    const ordered = [...made, ...customers.map((customer) => recharge(desk, customer))];
    const outcomes = await desk.push(ordered);
    expect(outcomes.map(({ id, status }) => [id, status])).toEqual(ordered.map(({ id }) => [id, "APPLIED"]));
    expect(await transactionsOf(sql, customers)).toBeLessThanOrEqual(10);
    const again = await desk.push(ordered);
    expect(again).toEqual(outcomes.map((outcome) => ({ ...outcome, status: "DUPLICATE" })));
    expect(await rechargesOf(sql, customers)).toEqual(customers.map(() => 1));
  });

  it("Commands about one customer have a transaction each, so that times and versions tell them apart", async () => {
    const desk = await openDesktop(server.url, t.owner.token);
    const [customer = ""] = await makeCustomers(desk, 1);
    const commands = [1, 2, 3].map(() => recharge(desk, customer));
    expect((await desk.push(commands)).map(({ status }) => status)).toEqual([
      "APPLIED",
      "APPLIED",
      "APPLIED",
    ]);
    const rows = await sql`select distinct created_at from recharges where customer = ${customer}`;
    expect(rows).toHaveLength(3);
    // So the middle one is built on, and its reversal says what it would have said.
    const reversed = await t.owner.post(`/recharges/${commands[1]?.payload.id}/reverse/`, {});
    expect(reversed.status).toBe(200);
  });

  it("A transaction of a batch goes on no longer than it may hold what it locks", async () => {
    server.services.push_hold_ms = 0;
    const desk = await openDesktop(server.url, t.owner.token);
    const customers = await makeCustomers(desk, 6);
    await desk.push(customers.map((customer) => recharge(desk, customer)));
    expect(await transactionsOf(sql, customers)).toBe(6);
  });
});

describe("a refusal", () => {
  it("A command that refuses undoes none of its neighbours, and the others still share transactions", async () => {
    const desk = await openDesktop(server.url, t.owner.token);
    const customers = await makeCustomers(desk, 60);
    const commands = customers.map((customer) => recharge(desk, customer));
    const gone = recharge(desk, newId());
    const middle = 40;
    const ordered = [...commands.slice(0, middle), gone, ...commands.slice(middle)];
    const seqs = ordered.map(({ device_seq }) => device_seq).sort((a, b) => a - b);
    const outcomes = await desk.push(ordered.map((one, at) => ({ ...one, device_seq: seqs[at] ?? 0 })));
    const [refused] = outcomes.splice(middle, 1);
    expect(refused).toMatchObject({ id: gone.id, status: "APPLIED", result: { suspense: true } });
    expect(outcomes.map(({ status, result }) => [status, result.suspense])).toEqual(
      outcomes.map(() => ["APPLIED", undefined]),
    );
    expect(await rechargesOf(sql, customers)).toEqual(customers.map(() => 1));
    expect(await transactionsOf(sql, customers)).toBeLessThanOrEqual(4);
  });

  it("A batch of refusals, of things that can't be read, of ids used before and of gaps is answered as if each came alone", async () => {
    const outcomesOf = async (push: (desk: WireDesktop, commands: Command[]) => Promise<unknown[]>) => {
      const desk = await openDesktop(server.url, t.owner.token);
      const [a = "", b = "", c = "", d = ""] = await makeCustomers(desk, 4);
      const before = recharge(desk, a);
      await desk.push([before]);
      const commands = [
        recharge(desk, a),
        recharge(desk, b),
        recharge(desk, newId()),
        desk.command("customer.update", { id: c, notes: "one" }),
        desk.command("customer.update", { id: c, notes: "two" }),
        { ...recharge(desk, d), occurred_at: "2026-02-30T10:00:00Z" },
        desk.command("no_such.kind", {}),
        desk.command("ticket.create", { id: newId(), subject: "", customer: a }),
        desk.command("transaction.create", { customer: d, amount: "3.00", receipt_number: desk.receipt() }),
      ];
      commands.splice(1, 0, { ...commands[0]! });
      // It leaves no trace under its number, so a gap is seen by who looks at the numbers alone.
      commands.push({
        ...desk.command("transaction.create", { customer: b, amount: "99.00" }),
        id: before.id,
      });
      desk.command("ticket.create", {});
      commands.push(recharge(desk, c));
      const outcomes = (await push(desk, commands)) as {
        status: string;
        result?: Record<string, unknown>;
        problem?: { code: string };
      }[];
      const audits =
        await sql`select action, actor_username from audit_logs where device = ${desk.id} order by id`;
      const items =
        await sql`select kind, problem ->> 'code' as code, amount from review_items where device = ${desk.id} order by created_at, kind, id`;
      const kept =
        await sql`select device_seq, kind, status, problem ->> 'code' as code from commands where device = ${desk.id} order by device_seq`;
      const entries = await sql`select debit, credit, balance_after, source from ledger_entries
        where customer = any(${[a, b, c, d]}::uuid[]) order by entry_no`;
      return {
        said: outcomes.map(({ status, result, problem }) => [status, result?.suspense, problem?.code]),
        ...{ audits: [...audits], items: [...items], kept: [...kept], entries: [...entries] },
      };
    };
    const together = await outcomesOf((desk, commands) => desk.push(commands));
    const alone = await outcomesOf(async (desk, commands) => {
      const outcomes: unknown[] = [];
      for (const command of commands) outcomes.push(...(await desk.push([command])));
      return outcomes;
    });
    expect(together.said.map(([status]) => status)).toContain("REJECTED");
    expect(together).toEqual(alone);
  });
});

describe("two devices at once", () => {
  /** Each payment takes a moment, so that two batches meet in the middle. */
  async function slowDown(): Promise<() => Promise<unknown>> {
    await sendEach(
      sql,
      `
      create function test_slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.01); return new; end $$;
      create trigger test_slow before insert on payment_transactions for each row execute function test_slow()`,
    );
    return () => sendEach(sql, "drop trigger test_slow on payment_transactions; drop function test_slow()");
  }

  it("Two devices that recharge the same customers in opposite order both get through, and no command is answered as an error", async () => {
    const desks = await Promise.all([1, 2].map(() => openDesktop(server.url, t.owner.token)));
    const customers = await makeCustomers(desks[0]!, 24);
    const hurry = await slowDown();
    try {
      const outcomes = await Promise.all(
        desks.map((desk, at) =>
          desk.push((at === 0 ? customers : [...customers].reverse()).map((one) => recharge(desk, one))),
        ),
      );
      expect(outcomes.flat().map(({ status, problem }) => [status, problem])).toEqual(
        outcomes.flat().map(() => ["APPLIED", undefined]),
      );
    } finally {
      await hurry();
    }
    expect(await rechargesOf(sql, customers)).toEqual(customers.map(() => 2));
    const { body } = await t.owner.get(`/review-items/?device=${desks[0]?.id}`);
    expect(body.results).toEqual([]);
  });

  it("A batch that a device sends twice at once is applied once", async () => {
    const desk = await openDesktop(server.url, t.owner.token);
    const customers = await makeCustomers(desk, 40);
    const commands = customers.map((customer) => recharge(desk, customer));
    const [one = [], other = []] = await Promise.all([desk.push(commands), desk.push(commands)]);
    for (const [at, { status }] of one.entries())
      expect([status, other[at]?.status].sort()).toEqual(["APPLIED", "DUPLICATE"]);
    expect(await rechargesOf(sql, customers)).toEqual(customers.map(() => 1));
  });

  it("A batch whose connections break again and again is applied once each, whatever was answered meanwhile", async () => {
    const desk = await openDesktop(server.url, t.owner.token);
    const customers = await makeCustomers(desk, 120);
    const commands = customers.map((customer) => recharge(desk, customer));
    const breaker = openPool(server.database_url, null, 1);
    let over = false;
    const breaking = (async () => {
      for (let times = 0; times < 12 && !over; times += 1) {
        const before = await rechargesOf(sql, customers).then(
          (counts) => counts.filter((count) => count > 0).length,
        );
        await breaker`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and usename = 'lastmile_app' and state <> 'idle'`;
        await expect
          .poll(
            async () =>
              over || (await rechargesOf(sql, customers)).filter((count) => count > 0).length > before,
            {
              interval: 5,
            },
          )
          .toBe(true);
      }
    })();
    const acknowledged = new Set<string>();
    for (let open = true; open; ) {
      const { status, data } = await desk.pushAs(t.owner.token, commands);
      if (status !== 200) continue;
      for (const outcome of data.results) if (outcome.status !== "RETRY") acknowledged.add(outcome.id);
      open = data.results.some((outcome: { status: string }) => outcome.status === "RETRY");
    }
    over = true;
    await breaking;
    await breaker.end();
    expect(acknowledged.size).toBe(commands.length);
    expect(await rechargesOf(sql, customers)).toEqual(customers.map(() => 1));
  });
});
