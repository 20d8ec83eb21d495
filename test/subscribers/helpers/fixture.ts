// Two providers with a router and a package, for the subscribers' tests.
import { expect } from "vitest";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";

export const HOME_10 = {
  name: "Home 10",
  price: "500",
  bandwidth_mbps: 10,
  router_profile: "home-10",
  validity_days: 30,
};

let made = 0;

/** The body of a new customer. */
export function person(more: object = {}) {
  made += 1;
  return { name: `Person ${made}`, username: `person${made}`, phone: `0170000${made}`, ...more };
}

/** Creates a record as the tenant's owner; answers its id. */
export async function create(tenant: TestTenant, path: string, body: object): Promise<string> {
  const answer = await tenant.owner.post(path, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  return answer.body.id;
}

export interface Fixture {
  server: TestServer;
  home: TestTenant;
  other: TestTenant;
  routerId: string;
  packageId: string;
  /** Kinds of the waiting jobs of a customer on a router (the office's own), oldest first. */
  waiting(customer: string, router?: string): Promise<string[]>;
}

export async function openFixture(): Promise<Fixture> {
  const server = await startTestServer();
  const home = await makeTenant(server, { subdomain: "home", settings: { timezone: "Asia/Dhaka" } });
  const other = await makeTenant(server, { subdomain: "other" });
  const router = { name: "North", host: "192.0.2.1", username: "api", password: "router-secret" };
  const routerId = await create(home, "/routers/", router);
  const packageId = await create(home, "/packages/", HOME_10);
  const waiting = async (customer: string, of = routerId) => {
    const query = `customer=${customer}&router=${of}&status=QUEUED&ordering=created_at`;
    const { body } = await home.owner.get(`/network-sync-jobs/?${query}`);
    return body.results.map((job: { kind: string }) => job.kind);
  };
  return { server, home, other, routerId, packageId, waiting };
}
