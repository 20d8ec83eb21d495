// As whom the server speaks to PostgreSQL: two roles with passwords of their own. The database's owner only migrates it
// (and runs pg-boss), so that no statement of a request could step back into the owner's rights.
import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Login, type Logins, openPool } from "./db.ts";

type Role = keyof Logins;

/** Why the roles can't log in. */
class NoLogin extends Error {}

/**
 * Roles belong to a whole cluster, which several servers and databases may share: so the passwords are not made up, but
 * follow from the owner's, for every server alike.
 */
function loginOf(owner: URL, ownerPassword: string, role: Role): string {
  const url = new URL(owner);
  url.username = role;
  url.password = createHmac("sha256", ownerPassword).update(`password of ${role}`).digest("hex");
  return url.href;
}

async function canLogIn(url: string): Promise<boolean> {
  const sql = openPool(url, null, 1);
  try {
    await sql`select 1`;
    return true;
  } catch (error) {
    // 28: not let in.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("28")) return false;
    throw error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const TRIES = 10;

/** @throws NoLogin when the owner may not change roles. */
async function givePassword(ownerUrl: string, role: Role, login: string): Promise<void> {
  const sql = openPool(ownerUrl, null, 1);
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await sql.unsafe(`alter role ${role} login password '${new URL(login).password}'`);
        return;
      } catch (error) {
        const { code, message } = error as Error & { code?: string };
        if (code === "42501") throw new NoLogin(`its user may not give ${role} a password (CREATEROLE)`);
        // Another server does the same at this moment.
        if (!/concurrently updated/.test(message) || attempt === TRIES) throw error;
        await pause(20 * attempt);
      }
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function makeLogin(ownerUrl: string, role: Role): Promise<string> {
  const owner = new URL(ownerUrl);
  const password = decodeURIComponent(owner.password) || process.env.PGPASSWORD;
  if (!password) throw new NoLogin("it names no password, from which those of the server's own roles follow");
  const login = loginOf(owner, password, role);
  if (await canLogIn(login)) return login;
  await givePassword(ownerUrl, role, login);
  if (!(await canLogIn(login))) throw new NoLogin(`the database does not let ${role} in (pg_hba.conf)`);
  return login;
}

/**
 * Lets the two roles log in with passwords of their own. Where that can't be had, the owner's sessions take the roles on,
 * as a session can also put them off again; `warn` is told why.
 */
export async function prepareLogins(ownerUrl: string, warn: (why: string) => void): Promise<Logins> {
  try {
    const [app, platform] = [
      await makeLogin(ownerUrl, "lastmile_app"),
      await makeLogin(ownerUrl, "lastmile_platform"),
    ];
    return { lastmile_app: { url: app, role: null }, lastmile_platform: { url: platform, role: null } };
  } catch (error) {
    if (!(error instanceof NoLogin)) throw error;
    warn(error.message);
    const asOwner = (role: Role): Login => ({ url: ownerUrl, role });
    return { lastmile_app: asOwner("lastmile_app"), lastmile_platform: asOwner("lastmile_platform") };
  }
}
