// Who ever signed in on this machine, and the key of each one's data, wrapped by password and computer's secret.
import { newId } from "../../../../shared/kernel/id.ts";
import { failedWith, LocalFailure } from "../../connection/local-failure.ts";
import type { KnownDevice } from "../connection/registration.ts";
import { emptyReplica } from "../empty-replica.ts";
import { closeOutbox, countUnsettled, reopenOutbox } from "../outbox/outbox-store.ts";
import { tellWiped, type WipeReason, whileNobodyLeads } from "../tabs.ts";
import { COMPUTER, keptHere, openHere, sealHere } from "./computer-key.ts";
import {
  COST,
  type Cost,
  exportKey,
  fromBase64,
  importKey,
  proofOf,
  randomBytes,
  type Sealed,
  seal,
  stretch,
  unseal,
  unwrapKey,
  type Wrapped,
  wrapKey,
} from "./crypto.ts";
import { answer, deleteDatabase, openDatabase, openDisk, transact } from "./disk.ts";

const MAX_FAILURES = 5;
const DAY_MS = 86_400_000;
/** This long after the last contact an account opens only on-line (contract §5.8). */
const OFFLINE_DAYS = 45;
/** How long the other windows have to let go of a replica that is deleted. */
const LET_GO_MS = 5000;

/** What the computer's key store answers to a proof of the password; it counts the wrong ones itself. */
export type SecretAnswer =
  | { readonly state: "open"; readonly secret: string }
  | { readonly state: "wrong"; readonly tries_left: number }
  | { readonly state: "locked" }
  | { readonly state: "none" };

/** The computer's own half of the wrapping keys (Electron's safeStorage). It never gets a key, nor a password. */
export interface SecretStore {
  /** Makes a new secret of 32 bytes (base64) that this proof opens, instead of the one before. */
  make(name: string, proof: string): Promise<string>;
  /** With `online`, after the server accepted the password, also while it is locked. */
  open(name: string, proof: string, online: boolean): Promise<SecretAnswer>;
  remove(name: string): Promise<void>;
}

/** An account known on this machine. Nothing of it is secret. */
export interface Account {
  readonly id: string;
  readonly server: string;
  /** The tenant's subdomain. */
  readonly tenant: string;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly user_id: string;
  readonly username: string;
  readonly full_name: string;
  /** Name of its IndexedDB database. */
  readonly database: string;
  /** RFC 3339. */
  readonly last_used_at: string;
  /** Wrong passwords in a row, where the computer has no key store that counts them; five lock it until on-line. */
  readonly failures: number;
  /** The device under which it queues commands; null before the first registration. */
  readonly device_id: string | null;
}

/** An account and how many of its commands were not handed in yet. */
export interface KnownAccount extends Account {
  readonly waiting: number;
}

interface StoredAccount extends Account {
  readonly wrapped: Wrapped;
  /** When the server was last heard, and the latest time ever seen: under the data key. */
  readonly contact: Sealed;
  /** What shows that this computer is the device: under the computer's key, so that others of the company can hand in. */
  readonly device_secret?: Sealed;
}

interface Contact {
  /** RFC 3339, by the server's clock. */
  readonly at: string;
  /** The latest time that this computer ever showed: a clock set back wins nothing. */
  readonly seen: string;
}

type NewAccount = Omit<Account, "id" | "database" | "last_used_at" | "failures" | "device_id">;

interface Opened {
  account: Account;
  key: CryptoKey;
}

interface VaultOptions {
  secrets?: SecretStore | null;
  /** Name of the list of accounts. */
  name?: string;
  /** What stretching a password costs from now on. */
  cost?: Cost;
  /** The list was closed from elsewhere: it has to be opened anew. */
  onGone?: () => void;
}

const bound = (id: string) => `account|${id}`;
const contactBound = (id: string) => `contact|${id}`;
const deviceBound = (id: string) => `device|${id}`;
const visible = ({ wrapped: _, contact: __, device_secret: ___, ...account }: StoredAccount): Account =>
  account;
const used = () => new Date().toISOString();
const later = (a: string, b: string) => (Date.parse(a) > Date.parse(b) ? a : b);
const locked = () =>
  new LocalFailure(
    "LOCKED_UNTIL_ONLINE",
    "Locked after five wrong passwords. Sign in with a connection to the server.",
  );

/** Opens the list of accounts. @throws LocalFailure STORE_UNAVAILABLE. */
export async function openVault({
  secrets = null,
  name = "lastmile",
  cost = COST,
  onGone,
}: VaultOptions = {}): Promise<Vault> {
  const upgrade = (made: IDBDatabase) => {
    for (const store of ["accounts", COMPUTER])
      if (!made.objectStoreNames.contains(store)) made.createObjectStore(store);
  };
  return new Vault(await openDatabase(name, 2, upgrade, onGone), secrets, cost);
}

/** The accounts of this machine and the way to their keys. */
export class Vault {
  readonly #database: IDBDatabase;
  readonly #secrets: SecretStore | null;
  readonly #cost: Cost;

  constructor(database: IDBDatabase, secrets: SecretStore | null, cost: Cost) {
    this.#database = database;
    this.#secrets = secrets;
    this.#cost = cost;
  }

  #read(id: string): Promise<StoredAccount | undefined> {
    return transact(this.#database, ["accounts"], "readonly", (tx) =>
      answer(tx.objectStore("accounts").get(id)),
    );
  }

  #all(): Promise<StoredAccount[]> {
    return transact(this.#database, ["accounts"], "readonly", (tx) =>
      answer(tx.objectStore("accounts").getAll()),
    );
  }

  /** Changes a stored account in one strict transaction. */
  #amend(id: string, change: (account: StoredAccount) => StoredAccount): Promise<StoredAccount> {
    const work = async (tx: IDBTransaction) => {
      const store = tx.objectStore("accounts");
      const account = (await answer(store.get(id))) as StoredAccount | undefined;
      if (!account) throw new LocalFailure("UNKNOWN_ACCOUNT", "Sign in on-line first.");
      const changed = change(account);
      store.put(changed, id);
      return changed;
    };
    return transact(this.#database, ["accounts"], "readwrite", work, "strict");
  }

  /** Wraps a key by a password, with a fresh salt and a fresh secret of the computer. */
  async #wrap(raw: Uint8Array<ArrayBuffer>, account: Account, password: string): Promise<Wrapped> {
    const salt = randomBytes(16);
    const stretched = await stretch(password, salt, this.#cost);
    const proof = await proofOf(stretched, bound(account.id));
    const made = await this.#secrets?.make(account.database, proof);
    const secret = made === undefined ? null : fromBase64(made);
    return wrapKey(raw, { stretched, salt, cost: this.#cost, secret }, bound(account.id));
  }

  async #store(account: Account, raw: Uint8Array<ArrayBuffer>, password: string): Promise<Opened> {
    const key = await importKey(raw);
    const now = used();
    const contact = await seal(key, contactBound(account.id), { at: now, seen: now } satisfies Contact);
    const fresh: StoredAccount = { ...account, wrapped: await this.#wrap(raw, account, password), contact };
    const put = async (tx: IDBTransaction) => {
      const store = tx.objectStore("accounts");
      const before = (await answer(store.get(account.id))) as StoredAccount | undefined;
      const { device_secret } = before ?? {};
      store.put({ ...fresh, ...(device_secret ? { device_secret } : {}) }, account.id);
    };
    await transact(this.#database, ["accounts"], "readwrite", put, "strict");
    return { account: visible(fresh), key };
  }

  /**
   * The raw key, or null when this password does not open it (any more).
   * @throws LocalFailure WRONG_PASSWORD, LOCKED_UNTIL_ONLINE where the computer's key store counts, unless `online`.
   */
  async #open(known: StoredAccount, password: string, online: boolean) {
    const { id, wrapped, database } = known;
    const stretched = await stretch(password, wrapped.salt, wrapped.cost);
    if (!wrapped.with_secret) return unwrapKey(wrapped, stretched, null, bound(id));
    const proof = await proofOf(stretched, bound(id));
    const got = (await this.#secrets?.open(database, proof, online)) ?? { state: "none" as const };
    if (got.state === "open") return unwrapKey(wrapped, stretched, fromBase64(got.secret), bound(id));
    if (online) return null;
    if (got.state === "locked") throw locked();
    if (got.state === "wrong") throw wrongPassword(got.tries_left);
    // The key ring of this user is gone or another one: only the server can let somebody in.
    throw new LocalFailure("ONLINE_NEEDED", "This computer's key store has lost its part. Sign in on-line.");
  }

  async #unsettled(account: Account): Promise<number> {
    const disk = await openDisk(account.database);
    try {
      return await countUnsettled(disk);
    } finally {
      disk.close();
    }
  }

  async #forget(account: Account): Promise<void> {
    await deleteDatabase(account.database);
    await transact(this.#database, ["accounts"], "readwrite", (tx) => {
      tx.objectStore("accounts").delete(account.id);
    });
    await this.#secrets?.remove(account.database);
  }

  /**
   * What lies here of an account goes, in every window; work that was not handed in yet stays, sealed, and the account
   * with it, unless `force`. Answers how many commands stay.
   */
  async purge(id: string, why: WipeReason, force = false): Promise<number> {
    const account = await this.#read(id);
    if (!account) return 0;
    tellWiped(account.database, why);
    let left = await this.#unsettled(account);
    const emptied = await whileNobodyLeads(account.database, LET_GO_MS, async () => {
      const disk = await openDisk(account.database);
      try {
        // In one transaction with the count: a window that did not hear of it can't queue anything in between.
        left = await closeOutbox(disk, force);
        if (left > 0 && !force) await emptyReplica(disk);
      } finally {
        disk.close();
      }
      if (left === 0 || force) await this.#forget(account);
    });
    if (emptied) return force ? 0 : left;
    // A window hangs: what may not be seen goes all the same, and the account next time.
    const disk = await openDisk(account.database);
    await emptyReplica(disk).finally(() => disk.close());
    return left;
  }

  /** Known accounts, the last used first. */
  async accounts(): Promise<KnownAccount[]> {
    const known = await this.#all();
    const counted = known.map(async (stored) => ({
      ...visible(stored),
      waiting: await this.#unsettled(stored),
    }));
    const accounts = await Promise.all(counted);
    return accounts.sort((a, b) => (a.last_used_at < b.last_used_at ? 1 : -1));
  }

  /**
   * Opens an account with the password (and the computer's secret) alone.
   * @throws LocalFailure WRONG_PASSWORD (with tries_left), LOCKED_UNTIL_ONLINE, ONLINE_NEEDED, UNKNOWN_ACCOUNT.
   */
  async unlock(id: string, password: string): Promise<Opened> {
    // Counted before it is tried: closing the program in between is no way around.
    const account = await this.#amend(id, (known) => {
      if (known.wrapped.with_secret) return known;
      if (known.failures < MAX_FAILURES) return { ...known, failures: known.failures + 1 };
      throw locked();
    });
    const raw = await this.#open(account, password, false);
    if (!raw) throw wrongPassword(MAX_FAILURES - account.failures);
    const key = await importKey(raw);
    const contact = await this.#stillKnown(account, key);
    const opened = await this.#amend(id, (known) => ({
      ...known,
      failures: 0,
      last_used_at: used(),
      contact,
    }));
    return { account: visible(opened), key };
  }

  /** @throws LocalFailure ONLINE_NEEDED 45 days after the last contact, by the latest time that was ever seen. */
  async #stillKnown({ id, contact }: StoredAccount, key: CryptoKey): Promise<Sealed> {
    // One that was tampered with does not open: then nothing is known of any contact.
    const never = { at: new Date(0).toISOString(), seen: used() };
    const { at, seen } = await unseal(key, contactBound(id), contact).then(
      (known) => known as Contact,
      () => never,
    );
    const now = later(seen, used());
    const sealed = await seal(key, contactBound(id), { at, seen: now } satisfies Contact);
    if (Date.parse(now) - Date.parse(at) <= OFFLINE_DAYS * DAY_MS) return sealed;
    await this.#amend(id, (known) => ({ ...known, failures: 0, contact: sealed }));
    throw new LocalFailure(
      "ONLINE_NEEDED",
      `No contact with the server for ${OFFLINE_DAYS} days. Sign in with a connection to it.`,
    );
  }

  /** The server was heard at this time by its own clock: the 45 days begin anew. */
  async contacted(id: string, key: CryptoKey, at: string): Promise<void> {
    const contact = await seal(key, contactBound(id), { at, seen: at } satisfies Contact);
    await this.#amend(id, (known) => ({ ...known, contact })).catch((error: unknown) => {
      // Forgotten meanwhile: there is nothing left to open.
      if (!failedWith(error, "UNKNOWN_ACCOUNT", "STORE_GONE")) throw error;
    });
  }

  /** The device under which an account queues, and its secret: with both others of the tenant can hand in what waits. */
  async setDevice(id: string, { device_id, device_secret }: KnownDevice): Promise<void> {
    const sealed = await sealHere(this.#database, deviceBound(id), device_secret);
    await this.#amend(id, (known) => ({ ...known, device_id, device_secret: sealed }));
  }

  /** The device under which an account queues; null where there is none, or this computer can't show that it is it. */
  async device(id: string): Promise<KnownDevice | null> {
    const { device_id = null, device_secret: sealed } = (await this.#read(id)) ?? {};
    const device_secret = sealed ? await openHere(this.#database, deviceBound(id), sealed) : null;
    return device_id && device_secret ? { device_id, device_secret } : null;
  }

  /** A value that this computer keeps for all who use it, made the first time that it is asked for. */
  kept(name: string, make: () => string): Promise<string> {
    return keptHere(this.#database, name, make);
  }

  /**
   * Opens an account after the server accepted the password; makes it where it is new. Where the old key does not open
   * any more (the password was changed elsewhere, the computer's secret is lost), the replica begins anew under a new
   * one; the outbox stays, since the server gives its key.
   */
  async admit(fresh: NewAccount, password: string): Promise<Opened> {
    const id = `${fresh.server}|${fresh.tenant_id}|${fresh.user_id}`;
    const known = await this.#read(id);
    const account = { ...fresh, id, last_used_at: used(), failures: 0 };
    if (!known) {
      const made = { ...account, database: `lastmile-${newId()}`, device_id: null };
      return this.#store(made, randomBytes(32), password);
    }
    const { database, device_id } = known;
    await this.#reopen(database);
    const raw = await this.#open(known, password, true);
    const cheap =
      known.wrapped.cost.N < this.#cost.N || known.wrapped.with_secret !== (this.#secrets !== null);
    if (raw && !cheap) {
      const opened = await this.#amend(id, (stored) => ({ ...stored, ...account }));
      const key = await importKey(raw);
      await this.contacted(id, key, used());
      return { account: visible(opened), key };
    }
    if (!raw) {
      const disk = await openDisk(database);
      await emptyReplica(disk, true).finally(() => disk.close());
    }
    return this.#store({ ...account, database, device_id }, raw ?? randomBytes(32), password);
  }

  /** A deletion that did not come to its end took the outbox's door with it. */
  async #reopen(database: string): Promise<void> {
    const disk = await openDisk(database);
    await reopenOutbox(disk).finally(() => disk.close());
  }

  /** Wraps the open key by a password that the server just accepted. */
  async rewrap(id: string, key: CryptoKey, password: string): Promise<void> {
    const known = await this.#read(id);
    if (!known) throw new LocalFailure("UNKNOWN_ACCOUNT", "Sign in on-line first.");
    await this.#store({ ...visible(known), failures: 0 }, await exportKey(key), password);
  }

  /** Another tenant signed in: purges every account of others. Answers those of which unsent work is left. */
  async purgeOthers(server: string, tenant_id: string): Promise<Account[]> {
    const left: Account[] = [];
    for (const other of await this.#all()) {
      if (other.server === server && other.tenant_id === tenant_id) continue;
      if ((await this.purge(other.id, "other-tenant")) > 0) left.push(visible(other));
    }
    return left;
  }

  close(): void {
    this.#database.close();
  }
}

/** @throws nothing: it is the failure to throw; the fifth wrong one says that it is locked now. */
function wrongPassword(tries_left: number): LocalFailure {
  if (tries_left <= 0) return locked();
  return new LocalFailure("WRONG_PASSWORD", "Wrong password.", { details: { tries_left } });
}
