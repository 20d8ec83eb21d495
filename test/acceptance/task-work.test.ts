// The work on a work order: its template, its breaks, what is shown for it at the end, and what two do offline in any order.
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../shared/kernel/id.ts";
import { longKnown, openDesktop, type WireDesktop } from "../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";
import { type Body, expectProblem, expectStatus } from "./helpers/money.ts";

let server: TestServer;
let home: TestTenant;
let owner: Client;
let babul: Awaited<ReturnType<TestTenant["staff"]>>;
let nasrin: Awaited<ReturnType<TestTenant["staff"]>>;
let phones: [WireDesktop, WireDesktop];
beforeAll(async () => {
  server = await startTestServer();
  home = await makeTenant(server, { subdomain: "field-work" });
  owner = home.owner;
  babul = await home.staff("babul", "Technician");
  nasrin = await home.staff("nasrin", "Technician");
  phones = [await openDesktop(server.url, babul.token), await openDesktop(server.url, nasrin.token)];
});
afterAll(() => server.stop());

const work = { title: "No light", description: "Since the storm", task_type: "REPAIR" };
const make = (more: object = {}): Promise<Body> =>
  expectStatus(201, owner.post("/tasks/", { ...work, assigned_to: babul.staff_id, ...more }));
const step = ({ id }: Body, name: string, body: object = {}) => babul.post(`/tasks/${id}/${name}/`, body);
const read = ({ id }: Body): Promise<Body> => expectStatus(200, owner.get(`/tasks/${id}/`));
const reviews = async ({ id }: Body): Promise<Body[]> => {
  const { results } = await expectStatus(200, owner.get("/review-items/?kind=CONFLICT&page_size=500"));
  return results.filter((item: Body) => item.payload?.id === id);
};
const template = async (name: string): Promise<Body> => {
  const { results } = await expectStatus(200, babul.get(`/task-templates/?search=${name}`));
  return results[0];
};
/** A phone that tells of what was done before the test began. */
const known = async (token: string | null) => longKnown(server, await openDesktop(server.url, token));
const MINUTE = 60_000;
const at = (start: number, minutes: number) => ({
  occurred_at: new Date(start + minutes * MINUTE).toISOString(),
});

it("A new company has templates for repairs, installations and inspections", async () => {
  const { results } = await expectStatus(200, owner.get("/task-templates/"));
  const asked = results.map((one: Body) => [one.name, one.needs_rx, one.needs_signature, one.needs_photo]);
  expect(asked).toEqual([
    ["Inspection", false, false, false],
    ["Installation", true, true, true],
    ["Repair", true, false, false],
  ]);
});

it("A work order takes over its template's checklist and priority, unless it is given its own", async () => {
  const { id, checklist } = await template("Repair");
  await expectStatus(200, owner.patch(`/task-templates/${id}/`, { priority: "HIGH" }));
  expect(await make({ template: id })).toMatchObject({
    priority: "HIGH",
    checklist: checklist.map((text: string) => ({ text, done: false })),
  });
  const own = { priority: "MEDIUM", checklist: [{ text: "Ladder", done: true }] };
  expect(await make({ template: id, ...own })).toMatchObject(own);
  await expectProblem(400, owner.post("/tasks/", { ...work, template: newId() }), "VALIDATION");
});

it("Hours of a visit are given both or not at all, and end after they begin", async () => {
  const task = await make({ window_from: "09:00", window_to: "11:30", due_date: "2026-12-01", sequence: 2 });
  expect(task).toMatchObject({ window_from: "09:00", window_to: "11:30", sequence: 2 });
  for (const wrong of [{ window_from: "12:00" }, { window_to: null }, { window_to: "24:00" }])
    await expectProblem(400, owner.patch(`/tasks/${task.id}/`, wrong), "VALIDATION");
  await expectProblem(400, owner.post("/tasks/", { ...work, window_to: "10:00" }), "VALIDATION");
  const without = { window_from: null, window_to: null };
  expect(await expectStatus(200, owner.patch(`/tasks/${task.id}/`, without))).toMatchObject(without);
});

it("A line below the company's limit is not called fixed: at −28 dBm the way out is to leave it and say why", async () => {
  const ticket = await expectStatus(
    201,
    owner.post("/tickets/", { subject: "Off", description: "No light" }),
  );
  const done = { completion_notes: "Exchanged the connector" };
  for (const [rx, status] of [
    [-27.01, 422],
    [-27, 200],
    [-8, 200],
    [0, 422],
    [-35, 422],
  ] as const) {
    const task = await make();
    const answer = await step(task, "complete", { ...done, rx_after_dbm: rx });
    expect([rx, answer.status, answer.body.code ?? answer.body.status]).toEqual([
      ...[rx, status, status === 200 ? "COMPLETED" : "SIGNAL_TOO_WEAK"],
    ]);
  }
  const inspection = await make({ task_type: "INSPECTION" });
  await expectStatus(200, step(inspection, "complete", { ...done, rx_after_dbm: -28 }));

  const task = await make({
    ticket: ticket.id,
    checklist: [{ text: "Look", done: true }, { text: "Splice" }],
  });
  const refused = await expectProblem(
    422,
    step(task, "complete", { ...done, rx_after_dbm: -28 }),
    "SIGNAL_TOO_WEAK",
  );
  expect(refused).toMatchObject({ rx_after_dbm: -28, limit_dbm: -27 });
  const left = { ...done, rx_after_dbm: -28, left_unfixed: "The drop cable has to be laid anew" };
  expect(await expectStatus(200, step(task, "complete", left))).toMatchObject({
    status: "COMPLETED",
    ...left,
  });
  const { results } = await expectStatus(200, owner.get(`/tasks/?ticket=${ticket.id}&status=PENDING`));
  expect(results).toMatchObject([
    {
      ...{ title: work.title, follows: task.id, ticket: ticket.id, assigned_to: null },
      checklist: [{ text: "Splice", done: false }],
      description: "The drop cable has to be laid anew\n\nSince the storm",
    },
  ]);
});

it("What a template asks for is named where it is missing, and is not asked for where the trouble is left", async () => {
  const { id } = await template("Installation");
  const task = await make({ template: id, task_type: "INSTALLATION" });
  const notes = { completion_notes: "Laid" };
  const problem = await expectProblem(400, step(task, "complete", notes), "VALIDATION");
  expect(problem.errors).toMatchObject([
    { field: "rx_after_dbm", code: "REQUIRED" },
    { field: "signed_by", code: "REQUIRED" },
    { field: "photos", code: "REQUIRED" },
  ]);
  await expectStatus(200, step(task, "complete", { ...notes, left_unfixed: "Nobody at home" }));
});

it("The time of breaks is not worked time, and who rests or works already can't do so again", async () => {
  const task = await make();
  await expectProblem(409, step(task, "pause"), "ILLEGAL_TRANSITION");
  const phone = await known(babul.token);
  const start = Date.now() - 100 * MINUTE;
  const day = [
    ["start", 0],
    ["pause", 30],
    ["start", 45],
    ["complete", 60],
  ] as const;
  for (const [name, minutes] of day) {
    const more = name === "complete" ? { completion_notes: "Done" } : {};
    const command = phone.command(`task.${name}`, { id: task.id, ...more }, at(start, minutes));
    expect(await phone.push(command)).toMatchObject([{ status: "APPLIED" }]);
  }
  expect(await read(task)).toMatchObject({
    ...{ status: "COMPLETED", worked_seconds: 45 * 60, resumed_at: null, paused_at: null },
    started_at: at(start, 0).occurred_at,
  });
  expect(await reviews(task)).toEqual([]);
  const other = await make();
  await expectStatus(200, step(other, "start"));
  await expectProblem(409, step(other, "start"), "ILLEGAL_TRANSITION");
  expect(await expectStatus(200, step(other, "pause"))).toMatchObject({ resumed_at: null });
  await expectProblem(409, step(other, "pause"), "ILLEGAL_TRANSITION");
  expect(await expectStatus(200, step(other, "start"))).toMatchObject({ paused_at: null });
});

it("Work on an order that was given to another meanwhile counts, and people are told", async () => {
  const task = await make();
  const start = Date.now() - 60 * MINUTE;
  await expectStatus(200, owner.post(`/tasks/${task.id}/assign/`, { assigned_to: nasrin.staff_id }));
  const phone = await known(babul.token);
  const outcomes = await phone.push(
    phone.command("task.start", { id: task.id }, at(start, 0)),
    phone.command("task.complete", { id: task.id, completion_notes: "Spliced" }, at(start, 20)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["APPLIED", "APPLIED"]);
  expect(await read(task)).toMatchObject({
    ...{ status: "COMPLETED", completion_notes: "Spliced", assigned_to: nasrin.staff_id },
  });
  expect(await reviews(task)).toHaveLength(2);
});

it("A line that was called fixed offline with too little light is kept with its notes, goes on, and is looked at", async () => {
  const task = await make();
  const [phone] = phones;
  const end = { id: task.id, completion_notes: "Should do", rx_after_dbm: -28.5 };
  expect(await phone.push(phone.command("task.start", { id: task.id }))).toMatchObject([
    { status: "APPLIED" },
  ]);
  expect(await phone.push(phone.command("task.complete", end))).toMatchObject([{ status: "APPLIED" }]);
  expect(await read(task)).toMatchObject({
    ...{ status: "IN_PROGRESS", completion_notes: "Should do", rx_after_dbm: -28.5 },
  });
  expect(await reviews(task)).toHaveLength(1);
});

it("Who leaves a line unfixed offline has one order that goes on with it, however often the command comes", async () => {
  const task = await make();
  const [phone] = phones;
  const left = { id: task.id, completion_notes: "Cable cut", left_unfixed: "Needs two people" };
  const command = phone.command("task.complete", left);
  expect(await phone.push(command)).toMatchObject([{ status: "APPLIED" }]);
  expect(await phone.push(command)).toMatchObject([{ status: "DUPLICATE" }]);
  const next = await read({ id: command.id });
  expect(next).toMatchObject({ follows: task.id, status: "PENDING" });
});

it("Whatever two do offline on one order, in whatever order it comes in, nothing is refused and all notes are kept", async () => {
  const act = fc.constantFrom("start", "pause", "complete");
  const life = fc.array(act, { maxLength: 4 });
  // Whose act comes in next, while both have some left.
  const arrival = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(life, life, arrival, async (his, hers, turns) => {
      const task = await make();
      const desks = [await known(babul.token), await known(nasrin.token)] as const;
      const start = Date.now() - 1_000 * MINUTE;
      const commandsOf = (who: 0 | 1, acts: readonly string[]) =>
        acts.map((name, index) =>
          desks[who].command(
            `task.${name}`,
            { id: task.id, ...(name === "complete" ? { completion_notes: `note ${who}.${index}` } : {}) },
            at(start, index * 20 + who * 7),
          ),
        );
      const waiting = [commandsOf(0, his), commandsOf(1, hers)] as const;
      for (const turn of [...turns, true, true, true, true, false, false, false, false]) {
        const who = turn ? 0 : 1;
        const next = waiting[who].shift();
        if (next) expect((await desks[who].push(next))[0]).toMatchObject({ status: "APPLIED" });
      }
      const now = await read(task);
      const all = [...his, ...hers];
      const isDone = all.includes("complete");
      const isBegun = all.includes("start");
      expect(now.status).toBe(isDone ? "COMPLETED" : isBegun ? "IN_PROGRESS" : "ASSIGNED");
      const kept = (now.completion_notes ?? "").match(/note \d\.\d/g) ?? [];
      const notes = [his, hers].flatMap((acts, who) =>
        acts.flatMap((name, index) => (name === "complete" ? [`note ${who}.${index}`] : [])),
      );
      expect(kept.sort()).toEqual(notes.sort());
      expect(now.worked_seconds).toBeGreaterThanOrEqual(0);
      expect(now.worked_seconds).toBeLessThanOrEqual(87 * 60);
      const running = [now.resumed_at, now.paused_at].filter((moment) => moment !== null);
      expect(running).toHaveLength(now.status === "IN_PROGRESS" ? 1 : 0);
    }),
    {
      numRuns: 25,
      examples: [
        // The first one's break is after the second one's beginning, which comes in later: that time counts once.
        [["start", "start", "pause", "pause"], ["start"], [true, true, true, false, true, true, true, true]],
      ],
    },
  );
});
