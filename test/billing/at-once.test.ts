// Each operation that moves money, asked for eight times at once and then again, by key, without one and as a desktop's
// command, in currencies of 0, 2 and 3 digits: it happens once, and the books are right.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../server/kernel/db/db.ts";
import { newId } from "../../shared/kernel/id.ts";
import { openDesktop } from "../helpers/desktop.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";
import { checkBooks } from "./helpers/check-books.ts";
import { type Company, MONEY_ACTS, type MoneyAct } from "./helpers/money-acts.ts";
import { ok } from "./helpers/tenant.ts";

let server: TestServer;
let sql: Sql;
beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 2);
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

interface Place extends Company {
  tenant: string;
}

async function found(currency: string, digits: number): Promise<Place> {
  const { owner, staff, tenant } = await makeTenant(server, { settings: { currency, earn_prepaid: true } });
  const desktop = await openDesktop(server.url, owner.token ?? "");
  const manager = await staff(`manager-${currency}`, "Manager");
  let customers = 0;
  return {
    ...{ owner, manager, desktop, tenant: tenant.id },
    money: (units) => (digits === 0 ? String(units) : `${units}.${"3".padStart(digits, "0")}`),
    async customer() {
      customers += 1;
      const body = { name: `C${customers}`, username: `c${customers}`, phone: `01${customers}` };
      return String((await ok(owner.post("/customers/", body))).id);
    },
  };
}

const EIGHT = Array.from({ length: 8 });

async function journalsOf(tenant: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(distinct journal)::int as count from ledger_entries where tenant_id = ${tenant}`;
  return row?.count ?? 0;
}

/** How many journals something posts. */
async function posted(place: Place, work: () => Promise<unknown>): Promise<number> {
  const before = await journalsOf(place.tenant);
  await work();
  return (await journalsOf(place.tenant)) - before;
}

/** Eight requests with one key, and a ninth: one is done, the others are its replays or told to wait. */
async function byKey(place: Place, { ready }: MoneyAct): Promise<number> {
  const { path, body, client = place.owner } = await ready(place);
  return posted(place, async () => {
    const headers = { "Idempotency-Key": newId() };
    const send = () => client.post(path, body, headers);
    const answers = await Promise.all(EIGHT.map(send));
    const done = answers.filter(({ status }) => status < 300);
    const waits = answers.filter(
      ({ status, body: { code } }) => status === 409 && /_IN_PROGRESS$/.test(code),
    );
    expect([done.length > 0, done.length + waits.length], JSON.stringify(answers[0]?.body)).toEqual([
      true,
      8,
    ]);
    const again = await send();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    for (const one of done) expect(one.body).toEqual(again.body);
  });
}

/** Eight requests without a key of what can happen once, and a ninth: all answer the same, or that it is so already. */
async function without(place: Place, { ready }: MoneyAct): Promise<number> {
  const { path, body, client = place.owner } = await ready(place);
  return posted(place, async () => {
    const answers = await Promise.all([...EIGHT.map(() => client.post(path, body))]);
    answers.push(await client.post(path, body));
    const statuses = answers.map(({ status }) => status);
    expect(
      statuses.some((status) => status < 300),
      JSON.stringify(answers[0]?.body),
    ).toBe(true);
    expect(statuses.filter((status) => status >= 300 && status !== 409)).toEqual([]);
  });
}

/** One command, pushed eight times at once and once more. */
async function byCommand(place: Place, { ready, is_command }: MoneyAct): Promise<number | null> {
  const command = is_command ? (await ready(place)).command : undefined;
  if (!command) return null;
  const { desktop } = place;
  return posted(place, async () => {
    const one = desktop.command(command.kind, command.payload);
    const outcomes = (await Promise.all(EIGHT.map(() => desktop.push([one])))).flat();
    outcomes.push(...(await desktop.push([one])));
    const statuses = outcomes.map(({ status }) => status).sort();
    expect(statuses, JSON.stringify(outcomes[0])).toEqual(["APPLIED", ...EIGHT.map(() => "DUPLICATE")]);
  });
}

describe.each([
  ["JPY", 0],
  ["BDT", 2],
  ["KWD", 3],
] as const)("eight at once in %s", (currency, digits) => {
  let place: Place;
  beforeAll(async () => {
    place = await found(currency, digits);
  });

  it.each(MONEY_ACTS)(
    `Asked for eight times at once and once more, $name happens once in ${currency}`,
    async (act) => {
      expect(["by key", await byKey(place, act)]).toEqual(["by key", act.journals]);
      if (act.is_once) expect(["without", await without(place, act)]).toEqual(["without", act.journals]);
      const commanded = await byCommand(place, act);
      if (commanded !== null) expect(["by command", commanded]).toEqual(["by command", act.journals]);
      expect(await checkBooks(sql)).toEqual([]);
    },
  );
});
