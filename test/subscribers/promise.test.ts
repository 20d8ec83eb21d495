// The promise policy at the server's doors: who is held to it, over REST, by hand and from a desktop.
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays, dayOf } from "../../shared/kernel/day.ts";
import { openDesktop } from "../helpers/desktop.ts";
import type { Client } from "../helpers/server.ts";
import { create, type Fixture, openFixture, person } from "./helpers/fixture.ts";

let fixture: Fixture;
let clerk: Client;
let boss: Client;
const today = () => dayOf(new Date(), "Asia/Dhaka");
const customerOf = async () => create(fixture.home, "/customers/", person());
const grant = (who: Client, id: string, body: object) =>
  who.post(`/customers/${id}/grant-grace-period/`, body);

beforeAll(async () => {
  fixture = await openFixture();
  clerk = await fixture.home.staff("promise-clerk", "Counter");
  boss = await fixture.home.staff("promise-boss", "Manager");
});
afterAll(() => fixture.server.stop());

it("Without a policy a clerk gives any grace that the contract has, as often as they are asked", async () => {
  const id = await customerOf();
  expect(await grant(clerk, id, { days: 90 })).toMatchObject({
    status: 200,
    body: { promised_on: [today()] },
  });
  expect((await grant(clerk, id, { days: 1 })).status).toBe(200);
});

it("The policy holds a clerk by days and times, also where the date is written by hand, and not who may go beyond", async () => {
  const policy = { promise_max_days: 5, promise_max_times: 1, promise_period_days: 30 };
  expect((await fixture.home.owner.patch("/settings/", policy)).status).toBe(200);
  const id = await customerOf();
  const far = addDays(today(), 6);
  expect(await grant(clerk, id, { days: 6 })).toMatchObject({
    status: 422,
    body: { code: "PROMISE_LIMIT", promise_max_days: 5, last_day: addDays(today(), 5) },
  });
  expect(await clerk.patch(`/customers/${id}/`, { grace_period_until: far })).toMatchObject({
    status: 422,
    body: { code: "PROMISE_LIMIT" },
  });
  expect((await grant(clerk, id, { days: 5 })).status).toBe(200);
  // Put right on the same day.
  expect((await grant(clerk, id, { promise_date: addDays(today(), 2) })).status).toBe(200);
  const before = addDays(today(), -10);
  await fixture.server.services.db.platform`
    update customers set promised_on = ${fixture.server.services.db.platform.json([before])}
    where tenant_id = ${fixture.home.tenant.id} and id = ${id}`;
  expect(await grant(clerk, id, { days: 1 })).toMatchObject({
    status: 422,
    body: { code: "PROMISE_LIMIT", promise_max_times: 1, promise_period_days: 30, given_on: [before] },
  });
  expect((await grant(clerk, id, {})).status).toBe(400);
  expect(await grant(boss, id, { days: 20 })).toMatchObject({
    status: 200,
    body: { status: "ACTIVE", promised_on: [before, today()] },
  });
});

it("A promise that a desktop made against the policy comes back refused with its reason", async () => {
  const id = await customerOf();
  const desktop = await openDesktop(fixture.server.url, clerk.token);
  const [answer] = await desktop.push(desktop.command("customer.grant_grace_period", { id, days: 9 }));
  expect(answer).toMatchObject({
    status: "REJECTED",
    problem: { code: "PROMISE_LIMIT", promise_max_days: 5 },
  });
});
