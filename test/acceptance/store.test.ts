// Contract §3, StoreItem and its movements, seen from outside.
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../shared/kernel/id.ts";
import { openDesktop, ownMoment, type WireDesktop } from "../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";
import { type Body, expectProblem, expectStatus } from "./helpers/money.ts";

let server: TestServer;
let owner: Client;
let desktop: WireDesktop;
beforeAll(async () => {
  server = await startTestServer();
  owner = (await makeTenant(server, { subdomain: "store" })).owner;
  desktop = await openDesktop(server.url, owner.token);
});
afterAll(() => server.stop());

const move = ({ id }: Body, movement_type: string, quantity: unknown, more = {}) =>
  owner.post(`/store-items/${id}/movements/`, { movement_type, quantity, ...more });
const read = ({ id }: Body): Promise<Body> => expectStatus(200, owner.get(`/store-items/${id}/`));
const history = async ({ id }: Body): Promise<Body[]> =>
  (await expectStatus(200, owner.get(`/store-items/${id}/movements/`))).results;

async function stocked(quantity: number, more = {}): Promise<Body> {
  const item = await expectStatus(201, owner.post("/store-items/", { name: "ONU", ...more }));
  if (quantity > 0) await expectStatus(200, move(item, "IN", quantity));
  return item;
}

const shortages = async (): Promise<Body[]> =>
  (await expectStatus(200, owner.get("/review-items/?kind=SHORTAGE"))).results;

it("A store item begins without stock, its article number is its own, and no write but a movement sets the quantity", async () => {
  const item = await stocked(0, { sku: "ONU-1", unit_cost: 900, sale_price: "1200.50", reorder_level: 5 });
  expect(item).toMatchObject({
    quantity: 0,
    unit_cost: "900.00",
    sale_price: "1200.50",
    needs_reorder: true,
  });
  await expectProblem(409, owner.post("/store-items/", { name: "Twin", sku: "ONU-1" }), "DUPLICATE");
  await expectProblem(400, owner.post("/store-items/", { name: "Full", quantity: 9 }), "VALIDATION");
  await expectProblem(400, owner.patch(`/store-items/${item.id}/`, { quantity: 9 }), "VALIDATION");
});

it("A movement answers the item as it now is with the movement, and the item's history keeps who moved what", async () => {
  const item = await stocked(0, { unit: "m" });
  const came = await expectStatus(200, move(item, "IN", 305.5, { note: "From the wholesaler" }));
  expect(came).toMatchObject({ id: item.id, quantity: 305.5 });
  expect(came.movement).toMatchObject({ movement_type: "IN", quantity_change: 305.5, quantity_after: 305.5 });
  await expectStatus(200, move(item, "OUT", "5.2"));
  const counted = await expectStatus(200, move(item, "ADJUST", 300));
  expect(counted).toMatchObject({ quantity: 300, movement: { quantity: 300, quantity_change: -0.3 } });
  expect((await history(item)).map(({ quantity_after }) => quantity_after)).toEqual([300, 300.3, 305.5]);
  expect((await history(item)).at(-1)).toMatchObject({ note: "From the wholesaler", moved_by: "The Owner" });
  await expectProblem(404, owner.get(`/store-items/${newId()}/movements/`), "NOT_FOUND");
});

it("Stock never falls below zero, and a refused movement leaves no trace", async () => {
  const item = await stocked(3);
  await expectProblem(422, move(item, "OUT", 4), "INSUFFICIENT_STOCK");
  await expectProblem(422, move(item, "ADJUST", -1), "INSUFFICIENT_STOCK");
  await expectProblem(400, move(item, "OUT", -1), "VALIDATION");
  await expectProblem(400, move(item, "IN", 0), "VALIDATION");
  await expectProblem(404, move({ id: newId() }, "IN", 1), "NOT_FOUND");
  await expectProblem(409, owner.delete(`/store-items/${item.id}/`), "IN_USE");
  expect([(await read(item)).quantity, (await history(item)).length]).toEqual([3, 1]);
});

it("Many takings at once succeed as far as the stock goes, and none of them is lost", async () => {
  const item = await stocked(12);
  const answers = await Promise.all(Array.from({ length: 20 }, () => move(item, "OUT", 1)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(12);
  expect(statuses.filter((status) => status === 422)).toHaveLength(8);
  expect((await read(item)).quantity).toBe(0);
  const left = (await history(item)).map(({ quantity_after }) => quantity_after).sort((a, b) => a - b);
  expect(left).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

it("A repeat under the same key moves the stock once", async () => {
  const item = await stocked(5);
  const once = { "idempotency-key": newId() };
  const out = () =>
    owner.post(`/store-items/${item.id}/movements/`, { movement_type: "OUT", quantity: 2 }, once);
  const [first, again] = [await expectStatus(200, out()), await expectStatus(200, out())];
  expect([first.quantity, again.movement.id, (await read(item)).quantity]).toEqual([3, first.movement.id, 3]);
});

it("Serial numbers of a movement are each given once, and as many as things that move", async () => {
  const item = await stocked(0, { serial_tracked: true });
  const came = await expectStatus(200, move(item, "IN", 2, { serial_numbers: ["HWTC1", "HWTC2"] }));
  expect(came.movement.serial_numbers).toEqual(["HWTC1", "HWTC2"]);
  await expectProblem(400, move(item, "IN", 2, { serial_numbers: ["HWTC3"] }), "VALIDATION");
  await expectProblem(400, move(item, "IN", 2, { serial_numbers: ["HWTC3", "HWTC3"] }), "VALIDATION");
});

it("What was taken offline beyond the stock is kept: nothing is left, and the shortage is on the review list", async () => {
  const item = await stocked(3);
  const payload = { id: item.id, movement_type: "OUT", quantity: 5, customer: newId() };
  const command = desktop.command("store_item.move", payload);
  expect(await desktop.push([command])).toMatchObject([{ status: "APPLIED" }]);
  expect(await desktop.push([command])).toMatchObject([{ status: "DUPLICATE" }]);
  const [taken] = await history(item);
  expect(taken).toMatchObject({
    quantity: 5,
    quantity_change: -3,
    quantity_after: 0,
    shortage: 2,
    customer: null,
  });
  expect((await read(item)).quantity).toBe(0);
  expect(await shortages()).toMatchObject([{ status: "OPEN", detail: expect.stringContaining("2 more") }]);
});

it("A count that was made offline counts for its moment: what moved since is added to it", async () => {
  const item = await stocked(10);
  const before = ownMoment();
  await expectStatus(200, move(item, "OUT", 4));
  const count = { id: item.id, movement_type: "ADJUST", quantity: 9 };
  await desktop.push([desktop.command("store_item.move", count, { occurred_at: before })]);
  expect((await read(item)).quantity).toBe(5);
});

it("What was taken offline before a later count is in that count already and changes no stock", async () => {
  const item = await stocked(10);
  const before = ownMoment();
  await expectStatus(200, move(item, "ADJUST", 8));
  const out = { id: item.id, movement_type: "OUT", quantity: 2 };
  const command = desktop.command("store_item.move", out, { occurred_at: before });
  expect(await desktop.push([command])).toMatchObject([{ status: "APPLIED" }]);
  expect((await read(item)).quantity).toBe(8);
});
