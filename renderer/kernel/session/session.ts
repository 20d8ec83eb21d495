// A session as the app sees it: who is signed in, what is stored here, and what they may do.
import type { PermissionCode } from "../../../shared/kernel/registry.ts";
import type { Account, KnownAccount, OpenReplica, Replica, WipeReason } from "../replica/index.ts";
import type { Credentials, Identity } from "./session-login.ts";

/** Why the session was closed from elsewhere; shown at the sign-in. */
export type Notice =
  | WipeReason
  | "revoked-with-work-left"
  | "ended-with-work-left"
  /** This computer's store was cleared under the open window. */
  | "store-gone";

export interface Session {
  /** `starting` until `startSession` has looked at what this machine knows; `broken` when its store does not open. */
  readonly phase: "starting" | "locked" | "open" | "broken";
  /** Why the phase is `broken`. */
  readonly trouble: unknown;
  readonly accounts: readonly KnownAccount[];
  readonly account: Account | null;
  readonly identity: Identity | null;
  /** What is stored here of the account. */
  readonly replica: OpenReplica | null;
  /** What screens read where no account is open and nothing is stored here: the operator's console. */
  readonly stand_in: Replica | null;
  readonly notice: Notice | null;
  /**
   * Signs in at the server; keeps what this account has here, and purges other tenants' data.
   * @throws LocalFailure as client.rest does.
   */
  signIn(input: Credentials): Promise<void>;
  /**
   * Opens an account with its password alone.
   * @throws LocalFailure WRONG_PASSWORD, LOCKED_UNTIL_ONLINE, ONLINE_NEEDED.
   */
  unlock(accountId: string, password: string): Promise<void>;
  /** The token ran out while the replica is open: a new one for the same person. */
  renew(password: string, otp?: string): Promise<void>;
  changePassword(current: string, next: string): Promise<void>;
  /** Closes the replica, in every window unless `only_here`; everything stays on disk, sealed. */
  lock(options?: { only_here?: boolean }): Promise<void>;
  /**
   * Ends the session, in every window, and at the server where it can be reached; with `wipe` nothing stays on this machine.
   * @throws LocalFailure WIPE_REFUSED when work is not handed in, unless `force`.
   */
  signOut(options?: { wipe?: boolean; force?: boolean }): Promise<void>;
  /** Whether the signed-in person holds a permission, e.g. "billing.recharge.create". */
  can(permission: PermissionCode): boolean;
  /** Whether they hold just that one: the right to what is their own will not do. */
  holds(permission: PermissionCode): boolean;
}
