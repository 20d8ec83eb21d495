// The demo's accounts, whose passwords everybody knows, in a database that is served to others than this machine's users.
import { verifyPassword } from "../identity/index.ts";
import type { Services } from "../kernel/services.ts";
import { DEMO, OTHER } from "./people.ts";

export const passwordOf = (username: string) => `${username}-demo`;

/** The super administrator of the demo. */
export const PLATFORM = "platform";

/** Signs in for the demo's reseller. */
export const RESELLER = "reseller";

/**
 * Where the demo was once seeded: closes each account that still has the demo's password; one whose password was changed is
 * somebody's.
 */
export async function closeDemoAccounts(services: Services): Promise<void> {
  const staff = [DEMO, OTHER].flatMap(({ admin, staff }) => [admin, ...staff]);
  const names = [PLATFORM, RESELLER, ...staff.map(({ username }) => username)];
  const sql = services.db.platform;
  const seeded = await sql`select 1 from tenants where subdomain = ${DEMO.subdomain}`;
  if (seeded.length === 0) return;
  const users = await sql<{ id: string; username: string; password_hash: string }[]>`
    select id, username, password_hash from users where is_active and username in ${sql(names)}`;
  for (const { id, username, password_hash } of users) {
    if (!(await verifyPassword(services, passwordOf(username), password_hash))) continue;
    await sql`update users set is_active = false where id = ${id}`;
    await sql`update auth_tokens set revoked_at = now() where "user" = ${id} and revoked_at is null`;
    services.log.warn(
      { username },
      "an account with the demo's password was closed: this server is open to others",
    );
  }
}
