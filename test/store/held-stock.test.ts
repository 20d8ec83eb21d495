// What people of the staff have with them: given out and brought back by movements of the store, used where they work, taken
// back until the work is done; twice, at once, offline, and short.
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../shared/kernel/id.ts";
import { type Body, expectProblem, expectStatus } from "../acceptance/helpers/money.ts";
import { openDesktop, type WireDesktop } from "../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let tenant: TestTenant;
let owner: Client;
let babul: Client;
let karim: Client;
let phone: WireDesktop;
const staff: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestServer();
  tenant = await makeTenant(server, { subdomain: "parts" });
  owner = tenant.owner;
  babul = await tenant.staff("babul", "Technician");
  karim = await tenant.staff("karim", "Technician");
  for (const { id, username } of (await expectStatus(200, owner.get("/staff/"))).results)
    staff[username] = id;
  phone = await openDesktop(server.url, babul.token);
});
afterAll(() => server.stop());

let number = 0;
/** The label of an ONU that nobody has yet. */
const label = () => `HWTC${String(++number).padStart(8, "0")}`;

async function stocked(quantity: number, fields = {}): Promise<Body> {
  const item = await expectStatus(201, owner.post("/store-items/", { name: `Item ${++number}`, ...fields }));
  await expectStatus(200, move(item, { movement_type: "IN", quantity }));
  return item;
}
const onus = (quantity: number) => stocked(quantity, { serial_tracked: true, is_onu: true });

const move = ({ id }: Body, body: object) => owner.post(`/store-items/${id}/movements/`, body);
const give = (item: Body, to: string, quantity: number, serial_numbers?: string[]) =>
  move(item, {
    movement_type: "OUT",
    quantity,
    staff: staff[to],
    ...(serial_numbers ? { serial_numbers } : {}),
  });
const held = async (item: Body, by = "babul"): Promise<Body> =>
  (await expectStatus(200, owner.get(`/held-stock/?store_item=${item.id}&staff=${staff[by]}`))).results[0];
const inStore = async ({ id }: Body) => (await expectStatus(200, owner.get(`/store-items/${id}/`))).quantity;
const uses = async (query: string): Promise<Body[]> =>
  (await expectStatus(200, owner.get(`/part-uses/?${query}`))).results;
const customerOf = (id: string) => expectStatus(200, owner.get(`/customers/${id}/`));

async function customer(fields = {}): Promise<Body> {
  const name = `Customer ${++number}`;
  return expectStatus(
    201,
    owner.post("/customers/", { name, username: `c${number}`, phone: "01711000001", ...fields }),
  );
}

async function job(fields = {}): Promise<Body> {
  const work = { title: "New line", description: "Second floor", task_type: "INSTALLATION" };
  return expectStatus(201, owner.post("/tasks/", { ...work, assigned_to: staff.babul, ...fields }));
}

it("What somebody takes along leaves the store and is with them, and what they bring back is in the store again", async () => {
  const cable = await stocked(100, { unit: "m" });
  const out = await expectStatus(200, give(cable, "babul", 40.5));
  expect([out.quantity, out.movement.staff]).toEqual([59.5, staff.babul]);
  expect(await held(cable)).toMatchObject({
    quantity: 40.5,
    staff: staff.babul,
    store_item_name: cable.name,
  });
  await expectStatus(200, move(cable, { movement_type: "IN", quantity: 10, staff: staff.babul }));
  expect([(await held(cable)).quantity, await inStore(cable)]).toEqual([30.5, 69.5]);
  await expectProblem(
    422,
    move(cable, { movement_type: "IN", quantity: 31, staff: staff.babul }),
    "INSUFFICIENT_STOCK",
  );
  await expectProblem(422, give(cable, "babul", 70), "INSUFFICIENT_STOCK");
  await expectProblem(
    400,
    move(cable, { movement_type: "ADJUST", quantity: 1, staff: staff.babul }),
    "VALIDATION",
  );
  await expectProblem(400, move(cable, { movement_type: "OUT", quantity: 1, staff: newId() }), "VALIDATION");
  expect([(await held(cable)).quantity, await inStore(cable)]).toEqual([30.5, 69.5]);
});

it("What a dismissed technician has is taken back from them, and nothing more is given to them", async () => {
  await tenant.staff("salim", "Technician");
  const { results } = await expectStatus(200, owner.get("/staff/"));
  staff.salim = results.find(({ username }: Body) => username === "salim").id;
  const cable = await stocked(100);
  await expectStatus(200, give(cable, "salim", 10));
  await expectStatus(200, owner.patch(`/staff/${staff.salim}/`, { is_active: false }));
  await expectProblem(400, give(cable, "salim", 1), "VALIDATION");
  await expectStatus(200, move(cable, { movement_type: "IN", quantity: 10, staff: staff.salim }));
  expect([(await held(cable, "salim")).quantity, await inStore(cable)]).toEqual([0, 100]);
});

it("Things with serial numbers are given out by them, as OLTs write them, and each is with one person", async () => {
  const item = await onus(5);
  const serial = label();
  const asOnTheLabel = `${serial.slice(0, 4).toLowerCase()}-${serial.slice(4)}`;
  await expectProblem(400, give(item, "babul", 1), "VALIDATION");
  await expectStatus(200, give(item, "babul", 1, [asOnTheLabel]));
  expect(await held(item)).toMatchObject({ quantity: 1, serial_numbers: [serial] });
  await expectProblem(400, give(item, "karim", 1, [serial]), "VALIDATION");
  await expectProblem(400, give(item, "babul", 1, [serial]), "VALIDATION");
  await expectProblem(
    422,
    move(item, { movement_type: "IN", quantity: 1, staff: staff.babul, serial_numbers: [label()] }),
    "INSUFFICIENT_STOCK",
  );
  expect(await inStore(item)).toBe(4);
});

it("An ONU that is used at a customer's leaves its person's stock and is the customer's; taken back, the customer has the one of before again", async () => {
  const item = await onus(5);
  const [first, second] = [label(), label()];
  const home = await customer({ onu_serial: first });
  const task = await job({ customer: home.id });
  await expectStatus(200, give(item, "babul", 1, [second]));
  const { id } = await held(item);
  const body = { quantity: 1, serial_numbers: [second], task: task.id };
  const used = await expectStatus(201, babul.post(`/held-stock/${id}/use/`, body));
  expect(used).toMatchObject({ customer: home.id, staff: staff.babul, replaced_serial: first, shortage: 0 });
  expect(await held(item)).toMatchObject({ quantity: 0, serial_numbers: [] });
  expect((await customerOf(home.id)).onu_serial).toBe(second);
  await expectStatus(200, babul.post(`/held-stock/${id}/take-back/`, { use: used.id }));
  await expectStatus(200, babul.post(`/held-stock/${id}/take-back/`, { use: used.id }));
  expect(await held(item)).toMatchObject({ quantity: 1, serial_numbers: [second] });
  expect((await customerOf(home.id)).onu_serial).toBe(first);
  expect((await uses(`task=${task.id}`))[0]?.taken_back_at).not.toBeNull();
});

it("Once the work is done, what was used for it stays used", async () => {
  const item = await stocked(5);
  const task = await job();
  await expectStatus(200, give(item, "babul", 2));
  const { id } = await held(item);
  const used = await expectStatus(201, babul.post(`/held-stock/${id}/use/`, { quantity: 2, task: task.id }));
  await expectStatus(200, owner.post(`/tasks/${task.id}/complete/`, { completion_notes: "Done" }));
  await expectProblem(
    409,
    babul.post(`/held-stock/${id}/take-back/`, { use: used.id }),
    "ILLEGAL_TRANSITION",
  );
  const late = phone.command("held_stock.take_back", { id, use: used.id });
  expect(await phone.push([late])).toMatchObject([{ status: "APPLIED" }]);
  expect((await held(item)).quantity).toBe(2);
  const told = (await expectStatus(200, owner.get("/review-items/?kind=CONFLICT"))).results;
  expect(told.map(({ detail }: Body) => detail)).toContainEqual(
    expect.stringContaining(`${item.name}: 2 pcs taken back`),
  );
});

it("People use their own stock: another technician's is theirs, who keeps the store may say it for them", async () => {
  const item = await stocked(3);
  await expectStatus(200, give(item, "babul", 3));
  const { id } = await held(item);
  const task = (await job()).id;
  await expectProblem(403, karim.post(`/held-stock/${id}/use/`, { quantity: 1, task }), "PERMISSION_DENIED");
  await expectProblem(400, babul.post(`/held-stock/${id}/use/`, { quantity: 1 }), "VALIDATION");
  await expectProblem(422, babul.post(`/held-stock/${id}/use/`, { quantity: 4, task }), "INSUFFICIENT_STOCK");
  await expectStatus(201, owner.post(`/held-stock/${id}/use/`, { quantity: 1, task }));
  expect([(await held(item)).quantity, (await uses(`held_stock=${id}`)).length]).toEqual([2, 1]);
});

it("A stock that many use at once is given to as many as there is of it, and nothing is counted twice", async () => {
  const item = await stocked(6);
  await expectStatus(200, give(item, "babul", 6));
  const { id } = await held(item);
  const task = (await job()).id;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => babul.post(`/held-stock/${id}/use/`, { quantity: 1, task })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(6).fill(201), ...Array(4).fill(422)]);
  expect((await held(item)).quantity).toBe(0);
});

it("The first pieces that one person is given by two people at once are one stock of both", async () => {
  const item = await stocked(10);
  await Promise.all([give(item, "karim", 2), give(item, "karim", 3)]);
  const { results } = await expectStatus(200, owner.get(`/held-stock/?store_item=${item.id}`));
  expect(results.map(({ quantity }: Body) => quantity)).toEqual([5]);
  expect(await inStore(item)).toBe(5);
});

it("A use that was sent twice from a phone is used once, and one whose customer is gone meanwhile is kept", async () => {
  const item = await stocked(5);
  await expectStatus(200, give(item, "babul", 5));
  const { id } = await held(item);
  const command = phone.command("held_stock.use", { id, quantity: 2, customer: newId() });
  expect(await phone.push([command])).toMatchObject([{ status: "APPLIED" }]);
  expect(await phone.push([command])).toMatchObject([{ status: "DUPLICATE" }]);
  expect((await held(item)).quantity).toBe(3);
  expect(await uses(`held_stock=${id}`)).toMatchObject([{ id: command.id, quantity: 2, customer: null }]);
});

it("What was used offline beyond the own stock is kept: nothing is left, and the shortage is on the review list", async () => {
  const item = await onus(5);
  const [mine, unknown] = [label(), label()];
  await expectStatus(200, give(item, "babul", 1, [mine]));
  const { id } = await held(item);
  const home = await customer();
  const use = (serial: string) =>
    phone.command("held_stock.use", { id, quantity: 1, serial_numbers: [serial], customer: home.id });
  expect(await phone.push([use(mine), use(unknown)])).toMatchObject([
    { status: "APPLIED" },
    { status: "APPLIED" },
  ]);
  expect(await held(item)).toMatchObject({ quantity: 0, serial_numbers: [] });
  expect((await uses(`customer=${home.id}`)).map(({ shortage }) => shortage).sort()).toEqual([0, 1]);
  expect(await customerOf(home.id)).toMatchObject({ onu_serial: unknown });
  const short = (await expectStatus(200, owner.get("/review-items/?kind=SHORTAGE"))).results;
  expect(short).toMatchObject([{ status: "OPEN", detail: expect.stringContaining(unknown) }]);
});

it("An ONU that another customer has in the books, too, is told to people, who see where it stands", async () => {
  const item = await onus(5);
  const serial = label();
  const before = await customer({ onu_serial: serial });
  const home = await customer();
  await expectStatus(200, give(item, "babul", 1, [serial]));
  const { id } = await held(item);
  const body = { quantity: 1, serial_numbers: [serial], customer: home.id };
  await expectStatus(201, babul.post(`/held-stock/${id}/use/`, body));
  const told = (await expectStatus(200, owner.get(`/review-items/?customer=${home.id}`))).results;
  const because = { code: "ONU_AT_TWO", values: { serials: serial, who: before.name } };
  expect(told).toMatchObject([
    { kind: "CONFLICT", detail: expect.stringContaining(before.name), payload: { because } },
  ]);
});
