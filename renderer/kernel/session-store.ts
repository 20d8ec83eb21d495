// Who is signed in: sign in on-line, unlock offline, lock, sign out; and the open replica.
import { create } from "zustand";
import { Client } from "./client.ts";
import { NO_CONNECTION, useConnection } from "./connection.ts";
import {
  type Account,
  failedWith,
  LocalFailure,
  openReplica,
  openVault,
  type Replica,
  type SecretStore,
  type Vault,
} from "./replica/index.ts";

/** What the login answered, and the tenant's settings; kept sealed for the next start offline. */
export interface Identity {
  readonly user: {
    readonly id: string;
    readonly username: string;
    readonly full_name: string;
    readonly email: string | null;
    readonly is_superuser: boolean;
  };
  readonly membership: {
    readonly id: string;
    readonly tenant: { readonly id: string; readonly name: string; readonly subdomain: string };
    readonly role: { readonly id: string; readonly name: string } | null;
    readonly permissions: readonly string[];
  };
  /** `/settings/` of the tenant: currency, timezone, receipt_width_mm, … */
  readonly settings: Readonly<Record<string, unknown>>;
}

interface SignInInput {
  /** Address of the server, e.g. "https://isp.example". */
  server: string;
  /** The tenant's subdomain; empty where the server's name says it. */
  tenant: string;
  username: string;
  password: string;
  /** See vault.ts: after the password was changed elsewhere. */
  previous_password?: string;
  set_aside?: boolean;
}

export interface Session {
  /** `starting` until `startSession` has looked at what this machine knows. */
  readonly phase: "starting" | "locked" | "open";
  readonly accounts: readonly Account[];
  readonly account: Account | null;
  readonly identity: Identity | null;
  readonly replica: Replica | null;
  /** Why the session was closed from elsewhere; shown at the sign-in. */
  readonly notice: "revoked" | "revoked-with-work-left" | "wiped" | "expelled" | null;
  /**
   * Signs in at the server; keeps what this account has here, and purges other tenants' data.
   * @throws LocalFailure as client.rest does, or OLD_PASSWORD_NEEDED.
   */
  signIn(input: SignInInput): Promise<void>;
  /** Opens an account with its password alone. @throws LocalFailure WRONG_PASSWORD, LOCKED_UNTIL_ONLINE. */
  unlock(accountId: string, password: string): Promise<void>;
  /** The token ran out while the replica is open: a new one for the same person. */
  renew(password: string): Promise<void>;
  changePassword(current: string, next: string): Promise<void>;
  /** Closes the replica; everything stays on disk, sealed. */
  lock(): Promise<void>;
  /**
   * Ends the session at the server too, where it can be reached; with `wipe` nothing stays on this machine.
   * @throws LocalFailure WIPE_REFUSED when work is not handed in, unless `force`.
   */
  signOut(options?: { wipe?: boolean; force?: boolean }): Promise<void>;
  /** Whether the signed-in person holds a permission, e.g. "billing.recharge.create". */
  can(permission: string): boolean;
}

type Login = Omit<Identity, "settings"> & { token: string };

interface Me {
  user: Identity["user"];
  membership: Partial<Identity["membership"]> | null;
  permissions: readonly string[];
}

interface Machine {
  secrets: SecretStore | null;
  device_name: string;
}

let machine: Machine = { secrets: null, device_name: "Desktop" };
let vault: Promise<Vault> | null = null;
const leave: (() => void)[] = [];
/** The key of the open replica, to be wrapped anew when the password changes. */
let openKey: CryptoKey | null = null;

const openedVault = () => {
  vault ??= openVault(machine.secrets);
  return vault;
};

function plainClient(server: string, token: string | null = null) {
  return new Client({ server: () => server, token: () => token });
}

/** Logs in and reads the settings; the token is in the answer. */
async function login(input: SignInInput): Promise<Login & Identity> {
  const { username, password, tenant } = input;
  const body = { username, password, ...(tenant ? { tenant } : {}) };
  const answer = (await plainClient(input.server)
    .rest("POST", "/api/v1/auth/login/", body)
    .catch(async (error: unknown) => {
      // No longer a member: what may not be seen any more goes from this machine (contract §5.7).
      if (failedWith(error, "PROBLEM") && error.problem?.code === "TENANT_INACTIVE") await expel(input);
      throw error;
    })) as Login;
  if (typeof answer?.token !== "string" || !answer.membership) {
    throw new LocalFailure("BAD_ANSWER", "The server's answer to the sign-in is not what was agreed.");
  }
  const settings = await readSettings(input.server, answer.token);
  return { ...answer, settings };
}

/** Purges the accounts here that these credentials belong to; work not handed in stays, sealed. */
async function expel({ server, tenant, username }: SignInInput): Promise<void> {
  const opened = await openedVault();
  for (const account of await opened.accounts()) {
    const same = account.server === server && account.username === username;
    if (!same || (tenant && account.tenant !== tenant)) continue;
    if (useSession.getState().account?.id === account.id) await closeReplica();
    await opened.purge(account.id);
  }
  useSession.setState({ accounts: await opened.accounts(), notice: "expelled" });
}

async function readSettings(server: string, token: string): Promise<Identity["settings"]> {
  try {
    return (await plainClient(server, token).rest("GET", "/api/v1/settings/")) as Identity["settings"];
  } catch (error) {
    // A role without the right to read them works with the defaults.
    if (failedWith(error, "PERMISSION")) return {};
    throw error;
  }
}

export const useSession = create<Session>((set, get) => {
  return {
    phase: "starting",
    accounts: [],
    account: null,
    identity: null,
    replica: null,
    notice: null,

    async signIn(input) {
      const server = input.server.replace(/\/+$/, "");
      const fresh = await login({ ...input, server });
      const { user, membership } = fresh;
      const { tenant } = membership;
      const opened = await openedVault();
      const { account, key } = await opened.admit(
        {
          server,
          tenant: tenant.subdomain,
          tenant_id: tenant.id,
          tenant_name: tenant.name,
          user_id: user.id,
          username: user.username,
          full_name: user.full_name,
        },
        input.password,
        { previous_password: input.previous_password, set_aside: input.set_aside },
      );
      if (get().account?.id !== account.id) await closeReplica();
      await opened.purgeOthers(server, tenant.id);
      await open(account, key, fresh);
    },

    async unlock(accountId, password) {
      const { account, key } = await (await openedVault()).unlock(accountId, password);
      await open(account, key, null);
    },

    async renew(password) {
      const { account, replica } = get();
      if (!account || !replica) throw new LocalFailure("UNKNOWN_ACCOUNT", "Nobody is signed in.");
      const { server, tenant, username } = account;
      const fresh = await login({ server, tenant, username, password });
      await adopt(replica, fresh);
      // It may be another password than the one that this session was opened with.
      if (openKey) await (await openedVault()).rewrap(account.id, openKey, password);
      set({ identity: (await replica.profile.get("identity")) as Identity });
    },

    async changePassword(current, next) {
      const { account, replica } = get();
      if (!account || !replica) throw new LocalFailure("UNKNOWN_ACCOUNT", "Nobody is signed in.");
      const body = { current_password: current, new_password: next };
      await replica.client.rest("POST", "/api/v1/auth/change-password/", body);
      if (openKey) await (await openedVault()).rewrap(account.id, openKey, next);
    },

    lock: closeReplica,

    async signOut({ wipe = false, force = false } = {}) {
      const { replica, account } = get();
      if (!replica || !account) return;
      if (wipe) await replica.readyToWipe(force);
      try {
        if (replica.hasToken()) await replica.client.rest("POST", "/api/v1/auth/logout/");
      } catch (error) {
        // Offline, or over there it had ended before: here it ends all the same.
        if (!failedWith(error, "OFFLINE", "TIMEOUT", "UNAUTHENTICATED")) throw error;
      }
      if (wipe) return forget(account, replica, null);
      await replica.setToken(null);
      await closeReplica();
    },

    can(permission) {
      const { identity } = get();
      if (!identity) return false;
      return identity.user.is_superuser || identity.membership.permissions.includes(permission);
    },
  };
});

async function closeReplica(): Promise<void> {
  for (const undo of leave.splice(0)) undo();
  const { replica } = useSession.getState();
  useSession.setState({ replica: null, identity: null, account: null, phase: "locked" });
  useConnection.setState(NO_CONNECTION, true);
  openKey = null;
  await replica?.close();
}

/** Deletes what an account has here, and tells why. */
async function forget(account: Account, replica: Replica, notice: Session["notice"]): Promise<void> {
  replica.announceWipe();
  if (useSession.getState().replica === replica) await closeReplica();
  await replica.close();
  await (await openedVault()).remove(account.id);
  useSession.setState({ accounts: await (await openedVault()).accounts(), notice });
}

async function open(account: Account, key: CryptoKey, fresh: (Login & Identity) | null): Promise<void> {
  await closeReplica();
  let gone = false;
  const replica = await openReplica({
    database: account.database,
    key,
    device_name: machine.device_name,
    connect: (line) => new Client({ server: () => account.server, ...line }),
    onRevoked: (handedIn) => {
      gone = handedIn;
      if (handedIn) return detach(forget(account, replica, "revoked"));
      useSession.setState({ notice: "revoked-with-work-left" });
    },
    onWiped: () => detach(closeReplica().then(() => useSession.setState({ notice: "wiped" }))),
  });
  try {
    if (fresh) await adopt(replica, fresh);
    const identity = (await replica.profile.get("identity")) as Identity | null;
    if (!identity) throw new LocalFailure("UNKNOWN_ACCOUNT", "Sign in on-line first.");
    if (gone) throw new LocalFailure("DEVICE_REVOKED", "This device was revoked.");
    watch(replica);
    openKey = key;
    const accounts = await (await openedVault()).accounts();
    useSession.setState({ phase: "open", account, identity, replica, accounts, notice: null });
  } catch (error) {
    await replica.close();
    throw error;
  }
}

/** A failure of a step that nobody waits for goes to the window's error handler. */
function detach(work: Promise<unknown>): void {
  work.catch((error: unknown) => queueMicrotask(() => Promise.reject(error)));
}

async function adopt(replica: Replica, fresh: Login & Identity): Promise<void> {
  const { user, membership, settings, token } = fresh;
  await replica.profile.set("identity", { user, membership, settings } satisfies Identity);
  await replica.setToken(token);
  try {
    await replica.register();
  } catch (error) {
    // The replica itself hands in what waits and empties itself then.
    if (!failedWith(error, "DEVICE_REVOKED")) throw error;
  }
}

/** Asks again who this is: role and permissions may have changed. */
async function refresh(replica: Replica): Promise<void> {
  try {
    const me = (await replica.client.rest("GET", "/api/v1/auth/me/")) as Me;
    const { identity } = useSession.getState();
    if (!identity || useSession.getState().replica !== replica) return;
    const membership = { ...identity.membership, ...me.membership, permissions: me.permissions };
    const now: Identity = { ...identity, user: me.user, membership };
    if (JSON.stringify(now) === JSON.stringify(identity)) return;
    useSession.setState({ identity: now });
    await replica.profile.set("identity", now);
  } catch (error) {
    // What is known stays good until the line is back, or the replica itself says why not.
    if (!failedWith(error, "OFFLINE", "TIMEOUT", "UNAUTHENTICATED", "DEVICE_REVOKED", "DISK")) throw error;
  }
}

function watch(replica: Replica): void {
  let checked = replica.status$.getSnapshot().last_in_sync_at;
  const connection = () => {
    const status = replica.status$.getSnapshot();
    useConnection.setState(status, true);
    // The feed ends when rights change, and everything is checked anew then.
    if (status.last_in_sync_at !== checked) detach(refresh(replica));
    checked = status.last_in_sync_at;
  };
  connection();
  leave.push(replica.status$.subscribe(connection));
  const settings = replica.observe("settings", { limit: 1 });
  leave.push(
    settings.subscribe((rows) => {
      const { identity } = useSession.getState();
      if (!rows?.[0] || !identity) return;
      const changed: Identity = { ...identity, settings: rows[0] };
      useSession.setState({ identity: changed });
      detach(replica.profile.set("identity", changed));
    }),
  );
}

/** Reads which accounts this machine knows; call once at the start, before anything else. */
export async function startSession(options: Partial<Machine> = {}): Promise<void> {
  machine = { ...machine, ...options };
  const accounts = await (await openedVault()).accounts();
  useSession.setState({ accounts, phase: "locked" });
}
