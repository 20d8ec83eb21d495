// A device's commands: in its order, each once, whoever hands them in, and however long a fault of ours lasts.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { sendEach } from "../../helpers/database/cluster.ts";
import { longKnown, openDesktop, proven, type WireDesktop } from "../../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";

// A wait that ends by what it waits for, however slow the machine; and one that is to end by itself.
const [LONG, SHORT] = [60_000, 50];

let server: TestServer;
let t: TestTenant;
let sql: Sql;
let customer: string;
beforeAll(async () => {
  server = await startTestServer({ gap_wait_ms: LONG });
  t = await makeTenant(server);
  sql = openPool(server.database_url, null, 2);
});
beforeEach(async () => {
  server.services.gap_wait_ms = LONG;
  customer = await newCustomer();
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

async function newCustomer(): Promise<string> {
  const body = { name: "A B", username: newId(), phone: "1" };
  const made = await t.owner.post("/customers/", body);
  expect(made.status).toBe(201);
  return made.body.id;
}

const pay = (amount: string, more: object = {}) =>
  ["transaction.create", { customer, amount, ...more }] as const;
const advance = async () => (await t.owner.get(`/customers/${customer}/`)).body.advance_amount;
const reviews = async (query: string) => (await t.owner.get(`/review-items/?${query}`)).body.results;

describe("a device's order", () => {
  it("A device's order holds when two of its pushes are under way at once, and the later one arrives first", async () => {
    for (let round = 0; round < 5; round++) {
      const desk = await openDesktop(server.url, t.owner.token);
      const id = newId();
      const first = [1, 2, 3].map((n) => desk.command(...pay(`${n}.00`)));
      first.push(desk.command("customer.create", { id, name: "X", username: newId(), phone: "1" }));
      const second = [desk.command("transaction.create", { customer: id, amount: "9.00" })];
      const later = desk.push(second);
      const answers = await Promise.all([later, desk.push(first)]);
      expect(answers.flat().map(({ status, result }) => [status, result.suspense])).toEqual(
        answers.flat().map(() => ["APPLIED", undefined]),
      );
    }
    expect(await reviews("kind=GAP")).toEqual([]);
  });

  it("A device's order is that of its numbers, and that of the answers is the batch's own", async () => {
    const desk = await openDesktop(server.url, t.owner.token);
    const id = newId();
    const made = desk.command("customer.create", { id, name: "X", username: newId(), phone: "1" });
    const unreadable = { ...desk.command("ticket.create", {}), occurred_at: "yesterday" };
    const paid = desk.command("transaction.create", { customer: id, amount: "9.00" });
    const sent = [paid, unreadable, made];
    const answers = await desk.push(sent);
    expect(answers.map((answer) => answer.id)).toEqual(sent.map((command) => command.id));
    expect(answers.map(({ status }) => status)).toEqual(["APPLIED", "REJECTED", "APPLIED"]);
    expect(answers[0]).toMatchObject({ result: { customer: id, amount: "9.00" } });
  });

  it("A device's order does not wait for ever: what never came is put on the review list, and is still taken when it comes", async () => {
    server.services.gap_wait_ms = SHORT;
    const desk = await openDesktop(server.url, t.owner.token);
    const [missing, next] = [desk.command(...pay("1.00")), desk.command(...pay("2.00"))];
    expect(await desk.push([next])).toMatchObject([{ status: "APPLIED" }]);
    expect(await reviews("kind=GAP")).toMatchObject([
      {
        device: desk.id,
        command: next.id,
        payload: { from: 1, to: 1 },
        detail: expect.stringContaining(desk.code),
      },
    ]);
    expect(await desk.push([next])).toMatchObject([{ status: "DUPLICATE" }]);
    expect(await desk.push([missing])).toMatchObject([{ status: "APPLIED" }]);
    expect(await advance()).toBe("3.00");
    expect(await reviews("kind=GAP")).toHaveLength(1);
  });

  it("A device's order counts commands that could not be read: what follows them is not held up", async () => {
    const desk = await openDesktop(server.url, t.owner.token);
    const bad = { ...desk.command(...pay("4.00")), occurred_at: "2026-02-30T10:00:00Z" };
    expect(await desk.push([bad])).toMatchObject([{ status: "REJECTED", problem: { code: "VALIDATION" } }]);
    expect(await desk.push([bad])).toMatchObject([{ status: "DUPLICATE", problem: { code: "VALIDATION" } }]);
    expect(await desk.push([desk.command(...pay("5.00"))])).toMatchObject([{ status: "APPLIED" }]);
    expect((await reviews("kind=GAP")).map((item: { device: string }) => item.device)).not.toContain(desk.id);
    // The money that it spoke of is for people to look at.
    const refused = (await reviews("kind=REFUSED")).filter(
      (item: { command: string }) => item.command === bad.id,
    );
    expect(refused).toMatchObject([{ amount: "4.00", problem: { code: "VALIDATION" } }]);
  });
});

describe("exactly once", () => {
  it("A known id with another payload is REJECTED, and money under it comes onto the review list, once", async () => {
    const desk = await openDesktop(server.url, t.owner.token);
    const other = await openDesktop(server.url, t.owner.token);
    const command = desk.command(...pay("1.00"));
    await desk.push([command]);
    const forged = { ...command, payload: { ...command.payload, amount: "777.00" } };
    for (const hand of [desk, desk, other]) {
      expect(await hand.push([forged])).toMatchObject([
        { id: command.id, status: "REJECTED", problem: { code: "COMMAND_ID_REUSED" } },
      ]);
    }
    expect(await desk.push([command])).toMatchObject([{ status: "DUPLICATE", result: { amount: "1.00" } }]);
    const listed = (await reviews("kind=REFUSED")).filter(
      (item: { command: string }) => item.command === command.id,
    );
    expect(listed).toMatchObject([{ amount: "777.00", problem: { code: "COMMAND_ID_REUSED" } }]);
    expect(await advance()).toBe("1.00");
  });

  it("A payment whose record is there already is not booked again as money of nobody", async () => {
    const desk = await openDesktop(server.url, t.owner.token);
    const body = { id: newId(), customer_id: customer, amount: "30.00", validity_days: 30 };
    expect((await t.owner.post("/recharges/", body)).status).toBe(201);
    const command = desk.command("recharge.create", body);
    expect(await desk.push([command])).toMatchObject([
      { status: "REJECTED", problem: { code: "DUPLICATE" } },
    ]);
    expect(await reviews("kind=SUSPENSE")).toEqual([]);
    const [item] = (await reviews("kind=REFUSED")).filter(
      (one: { command: string }) => one.command === command.id,
    );
    expect((await t.owner.post(`/review-items/${item.id}/dismiss/`)).status).toBe(200);
    expect(await advance()).toBe("30.00");
  });
});

describe("a failure of ours", () => {
  /** Makes every payment with this reference fail in the database, until it is called off. */
  async function breakPayments(reference: string): Promise<() => Promise<unknown>> {
    await sendEach(
      sql,
      `
      create function test_fault() returns trigger language plpgsql as $$
      begin if new.reference = '${reference}' then raise exception 'a defect'; end if; return new; end $$;
      create trigger test_fault before insert on payment_transactions for each row execute function test_fault()`,
    );
    return () => sendEach(sql, "drop trigger test_fault on payment_transactions; drop function test_fault()");
  }

  it("A failure of ours is answered RETRY with growing pauses, keeps the order, and is made good when it is over", async () => {
    const desk = await openDesktop(server.url, t.owner.token);
    const mend = await breakPayments("broken");
    const commands = [
      desk.command(...pay("1.00")),
      desk.command(...pay("2.00", { reference: "broken" })),
      desk.command("customer.update", { id: customer, notes: "behind" }),
    ];
    const pauses: number[] = [];
    for (let tries = 0; tries < 3; tries++) {
      const [done, retried, behind] = await desk.push(commands);
      expect(done?.status).toBe(tries === 0 ? "APPLIED" : "DUPLICATE");
      expect(retried).toMatchObject({ status: "RETRY", problem: { code: "INTERNAL" } });
      expect(behind).toMatchObject({ status: "RETRY", retry_after: retried?.retry_after });
      pauses.push(retried?.retry_after ?? 0);
    }
    expect(pauses[0]).toBeGreaterThan(0);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(new Set(pauses).size).toBe(3);
    // Neither in a push of its own: nothing of the device goes past it.
    expect(await desk.push(commands.slice(2))).toMatchObject([{ status: "RETRY" }]);
    expect((await t.owner.get(`/customers/${customer}/`)).body.notes).not.toBe("behind");
    await mend();
    expect((await desk.push(commands)).map(({ status }) => status)).toEqual([
      "DUPLICATE",
      "APPLIED",
      "APPLIED",
    ]);
    expect(await advance()).toBe("3.00");
    expect(await reviews("kind=SUSPENSE")).toEqual([]);
  });

  const anHourAgo = (command: string) =>
    sql`update command_retries set first_failed_at = now() - interval '61 minutes' where command = ${command}`;

  it("A failure of ours goes onto the review list after an hour, and the outbox goes on without it", async () => {
    const desk = await openDesktop(server.url, t.owner.token);
    const mend = await breakPayments("broken");
    const [first, behind, second] = [
      desk.command(...pay("5.00", { reference: "broken" })),
      desk.command(...pay("6.00")),
      desk.command(...pay("7.00", { reference: "broken" })),
    ];
    expect(await desk.push([first, behind])).toMatchObject([{ status: "RETRY" }, { status: "RETRY" }]);
    await anHourAgo(first.id);
    const [given_up, done] = await desk.push([first, behind]);
    expect(given_up).toMatchObject({ status: "REJECTED", problem: { code: "INTERNAL" } });
    expect(done).toMatchObject({ status: "APPLIED" });
    expect(await reviews(`kind=FAILED`)).toMatchObject([
      { command: first.id, amount: "5.00", status: "OPEN" },
    ]);
    // One that its device never sends again holds up nobody either.
    expect(await desk.push([second])).toMatchObject([{ status: "RETRY" }]);
    await anHourAgo(second.id);
    await mend();
    expect(await desk.push([desk.command(...pay("8.00"))])).toMatchObject([{ status: "APPLIED" }]);
    const [money] = await reviews("kind=SUSPENSE");
    expect(money).toMatchObject({ command: second.id, amount: "7.00" });
    expect(await advance()).toBe("14.00");
  });
});

describe("who took the money", () => {
  const transactionOf = async (id: string) => (await t.owner.get(`/transactions/${id}/`)).body;

  it("Who took the money is the command's author, whoever hands it in", async () => {
    const clerk = await t.staff("author-clerk", "Counter");
    const his: WireDesktop = await openDesktop(server.url, clerk.token);
    const colleague = await t.staff("author-colleague", "Counter");
    const me = await clerk.get("/auth/me/");
    const self = { id: me.body.user.id, author_key: his.author_key };
    const command = await proven(his, self, his.command(...pay("11.00")));
    const paid = { id: newId(), customer_id: customer, amount: "12.00", validity_days: 1 };
    const recharge = await proven(his, self, his.command("recharge.create", paid));
    // A session hands in only for a device that it is bound to.
    const stranger = await his.pushAs(colleague.token, [command]);
    expect(stranger).toMatchObject({ status: 403, problem: { code: "DEVICE_MISMATCH" } });
    await openDesktop(server.url, colleague.token, { device_id: his.id, device_secret: his.secret });
    const { data } = await his.pushAs(colleague.token, [command, recharge]);
    expect(data.results).toMatchObject([{ status: "APPLIED" }, { status: "APPLIED" }]);
    expect(await transactionOf(data.results[0].result.id)).toMatchObject({
      received_by: "author-clerk",
      device: his.id,
    });
    expect(data.results[1].result.recharged_by).toBe("author-clerk");
    const ledger = await t.owner.get(`/ledger-entries/?customer=${customer}`);
    for (const entry of ledger.body.results) expect(entry.posted_by).toBe("author-clerk");
    const audit =
      await sql`select actor_username, details from audit_logs where object_id = ${String(recharge.payload.id)}`;
    expect(audit).toMatchObject([
      { actor_username: "author-clerk", details: { handed_in_by: "author-colleague" } },
    ]);
  });

  it("Who took the money gives nobody a right by naming somebody who has it and was never at this device", async () => {
    const technician = await t.staff("forger", "Technician");
    const desk = await openDesktop(server.url, technician.token);
    const owner = (await t.owner.get("/auth/me/")).body.user.id;
    const command = { ...desk.command(...pay("13.00")), author: owner };
    expect(await desk.push([command])).toMatchObject([
      { status: "REJECTED", problem: { code: "PERMISSION_DENIED" } },
    ]);
    expect(await advance()).toBe("0.00");
  });
});

describe("rights", () => {
  it("Rights are those of the moment at which it was done: before the change as meant, after it to suspense", async () => {
    const clerk = await t.staff("moved", "Counter");
    const desk = await openDesktop(server.url, clerk.token);
    const before = desk.command(...pay("1.00"));
    await t.owner.patch(`/staff/${clerk.staff_id}/`, { role: t.roles.Technician });
    const after = desk.command(...pay("2.00"));
    const [meant, kept] = await desk.push([before, after]);
    expect(meant).toMatchObject({ status: "APPLIED", result: { amount: "1.00" } });
    expect(kept).toMatchObject({
      status: "APPLIED",
      result: { suspense: true },
      problem: { code: "PERMISSION_DENIED" },
    });
    expect(await advance()).toBe("1.00");
  });

  it("Rights of a role that was changed as well", async () => {
    const role = await t.owner.post("/roles/", {
      name: "Cashier",
      permissions: ["finance.transaction.create", "subscribers.customer.view"],
    });
    expect(role.status).toBe(201);
    const clerk = await t.staff("cashier", "Counter");
    await t.owner.patch(`/staff/${clerk.staff_id}/`, { role: role.body.id });
    const desk = await openDesktop(server.url, clerk.token);
    const before = desk.command(...pay("1.00"));
    await t.owner.patch(`/roles/${role.body.id}/`, { permissions: ["subscribers.customer.view"] });
    const outcomes = await desk.push([before, desk.command(...pay("2.00"))]);
    expect(outcomes.map(({ problem }) => problem?.code)).toEqual([undefined, "PERMISSION_DENIED"]);
    expect(await advance()).toBe("1.00");
  });

  it("Rights that nobody ever had post nothing", async () => {
    const hr = await t.staff("hr-till", "HR");
    const desk = await openDesktop(server.url, hr.token);
    expect(await desk.push([desk.command(...pay("999.00"))])).toMatchObject([
      { status: "REJECTED", problem: { code: "PERMISSION_DENIED" } },
    ]);
    const trial = await t.owner.get("/reports/trial-balance/");
    expect(JSON.stringify(trial.body)).not.toContain("999.00");
  });
});

describe("a device's clock", () => {
  it("A device's clock that is seen to be wrong as it sends is put right, and looked at", async () => {
    const desk = await longKnown(server, await openDesktop(server.url, t.owner.token));
    const twoDays = 2 * 86_400_000;
    const said = (at: number) => new Date(at - twoDays).toISOString();
    const command = { ...desk.command(...pay("1.00")), occurred_at: said(Date.now() - 3_600_000) };
    const { data } = await desk.pushAs(t.owner.token, [command], { sent_at: said(Date.now()) });
    const paid = await t.owner.get(`/transactions/${data.results[0].result.id}/`);
    expect(Math.abs(Date.parse(paid.body.received_at) - (Date.now() - 3_600_000))).toBeLessThan(60_000);
    expect(await reviews("kind=CLOCK")).toMatchObject([{ command: command.id }]);
    const right = desk.command(...pay("1.00"));
    await desk.pushAs(t.owner.token, [right], { sent_at: new Date().toISOString() });
    expect(await reviews("kind=CLOCK")).toHaveLength(1);
  });

  it("A device's clock that names a year or an offset that the database does not write holds nothing up", async () => {
    const desk = await longKnown(server, await openDesktop(server.url, t.owner.token));
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19);
    const said = [
      "0000-01-01T00:00:00Z",
      "9999-12-31T23:59:59-12:00",
      `${anHourAgo}+23:59`,
      `${anHourAgo}-23:59`,
    ];
    for (const occurred_at of said) {
      const command = { ...desk.command(...pay("1.00")), occurred_at };
      expect(await desk.push([command]), occurred_at).toMatchObject([{ status: "APPLIED" }]);
      expect(await desk.push([command]), occurred_at).toMatchObject([{ status: "DUPLICATE" }]);
    }
    expect(await advance()).toBe("4.00");
  });
});
