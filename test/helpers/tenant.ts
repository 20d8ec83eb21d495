// A tenant of its own for a test, with its owner signed in.
import { type Client, client, type TestServer } from "./server.ts";

export interface TestTenant {
  /** Signed in as the owner: may do everything in the tenant. */
  owner: Client;
  tenant: { id: string; name: string; subdomain: string };
  /** Role ids by name: Owner, Manager, Counter, … */
  roles: Readonly<Record<string, string>>;
  /** Creates a member of staff with a default role and signs them in. The password is the username followed by "-secret". */
  staff(username: string, role: string): Promise<Client & { staff_id: string; username: string }>;
}

/** How many each server has: files share a process, and each of them counts from one. */
const made = new WeakMap<TestServer, number>();

function nextSubdomain(server: TestServer): string {
  const count = (made.get(server) ?? 0) + 1;
  made.set(server, count);
  return `tenant-${count}`;
}

/** Makes a tenant through the API. Its owner is `<subdomain>-owner`, password `<subdomain>-secret`. */
export async function makeTenant(
  server: TestServer,
  options: { subdomain?: string; settings?: Record<string, unknown> } = {},
): Promise<TestTenant> {
  const subdomain = options.subdomain ?? nextSubdomain(server);
  const admin = { username: `${subdomain}-owner`, password: `${subdomain}-secret`, full_name: "The Owner" };
  const superuser = await server.superuser();
  const created = await superuser.post("/tenants/", { name: `Tenant ${subdomain}`, subdomain, admin });
  if (created.status !== 201) throw new Error(`No tenant: ${created.status} ${JSON.stringify(created.body)}`);
  const owner = await server.signIn(admin.username, admin.password, subdomain);
  if (options.settings) {
    const changed = await owner.patch("/settings/", options.settings);
    if (changed.status !== 200)
      throw new Error(`No settings: ${changed.status} ${JSON.stringify(changed.body)}`);
  }
  const listed = await owner.get("/roles/?page_size=100");
  const roles: Record<string, string> = {};
  for (const role of listed.body.results ?? []) roles[role.name] = role.id;
  return {
    owner,
    tenant: { id: created.body.id, name: created.body.name, subdomain },
    roles,
    staff: async (username, role) => {
      const password = `${username}-secret`;
      const profile = {
        username,
        password,
        full_name: username,
        phone: "",
        designation: role,
        role: roles[role],
      };
      const answer = await owner.post("/staff/", profile);
      if (answer.status !== 201) throw new Error(`No staff: ${answer.status} ${JSON.stringify(answer.body)}`);
      const signedIn = await server.signIn(username, password, subdomain);
      return { ...client(server.url, signedIn.token), staff_id: answer.body.id, username };
    },
  };
}
