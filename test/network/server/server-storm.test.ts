// Tills, the expiry job, agents and a router that comes and goes, all at once: nobody waits for ever, nothing is lost.
import { afterAll, beforeAll, expect, it } from "vitest";
import { expireCustomers } from "../../../server/subscribers/access/expire-customers.ts";
import { agentAt, type NetworkFixture, openNetworkFixture, resultOf } from "../helpers/network-fixture.ts";

let fixture: NetworkFixture;
beforeAll(async () => {
  fixture = await openNetworkFixture();
});
afterAll(() => fixture.server.stop());

it("A storm of changes ends with every line as the last decision says, and no request refused", async () => {
  const router = await fixture.router();
  const ids = await Promise.all(Array.from({ length: 12 }, () => fixture.customer(router)));
  const seen = new Map<string, boolean>();
  const agents = [agentAt(fixture), agentAt(fixture)];
  let going = true;
  const work = async (agent: ReturnType<typeof agentAt>) => {
    for (let round = 0; going; round += 1) {
      await agent.observe(router, { status: round % 5 === 4 ? "OFFLINE" : "ONLINE" });
      for (const job of await agent.lease([router])) {
        const retry = round % 3 === 2;
        if (!retry) for (const user of job.desired.users) seen.set(user.customer_id, user.enabled);
        const error = { code: "ETIMEDOUT", message: "No answer" };
        await agent.report(job, retry ? "RETRY" : "SUCCEEDED", retry ? { error } : { result: resultOf() });
      }
    }
  };
  const working = agents.map(work);
  const statuses: number[] = [];
  const clerk = async (id: string, times: number) => {
    for (let n = 0; n < times; n += 1) {
      const answer = await fixture.tenant.owner.post(`/customers/${id}/toggle_status/`, { force: true });
      statuses.push(answer.status);
    }
  };
  // An odd number of toggles ends in SUSPENDED, an even one in ACTIVE.
  const clerks = ids.map((id, index) => clerk(id, 6 + (index % 2)));
  const expiring = [1, 2, 3].map(() => expireCustomers(fixture.server.services));
  await Promise.all([...clerks, ...expiring]);
  const end = performance.now() + 30_000;
  const open = async () =>
    (await fixture.tenant.owner.get("/network-sync-jobs/?status__in=QUEUED,LEASED")).body.count;
  while ((await open()) > 0 && performance.now() < end) await fixture.tenant.owner.get(`/routers/${router}/`);
  going = false;
  await Promise.all(working);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(await open()).toBe(0);
  for (const [index, id] of ids.entries()) expect(seen.get(id), `customer ${index}`).toBe(index % 2 === 0);
});
