// Whoever hands in is believed for themselves alone: commands that name somebody else with every kind of wrong proof, at the worst
// till there is (the owner works at it, and so does whoever forges), and not one of them is done in another's name or right.
// LASTMILE_FORGED=20000 hands in so many; each lot is drawn anew from its number, which a failure names.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AREAS } from "../../../../server/areas.ts";
import { newId } from "../../../../shared/kernel/id.ts";
import { allows } from "../../../../shared/kernel/permission.ts";
import type { Command } from "../../../../shared/kernel/sync/wire.ts";
import { OPERATIONS } from "../../../../shared/resources.ts";
import { callProcedure, openDesktop, ownMoment, proven, type WireDesktop } from "../../../helpers/desktop.ts";
import { lot } from "../../../helpers/lot.ts";
import { type Client, client, startTestServer, type TestServer } from "../../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../../helpers/tenant.ts";

const COUNT = Number(process.env.LASTMILE_FORGED ?? lot(300, 20_000));
const LOT = 50;

/** Somebody whose name is used, and the key with which they prove what they do at the till. */
interface Victim {
  id: string;
  username: string;
  author_key: string;
}

/** Somebody who forges, bound to the till by its secret as everybody is who works at it. */
interface Forger {
  username: string;
  token: string | null;
  /** What they have themselves. */
  permissions: ReadonlySet<string>;
  /** Their own key at the till. */
  author_key: string;
  id: string | null;
}

let server: TestServer;
let t: TestTenant;
let till: WireDesktop;
let elsewhere: WireDesktop;
let customer: string;
let victims: Victim[];
let forgers: Forger[];
let strangers: string[];
/** What lies in the till's outbox for anybody to read: commands of its people with their proofs. */
let seen: (Command & { author: string; proof: string })[];

const me = async (who: Client) => (await who.get("/auth/me/")).body;

async function atTill(token: string | null): Promise<WireDesktop> {
  return openDesktop(server.url, token, { device_id: till.id, device_secret: till.secret });
}

async function victim(who: Client): Promise<Victim> {
  const { user } = await me(who);
  return { id: user.id, username: user.username, author_key: (await atTill(who.token)).author_key };
}

async function forger(who: Client, username?: string): Promise<Forger> {
  const { author_key } = await atTill(who.token);
  const self = username ? null : await me(who);
  return {
    username: username ?? self.user.username,
    ...{ token: who.token, author_key, id: self?.user.id ?? null },
    permissions: new Set<string>(self?.permissions ?? []),
  };
}

/** Numbers from a seed: mulberry32. */
function drawn(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (count: number) => Math.floor(next() * count),
    of: <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)]!,
  };
}
type Draw = ReturnType<typeof drawn>;

beforeAll(async () => {
  server = await startTestServer({ gap_wait_ms: 10 });
  t = await makeTenant(server);
  const other = await makeTenant(server);
  customer = (await t.owner.post("/customers/", { name: "A B", username: newId(), phone: "1" })).body.id;
  till = await openDesktop(server.url, t.owner.token);
  elsewhere = await openDesktop(server.url, t.owner.token);
  const [manager, accountant] = [await t.staff("manager", "Manager"), await t.staff("books", "Accountant")];
  victims = [await victim(t.owner), await victim(manager), await victim(accountant)];
  const roles = ["Technician", "HR", "Support", "Counter"];
  forgers = await Promise.all(roles.map(async (role) => forger(await t.staff(`forger-${role}`, role))));
  const made = await t.owner.post("/api-tokens/", { name: "Stolen", role: t.roles.HR });
  const stolen = await forger(client(server.url, made.body.token), `token:${made.body.name}`);
  forgers.push({ ...stolen, permissions: forgers[roles.indexOf("HR")]!.permissions });
  const leaver = await t.staff("forger-left", "Counter");
  forgers.push({ ...(await forger(leaver)), permissions: new Set() });
  await t.owner.patch(`/staff/${leaver.staff_id}/`, { is_active: false });
  const superuser = await server.superuser();
  strangers = [newId(), (await me(other.owner)).user.id, (await me(superuser)).user.id];
  const commands = victims.map((one, at) =>
    proven(till, one, { ...command("transaction.create", { customer, amount: "1.00" }), device_seq: at + 1 }),
  );
  seen = await Promise.all(commands);
  const done = await callProcedure(server.url, t.owner.token, "sync.push", {
    device_id: till.id,
    commands: seen,
  });
  // Proven, they count, whoever hands them in: what is tried below is not refused for another reason.
  expect(
    done.data.results.map(({ result }: { result: { received_by: string } }) => result.received_by),
  ).toEqual(victims.map(({ username }) => username));
});
afterAll(() => server.stop());

const command = (kind: string, payload: Record<string, unknown>): Command => ({
  ...{ id: newId(), kind, payload, occurred_at: ownMoment(), device_seq: 0 },
});

const OFFLINE = OPERATIONS.filter(({ offline }) => offline);

/** Something that its author could do: half of it what hurts most, the rest any kind with a payload that may mean nothing. */
function anything(draw: Draw): Command {
  const reason = `forged ${draw.below(1e9)}`;
  const worst: (() => Command)[] = [
    () => command("adjustment.create", { customer, adjustment_type: "CREDIT", amount: "100.00", reason }),
    () => command("customer.update", { id: customer, notes: reason }),
    () => command("customer.toggle_status", { id: customer, reason }),
    () => command("transaction.create", { customer, amount: "5.00" }),
    () => command("recharge.create", { customer_id: customer, amount: "5.00", validity_days: 0 }),
    () =>
      command("invoice.create", { customer, lines: [{ description: "x", quantity: 1, unit_price: "9.00" }] }),
    () => command("transaction.reverse", { id: seen[0]!.id, reason }),
    () =>
      command("cash_transfer.create", {
        from: victims[0]!.username,
        to: "OFFICE",
        amount: "1.00",
        method: "CASH",
      }),
  ];
  if (draw.below(2) === 0) return draw.of(worst)();
  return command(
    draw.of(OFFLINE).name,
    draw.of([{}, { id: customer }, { customer, amount: "1.00" }, { id: newId(), name: reason }]),
  );
}

type Forging = (draft: Command, author: string, by: Forger, draw: Draw) => Promise<object>;

const flipped = (proof: string, at: number) => {
  const place = at % (proof.length - 1);
  return proof.slice(0, place) + (proof[place] === "A" ? "B" : "A") + proof.slice(place + 1);
};

/** Every way in which a proof may be wrong; none of them knows the author's key. */
const FORGINGS: Record<string, Forging> = {
  none: async (draft, author) => ({ ...draft, author }),
  empty: async (draft, author) => ({ ...draft, author, proof: "" }),
  null: async (draft, author) => ({ ...draft, author, proof: null }),
  words: async (draft, author, _, draw) => ({
    ...{ ...draft, author },
    proof: draw.of([
      "true",
      "admin",
      author,
      till.id,
      "A".repeat(43),
      "A".repeat(10_000),
      "\u0000",
      "proof\nproof",
    ]),
  }),
  own_key: (draft, author, { author_key }) => proven(till, { id: author, author_key }, draft),
  own_proof: async (draft, author, { id, author_key }) => ({
    ...(await proven(till, { id: id ?? author, author_key }, draft)),
    author,
  }),
  device_secret: (draft, author) => proven(till, { id: author, author_key: till.secret }, draft),
  other_device: async (draft, author) => {
    const honest = victims.find(({ id }) => id === author) ?? victims[0]!;
    // As it would have been proven at another device with the key of this one.
    return { ...(await proven(elsewhere, { ...honest, id: author }, draft)), author };
  },
  other_devices_key: (draft, author) => proven(till, { id: author, author_key: elsewhere.author_key }, draft),
  stolen: async (draft, author, _, draw) => ({ ...draft, author, proof: draw.of(seen).proof }),
  swapped_payload: async (draft, _author, _, draw) => ({
    ...draw.of(seen),
    id: newId(),
    kind: draft.kind,
    payload: draft.payload,
  }),
  swapped_amount: async (_draft, _author, _, draw) => {
    const one = draw.of(seen);
    return { ...one, id: newId(), payload: { ...one.payload, amount: "999.00" } };
  },
  swapped_seq: async (_draft, _author, _, draw) => ({ ...draw.of(seen), id: newId() }),
  swapped_author: async (_draft, author, _, draw) => ({ ...draw.of(seen), id: newId(), author }),
  flipped: async (draft, _author, _, draw) => {
    const one = draw.of(seen);
    return { ...one, id: newId(), kind: draft.kind, proof: flipped(one.proof, draw.below(40)) };
  },
};

interface Forged {
  id: string;
  kind: string;
  author: string;
  forging: string;
}

async function lotOf(draw: Draw, by: Forger): Promise<Forged[]> {
  const names = [...victims.map(({ id }) => id), ...strangers].filter((id) => id !== by.id);
  const forged = Array.from({ length: LOT }, async () => {
    const forging = draw.of(Object.keys(FORGINGS));
    const made = await FORGINGS[forging]!(anything(draw), draw.of(names), by, draw);
    return { ...made, forging } as Forged;
  });
  return Promise.all(forged);
}

let seq = 3;

/** Hands a lot in; every outcome has to be one that the forger could have had in their own name. */
async function handIn(lot: readonly Forged[], by: Forger, where: string): Promise<void> {
  const commands = lot.map(({ forging: _, ...one }) => ({ ...one, device_seq: ++seq }));
  const answer = await callProcedure(server.url, by.token, "sync.push", { device_id: till.id, commands });
  expect(answer.status, where).toBe(200);
  const sql = server.services.db.platform;
  const ids = lot.map(({ id }) => id);
  const kept = await sql`select id, kind, author, handed_in_by, status, result from commands
    where tenant_id = ${t.tenant.id} and id = any(${ids}::text[]::uuid[])`;
  expect(kept.length, where).toBe(lot.length);
  const audits = await sql`select actor_username from audit_logs where tenant_id = ${t.tenant.id}
    and details->>'handed_in_by' = ${by.username}`;
  expect(audits, where).toEqual([]);
  const noted = await sql<{ command: string }[]>`select command from review_items
    where tenant_id = ${t.tenant.id} and kind = 'AUTHOR_UNPROVEN' and command = any(${ids}::text[]::uuid[])`;
  const told = new Set(noted.map(({ command }) => command));
  const forgings = new Map(lot.map((one) => [one.id, one]));
  for (const { id, kind, author, handed_in_by, status, result } of kept) {
    const said = `${where}: ${forgings.get(id)?.forging} ${kind}`;
    expect(author, said).toBe(by.username);
    expect(handed_in_by, said).toBeNull();
    if (status === "APPLIED" && !result?.suspense) {
      const permission = OPERATIONS.find(({ name }) => name === kind)?.permission ?? null;
      if (permission !== null) expect(allows(by.permissions, permission), said).toBe(true);
    }
    // What can't be read as a command names nobody.
    const isReadable = typeof forgings.get(id)?.author === "string";
    if (isReadable) expect(told.has(id), said).toBe(true);
  }
}

describe("forged commands", () => {
  it("The kinds that are forged are those that desktops send", () => {
    const served = AREAS.flatMap(({ operations }) => operations.map(({ operation }) => operation.name));
    expect(OFFLINE.length).toBeGreaterThan(30);
    for (const { name } of OFFLINE) expect(served).toContain(name);
  });

  it(`None of ${COUNT} forged commands is believed: each counts as done by whoever handed it in, with their rights, and is noted`, async () => {
    const lots = Math.ceil(COUNT / LOT);
    for (let lot = 1; lot <= lots; lot++) {
      const draw = drawn(lot);
      const by = forgers[lot % forgers.length]!;
      await handIn(await lotOf(draw, by), by, `lot ${lot} of ${by.username}`);
    }
    expect(seq - 3).toBeGreaterThanOrEqual(COUNT);
    const { body } = await t.owner.get("/audit-logs/?action=adjustment.create");
    expect(body.count).toBe(0);
  }, 3_600_000);

  it("What was proven once and is sent again is answered as the first time, and done no second time", async () => {
    const before = (await t.owner.get(`/transactions/?customer=${customer}`)).body.count;
    for (const by of forgers) {
      const again = { device_id: till.id, commands: seen };
      const { data } = await callProcedure(server.url, by.token, "sync.push", again);
      expect(new Set(data.results.map(({ status }: { status: string }) => status))).toEqual(
        new Set(["DUPLICATE"]),
      );
    }
    expect((await t.owner.get(`/transactions/?customer=${customer}`)).body.count).toBe(before);
  });

  it("With the author's own proof the same is done in the author's name, whoever hands it in", async () => {
    const [owner] = victims;
    const draft = { ...command("customer.update", { id: customer, notes: "proven" }), device_seq: ++seq };
    const honest = await proven(till, owner!, draft);
    const by = forgers[0]!;
    const { data } = await callProcedure(server.url, by.token, "sync.push", {
      device_id: till.id,
      commands: [honest],
    });
    expect(data.results).toMatchObject([{ status: "APPLIED", result: { notes: "proven" } }]);
    const [kept] = await server.services.db.platform`select author, handed_in_by from commands
      where tenant_id = ${t.tenant.id} and id = ${honest.id}`;
    expect(kept).toEqual({ author: owner!.username, handed_in_by: by.username });
  });
});
