// A tenant with an owner, a package and customers, on a running server.
import type { Client, TestServer } from "../../helpers/server.ts";

export interface TestTenant {
  id: string;
  subdomain: string;
  admin: Client;
  package: string;
  /** A new customer with the package; answers their id. */
  customer(more?: Record<string, unknown>): Promise<string>;
}

let made = 0;

/** Answers the body of a success; anything else fails the test with what the server said. */
export async function ok<T = Record<string, unknown>>(
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  answer: Promise<{ status: number; body: any }>,
): Promise<T> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Makes a tenant with a package of 1200.00 for 30 days. */
export async function makeTenant(
  server: Pick<TestServer, "signIn" | "superuser">,
  settings: Record<string, unknown> = {},
): Promise<TestTenant> {
  made += 1;
  const subdomain = `isp${made}-${process.pid}`;
  const superuser = await server.superuser();
  const password = "owner-password";
  const username = `owner-${subdomain}`;
  const tenant = await ok(
    superuser.post("/tenants/", { name: subdomain, subdomain, admin: { username, password } }),
  );
  const first = await server.signIn(username, password);
  if (Object.keys(settings).length > 0) await ok(first.patch("/settings/", settings));
  const admin = await server.signIn(username, password);
  const plan = { name: "Home 20", price: "1200.00", bandwidth_mbps: 20, validity_days: 30 };
  const pack = await ok(admin.post("/packages/", plan));
  let customers = 0;
  return {
    id: String(tenant.id),
    subdomain,
    admin,
    package: String(pack.id),
    async customer(more = {}) {
      customers += 1;
      const body = { name: `Customer ${customers}`, username: `c${customers}`, phone: `0170${customers}` };
      return String((await ok(admin.post("/customers/", { ...body, package: pack.id, ...more }))).id);
    },
  };
}
