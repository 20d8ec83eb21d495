// Contract §3, work orders, seen from outside.
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
  home = await makeTenant(server, { subdomain: "field" });
  owner = home.owner;
  babul = await home.staff("babul", "Technician");
  nasrin = await home.staff("nasrin", "Support");
  phones = [await openDesktop(server.url, babul.token), await openDesktop(server.url, nasrin.token)];
});
afterAll(() => server.stop());

const work = { title: "New line", description: "Second floor", task_type: "INSTALLATION" };
const make = (more: object = {}): Promise<Body> =>
  expectStatus(201, owner.post("/tasks/", { ...work, ...more }));
const step = ({ id }: Body, name: string, body: object = {}) => owner.post(`/tasks/${id}/${name}/`, body);
const read = ({ id }: Body): Promise<Body> => expectStatus(200, owner.get(`/tasks/${id}/`));
const reviews = async ({ id }: Body): Promise<Body[]> => {
  const { results } = await expectStatus(200, owner.get("/review-items/?kind=CONFLICT&page_size=200"));
  return results.filter((item: Body) => item.payload?.id === id);
};
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

it("A work order has the fields, defaults and limits of the specification", async () => {
  expect(await make()).toMatchObject({
    ...{ ...work, priority: "MEDIUM", status: "PENDING", customer: null, assigned_to: null },
    ...{ due_date: null, completed_at: null, completion_notes: null, location: null, checklist: [] },
  });
  const place = { latitude: 23.8, longitude: 90.36 };
  const full = await make({
    ...{ title: "x".repeat(200), priority: "URGENT", due_date: "2026-12-01", status: "PENDING" },
    ...{ location: place, checklist: [{ text: "Take a ladder" }] },
  });
  expect(full).toMatchObject({ location: place, checklist: [{ text: "Take a ladder", done: false }] });
  const wrong = [
    { ...work, title: "x".repeat(201) },
    { ...work, task_type: "PARTY" },
    { ...work, priority: "SOON" },
    { ...work, status: "COMPLETED" },
    { ...work, location: { latitude: 91, longitude: 0 } },
    { ...work, customer: newId() },
    { title: "Alone" },
  ];
  for (const body of wrong) await expectProblem(400, owner.post("/tasks/", body), "VALIDATION");
  for (const change of [{ status: "COMPLETED" }, { assigned_to: babul.staff_id }, { completed_at: null }])
    await expectProblem(400, owner.patch(`/tasks/${full.id}/`, change), "VALIDATION");
});

it("A status that says no more than its step may be sent with PATCH, by whoever may take the step; any other move is 409", async () => {
  const task = await make({ assigned_to: babul.staff_id });
  const patch = (change: object, client = owner) => client.patch(`/tasks/${task.id}/`, change);
  expect(await expectStatus(200, patch({ status: "ASSIGNED" }))).toMatchObject({ status: "ASSIGNED" });
  await expectProblem(409, patch({ status: "PENDING" }), "ILLEGAL_TRANSITION");
  expect(await expectStatus(200, patch({ status: "IN_PROGRESS", priority: "HIGH" }))).toMatchObject({
    ...{ status: "IN_PROGRESS", priority: "HIGH" },
    ...{ started_at: expect.any(String), resumed_at: expect.any(String) },
  });
  await expectProblem(409, patch({ status: "ASSIGNED" }), "ILLEGAL_TRANSITION");
  const problem = await expectProblem(400, patch({ status: "COMPLETED" }), "VALIDATION");
  expect(problem.errors).toMatchObject([{ field: "status" }]);
  await expectProblem(400, patch({ status: "ASLEEP" }), "VALIDATION");
  expect(await expectStatus(200, patch({ status: "CANCELLED" }))).toMatchObject({
    ...{ status: "CANCELLED", resumed_at: null, cancel_reason: null },
  });
  for (const status of ["PENDING", "ASSIGNED", "IN_PROGRESS", "COMPLETED"])
    await expectProblem(409, patch({ status }), "ILLEGAL_TRANSITION");
  const { results } = await expectStatus(
    200,
    owner.get(`/audit-logs/?object_id=${task.id}&action=task.update`),
  );
  expect(results[0]).toMatchObject({
    details: { before: { status: "IN_PROGRESS" }, after: { status: "CANCELLED" } },
  });
});

it("Who may change a work order and not call it off can't do so by its status", async () => {
  const role = await expectStatus(
    201,
    owner.post("/roles/", {
      name: "Planner",
      permissions: ["operations.task.view", "operations.task.update"],
    }),
  );
  Object.assign(home.roles, { Planner: role.id });
  const planner = await home.staff("planner", "Planner");
  const task = await make({ assigned_to: babul.staff_id });
  for (const status of ["IN_PROGRESS", "CANCELLED"])
    await expectProblem(403, planner.patch(`/tasks/${task.id}/`, { status }), "PERMISSION_DENIED");
  expect(await read(task)).toMatchObject({ status: "ASSIGNED" });
});

it("A work order goes its way by operations alone, and every other way is refused with 409", async () => {
  const task = await make();
  await expectProblem(409, step(task, "start"), "ILLEGAL_TRANSITION");
  const given = await expectStatus(200, step(task, "assign", { assigned_to: babul.staff_id }));
  expect(given).toMatchObject({ status: "ASSIGNED", assigned_to: babul.staff_id, assigned_to_name: "babul" });
  expect(await expectStatus(200, step(task, "assign", { assigned_to: nasrin.staff_id }))).toMatchObject({
    assigned_to: nasrin.staff_id,
  });
  expect(await expectStatus(200, step(task, "start"))).toMatchObject({ status: "IN_PROGRESS" });
  await expectProblem(409, step(task, "assign", { assigned_to: babul.staff_id }), "ILLEGAL_TRANSITION");
  const done = await expectStatus(200, step(task, "complete", { completion_notes: "Cable laid" }));
  expect(done).toMatchObject({
    status: "COMPLETED",
    completion_notes: "Cable laid",
    completed_at: expect.any(String),
  });
  for (const [name, body] of [
    ["complete", { completion_notes: "Again" }],
    ["start", {}],
    ["assign", { assigned_to: babul.staff_id }],
    ["cancel", { reason: "Too late" }],
  ] as const)
    await expectProblem(409, step(task, name, body), "ILLEGAL_TRANSITION");
  expect(await read(task)).toMatchObject({ version: done.version, completion_notes: "Cable laid" });
});

it("A work order that waits or is given can be completed at once, and any that is open can be cancelled", async () => {
  const [waiting, given] = [await make(), await make({ assigned_to: babul.staff_id })];
  expect(given).toMatchObject({ status: "ASSIGNED", assigned_to: babul.staff_id });
  for (const task of [waiting, given])
    expect(await expectStatus(200, step(task, "complete", { completion_notes: "Done" }))).toMatchObject({
      status: "COMPLETED",
    });
  const begun = await make({ assigned_to: babul.staff_id });
  await expectStatus(200, step(begun, "start"));
  for (const task of [await make(), await make({ assigned_to: babul.staff_id }), begun]) {
    const cancelled = await expectStatus(200, step(task, "cancel", { reason: "Moved away" }));
    expect(cancelled).toMatchObject({ status: "CANCELLED", cancel_reason: "Moved away", completed_at: null });
    await expectProblem(409, step(task, "complete", { completion_notes: "?" }), "ILLEGAL_TRANSITION");
  }
});

it("A work order is given to nobody but an active member of the tenant's staff", async () => {
  const gone = await home.staff("gone", "Technician");
  await expectStatus(200, owner.patch(`/staff/${gone.staff_id}/`, { is_active: false }));
  const stranger = await (await makeTenant(server)).staff("stranger", "Technician");
  const task = await make();
  for (const assigned_to of [gone.staff_id, stranger.staff_id, newId()]) {
    await expectProblem(400, step(task, "assign", { assigned_to }), "VALIDATION");
    await expectProblem(400, owner.post("/tasks/", { ...work, assigned_to }), "VALIDATION");
  }
  await expectProblem(400, step(task, "assign", {}), "VALIDATION");
  await expectProblem(403, babul.post(`/tasks/${task.id}/assign/`, { assigned_to: babul.staff_id }));
  expect(await read(task)).toMatchObject({ status: "PENDING", assigned_to: null });
});

it("A work order and a ticket outlive their customer, whom they name no more, and desktops are told", async () => {
  const who = { name: "Rahim Uddin", username: "rahim", phone: "01711" };
  const { id: customer } = await expectStatus(201, owner.post("/customers/", who));
  const task = await make({ customer });
  expect(task).toMatchObject({ customer, customer_name: "Rahim Uddin" });
  const trouble = { subject: "Slow", description: "In the evening", customer };
  const ticket = await expectStatus(201, owner.post("/tickets/", trouble));
  expect((await phones[0].pullAll("tasks")).get(task.id).customer).toBe(customer);
  await expectStatus(204, owner.delete(`/customers/${customer}/`));
  expect(await read(task)).toMatchObject({ customer: null, customer_name: null });
  expect((await phones[0].pullAll("tasks")).get(task.id)).toMatchObject({ customer: null });
  expect(await expectStatus(200, owner.get(`/tickets/${ticket.id}/`))).toMatchObject({ customer: null });
  // Written offline while the customer was there.
  const late = { id: newId(), ...work, customer };
  expect(await phones[1].push(phones[1].command("task.create", late))).toMatchObject([{ status: "APPLIED" }]);
  expect(await read(late)).toMatchObject({ customer: null });
  const never = phones[1].command("task.create", { id: newId(), ...work, customer: newId() });
  expect(await phones[1].push(never)).toMatchObject([{ status: "REJECTED" }]);
});

it("Work orders are found by status, person, day and words", async () => {
  const task = await make({ title: "Zebra crossing", due_date: "2031-05-06", assigned_to: babul.staff_id });
  const found = async (query: string): Promise<Body[]> =>
    (await expectStatus(200, owner.get(`/tasks/?${query}`))).results.map(({ id }: Body) => id);
  for (const query of [
    `status=ASSIGNED&assigned_to=${babul.staff_id}&due_date__gte=2031-05-06`,
    "due_date__gte=2031-05-01&due_date__lte=2031-05-31&task_type=INSTALLATION",
    "search=zebra&priority=MEDIUM",
  ])
    expect(await found(query), query).toEqual([task.id]);
  expect(await found("due_date__gt=2031-05-06")).toEqual([]);
});

it("Two who complete a work order at once are one who did and one who is told so", async () => {
  const task = await make({ assigned_to: babul.staff_id });
  const answers = await Promise.all(
    [babul, nasrin].map((who) => who.post(`/tasks/${task.id}/complete/`, { completion_notes: who.username })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const winner = answers.find(({ status }) => status === 200)?.body;
  expect(await read(task)).toMatchObject({ completion_notes: winner.completion_notes, version: 2 });
});

it("Two who tick different points of a checklist at once, with and without a line, have both ticked", async () => {
  const task = await make({ checklist: [{ text: "Ladder" }, { text: "Splicer", done: false }] });
  const [, phone] = phones;
  const tick = phone.command("task.check", { id: task.id, text: "Splicer", done: true });
  const [one, [other]] = await Promise.all([
    babul.post(`/tasks/${task.id}/check/`, { text: "Ladder", done: true }),
    phone.push(tick),
  ]);
  expect([one.status, other.status]).toEqual([200, "APPLIED"]);
  await expectStatus(200, step(task, "check", { text: "Safety belt", done: false }));
  expect((await read(task)).checklist).toEqual([
    { text: "Ladder", done: true },
    { text: "Splicer", done: true },
    { text: "Safety belt", done: false },
  ]);
  const long = await make({ checklist: Array.from({ length: 50 }, (_, n) => ({ text: `Point ${n}` })) });
  await expectProblem(400, step(long, "check", { text: "One more", done: false }), "VALIDATION");
});

it("Work that two did offline is kept of both, arrives once, and is put on the review list", async () => {
  const task = await make({ assigned_to: babul.staff_id });
  const [mine, hers] = phones.map((phone, index) =>
    phone.command("task.complete", { id: task.id, completion_notes: `Notes ${index}` }),
  );
  const outcomes = await Promise.all([phones[0].push(mine!), phones[1].push(hers!)]);
  expect(outcomes.flat()).toMatchObject([{ status: "APPLIED" }, { status: "APPLIED" }]);
  expect(await phones[0].push(mine!)).toMatchObject([{ status: "DUPLICATE" }]);
  const { status, completion_notes } = await read(task);
  expect(status).toBe("COMPLETED");
  expect(completion_notes.match(/Notes [01]/g).sort()).toEqual(["Notes 0", "Notes 1"]);
  expect(await reviews(task)).toHaveLength(1);
});

it("Work that was done offline on a cancelled order is kept with it, and people look at it", async () => {
  const task = await make({ assigned_to: babul.staff_id });
  await expectStatus(200, step(task, "cancel", { reason: "Customer called" }));
  const [phone] = phones;
  const outcomes = await phone.push(
    phone.command("task.start", { id: task.id }),
    phone.command("task.complete", { id: task.id, completion_notes: "Cable exchanged" }),
    phone.command("task.cancel", { id: task.id, reason: "Nobody at home" }),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["APPLIED", "APPLIED", "REJECTED"]);
  expect(await read(task)).toMatchObject({
    status: "CANCELLED",
    cancel_reason: "Customer called",
    completion_notes: "Cable exchanged",
  });
  expect((await reviews(task)).map(({ author }) => author)).toEqual(["babul", "babul"]);
});

it("Two dispatchers give a work order away offline, and the later one counts, whoever comes in first", async () => {
  const dispatcher = await home.staff("dispatcher", "Manager");
  const known = async (token: string | null) => longKnown(server, await openDesktop(server.url, token));
  const [desk, phone] = [await known(dispatcher.token), await known(nasrin.token)];
  const task = await make();
  const give = (phone: WireDesktop, assigned_to: string, minutes: number) =>
    phone.push(
      phone.command("task.assign", { id: task.id, assigned_to }, { occurred_at: minutesAgo(minutes) }),
    );
  expect(await give(desk, babul.staff_id, 10)).toMatchObject([{ status: "APPLIED" }]);
  expect(await give(phone, nasrin.staff_id, 20)).toMatchObject([{ status: "APPLIED" }]);
  expect(await read(task)).toMatchObject({ status: "ASSIGNED", assigned_to: babul.staff_id });
  expect(await reviews(task)).toMatchObject([{ author: "nasrin" }]);
  // Who wanted the same has nothing to look at.
  expect(await give(phones[1], babul.staff_id, 15)).toMatchObject([{ status: "APPLIED" }]);
  expect(await reviews(task)).toHaveLength(1);
});

it("A work order that was made offline for somebody who has left since waits for another, and is looked at", async () => {
  const leaving = await home.staff("leaving", "Technician");
  await expectStatus(200, owner.patch(`/staff/${leaving.staff_id}/`, { is_active: false }));
  const draft = { id: newId(), ...work, assigned_to: leaving.staff_id };
  const [, phone] = phones;
  expect(await phone.push(phone.command("task.create", draft))).toMatchObject([{ status: "APPLIED" }]);
  expect(await read(draft)).toMatchObject({ status: "PENDING", assigned_to: null });
  expect(await reviews(draft)).toHaveLength(1);
});
