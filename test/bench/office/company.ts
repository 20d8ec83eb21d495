// A server process, and a company that its operator has made.
import { newId } from "../../../shared/kernel/id.ts";
import { SUPERUSER } from "../../helpers/config.ts";
import { type Program, startProgram } from "../../helpers/process/program.ts";
import { type Client, client } from "../../helpers/server.ts";
import { PRICE } from "./seed.ts";

export interface Credentials {
  tenant: string;
  username: string;
  password: string;
}

export interface Company {
  id: string;
  subdomain: string;
  package: string;
  customers: number;
  owner: Client & { token: string };
  /** So many further sessions of the owner; answers their tokens. */
  signIn(sessions: number): Promise<string[]>;
  /** Somebody at the counter, who is new; answers what they type in to sign in. */
  hire(): Promise<Credentials>;
}

export interface Served {
  url: string;
  program: Program;
}

/** @throws Error with what the server refuses. */
export async function ok<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** A server process as an office runs it, without its nightly backups and its limits. */
export async function startServer(database_url: string, data_dir: string, more = {}): Promise<Served> {
  const program = startProgram("server/start.js", {
    LASTMILE_PORT: "0",
    LASTMILE_METRICS_PORT: "0",
    LASTMILE_DATABASE_URL: database_url,
    LASTMILE_DATA_DIR: data_dir,
    LASTMILE_SUPERUSER: `${SUPERUSER.username}:${SUPERUSER.password}`,
    LASTMILE_REQUESTS_PER_MINUTE: "10000000",
    LASTMILE_LOGINS_PER_MINUTE: "10000000",
    // The listeners of webhooks.
    LASTMILE_OUTGOING_ALLOW: "127.0.0.0/8",
    LASTMILE_BACKUPS_DAILY: "0",
    LASTMILE_BACKUPS_WEEKLY: "0",
    ...more,
  });
  const [, url = ""] = await program.says(/listening on (http:\/\/\S+)/);
  return { url, program };
}

/** A clerk with the default role of a counter. */
async function hireAt(owner: Client, tenant: string): Promise<Credentials> {
  const { results } = await ok(owner.get("/roles/?page_size=100"));
  const role = results.find(({ name }: { name: string }) => name === "Counter");
  const signs_in = { username: `${tenant}-counter-${newId()}`, password: newId() };
  const profile = { full_name: "Counter", phone: "", designation: "Counter", role: role.id };
  await ok(owner.post("/staff/", { ...signs_in, ...profile }));
  return { tenant, ...signs_in };
}

/** A company with its owner and one package; `customers` are still to be made. */
export async function makeCompany(
  url: string,
  subdomain: string,
  customers: number,
  price = PRICE,
): Promise<Company> {
  const password = `${subdomain}-password-of-the-owner`;
  const admin = { username: `${subdomain}-owner`, password, full_name: "Owner" };
  const superuser = await ok(client(url).post("/saas/auth/login/", SUPERUSER));
  const platform = client(url, superuser.token);
  const { id } = await ok(platform.post("/tenants/", { name: subdomain, subdomain, admin }));
  const signIn = async () => {
    const body = { username: admin.username, password, tenant: subdomain };
    const { token } = await ok(client(url).post("/auth/login/", body));
    return { ...client(url, token), token: String(token) };
  };
  const first = await signIn();
  await ok(first.patch("/settings/", { currency: "BDT", timezone: "Asia/Dhaka" }));
  const plan = { name: "Home", price, bandwidth_mbps: 20, validity_days: 30 };
  const pack = await ok(first.post("/packages/", plan));
  const owner = await signIn();
  return {
    ...{ id, subdomain, package: pack.id, customers, owner },
    signIn: async (sessions) => {
      const tokens: string[] = [];
      for (let opened = 0; opened < sessions; opened += 1) tokens.push((await signIn()).token);
      return tokens;
    },
    hire: () => hireAt(owner, subdomain),
  };
}
