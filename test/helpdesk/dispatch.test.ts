// A dispatcher's acts: a ticket becomes a work order, and work orders get other places in people's days while others move them, too.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Body, expectProblem, expectStatus } from "../acceptance/helpers/money.ts";
import { longKnown, openDesktop, type WireDesktop } from "../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let home: TestTenant;
let owner: Client;
let babul: Awaited<ReturnType<TestTenant["staff"]>>;
let karim: Awaited<ReturnType<TestTenant["staff"]>>;
let nasrin: Awaited<ReturnType<TestTenant["staff"]>>;
let salma: Awaited<ReturnType<TestTenant["staff"]>>;
let desks: [WireDesktop, WireDesktop];
beforeAll(async () => {
  server = await startTestServer();
  home = await makeTenant(server, { subdomain: "office" });
  owner = home.owner;
  babul = await home.staff("babul", "Technician");
  karim = await home.staff("karim", "Technician");
  nasrin = await home.staff("nasrin", "Support");
  salma = await home.staff("salma", "Manager");
  desks = [await openDesktop(server.url, nasrin.token), await openDesktop(server.url, salma.token)];
});
afterAll(() => server.stop());

const DAY = "2026-12-01";
const work = { title: "New line", description: "Second floor", task_type: "INSTALLATION" };
const make = (more: object = {}): Promise<Body> =>
  expectStatus(201, owner.post("/tasks/", { ...work, ...more }));
const arrange = ({ id }: Body, body: object, headers?: Record<string, string>) =>
  owner.post(`/tasks/${id}/arrange/`, body, headers);
const read = ({ id }: Body): Promise<Body> => expectStatus(200, owner.get(`/tasks/${id}/`));
const reviews = async ({ id }: Body): Promise<string[]> => {
  const { results } = await expectStatus(200, owner.get("/review-items/?kind=CONFLICT&page_size=200"));
  return results.filter((item: Body) => item.payload?.id === id).map(({ detail }: Body) => detail);
};
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const trouble = { subject: "No internet", description: "The lamp is red", category: "NO_INTERNET" };

it("One act gives a work order person, day, window and turn, takes them back, and keeps what it does not name", async () => {
  const job = await make();
  const place = { due_date: DAY, window_from: "09:00", window_to: "11:00", sequence: 100 };
  const given = { assigned_to: babul.staff_id, ...place };
  expect(await expectStatus(200, arrange(job, given))).toMatchObject({ status: "ASSIGNED", ...given });
  expect(await expectStatus(200, arrange(job, { sequence: 50 }))).toMatchObject({ ...given, sequence: 50 });
  const moved = { ...given, assigned_to: karim.staff_id, sequence: null };
  expect(await expectStatus(200, arrange(job, { assigned_to: karim.staff_id }))).toMatchObject(moved);
  const nobody = { assigned_to: null, status: "PENDING", due_date: DAY };
  expect(await expectStatus(200, arrange(job, { assigned_to: null }))).toMatchObject(nobody);
  const nowhere = { due_date: null, window_from: null, window_to: null };
  expect(await expectStatus(200, arrange(job, { due_date: null }))).toMatchObject(nowhere);
});

it("A window that ends before it begins, half a window and a stranger are refused, and so is a place that somebody else has changed", async () => {
  const job = await make({ due_date: DAY });
  const wrong = [
    { window_from: "11:00", window_to: "09:00" },
    { window_from: "09:00" },
    { assigned_to: job.id },
    { sequence: -1 },
  ];
  for (const body of wrong) await expectProblem(400, arrange(job, body), "VALIDATION");
  await expectStatus(200, arrange(job, { sequence: 1 }));
  const stale = arrange(job, { sequence: 2 }, { "if-match": `"${job.version}"` });
  await expectProblem(412, stale, "STALE_VERSION");
});

it("Work that was begun stays with its person and day, but may get another turn; what is done with has no place any more", async () => {
  const job = await make({ assigned_to: babul.staff_id, due_date: DAY });
  await expectStatus(200, owner.post(`/tasks/${job.id}/start/`, {}));
  for (const body of [{ assigned_to: karim.staff_id }, { due_date: "2026-12-02" }, { assigned_to: null }])
    await expectProblem(409, arrange(job, body), "ILLEGAL_TRANSITION");
  expect(await expectStatus(200, arrange(job, { sequence: 3 }))).toMatchObject({ status: "IN_PROGRESS" });
  await expectStatus(200, owner.post(`/tasks/${job.id}/complete/`, { completion_notes: "Done" }));
  await expectProblem(409, arrange(job, { sequence: 4 }), "ILLEGAL_TRANSITION");
});

it("Where two dispatchers move one job offline the later move counts, whichever comes in first, and both read of it in words", async () => {
  const seen = { assigned_to: null, due_date: null };
  const known = async (token: string | null) => longKnown(server, await openDesktop(server.url, token));
  const move = (desk: WireDesktop, job: Body, staff: string, minutes: number) =>
    desk.command(
      "task.arrange",
      { id: job.id, assigned_to: staff, due_date: DAY, seen },
      { occurred_at: minutesAgo(minutes) },
    );
  for (const first of ["early", "late"]) {
    const job = await make({ title: `Pole ${first}` });
    const [early, late] = [await known(nasrin.token), await known(salma.token)];
    const pushes = [
      () => early.push(move(early, job, babul.staff_id, 20)),
      () => late.push(move(late, job, karim.staff_id, 10)),
    ];
    for (const push of first === "early" ? pushes : pushes.reverse())
      expect(await push()).toMatchObject([{ status: "APPLIED" }]);
    expect(await read(job)).toMatchObject({ assigned_to: karim.staff_id, status: "ASSIGNED" });
    const [said, ...more] = await reviews(job);
    expect(more).toEqual([]);
    expect(said).toMatch(/karim/);
  }
});

it("A job whose technician has begun it meanwhile is not moved away from them: the dispatcher reads who is there", async () => {
  const job = await make({ title: "Router on the roof", assigned_to: babul.staff_id, due_date: DAY });
  await expectStatus(200, babul.post(`/tasks/${job.id}/start/`, {}));
  const [desk] = desks;
  const seen = { assigned_to: babul.staff_id, due_date: DAY };
  const payload = { id: job.id, assigned_to: karim.staff_id, seen };
  const [outcome] = await desk.push(desk.command("task.arrange", payload));
  expect(outcome).toMatchObject({ status: "APPLIED", result: { status: "IN_PROGRESS" } });
  expect(await read(job)).toMatchObject({ assigned_to: babul.staff_id, status: "IN_PROGRESS" });
  expect(await reviews(job)).toEqual([
    "Router on the roof: not moved: babul had begun it already: it stays with them",
  ]);
});

it("Moves of many jobs come in one by one: what can't be moved is left and said, the others are moved", async () => {
  const jobs = await Promise.all([1, 2, 3].map((at) => make({ title: `Job ${at}`, due_date: DAY })));
  await expectStatus(200, owner.post(`/tasks/${jobs[1]?.id}/cancel/`, { reason: "Not wanted" }));
  const [desk] = desks;
  const commands = jobs.map(({ id }, at) =>
    desk.command("task.arrange", { id, assigned_to: babul.staff_id, sequence: at * 100 }),
  );
  await desk.push(commands);
  const now = await Promise.all(jobs.map(read));
  expect(now.map(({ status }) => status)).toEqual(["ASSIGNED", "CANCELLED", "ASSIGNED"]);
  expect(await reviews(jobs[1] ?? {})).toHaveLength(1);
});

it("A ticket becomes a work order in one act, which takes over what is known; the ticket is in progress and shows what was done", async () => {
  const who = { name: "Rahim", username: "rahim", phone: "017", latitude: 23.81, longitude: 90.41 };
  const { id: customer } = await expectStatus(201, owner.post("/customers/", who));
  const ticket = await expectStatus(201, owner.post("/tickets/", { ...trouble, customer, priority: "HIGH" }));
  const hours = { due_date: DAY, window_from: "09:00", window_to: "11:00" };
  const body = { ...hours, assigned_to: babul.staff_id };
  const job = await expectStatus(201, owner.post(`/tickets/${ticket.id}/tasks/`, body));
  expect(job).toMatchObject({
    ...{ ...body, ticket: ticket.id, customer, title: "No internet", description: "The lamp is red" },
    ...{ task_type: "REPAIR", priority: "HIGH", status: "ASSIGNED" },
    location: { latitude: 23.81, longitude: 90.41 },
  });
  const path = `/tickets/${ticket.id}/`;
  expect(await expectStatus(200, owner.get(path))).toMatchObject({ status: "IN_PROGRESS" });
  expect((await owner.get(`/tasks/?ticket=${ticket.id}`)).body).toMatchObject({ count: 1 });
  const notes = { completion_notes: "New connector, -19 dBm" };
  await expectStatus(200, babul.post(`/tasks/${job.id}/complete/`, notes));
  expect(await expectStatus(200, owner.get(path))).toMatchObject({
    status: "IN_PROGRESS",
    replies: [{ message: "New connector, -19 dBm", is_internal: true, author: "babul" }],
  });
});

it("A desktop that is cut off sends somebody by one command: the work order has its id, a repeat makes no second, and a ticket that was closed meanwhile stays closed", async () => {
  const ticket = await expectStatus(201, owner.post("/tickets/", trouble));
  const [desk] = desks;
  const command = desk.command("ticket.dispatch", {
    id: ticket.id,
    due_date: DAY,
    title: "Look at the lamp",
  });
  for (const status of ["APPLIED", "DUPLICATE"])
    expect(await desk.push(command)).toMatchObject([{ status, result: { id: command.id } }]);
  expect((await owner.get(`/tasks/?ticket=${ticket.id}`)).body).toMatchObject({
    count: 1,
    results: [{ id: command.id, title: "Look at the lamp", status: "PENDING" }],
  });
  await expectStatus(200, owner.post(`/tickets/${ticket.id}/move/`, { status: "CLOSED" }));
  await expectProblem(409, owner.post(`/tickets/${ticket.id}/tasks/`, {}), "ILLEGAL_TRANSITION");
  const late = desk.command("ticket.dispatch", { id: ticket.id });
  expect(await desk.push(late)).toMatchObject([{ status: "APPLIED", result: { id: late.id } }]);
  expect(await expectStatus(200, owner.get(`/tickets/${ticket.id}/`))).toMatchObject({ status: "CLOSED" });
});

it("Who plans no days moves nobody's work: a technician is refused", async () => {
  const job = await make();
  const move = babul.post(`/tasks/${job.id}/arrange/`, { assigned_to: babul.staff_id });
  await expectProblem(403, move, "PERMISSION_DENIED");
});
