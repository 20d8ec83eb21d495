// A desktop without a screen: vault, replica and client in one, over the IndexedDB that is there.
import { Client } from "../../../renderer/kernel/connection/client.ts";
import type { OpenReplica as Replica, SecretStore, Vault } from "../../../renderer/kernel/replica/index.ts";
import "../../../shared/resources.ts";
import { type Account, openVault } from "../../../renderer/kernel/replica/disk/vault.ts";
import { until } from "../../../renderer/kernel/replica/observable.ts";
import { openReplica } from "../../../renderer/kernel/replica/replica.ts";
import { customerSearch } from "../../../renderer/subscribers/customer/customer-search.ts";

/** The payload of a recharge. */
export const rechargeOf = (customer_id: string, amount: string) => ({
  customer_id,
  amount,
  validity_days: 30,
});

export interface Desk {
  replica: Replica;
  vault: Vault;
  account: string;
  database: string;
  close(): Promise<void>;
}

interface Login {
  token: string;
  user: { id: string; username: string; full_name: string };
  membership: { tenant: { id: string; name: string; subdomain: string } };
}

const PASSWORD = "right-horse";
/** Stretching is what it is in production, and cheaper: these tests are about everything else. */
const cost = { N: 2 ** 12, r: 8, p: 1 };
export const openTestVault = (name: string, secrets: SecretStore | null = null) =>
  openVault({ name, secrets, cost });

const connectTo = (server: string) => (line: Parameters<Parameters<typeof openReplica>[0]["connect"]>[0]) =>
  new Client({ server: () => server, ...line });

/** A session at the server. */
export async function logIn(
  server: string,
  password = PASSWORD,
  username = "counter",
  tenant = "demo",
): Promise<Login> {
  const client = new Client({ server: () => server, token: () => null });
  return (await client.rest("POST", "/api/v1/auth/login/", { username, password, tenant })) as Login;
}

/** Opens a store by its key, whoever keeps the list of accounts. */
export async function openStore(
  server: string,
  opened: Pick<Parameters<typeof openReplica>[0], "database" | "key" | "user_id">,
): Promise<Replica> {
  const { database, key, user_id } = opened;
  const replica = await openReplica({
    ...{ database, key, ...(user_id ? { user_id } : {}) },
    connect: connectTo(server),
    device_name: "Till",
    projections: [customerSearch],
  });
  remember(replica);
  return replica;
}

/** Signs in on-line and registers the device. */
export async function signIn(
  server: string,
  vaultName: string,
  password = PASSWORD,
  secrets: SecretStore | null = null,
  username = "counter",
  company = "demo",
): Promise<Desk> {
  const vault = await openTestVault(vaultName, secrets);
  const login = await logIn(server, password, username, company);
  const { token } = login;
  const { tenant } = login.membership;
  const { account, key } = await vault.admit(
    {
      server,
      tenant: tenant.subdomain,
      tenant_id: tenant.id,
      tenant_name: tenant.name,
      user_id: login.user.id,
      username: login.user.username,
      full_name: login.user.full_name,
    },
    password,
  );
  let saving: Promise<void> | null = null;
  const replica = await openReplica({
    database: account.database,
    key,
    connect: connectTo(server),
    device_name: "Till",
    projections: [customerSearch],
    known_device: await vault.device(account.id),
    user_id: account.user_id,
    onDevice: (device) => {
      saving = vault.setDevice(account.id, device);
    },
    onContact: (at) => void vault.contacted(account.id, key, at),
  });
  remember(replica);
  await replica.setToken(token);
  await replica.register();
  return desk(vault, account, replica, () => saving);
}

/** Opens what is there with the password alone. */
export async function unlock(
  server: string,
  vaultName: string,
  password = PASSWORD,
  secrets: SecretStore | null = null,
): Promise<Desk> {
  const vault = await openTestVault(vaultName, secrets);
  const [known] = await vault.accounts();
  if (!known) throw new Error("nobody signed in here");
  const { account, key } = await vault.unlock(known.id, password);
  let saving: Promise<void> | null = null;
  const replica = await openReplica({
    database: account.database,
    key,
    connect: connectTo(server),
    device_name: "Till",
    projections: [customerSearch],
    known_device: await vault.device(account.id),
    user_id: account.user_id,
    onDevice: (device) => {
      saving = vault.setDevice(account.id, device);
    },
    onContact: (at) => void vault.contacted(account.id, key, at),
  });
  remember(replica);
  return desk(vault, account, replica, () => saving);
}

/** @param saving what is still being written down of the device, if anything. */
function desk(
  vault: Vault,
  { id, database }: Account,
  replica: Replica,
  saving: () => Promise<void> | null,
): Desk {
  return {
    vault,
    account: id,
    database,
    replica,
    async close() {
      await replica.close();
      await saving();
      vault.close();
    },
  };
}

/** Waits for a condition that nothing announces. */
export async function eventually(check: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await check())) {
    if (performance.now() > end) throw new Error("it did not come about in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** When each replica had last been in sync as it was opened: its first round may be over before a test waits for it. */
const opened = new WeakMap<Replica, string | null>();

function remember(replica: Replica): void {
  opened.set(replica, replica.status$.getSnapshot().last_in_sync_at);
}

/** Waits until everything was pulled after it was opened, or after now, where this was waited for before. */
export async function inSync(replica: Replica, ms = 30_000): Promise<void> {
  const now = replica.status$.getSnapshot().last_in_sync_at;
  const before = opened.has(replica) ? (opened.get(replica) ?? null) : now;
  opened.delete(replica);
  await until(
    replica.status$,
    ({ state, last_in_sync_at }) =>
      state === "online" && last_in_sync_at !== null && last_in_sync_at !== before,
    AbortSignal.timeout(ms),
  );
}

/** Waits until the outbox has nothing left to hand in. */
export async function handedIn(replica: Replica, ms = 20_000): Promise<void> {
  await until(replica.status$, ({ waiting }) => waiting === 0, AbortSignal.timeout(ms));
}
