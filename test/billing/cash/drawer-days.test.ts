// Random days at tills: whatever is done by whom and where, a drawer expects beyond its float what its cashier's money changed by
// in the ledger while it was open, also when what was done is told much later.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Random, random } from "../../../server/demo/random.ts";
import { openPool, type Row, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { openDesktop, type WireDesktop } from "../../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

const DAYS = 8;
const ACTS = 70;

let server: TestServer;
let sql: Sql;
let isp: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 1);
  isp = await makeTenant(server);
});
afterAll(async () => {
  expect(await checkBooks(sql)).toEqual([]);
  await sql.end();
  await server.stop();
});

/** A person at a computer, with what they did and have not told. */
interface Seat {
  clerk: Clerk;
  client: Client;
  till: WireDesktop;
  untold: object[];
}

interface Clerk {
  username: string;
  client: Client;
  seats: Seat[];
  /** Their open drawer. */
  shift: string | null;
  shifts: string[];
}

/** What may be taken back, or confirmed, once it is told. */
interface Done {
  id: string;
  seat: Seat;
  to?: string;
}

interface Day {
  dice: Random;
  /** Of the next act. */
  at: number;
  clerks: Clerk[];
  owner: Seat;
  customer: string;
  payments: Done[];
  transfers: Done[];
}

let people = 0;

async function hire(): Promise<Clerk> {
  people += 1;
  const username = `clerk-${people}`;
  const password = `${username}-secret`;
  const roles = await ok<{ results: Row[] }>(isp.admin.get("/roles/?name=Counter"));
  await ok(isp.admin.post("/staff/", { username, password, role: roles.results[0]?.id }));
  const client = await server.signIn(username, password, isp.subdomain);
  return { username, client, seats: [], shift: null, shifts: [] };
}

async function sit(clerk: Clerk, at?: WireDesktop): Promise<void> {
  const password = `${clerk.username}-secret`;
  const client = await server.signIn(clerk.username, password, isp.subdomain);
  const till = await openDesktop(
    server.url,
    client.token,
    at ? { device_id: at.id, device_secret: at.secret } : {},
  );
  // Whoever else sits there goes on counting where the last stopped.
  clerk.seats.push({ clerk, client, till: at ?? till, untold: [] });
}

/** Two clerks with two tills each, and two who use one in turn. */
async function begin(seed: number): Promise<Day> {
  const clerks = [await hire(), await hire(), await hire(), await hire()] as const;
  const [one, other, early, late] = clerks;
  for (const clerk of [one, one, other, other, early]) await sit(clerk);
  await sit(late, early.seats[0]?.till);
  const owner = await openDesktop(server.url, isp.admin.token);
  await sql`update devices set created_at = now() - interval '2 days'`;
  const boss = { username: "", client: isp.admin, seats: [], shift: null, shifts: [] };
  const at = Date.now() - 10 * 3_600_000;
  return {
    ...{ dice: random(seed), at, clerks: [...clerks], customer: await isp.customer() },
    owner: { clerk: boss, client: isp.admin, till: owner, untold: [] },
    ...{ payments: [], transfers: [] },
  };
}

async function tell({ till, client, untold }: Seat): Promise<void> {
  const told = untold.splice(0);
  if (told.length === 0) return;
  const { data, error } = await till.pushAs(client.token, told);
  expect(error).toBeUndefined();
  for (const outcome of data.results) expect(outcome).toMatchObject({ status: "APPLIED" });
}

/** Done at the day's next moment; told at once, or some time: before somebody else does anything at the same till. */
async function act(day: Day, seat: Seat, kind: string, payload: Row): Promise<void> {
  const beside = day.clerks.flatMap(({ seats }) => seats).filter(({ till }) => till.id === seat.till.id);
  for (const one of beside) if (one !== seat) await tell(one);
  day.at += 20_000 + day.dice.between(0, 300_000);
  const occurred_at = new Date(Math.min(day.at, Date.now())).toISOString();
  seat.untold.push(seat.till.command(kind, payload, { occurred_at }));
  if (day.dice.chance(0.6)) await tell(seat);
}

const isInTurn = (day: Day, clerk: Clerk) => day.clerks.indexOf(clerk) >= 2;
/** Who uses a till in turn works there with a drawer alone. */
const mayWork = (day: Day, clerk: Clerk) => !isInTurn(day, clerk) || clerk.shift !== null;
const cash = (day: Day) => `${day.dice.between(1, 900)}.00`;
const own = ({ username, seats }: Clerk) => [username, ...seats.map(({ till }) => till.code)];

async function pay(day: Day, clerk: Clerk, seat = day.dice.pick(clerk.seats), method?: string) {
  if (!mayWork(day, clerk)) return;
  const id = newId();
  const how = method ?? (day.dice.chance(0.8) ? "CASH" : "MOBILE");
  await act(day, seat, "transaction.create", { id, customer: day.customer, amount: cash(day), method: how });
  day.payments.push({ id, seat });
}

async function openOrClose(day: Day, clerk: Clerk) {
  const seat = day.dice.pick(clerk.seats);
  if (clerk.shift === null) {
    if (isInTurn(day, clerk) && day.clerks.slice(2).some(({ shift }) => shift !== null)) return;
    clerk.shift = newId();
    clerk.shifts.push(clerk.shift);
    await act(day, seat, "shift.create", { id: clerk.shift, opening_float: cash(day) });
    for (const one of clerk.seats) await tell(one);
  } else {
    // It is another computer that may close it: the opening has been told by then.
    await act(day, seat, "shift.close", { id: clerk.shift, counted_cash: cash(day), reason: "Counted" });
    clerk.shift = null;
  }
}

async function takeBack(day: Day) {
  const payment = day.payments.splice(day.dice.between(0, day.payments.length - 1), 1)[0];
  if (!payment) return;
  await tell(payment.seat);
  await act(day, day.owner, "transaction.reverse", { id: payment.id, reason: "Typed twice" });
}

async function send(day: Day, clerk: Clerk) {
  const seat = day.dice.chance(0.5) ? day.dice.pick(clerk.seats) : day.owner;
  const from = day.dice.pick(seat === day.owner ? own(clerk) : [clerk.username, seat.till.code]);
  const to = day.dice.pick(["OFFICE", ...day.clerks.flatMap(own)].filter((holder) => holder !== from));
  const id = newId();
  await act(day, seat, "cash_transfer.create", { id, from, to, amount: cash(day) });
  day.transfers.push({ id, seat, to });
}

/** By who gets it, else by the owner; or it is called off. */
async function end(day: Day) {
  const transfer = day.transfers.splice(day.dice.between(0, day.transfers.length - 1), 1)[0];
  if (!transfer) return;
  const { id, seat, to = "" } = transfer;
  await tell(seat);
  const receiver = day.clerks
    .flatMap(({ seats }) => seats)
    .find(({ till, clerk }) => [till.code, clerk.username].includes(to));
  if (day.dice.chance(0.3)) await act(day, day.owner, "cash_transfer.cancel", { id });
  else if (seat !== day.owner) await act(day, day.owner, "cash_transfer.confirm", { id });
  else if (receiver) await act(day, receiver, "cash_transfer.confirm", { id });
}

async function live(day: Day): Promise<void> {
  // They have worked at each of their tills before.
  for (const clerk of day.clerks) {
    if (isInTurn(day, clerk)) continue;
    for (const seat of clerk.seats) await pay(day, clerk, seat, "CASH");
  }
  for (let n = 0; n < ACTS; n += 1) {
    const clerk = day.dice.pick(day.clerks);
    const chance = day.dice.next();
    if (chance < 0.15) await openOrClose(day, clerk);
    else if (chance < 0.55) await pay(day, clerk);
    else if (chance < 0.7) await takeBack(day);
    else if (chance < 0.87) await send(day, clerk);
    else await end(day);
  }
  for (const { seats } of day.clerks) for (const seat of seats) await tell(seat);
  await tell(day.owner);
}

/** What a clerk's money changed by while a drawer was open, by the ledger alone. */
async function changed(clerk: Clerk, shift: string): Promise<number> {
  const [row] = await sql<{ amount: string }[]>`
    select coalesce(sum(e.debit - e.credit), 0) as amount
    from shifts s left join ledger_entries e on e.tenant_id = s.tenant_id and e.holder = any(${own(clerk)}::text[])
        and e.occurred_at >= s.opened_at and e.occurred_at < coalesce(s.closed_at, 'infinity') and e.source_type <> 'shift'
        and e.account = (select id from billing_accounts a where a.tenant_id = s.tenant_id and a.code = 'CASH:CASH')
    where s.id = ${shift}`;
  return Number(row?.amount);
}

it("A drawer expects beyond its float what its cashier's money changed by, on random days, whoever did what, where, and told it when", async () => {
  let drawers = 0;
  for (let seed = 1; seed <= DAYS; seed += 1) {
    const day = await begin(seed);
    await live(day);
    for (const clerk of day.clerks) {
      for (const shift of clerk.shifts) {
        drawers += 1;
        const { expected_cash } = await ok<Row>(isp.admin.get(`/shifts/${shift}/totals/`));
        const { opening_float } = await ok<Row>(isp.admin.get(`/shifts/${shift}/`));
        const expected = Number(expected_cash) - Number(opening_float);
        expect([seed, clerk.username, expected]).toEqual([seed, clerk.username, await changed(clerk, shift)]);
        // Who may see their own alone is told the same.
        expect((await ok<Row>(clerk.client.get(`/shifts/${shift}/totals/`))).expected_cash).toBe(
          expected_cash,
        );
      }
    }
  }
  expect(drawers).toBeGreaterThan(DAYS * 3);
});
