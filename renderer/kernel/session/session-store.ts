// Who is signed in: sign in on-line, unlock offline, lock, sign out; and the open replica.

import { create } from "zustand";
import { allows } from "../../../shared/kernel/permission.ts";
import { Client } from "../connection/client.ts";
import { lineIs, lineNow, NO_CONNECTION, useConnection } from "../connection/connection.ts";
import { prepareCryptoJobs } from "../replica/disk/crypto-jobs.ts";
import {
  type Account,
  failedWith,
  LocalFailure,
  type OpenReplica,
  type WipeReason,
} from "../replica/index.ts";
import type { Notice, Session } from "./session.ts";
import {
  type Credentials,
  EXPECTED,
  type Identity,
  isExpelled,
  login,
  type Me,
  type SignedIn,
} from "./session-login.ts";
import {
  deviceName,
  type Machine,
  openedVault,
  opening,
  prepareFirst,
  setMachine,
} from "./session-machine.ts";
import { handInForOthers } from "./session-others.ts";

/** How often other accounts' unsent work is looked for. */
const OTHERS_MS = 60_000;

const leave: (() => void)[] = [];
/** The key of the open replica, to be wrapped again when the password changes. */
let openKey: CryptoKey | null = null;
/** The password of an unlock, until the server was heard: a token that ran out overnight is renewed with it, once. */
let remembered: string | null = null;

async function showAccounts(): Promise<void> {
  useSession.setState({ accounts: await (await openedVault()).accounts() });
}

/** Purges the accounts here that these credentials belong to; work not handed in stays, sealed. */
async function expel({ server, tenant, username }: Credentials): Promise<void> {
  const opened = await openedVault();
  for (const account of await opened.accounts()) {
    const same = account.server === server && account.username === username;
    if (!same || (tenant && account.tenant !== tenant)) continue;
    if (useSession.getState().account?.id === account.id) await closeReplica();
    await opened.purge(account.id, "ended");
  }
  await showAccounts();
  useSession.setState({ notice: "ended" });
}

async function loginHere(input: Credentials): Promise<SignedIn> {
  try {
    return await login(input);
  } catch (error) {
    if (isExpelled(error)) await expel(input);
    throw error;
  }
}

export const useSession = create<Session>((set, get) => {
  return {
    phase: "starting",
    trouble: null,
    accounts: [],
    account: null,
    identity: null,
    replica: null,
    stand_in: null,
    notice: null,

    async signIn(input) {
      prepareFirst();
      const server = input.server.replace(/\/+$/, "");
      const fresh = await loginHere({ ...input, server });
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
        fresh.password,
      );
      if (get().account?.id !== account.id) await closeReplica();
      await opened.purgeOthers(server, tenant.id);
      await open(account, key, fresh);
    },

    async unlock(accountId, password) {
      prepareFirst();
      const { account, key } = await (await openedVault()).unlock(accountId, password);
      await open(account, key, null);
      remembered = password;
      renewByItself();
    },

    async renew(password, otp) {
      const { account, replica } = get();
      if (!account || !replica) throw new LocalFailure("UNKNOWN_ACCOUNT", "Nobody is signed in.");
      const { server, tenant, username } = account;
      const fresh = await loginHere({ server, tenant, username, password, ...(otp ? { otp } : {}) });
      await adopt(replica, fresh);
      // It may be another password than the one that this session was opened with.
      if (openKey) await (await openedVault()).rewrap(account.id, openKey, fresh.password);
      set({ identity: (await replica.profile.get("identity")) as Identity });
    },

    async changePassword(current, next) {
      const { account, replica } = get();
      if (!account || !replica) throw new LocalFailure("UNKNOWN_ACCOUNT", "Nobody is signed in.");
      refuseInPractice();
      const body = { current_password: current, new_password: next };
      await replica.client.rest("POST", "/api/v1/auth/change-password/", body);
      if (openKey) await (await openedVault()).rewrap(account.id, openKey, next);
    },

    async lock({ only_here = false } = {}) {
      if (!only_here) get().replica?.over();
      await closeReplica();
      await showAccounts();
    },

    async signOut({ wipe = false, force = false } = {}) {
      const { replica, account } = get();
      if (!replica || !account) return;
      if (wipe) {
        refuseInPractice();
        await replica.readyToWipe(force);
      }
      try {
        if (replica.hasToken()) await replica.client.rest("POST", "/api/v1/auth/logout/");
      } catch (error) {
        // Offline, or over there it had ended before: here it ends all the same.
        if (!failedWith(error, "OFFLINE", "TIMEOUT", "UNAUTHENTICATED", "MEMBERSHIP_ENDED")) throw error;
      }
      if (wipe) return forget(account, replica, "wiped", force);
      await replica.setToken(null);
      replica.over();
      await closeReplica();
      await showAccounts();
    },

    can(permission) {
      const { identity } = get();
      if (!identity) return false;
      return identity.user.is_superuser || allows(new Set(identity.membership.permissions), permission);
    },

    holds(permission) {
      const { identity } = get();
      if (!identity) return false;
      return identity.user.is_superuser || identity.membership.permissions.includes(permission);
    },
  };
});

/** @throws LocalFailure PRACTICE: in practice nothing is done in earnest. */
function refuseInPractice(): void {
  if (useConnection.getState().state === "practice")
    throw new LocalFailure("PRACTICE", "Nothing in earnest is done in practice.");
}

async function closeReplica(): Promise<void> {
  for (const undo of leave.splice(0)) undo();
  const { replica, phase } = useSession.getState();
  const locked = phase === "broken" ? phase : "locked";
  useSession.setState({ replica: null, stand_in: null, identity: null, account: null, phase: locked });
  lineIs(NO_CONNECTION);
  openKey = null;
  remembered = null;
  await replica?.close();
}

/** Deletes what an account has here, in every window, and tells why. */
async function forget(account: Account, replica: OpenReplica, why: WipeReason, force = false): Promise<void> {
  if (useSession.getState().replica === replica) await closeReplica();
  await replica.close();
  await (await openedVault()).purge(account.id, why, force);
  await showAccounts();
  useSession.setState({ notice: why === "wiped" ? null : why });
}

async function open(account: Account, key: CryptoKey, fresh: SignedIn | null): Promise<void> {
  await closeReplica();
  let gone = false;
  const closedFor = (notice: Notice | null) => {
    const shown = closeReplica().then(showAccounts);
    detach(shown.then(() => useSession.setState({ notice })));
  };
  const opened = await openedVault();
  const [{ openReplica }, { projections }] = await opening();
  const replica = await openReplica({
    database: account.database,
    key,
    device_name: deviceName(),
    projections,
    known_device: await opened.device(account.id),
    user_id: account.user_id,
    connect: (connection) => new Client({ server: () => account.server, ...connection }),
    onEnded: (why, handedIn) => {
      gone = handedIn;
      if (handedIn) return detach(forget(account, replica, why));
      useSession.setState({ notice: `${why}-with-work-left` });
    },
    onOver: closedFor,
    onStoreGone: () => closedFor("store-gone"),
    onContact: (at) => detach(openedVault().then((now) => now.contacted(account.id, key, at))),
    onDevice: (device) => detach(openedVault().then((now) => now.setDevice(account.id, device))),
  });
  try {
    if (fresh) await adopt(replica, fresh);
    const identity = (await replica.profile.get("identity")) as Identity | null;
    if (!identity) throw new LocalFailure("UNKNOWN_ACCOUNT", "Sign in on-line first.");
    if (gone) throw new LocalFailure("DEVICE_REVOKED", "This device was revoked.");
    const accounts = await opened.accounts();
    openKey = key;
    useSession.setState({
      phase: "open",
      account,
      identity,
      replica,
      stand_in: null,
      accounts,
      notice: null,
    });
    watch(replica);
  } catch (error) {
    await replica.close();
    throw error;
  }
}

/** A failure of a step that is not awaited goes to the window's error handler. */
function detach(work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    // A store that was closed is reported by the replica, or was closed by us; that another window's newer app has
    // taken it over is reported by the next one to open it. A full disk is reported by the replica, which asks it again.
    if (!failedWith(error, "STORE_GONE", "STORE_NEWER", "DISK")) queueMicrotask(() => Promise.reject(error));
  });
}

async function adopt(replica: OpenReplica, fresh: SignedIn): Promise<void> {
  const { user, membership, settings, token } = fresh;
  await replica.profile.set("identity", { user, membership, settings } satisfies Identity);
  await replica.setToken(token);
  try {
    await replica.register();
  } catch (error) {
    // The replica itself hands in what waits and empties itself then.
    if (!failedWith(error, "DEVICE_REVOKED", "MEMBERSHIP_ENDED")) throw error;
  }
}

/** Asks again who this is: role and permissions may have changed. */
async function refresh(replica: OpenReplica): Promise<void> {
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
    if (!failedWith(error, ...EXPECTED)) throw error;
  }
}

/** After a night offline the token has run out: the password that opened this session brings another one, once. */
function renewByItself(): void {
  const { replica } = useSession.getState();
  const { state } = lineNow();
  if (!replica || remembered === null) return;
  const unsigned = state === "signed-out" || (state === "online" && !replica.hasToken());
  if (!unsigned) return;
  const password = remembered;
  remembered = null;
  const renewing = useSession.getState().renew(password);
  // A password that was changed elsewhere, a second factor, a connection that went again: then the person is asked.
  renewing.catch((error: unknown) => {
    if (failedWith(error, "OFFLINE", "TIMEOUT")) remembered = password;
    else if (!failedWith(error, ...EXPECTED)) throw error;
  });
}

async function helpOthers(replica: OpenReplica): Promise<void> {
  const { account } = useSession.getState();
  if (!account) return;
  await handInForOthers(await openedVault(), account, replica);
  await showAccounts();
}

function watch(replica: OpenReplica): void {
  let checked = replica.status$.getSnapshot().last_in_sync_at;
  let helped = false;
  const connection = () => {
    const status = replica.status$.getSnapshot();
    lineIs(status);
    renewByItself();
    // The feed ends when rights change, and everything is checked again then.
    if (status.last_in_sync_at === checked) return;
    checked = status.last_in_sync_at;
    // The server took the token: the password is needed no more.
    remembered = null;
    detach(refresh(replica));
    if (helped) return;
    helped = true;
    detach(helpOthers(replica));
  };
  connection();
  leave.push(replica.status$.subscribe(connection));
  const timer = setInterval(() => detach(helpOthers(replica)), OTHERS_MS);
  leave.push(() => clearInterval(timer));
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

/**
 * Reads which accounts this machine knows; call once at the start, before anything else, and again to retry. A store
 * that does not open is no reason for an empty page: the phase says it.
 */
export async function startSession(options: Partial<Machine> = {}): Promise<void> {
  setMachine(options);
  try {
    await showAccounts();
    useSession.setState({ phase: "locked", trouble: null });
  } catch (error) {
    useSession.setState({ phase: "broken", trouble: error });
  }
}

/** Loads what opening an account needs before the sign-in; where it does not come, opening says so. */
export function prepareOpening(): void {
  prepareCryptoJobs();
  opening().catch(() => undefined);
}
