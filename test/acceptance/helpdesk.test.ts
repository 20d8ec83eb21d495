// Contract §3, tickets and their replies, seen from outside.
import { afterAll, beforeAll, expect, it } from "vitest";
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

it("A reply moves its ticket by the table of states alone; written offline it is taken although the ticket has moved on", async () => {
  const { id, ...opened } = await expectStatus(201, owner.post("/tickets/", trouble));
  expect(opened).toMatchObject({ status: "OPEN", resolved_at: null, ticket_number: "T00001", replies: [] });
  const said = async (status: string) => {
    await expectStatus(201, owner.post(`/tickets/${id}/reply/`, { message: status, status }));
    return expectStatus(200, owner.get(`/tickets/${id}/`));
  };
  expect(await said("RESOLVED")).toMatchObject({ status: "RESOLVED", resolved_at: expect.any(String) });
  expect(await said("OPEN")).toMatchObject({ status: "OPEN", resolved_at: null });
  await said("CLOSED");
  const again = { message: "New cable laid", status: "IN_PROGRESS" };
  await expectProblem(409, owner.post(`/tickets/${id}/reply/`, again), "ILLEGAL_TRANSITION");
  const desktop = await openDesktop(server.url, owner.token);
  const [answer] = await desktop.push([desktop.command("ticket.reply", { id, ...again })]);
  expect(answer).toMatchObject({ status: "APPLIED", result: { message: again.message } });
  expect(await expectStatus(200, owner.get(`/tickets/${id}/`))).toMatchObject({ status: "CLOSED" });
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
  const ticket = await expectStatus(201, owner.post("/tickets/", trouble));
  const move = (status: string) => owner.post(`/tickets/${ticket.id}/move/`, { status });
  expect(await expectStatus(200, move("RESOLVED"))).toMatchObject({ resolved_at: expect.any(String) });
  expect(await expectStatus(200, move("CLOSED"))).toMatchObject({ status: "CLOSED" });
  await expectProblem(409, move("OPEN"), "ILLEGAL_TRANSITION");
});
