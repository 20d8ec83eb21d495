// Who is believed, and of when: nobody acts as another, money that comes after an end is looked at, and no command happened before
// what is known to have come before it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../../shared/kernel/id.ts";
import { callProcedure, longKnown, openDesktop, proven, type WireDesktop } from "../../../helpers/desktop.ts";
import { type Client, client, startTestServer, type TestServer } from "../../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../../helpers/tenant.ts";

let server: TestServer;
let t: TestTenant;
let customer: string;
let owner: string;
beforeAll(async () => {
  server = await startTestServer({ gap_wait_ms: 100 });
  t = await makeTenant(server);
  customer = (await t.owner.post("/customers/", { name: "A B", username: newId(), phone: "1" })).body.id;
  owner = (await t.owner.get("/auth/me/")).body.user.id;
});
afterAll(() => server.stop());

const pay = (amount: string) => ["transaction.create", { customer, amount }] as const;
const waiver = () => ({ customer, adjustment_type: "CREDIT", amount: "100.00", reason: "Please" });
const kindsOf = async (command: string): Promise<string[]> => {
  const { body } = await t.owner.get(`/review-items/?command=${command}&page_size=100`);
  return body.results.map(({ kind }: { kind: string }) => kind).sort();
};
/** A minute ago, or so many seconds. */
const ago = (seconds: number) => ({ occurred_at: new Date(Date.now() - seconds * 1000).toISOString() });
const shown = ({ id, secret }: WireDesktop) => ({ device_id: id, device_secret: secret });

describe("nobody acts as another", () => {
  it("Nobody acts as the owner by their id at a till where the owner works: of what a clerk may not do nothing is done", async () => {
    const till = await longKnown(server, await openDesktop(server.url, t.owner.token));
    const people: [string, Client][] = [];
    for (const role of ["Counter", "HR", "Technician", "Support"])
      people.push([`as-${role}`, await t.staff(`as-${role}`, role)]);
    const made = await t.owner.post("/api-tokens/", { name: "as-machine", role: t.roles.HR });
    people.push(["token:as-machine", client(server.url, made.body.token)]);
    let device_seq = 0;
    for (const [username, who] of people) {
      await openDesktop(server.url, who.token, shown(till));
      device_seq += 1;
      const command = { ...till.command("adjustment.create", waiver(), { author: owner }), device_seq };
      const { data } = await till.pushAs(who.token, [command]);
      expect(data.results, username).toMatchObject([
        { status: "REJECTED", problem: { code: "PERMISSION_DENIED" } },
      ]);
      expect(await kindsOf(command.id)).toEqual(["AUTHOR_UNPROVEN"]);
      const { body } = await t.owner.get(`/review-items/?command=${command.id}`);
      expect(body.results).toMatchObject([{ author: username, payload: { kind: "adjustment.create" } }]);
    }
    expect((await t.owner.get(`/customers/${customer}/`)).body).toMatchObject({ advance_amount: "0.00" });
  });

  it("Nobody acts as another with the money that they take: it is booked, in the name of whoever handed it in", async () => {
    const clerk = await t.staff("own-money", "Counter");
    const till = await openDesktop(server.url, clerk.token);
    const command = till.command(...pay("3.00"), { author: owner });
    expect(await till.push(command)).toMatchObject([
      { status: "APPLIED", result: { amount: "3.00", received_by: "own-money" } },
    ]);
    expect(await kindsOf(command.id)).toEqual(["AUTHOR_UNPROVEN"]);
  });

  it("Nobody acts as another where a try failed by a fault of ours: it goes on as it was judged, whoever hands in next", async () => {
    const clerk = await t.staff("tried", "Counter");
    const till = await openDesktop(server.url, clerk.token);
    const { platform } = server.services.db;
    const command = till.command(...pay("4.00"));
    const judged = (await clerk.get("/auth/me/")).body.user.id;
    await platform`insert into command_retries
        (tenant_id, command, device, device_seq, content, first_failed_at, judged_author)
      values (${t.tenant.id}, ${command.id}, ${till.id}, ${command.device_seq}, ${JSON.stringify(command)}::text::jsonb,
        now() - interval '2 hours', ${judged})`;
    await openDesktop(server.url, t.owner.token, shown(till));
    await till.pushAs(t.owner.token, [till.command(...pay("5.00"))]);
    const [kept] =
      await platform`select author from commands where tenant_id = ${t.tenant.id} and id = ${command.id}`;
    expect(kept).toEqual({ author: "tried" });
  });
});

describe("what comes late", () => {
  it("What a dismissed clerk tells of before the end is booked as meant, and is looked at", async () => {
    const clerk = await t.staff("made-up", "Counter");
    const till = await openDesktop(server.url, clerk.token);
    const command = till.command(...pay("3500.00"));
    const note = till.command("customer.update", { id: customer, notes: "before" });
    await t.owner.patch(`/staff/${clerk.staff_id}/`, { is_active: false });
    expect(await till.push(command, note)).toMatchObject([
      { status: "APPLIED", result: { amount: "3500.00", received_by: "made-up" } },
      { status: "APPLIED" },
    ]);
    expect(await kindsOf(command.id)).toEqual(["LATE_HAND_IN"]);
    expect(await kindsOf(note.id)).toEqual([]);
  });

  it("What comes late of somebody else is booked as theirs where they proved it, and never on a word", async () => {
    const leaver = await t.staff("left-work", "Manager");
    const till = await openDesktop(server.url, leaver.token);
    const { user } = (await leaver.get("/auth/me/")).body;
    const self = { id: user.id, author_key: till.author_key };
    const honest = await proven(till, self, till.command(...pay("9.00")));
    const claimed = till.command("adjustment.create", waiver(), { author: user.id });
    await t.owner.patch(`/staff/${leaver.staff_id}/`, { is_active: false });
    const colleague = await t.staff("stays", "Counter");
    await openDesktop(server.url, colleague.token, shown(till));
    const { data } = await till.pushAs(colleague.token, [honest, claimed]);
    expect(data.results).toMatchObject([
      { status: "APPLIED", result: { received_by: "left-work" } },
      { status: "REJECTED", problem: { code: "PERMISSION_DENIED" } },
    ]);
    expect(await kindsOf(honest.id)).toEqual(["LATE_HAND_IN"]);
    expect(await kindsOf(claimed.id)).toEqual(["AUTHOR_UNPROVEN"]);
  });

  it("What comes late of a right that was taken away is looked at", async () => {
    const clerk = await t.staff("demoted", "Counter");
    const till = await longKnown(server, await openDesktop(server.url, clerk.token));
    const command = till.command(...pay("6.00"));
    await t.owner.patch(`/staff/${clerk.staff_id}/`, { role: t.roles.Technician });
    expect(await till.push(command)).toMatchObject([{ status: "APPLIED", result: { amount: "6.00" } }]);
    expect(await kindsOf(command.id)).toEqual(["LATE_HAND_IN"]);
  });

  it("What comes late from a revoked till has no five minutes: its clock is known, and money is kept apart", async () => {
    const clerk = await t.staff("till-taken", "Counter");
    const till = await longKnown(server, await openDesktop(server.url, clerk.token));
    const before = till.command(...pay("7.00"), ago(30));
    await t.owner.post(`/devices/${till.id}/revoke/`);
    const [after, note] = [
      till.command(...pay("8.00")),
      till.command("customer.update", { id: customer, notes: "after" }),
    ];
    const sent_at = new Date().toISOString();
    const { data } = await till.pushAs(clerk.token, [before, after, note], { sent_at });
    expect(data.results).toMatchObject([
      { status: "APPLIED", result: { amount: "7.00" } },
      { status: "APPLIED", result: { suspense: true }, problem: { code: "DEVICE_REVOKED" } },
      { status: "REJECTED", problem: { code: "DEVICE_REVOKED" } },
    ]);
    expect(await kindsOf(before.id)).toEqual(["LATE_HAND_IN"]);
    expect(await kindsOf(after.id)).toEqual(["LATE_HAND_IN", "SUSPENSE"]);
  });
});

describe("no command happened before what came before it", () => {
  const timesOf = async (...commands: { id: string }[]): Promise<(number | null)[]> => {
    const { body } = await t.owner.get("/transactions/?page_size=500");
    const byId = new Map(body.results.map((one: { id: string; received_at: string }) => [one.id, one]));
    return commands.map(({ id }) => {
      const one = byId.get(id) as { received_at: string } | undefined;
      return one ? Date.parse(one.received_at) : null;
    });
  };
  const money = (till: WireDesktop, seconds: number, device_seq?: number) => {
    const id = newId();
    const more = device_seq === undefined ? {} : { device_seq };
    return {
      ...till.command("transaction.create", { id, customer, amount: "1.00" }, { ...ago(seconds), ...more }),
      id,
    };
  };

  it("No command happened before its device was registered", async () => {
    const till = await openDesktop(server.url, t.owner.token);
    const command = money(till, 3600);
    expect(await till.push(command)).toMatchObject([{ status: "APPLIED" }]);
    expect(await kindsOf(command.id)).toEqual(["CLOCK"]);
    const [at] = await timesOf(command);
    expect(Math.abs((at ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it("No command happened before the one before it, in one batch or in many, alone or with others, and however they are mixed", async () => {
    const till = await longKnown(server, await openDesktop(server.url, t.owner.token));
    const [first, back, on] = [money(till, 600), money(till, 7200), money(till, 300)];
    await till.push(first, back, on);
    expect(await Promise.all([first, back, on].map(({ id }) => kindsOf(id)))).toEqual([[], ["CLOCK"], []]);
    // What was not believed binds nobody, and does not let the next one back either.
    const [again, steps] = [money(till, 7100), money(till, 7000)];
    await till.push(again);
    await till.push(steps);
    expect(await Promise.all([again, steps].map(({ id }) => kindsOf(id)))).toEqual([["CLOCK"], ["CLOCK"]]);
    // Nor what can't be read, nor what comes again before it, nor a refusal.
    const unreadable = { ...money(till, 100), payload: "text" };
    const refused = till.command("transaction.create", { customer: newId(), amount: "-1" }, ago(90));
    const last = money(till, 6900);
    await till.push(unreadable);
    await till.push(refused);
    await till.push(first, last);
    expect(await kindsOf(last.id)).toEqual(["CLOCK"]);
  });

  it("No command happened before the one before it where two batches are under way at once", async () => {
    const till = await longKnown(server, await openDesktop(server.url, t.owner.token));
    const [first, second] = [money(till, 60), money(till, 3600)];
    await Promise.all([till.push(second), till.push(first)]);
    expect(await kindsOf(second.id)).toContain("CLOCK");
    expect(await kindsOf(first.id)).toEqual([]);
  });

  it("A field's order and the rights of a moment are judged by the time that counts", async () => {
    const manager = await t.staff("rights-then", "Manager");
    const till = await openDesktop(server.url, manager.token);
    await t.owner.patch(`/staff/${manager.staff_id}/`, { role: t.roles.Technician });
    // Before this device was there: then is not when they had the right.
    const back = till.command("adjustment.create", waiver(), ago(3600));
    expect(await till.push(back)).toMatchObject([
      { status: "REJECTED", problem: { code: "PERMISSION_DENIED" } },
    ]);
    const note = await t.owner.patch(`/customers/${customer}/`, { notes: "later" });
    expect(note.status).toBe(200);
    const desk = await openDesktop(server.url, t.owner.token);
    const edit = { id: customer, notes: "backdated", base: { notes: "x" } };
    await desk.push(desk.command("customer.update", edit, ago(3600)));
    expect((await t.owner.get(`/customers/${customer}/`)).body.notes).toBe("backdated");
  });

  it("A till whose clock is slow, as it shows, is believed: what it dates before the bound counts as of the bound", async () => {
    const till = await openDesktop(server.url, t.owner.token);
    const command = money(till, 120);
    const sent_at = new Date(Date.now() - 121_000).toISOString();
    const answer = await callProcedure(server.url, t.owner.token, "sync.push", {
      ...{ device_id: till.id, commands: [command], sent_at },
    });
    expect(answer.data.results).toMatchObject([{ status: "APPLIED" }]);
    expect(await kindsOf(command.id)).toEqual([]);
  });
});
