// Pieces with serial numbers: each is one thing in one place, which comes once and leaves once, however it is spelt, whoever
// moves it at the same time, and offline too.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool } from "../../server/kernel/db/db.ts";
import { type Body, expectProblem, expectStatus } from "../acceptance/helpers/money.ts";
import { openDesktop, ownMoment, type WireDesktop } from "../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let tenant: TestTenant;
let owner: Client;
let desktop: WireDesktop;
const staff: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestServer();
  tenant = await makeTenant(server, { subdomain: "pieces" });
  owner = tenant.owner;
  for (const name of ["babul", "karim"]) await tenant.staff(name, "Technician");
  for (const { id, username } of (await expectStatus(200, owner.get("/staff/"))).results)
    staff[username] = id;
  desktop = await openDesktop(server.url, owner.token);
});
afterAll(() => server.stop());

let number = 0;
const item = (fields = {}): Promise<Body> =>
  expectStatus(
    201,
    owner.post("/store-items/", { name: `Router ${++number}`, serial_tracked: true, ...fields }),
  );
type Serials = readonly string[];
const move = ({ id }: Body, movement_type: string, quantity: number, serial_numbers?: Serials, more = {}) =>
  owner.post(`/store-items/${id}/movements/`, {
    ...{ movement_type, quantity, ...more },
    ...(serial_numbers ? { serial_numbers } : {}),
  });
const named = (one: Body, movement_type: string, serials: Serials, more = {}) =>
  move(one, movement_type, serials.length, serials, more);
const offline = ({ id }: Body, movement_type: string, serials: Serials, { at = ownMoment(), ...more } = {}) =>
  desktop.command(
    "store_item.move",
    { id, movement_type, quantity: serials.length, serial_numbers: [...serials], ...more },
    { occurred_at: at },
  );
const inStore = async ({ id }: Body) => (await expectStatus(200, owner.get(`/store-items/${id}/`))).quantity;
const told = async (code: string, { name }: Body): Promise<Body[]> =>
  (await expectStatus(200, owner.get("/review-items/?page_size=100"))).results.filter(
    ({ payload, detail }: Body) => payload.because?.code === code && detail.includes(name),
  );

it("A piece that is in the store does not come in once more, however its serial number is spelt", async () => {
  const router = await item();
  await expectStatus(200, named(router, "IN", ["tpl-Å1", "TPL-2"]));
  await expectProblem(400, named(router, "IN", ["TPL-å1"]), "VALIDATION");
  await expectProblem(400, named(router, "IN", ["tpl-9", "TPL-9"]), "VALIDATION");
  const onu = await item({ is_onu: true });
  await expectStatus(200, named(onu, "IN", ["HWTC1234ABCD"]));
  await expectProblem(400, named(onu, "IN", ["48575443-1234abcd"]), "VALIDATION");
  // Another item's pieces are other things.
  await expectStatus(200, named(await item(), "IN", ["TPL-2"]));
  expect(await inStore(router)).toBe(2);
});

it("A piece that is not in the store does not leave it: neither one that nobody knows nor one that left before", async () => {
  const router = await item();
  await expectStatus(200, named(router, "IN", ["A1", "A2"]));
  const { detail } = await expectProblem(422, named(router, "OUT", ["A3"]), "INSUFFICIENT_STOCK");
  expect(detail).toBe("Not in the store: A3");
  await expectStatus(200, named(router, "OUT", ["a1"]));
  await expectProblem(422, named(router, "OUT", ["A1"]), "INSUFFICIENT_STOCK");
  await expectProblem(422, named(router, "OUT", ["A1"], { staff: staff.babul }), "INSUFFICIENT_STOCK");
  expect(await inStore(router)).toBe(1);
  // What a customer gave back is there again.
  await expectStatus(200, named(router, "IN", ["A1"]));
  await expectStatus(200, named(router, "OUT", ["A1"]));
});

it("Pieces that were never named leave without a name or by any; those that were leave by theirs", async () => {
  const router = await item();
  await expectStatus(200, move(router, "IN", 3));
  await expectStatus(200, named(router, "IN", ["B1", "B2"]));
  await expectStatus(200, move(router, "OUT", 1));
  await expectStatus(200, named(router, "OUT", ["OLD-1"]));
  await expectProblem(422, move(router, "OUT", 2), "INSUFFICIENT_STOCK");
  await expectStatus(200, named(router, "OUT", ["B2", "OLD-2"]));
  await expectProblem(422, move(router, "OUT", 1), "INSUFFICIENT_STOCK");
  await expectProblem(422, named(router, "OUT", ["OLD-3"]), "INSUFFICIENT_STOCK");
  await expectProblem(422, named(router, "OUT", ["OLD-1"]), "INSUFFICIENT_STOCK");
  expect(await inStore(router)).toBe(1);
});

it("A piece that somebody has with them neither leaves the store nor comes into it but from them", async () => {
  const router = await item();
  await expectStatus(200, named(router, "IN", ["C1", "C2"]));
  await expectStatus(200, named(router, "OUT", ["C1"], { staff: staff.babul }));
  await expectProblem(400, named(router, "OUT", ["c1"]), "VALIDATION");
  await expectProblem(400, named(router, "OUT", ["C1"], { staff: staff.karim }), "VALIDATION");
  await expectProblem(400, named(router, "IN", ["C1"]), "VALIDATION");
  await expectProblem(400, named(router, "IN", ["c1"], { staff: staff.karim }), "VALIDATION");
  await expectProblem(422, named(router, "IN", ["C3"], { staff: staff.babul }), "INSUFFICIENT_STOCK");
  await expectStatus(200, named(router, "IN", ["c1"], { staff: staff.babul }));
  await expectProblem(400, named(router, "IN", ["C1"]), "VALIDATION");
  expect(await inStore(router)).toBe(2);
});

it("One piece that many take out or bring in at once moves once", async () => {
  const router = await item();
  await expectStatus(200, move(router, "IN", 1));
  await expectStatus(200, named(router, "IN", ["D1", "D2", "D3"]));
  const out = await Promise.all(Array.from({ length: 6 }, () => named(router, "OUT", ["D1"])));
  expect(out.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
  const back = await Promise.all(Array.from({ length: 6 }, () => named(router, "IN", ["D1"])));
  expect(back.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  expect(await inStore(router)).toBe(4);
});

it("A count by serial numbers says which pieces are there, and one without them leaves all that have one", async () => {
  const router = await item();
  await expectStatus(200, named(router, "IN", ["E1", "E2", "E3"]));
  await expectProblem(400, move(router, "ADJUST", 2), "VALIDATION");
  await expectStatus(200, named(router, "ADJUST", ["E1", "E4"]));
  await expectProblem(422, named(router, "OUT", ["E2"]), "INSUFFICIENT_STOCK");
  await expectStatus(200, move(router, "ADJUST", 3));
  await expectStatus(200, named(router, "OUT", ["E4", "E1"]));
  expect(await inStore(router)).toBe(1);
});

it("What was done offline with a piece that is elsewhere in the books is kept, and stands on the review list", async () => {
  const router = await item();
  await expectStatus(200, named(router, "IN", ["F1", "F2", "F3"]));
  await expectStatus(200, named(router, "OUT", ["F1"]));
  await expectStatus(200, named(router, "OUT", ["F2"], { staff: staff.babul }));
  const commands = [
    offline(router, "OUT", ["F1"]),
    offline(router, "OUT", ["F2"]),
    offline(router, "IN", ["F3"]),
    offline(router, "IN", ["F2"]),
  ];
  const answers = await desktop.push(commands);
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill("APPLIED"));
  for (const code of ["PIECES_NOT_IN_STORE", "GIVEN_TO_TWO", "PIECES_IN_STORE_AGAIN", "PIECES_IN_STORE_OF"])
    expect(await told(code, router), code).toHaveLength(1);
  expect(await desktop.push(commands)).toMatchObject(Array(4).fill({ status: "DUPLICATE" }));
  expect(await told("PIECES_NOT_IN_STORE", router)).toHaveLength(1);
});

it("A movement that was made offline before a later one of the same piece does not undo it", async () => {
  const router = await item();
  await expectStatus(200, named(router, "IN", ["G1", "G2"]));
  const before = ownMoment();
  await expectStatus(200, named(router, "OUT", ["G1"]));
  await expectStatus(200, named(router, "IN", ["G1"]));
  await desktop.push([offline(router, "OUT", ["G1"], { at: before })]);
  await expectProblem(400, named(router, "IN", ["G1"]), "VALIDATION");
});

it("A part that was used and came back to the store is not taken back into somebody's own stock", async () => {
  const router = await item();
  await expectStatus(200, named(router, "IN", ["H1", "H2"]));
  await expectStatus(200, named(router, "OUT", ["H1", "H2"], { staff: staff.babul }));
  const [held] = (await expectStatus(200, owner.get(`/held-stock/?store_item=${router.id}`))).results;
  const home = { name: "Home", username: "h1", phone: "01711000001" };
  const customer = (await expectStatus(201, owner.post("/customers/", home))).id;
  const use = (serial: string) =>
    expectStatus(
      201,
      owner.post(`/held-stock/${held.id}/use/`, { quantity: 1, serial_numbers: [serial], customer }),
    );
  const [first, second] = [await use("h1"), await use("H2")];
  await expectStatus(200, named(router, "IN", ["H1"]));
  const back = { use: first.id };
  await expectProblem(409, owner.post(`/held-stock/${held.id}/take-back/`, back), "ILLEGAL_TRANSITION");
  await expectStatus(200, owner.post(`/held-stock/${held.id}/take-back/`, { use: second.id }));
  const late = desktop.command("held_stock.take_back", { id: held.id, use: first.id });
  expect(await desktop.push([late])).toMatchObject([{ status: "APPLIED" }]);
  expect(await told("PIECES_TAKEN_BACK", router)).toHaveLength(1);
});

it("A database of before is given the pieces that its movements named, each where the last of them left it", async () => {
  const sql = openPool(server.database_url, null, 1);
  const pieces = () =>
    sql`select /* a test's own */ store_item, serial_normal, in_store from store_pieces order by 1, 2`;
  const known = await pieces();
  expect(known.some(({ in_store }) => in_store) && known.some(({ in_store }) => !in_store)).toBe(true);
  await sql`delete /* a test's own */ from store_pieces`;
  const file = new URL("../../server/migrations/0068-pieces-in-store.sql", import.meta.url);
  const fill = /^insert into store_pieces[^;]*;/m.exec(readFileSync(file, "utf8"));
  await sql.unsafe(fill![0]);
  expect(await pieces()).toEqual(known);
  await sql.end();
});
