// Commands that come one by one from several counters at once share a transaction: each is answered and done as it would be by
// itself, whatever refuses among them, whatever comes twice, and wherever the connection breaks.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { checkBooks } from "../../billing/helpers/check-books.ts";
import { whileBroken } from "../../helpers/database/broken-connections.ts";
import { whileHeld } from "../../helpers/database/held-account.ts";
import { rechargesOf, transactionsOf } from "../../helpers/database/recharges-written.ts";
import { openDesktop, type WireDesktop } from "../../helpers/desktop.ts";
import { isOfFeed } from "../../helpers/feed.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";

/** While one is under way, so many are begun together as soon as they are here (`SIZES` in request-batcher.ts). */
const FEW = 4;

let server: TestServer;
let t: TestTenant;
let sql: Sql;
let desks: WireDesktop[];
/** That the server sent so far, but for what its feed looks for and tells, and what finds who asks. */
let statements = 0;

beforeAll(async () => {
  server = await startTestServer({
    gap_wait_ms: 50,
    database: {
      onStatement: (text) => {
        if (!isOfFeed(text)) statements += 1;
      },
    },
  });
  t = await makeTenant(server);
  sql = openPool(server.database_url, null, 2);
  desks = await Promise.all(
    Array.from({ length: FEW + 1 }, () => openDesktop(server.url, t.owner.token ?? "")),
  );
  await server.stopClock();
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

const makeCustomers = (count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { body } = await t.owner.post("/customers/", { name: "A B", username: newId(), phone: "1" });
      return String(body.id);
    }),
  );

const recharge = (desk: WireDesktop, customer_id: string) =>
  desk.command("recharge.create", {
    ...{ id: newId(), customer_id, amount: "10.00", validity_days: 1, receipt_number: desk.receipt() },
  });

/** Does something while the command of a fifth counter is under way, which waits for its customer's account meanwhile. */
async function meanwhile<T>(work: () => Promise<T>): Promise<T> {
  const [customer = ""] = await makeCustomers(1);
  const desk = desks[FEW]!;
  const held = { sql, database_url: server.database_url, tenant: t.tenant.id, customer };
  const { first, done } = await whileHeld(
    { ...held, first: () => desk.push([recharge(desk, customer)]) },
    work,
  );
  expect(first).toMatchObject([{ status: "APPLIED" }]);
  return done;
}

/** Each of the first counters pushes one command at once; answers what became of each. */
const pushEach = (commands: readonly (readonly [WireDesktop, ReturnType<typeof recharge>])[]) =>
  Promise.all(
    commands.map(async ([desk, command]) => {
      const [outcome] = await desk.push([command]);
      return outcome!;
    }),
  );

const ofEach = (customers: readonly string[]) =>
  customers.map((customer, at) => [desks[at]!, recharge(desks[at]!, customer)] as const);

describe("commands of several counters that come while another is under way", () => {
  it("A few are done in one transaction, each with the outcome of its own", async () => {
    const customers = await makeCustomers(FEW);
    const commands = ofEach(customers);
    const outcomes = await meanwhile(() => pushEach(commands));
    expect(outcomes).toMatchObject(
      commands.map(([, { id, payload }]) => ({ id, status: "APPLIED", result: { id: payload.id } })),
    );
    expect(await transactionsOf(sql, customers)).toBe(1);
    expect(await rechargesOf(sql, customers)).toEqual([1, 1, 1, 1]);
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
  });

  it("Four cost no more than sixty-three statements, where one by itself is twenty-five", async () => {
    const sent: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      const commands = ofEach(await makeCustomers(FEW));
      const counted = await meanwhile(async () => {
        statements = 0;
        await pushEach(commands);
        return statements;
      });
      sent.push(counted);
    }
    expect(Math.min(...sent)).toBeLessThanOrEqual(63);
  });

  it("Money for nobody is kept for people to look at, by itself, and the others are done together", async () => {
    const customers = await makeCustomers(FEW - 1);
    const outcomes = await meanwhile(() => pushEach(ofEach([...customers, newId()])));
    expect(outcomes.map(({ problem }) => problem?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      "VALIDATION",
    ]);
    expect(await transactionsOf(sql, customers)).toBe(1);
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
  });

  it("What a counter sends again is answered as the first time and not done again", async () => {
    const customers = await makeCustomers(FEW);
    const commands = ofEach(customers);
    const [again] = commands;
    expect(await pushEach([again!])).toMatchObject([{ status: "APPLIED" }]);
    const outcomes = await meanwhile(() => pushEach(commands));
    expect(outcomes.map(({ status }) => status)).toEqual(["DUPLICATE", "APPLIED", "APPLIED", "APPLIED"]);
    expect(await rechargesOf(sql, customers)).toEqual([1, 1, 1, 1]);
  });

  it("A command whose predecessor never came waits for it, and keeps nobody else", async () => {
    const customers = await makeCustomers(FEW);
    const [first = "", ...others] = customers;
    const lost = recharge(desks[0]!, first);
    const late = recharge(desks[0]!, first);
    const commands = others.map(
      (customer, at) => [desks[at + 1]!, recharge(desks[at + 1]!, customer)] as const,
    );
    const outcomes = await meanwhile(() => pushEach([[desks[0]!, late], ...commands]));
    expect(outcomes.map(({ status }) => status)).toEqual(["APPLIED", "APPLIED", "APPLIED", "APPLIED"]);
    expect(await transactionsOf(sql, others)).toBe(1);
    expect(await pushEach([[desks[0]!, lost]])).toMatchObject([{ status: "APPLIED" }]);
    expect(await rechargesOf(sql, customers)).toEqual([2, 1, 1, 1]);
  });

  it("Counters whose connections break again and again have each command done once", async () => {
    const customers = await makeCustomers(FEW * 8);
    const counter = async (desk: WireDesktop, own: readonly string[]) => {
      for (const customer of own) {
        const command = recharge(desk, customer);
        for (;;) {
          const { status, data } = await desk.pushAs(t.owner.token ?? "", [command]);
          if (status === 200 && data.results[0].status !== "RETRY") break;
        }
      }
    };
    const ownOf = (counter: number) => customers.filter((_one, at) => at % FEW === counter);
    const all = () => Promise.all(desks.slice(0, FEW).map((desk, at) => counter(desk, ownOf(at))));
    const broken = await whileBroken(sql, all);
    expect(broken).toBeGreaterThan(0);
    expect(await rechargesOf(sql, customers)).toEqual(customers.map(() => 1));
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
  });
});
