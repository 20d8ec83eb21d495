// Contract §3, tickets and their replies, seen from outside.
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../shared/kernel/id.ts";
import { openDesktop } from "../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";
import { type Body, expectProblem, expectStatus } from "./helpers/money.ts";

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = (await makeTenant(server, { subdomain: "help" })).owner;
});
afterAll(() => server.stop());

const trouble = { subject: "No internet", description: "Since the morning" };
const open = (): Promise<Body> => expectStatus(201, owner.post("/tickets/", trouble));
const read = ({ id }: Body): Promise<Body> => expectStatus(200, owner.get(`/tickets/${id}/`));

it("A ticket needs a subject and a description, is open, and has a number of its own in the tenant", async () => {
  const [first, second] = [await open(), await open()];
  expect(first).toMatchObject({ status: "OPEN", priority: "MEDIUM", category: "OTHER", resolved_at: null });
  expect(first.ticket_number).not.toBe(second.ticket_number);
  await expectProblem(400, owner.post("/tickets/", { subject: "Alone" }), "VALIDATION");
  await expectProblem(400, owner.patch(`/tickets/${first.id}/`, { status: "CLOSED" }), "VALIDATION");
});

it("A reply is answered with 201, stands in its ticket, and moves the status by the table alone", async () => {
  const ticket = await open();
  const reply = (body: object) => owner.post(`/tickets/${ticket.id}/reply/`, body);
  const said = await expectStatus(201, reply({ message: "On our way" }));
  expect(said).toMatchObject({ ticket: ticket.id, message: "On our way", is_internal: false });
  await expectStatus(201, reply({ message: "Fibre cut", is_internal: true, status: "RESOLVED" }));
  const resolved = await read(ticket);
  expect(resolved).toMatchObject({ status: "RESOLVED", resolved_at: expect.any(String) });
  expect(resolved.replies.map(({ message }: Body) => message)).toEqual(["On our way", "Fibre cut"]);
  await expectStatus(201, reply({ message: "It is back", status: "OPEN" }));
  expect(await read(ticket)).toMatchObject({ status: "OPEN", resolved_at: null });
  await expectStatus(201, reply({ message: "Done", status: "CLOSED" }));
  await expectProblem(409, reply({ message: "Again", status: "OPEN" }), "ILLEGAL_TRANSITION");
  await expectProblem(404, owner.post(`/tickets/${newId()}/reply/`, { message: "?" }), "NOT_FOUND");
});

it("A reply that was written offline is taken once, also where its ticket was closed meanwhile", async () => {
  const desktop = await openDesktop(server.url, owner.token);
  const ticket = await open();
  await expectStatus(201, owner.post(`/tickets/${ticket.id}/reply/`, { message: "Moved", status: "CLOSED" }));
  const payload = { id: ticket.id, message: "New cable laid", status: "IN_PROGRESS" };
  const command = desktop.command("ticket.reply", payload);
  expect(await desktop.push([command])).toMatchObject([{ status: "APPLIED" }]);
  expect(await desktop.push([command])).toMatchObject([{ status: "DUPLICATE" }]);
  const { status, replies } = await read(ticket);
  expect([status, replies.length, replies[1].message]).toEqual(["CLOSED", 2, "New cable laid"]);
});

it("A note of the staff is seen by the staff alone: no reseller reads or writes one, not even on their own customer's ticket", async () => {
  const account = { company_name: "Sub ISP", credit_limit: "0.00", username: "sub", password: "sub-secret" };
  await expectStatus(201, owner.post("/resellers/", account));
  const reseller = await server.signIn("sub", "sub-secret", "help");
  const who = { name: "Rahim", username: "rahim", phone: "017" };
  const { id: customer } = await expectStatus(201, reseller.post("/customers/", who));
  const ticket = await expectStatus(201, reseller.post("/tickets/", { ...trouble, customer }));
  const path = `/tickets/${ticket.id}/`;
  await expectStatus(201, owner.post(`${path}reply/`, { message: "We come at ten" }));
  await expectStatus(201, owner.post(`${path}reply/`, { message: "He owes us", is_internal: true }));
  const messages = ({ replies }: Body) => replies.map(({ message }: Body) => message);
  expect(messages(await expectStatus(200, owner.get(path)))).toEqual(["We come at ten", "He owes us"]);
  expect(messages(await expectStatus(200, reseller.get(path)))).toEqual(["We come at ten"]);
  const listed = await expectStatus(200, reseller.get("/ticket-replies/"));
  expect(listed).toMatchObject({ count: 1, results: [{ message: "We come at ten" }] });
  const held = await (await openDesktop(server.url, reseller.token)).pullAll("ticket_replies");
  expect([...held.values()].map(({ message }) => message)).toEqual(["We come at ten"]);
  await expectProblem(
    403,
    reseller.post(`${path}reply/`, { message: "?", is_internal: true }),
    "PERMISSION_DENIED",
  );
  await expectStatus(201, reseller.post(`${path}reply/`, { message: "Thank you" }));
});

it("A ticket is moved on without a word, by the same rules as with a reply", async () => {
  const ticket = await open();
  const move = (status: string) => owner.post(`/tickets/${ticket.id}/move/`, { status });
  expect(await expectStatus(200, move("RESOLVED"))).toMatchObject({ resolved_at: expect.any(String) });
  expect(await expectStatus(200, move("CLOSED"))).toMatchObject({ status: "CLOSED" });
  await expectProblem(409, move("OPEN"), "ILLEGAL_TRANSITION");
});
