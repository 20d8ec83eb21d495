// Whose ONU is whose: found by the serial number, from whichever side it comes to be known.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type NetworkFixture, openNetworkFixture } from "../helpers/network-fixture.ts";
import { makeOlt, oltAgentAt, onuAt, onusOf, serial } from "./olt-fixture.ts";

let fixture: NetworkFixture;
beforeAll(async () => {
  fixture = await openNetworkFixture();
});
afterAll(() => fixture.server.stop());

const owner = () => fixture.tenant.owner;
const customer = async (id: string) => (await owner().get(`/customers/${id}/`)).body;
let used = 100_000;
/** A serial number that no other test has. */
const fresh = () => serial(used++);

it("An ONU that is seen first finds the customer who has its serial number, however that was written", async () => {
  const serial_number = fresh();
  const id = await fixture.customer(null, { onu_serial: serial_number.toLowerCase() });
  const olt = await makeOlt(fixture);
  await oltAgentAt(fixture).observe(olt, [onuAt("0/1/1", 1, { serial_number })]);
  const [onu] = await onusOf(fixture, olt);
  expect(onu).toMatchObject({ customer: id, customer_name: "Anika Rahman" });
  expect(await customer(id)).toMatchObject({ onu: onu?.id, onu_serial: serial_number });
});

it("A customer who is given a serial number has the ONU at once, and gives the old one back", async () => {
  const [first, second] = [fresh(), fresh()];
  const olt = await makeOlt(fixture);
  await oltAgentAt(fixture).observe(olt, [
    onuAt("0/1/1", 1, { serial_number: first }),
    onuAt("0/1/1", 2, { serial_number: second }),
  ]);
  const answer = await owner().post("/customers/", {
    name: "Rafi",
    username: fresh(),
    phone: "2",
    onu_serial: first,
  });
  const onus = await onusOf(fixture, olt);
  expect(answer.body).toMatchObject({ onu: onus[0]?.id });
  const { id } = answer.body;
  const moved = await owner().patch(`/customers/${id}/`, { onu_serial: second });
  expect(moved.body).toMatchObject({ onu: onus[1]?.id });
  expect((await onusOf(fixture, olt)).map((onu) => onu.customer)).toEqual([null, id]);
  expect((await owner().patch(`/customers/${id}/`, { onu_serial: null })).body).toMatchObject({ onu: null });
  expect((await onusOf(fixture, olt)).map((onu) => onu.customer)).toEqual([null, null]);
});

it("An ONU given to a customer by hand brings its serial number, and stays after the next reading", async () => {
  const [first, second] = [fresh(), fresh()];
  const olt = await makeOlt(fixture);
  const agent = oltAgentAt(fixture);
  const reading = [onuAt("0/1/1", 1, { serial_number: first }), onuAt("0/1/1", 2, { serial_number: second })];
  await agent.observe(olt, reading);
  const id = await fixture.customer(null, { onu_serial: first });
  const [one, two] = await onusOf(fixture, olt);
  expect(one?.customer).toBe(id);
  expect(await owner().patch(`/onus/${two?.id}/`, { customer: id, description: "Roof" })).toMatchObject({
    status: 200,
    body: { customer: id, description: "Roof" },
  });
  await agent.observe(olt, reading);
  expect((await onusOf(fixture, olt)).map((onu) => onu.customer)).toEqual([null, id]);
  expect(await customer(id)).toMatchObject({ onu: two?.id, onu_serial: second });
  await owner().patch(`/onus/${two?.id}/`, { customer: null });
  await agent.observe(olt, reading);
  expect(await customer(id)).toMatchObject({ onu: null, onu_serial: null });
});

it("A serial number that two customers have links nobody, until it is one's alone", async () => {
  const serial_number = fresh();
  const [first, second] = [await fixture.customer(null), await fixture.customer(null)];
  for (const id of [first, second]) await owner().patch(`/customers/${id}/`, { onu_serial: serial_number });
  const olt = await makeOlt(fixture);
  const agent = oltAgentAt(fixture);
  await agent.observe(olt, [onuAt("0/1/1", 1, { serial_number })]);
  expect((await onusOf(fixture, olt))[0]?.customer).toBe(null);
  await owner().patch(`/customers/${second}/`, { status: "TERMINATED" });
  await agent.observe(olt, [onuAt("0/1/1", 1, { serial_number })]);
  expect((await onusOf(fixture, olt))[0]?.customer).toBe(first);
});

it("A serial number on two OLTs is the customer's where it is on-line, and stays there while it is", async () => {
  const serial_number = fresh();
  const id = await fixture.customer(null, { onu_serial: serial_number });
  const [old, other] = [await makeOlt(fixture), await makeOlt(fixture)];
  const agent = oltAgentAt(fixture);
  await agent.observe(old, [onuAt("0/1/1", 1, { serial_number })]);
  await agent.observe(other, [onuAt("0/2/1", 1, { serial_number, status: "OFFLINE" })]);
  const [there] = await onusOf(fixture, old);
  const [here] = await onusOf(fixture, other);
  expect([there?.customer, here?.customer]).toEqual([id, null]);
  await agent.observe(old, [onuAt("0/1/1", 1, { serial_number, status: "OFFLINE" })]);
  await agent.observe(other, [onuAt("0/2/1", 1, { serial_number })]);
  expect((await onusOf(fixture, old))[0]?.customer).toBe(null);
  expect((await onusOf(fixture, other))[0]?.customer).toBe(id);
  expect((await customer(id)).onu).toBe(here?.id);
});

it("Readings and changes of customers at the same moment end with both sides saying the same", async () => {
  const serials = Array.from({ length: 6 }, fresh);
  const olt = await makeOlt(fixture);
  const agent = oltAgentAt(fixture);
  const people = await Promise.all(serials.map(() => fixture.customer(null)));
  const reading = serials.map((serial_number, at) => onuAt("0/1/1", at + 1, { serial_number }));
  await agent.observe(olt, reading.slice(0, 3));
  const answers = await Promise.all([
    agent.observe(olt, reading),
    ...people.map((id, at) => owner().patch(`/customers/${id}/`, { onu_serial: serials[at] })),
    agent.observe(olt, reading),
  ]);
  expect(answers.filter((answer) => typeof answer === "object" && answer.status !== 200)).toEqual([]);
  await agent.observe(olt, reading);
  const onus = await onusOf(fixture, olt);
  expect(onus.map((onu) => onu.customer)).toEqual(people);
  for (const [at, id] of people.entries()) expect((await customer(id)).onu).toBe(onus[at]?.id);
});

it("An OLT that is deleted takes its ONUs along, and leaves the customers their serial numbers", async () => {
  const serial_number = fresh();
  const olt = await makeOlt(fixture);
  await oltAgentAt(fixture).observe(olt, [onuAt("0/1/1", 1, { serial_number })]);
  const id = await fixture.customer(null, { onu_serial: serial_number });
  expect(await owner().delete(`/olts/${olt}/`)).toMatchObject({ status: 204 });
  expect(await customer(id)).toMatchObject({ onu: null, onu_serial: serial_number });
  expect((await owner().get(`/onus/?olt=${olt}`)).body.count).toBe(0);
});

it("A customer who is deleted leaves the ONU without one", async () => {
  const serial_number = fresh();
  const olt = await makeOlt(fixture);
  await oltAgentAt(fixture).observe(olt, [onuAt("0/1/1", 1, { serial_number })]);
  const id = await fixture.customer(null, { onu_serial: serial_number });
  expect((await onusOf(fixture, olt))[0]?.customer).toBe(id);
  expect(await owner().delete(`/customers/${id}/`)).toMatchObject({ status: 204 });
  expect((await onusOf(fixture, olt))[0]?.customer).toBe(null);
});
