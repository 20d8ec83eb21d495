// Who ever signed in on this machine, and the key of each one's data, wrapped by the password.
import { newId } from "../../../shared/kernel/id.ts";
import { exportKey, importKey, randomBytes, unwrapKey, type Wrapped, wrapKey } from "./crypto.ts";
import { answer, deleteDatabase, openDatabase, openDisk, transact } from "./disk.ts";
import { LocalFailure } from "./failure.ts";
import { countUnsettled } from "./outbox-store.ts";

const MAX_FAILURES = 5;

/** A place of the operating system that keeps secrets for this person (Electron's safeStorage); names are plain: a-z, 0-9, -. */
export interface SecretStore {
  get(name: string): Promise<string | null>;
  set(name: string, secret: string): Promise<void>;
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
  /** Wrong passwords in a row; five lock it until on-line. */
  readonly failures: number;
}

interface StoredAccount extends Account {
  readonly wrapped: Wrapped;
}

type NewAccount = Omit<Account, "id" | "database" | "last_used_at" | "failures">;

interface Opened {
  account: Account;
  key: CryptoKey;
}

interface AdmitOptions {
  /** The password before it was changed elsewhere; opens what still lies under it. */
  previous_password?: string;
  /** Begin anew although unsent work can't be opened; it stays on disk, sealed. */
  set_aside?: boolean;
}

const bound = (id: string) => `account|${id}`;
const visible = ({ wrapped: _, ...account }: StoredAccount): Account => account;
const used = () => new Date().toISOString();
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Opens the list of accounts; `secrets` is optional. */
export async function openVault(secrets: SecretStore | null = null, name = "lastmile"): Promise<Vault> {
  const upgrade = (made: IDBDatabase) => made.createObjectStore("accounts");
  return new Vault(await openDatabase(name, 1, upgrade), secrets);
}

/** The accounts of this machine and the way to their keys. */
export class Vault {
  readonly #database: IDBDatabase;
  readonly #secrets: SecretStore | null;

  constructor(database: IDBDatabase, secrets: SecretStore | null) {
    this.#database = database;
    this.#secrets = secrets;
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

  async #store(account: Omit<StoredAccount, "wrapped">, raw: Uint8Array<ArrayBuffer>, password: string) {
    const wrapped = await wrapKey(raw, password, bound(account.id));
    const stored: StoredAccount = { ...account, wrapped };
    await transact(
      this.#database,
      ["accounts"],
      "readwrite",
      (tx) => {
        tx.objectStore("accounts").put(stored, account.id);
      },
      "strict",
    );
    await this.#secrets?.set(account.database, base64(raw));
    return { account: visible(stored), key: await importKey(raw) };
  }

  async #unsettled(account: Account): Promise<number> {
    const disk = await openDisk(account.database);
    try {
      return await countUnsettled(disk);
    } finally {
      disk.close();
    }
  }

  /** Forgets an account and everything of it on this machine. */
  async remove(id: string): Promise<void> {
    const account = await this.#read(id);
    if (!account) return;
    await deleteDatabase(account.database);
    await transact(this.#database, ["accounts"], "readwrite", (tx) => {
      tx.objectStore("accounts").delete(id);
    });
    await this.#secrets?.remove(account.database);
  }

  /** The key although the password was changed elsewhere; null when there is no way to it. */
  async #recover(known: StoredAccount, previous?: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const kept = await this.#secrets?.get(known.database);
    if (kept) return fromBase64(kept);
    return previous === undefined ? null : unwrapKey(known.wrapped, previous, bound(known.id));
  }

  /** Known accounts, the last used first. */
  async accounts(): Promise<Account[]> {
    const known = (await this.#all()).filter(({ id }) => !id.startsWith("aside|"));
    return known.map(visible).sort((a, b) => (a.last_used_at < b.last_used_at ? 1 : -1));
  }

  /**
   * Opens an account with the password alone.
   * @throws LocalFailure WRONG_PASSWORD (with tries_left), LOCKED_UNTIL_ONLINE, UNKNOWN_ACCOUNT.
   */
  async unlock(id: string, password: string): Promise<Opened> {
    // Counted before it is tried: closing the program in between is no way around.
    const account = await this.#amend(id, (known) => {
      if (known.failures < MAX_FAILURES) return { ...known, failures: known.failures + 1 };
      throw new LocalFailure(
        "LOCKED_UNTIL_ONLINE",
        "Locked after five wrong passwords. Sign in with a connection to the server.",
      );
    });
    const raw = await unwrapKey(account.wrapped, password, bound(id));
    if (!raw) {
      const tries_left = MAX_FAILURES - account.failures;
      throw new LocalFailure("WRONG_PASSWORD", "Wrong password.", { details: { tries_left } });
    }
    const opened = await this.#amend(id, (known) => ({ ...known, failures: 0, last_used_at: used() }));
    return { account: visible(opened), key: await importKey(raw) };
  }

  /**
   * Opens an account after the server accepted the password; makes it where it is new.
   * @throws LocalFailure OLD_PASSWORD_NEEDED (with pending) when unsent work lies under another password.
   */
  async admit(fresh: NewAccount, password: string, options: AdmitOptions = {}): Promise<Opened> {
    const id = `${fresh.server}|${fresh.tenant_id}|${fresh.user_id}`;
    const known = await this.#read(id);
    const account = { ...fresh, id, last_used_at: used(), failures: 0 };
    if (known) {
      const raw = await unwrapKey(known.wrapped, password, bound(id));
      if (raw) {
        const opened = await this.#amend(id, (stored) => ({ ...stored, ...account }));
        return { account: visible(opened), key: await importKey(raw) };
      }
      const recovered = await this.#recover(known, options.previous_password);
      if (recovered) return this.#store({ ...account, database: known.database }, recovered, password);
      const pending = await this.#unsettled(known);
      if (pending === 0) await this.remove(id);
      else if (!options.set_aside)
        throw new LocalFailure(
          "OLD_PASSWORD_NEEDED",
          "Your password was changed elsewhere. Give the old one too: work not sent yet lies under it.",
          { details: { pending } },
        );
      else
        await transact(this.#database, ["accounts"], "readwrite", (tx) => {
          const aside = `aside|${newId()}`;
          tx.objectStore("accounts").put({ ...known, id: aside }, aside);
        });
    }
    return this.#store({ ...account, database: `lastmile-${newId()}` }, randomBytes(32), password);
  }

  /** Wraps the open key by a password that the server just accepted. */
  async rewrap(id: string, key: CryptoKey, password: string): Promise<void> {
    const known = await this.#read(id);
    if (!known) throw new LocalFailure("UNKNOWN_ACCOUNT", "Sign in on-line first.");
    const { wrapped: _, ...account } = known;
    await this.#store({ ...account, failures: 0 }, await exportKey(key), password);
  }

  /**
   * What lies here of an account goes; work that was not handed in yet stays, sealed, and the account with it.
   * Answers how many commands that are.
   */
  async purge(id: string): Promise<number> {
    const account = await this.#read(id);
    if (!account) return 0;
    const pending = await this.#unsettled(account);
    if (pending === 0) {
      await this.remove(id);
      return 0;
    }
    const disk = await openDisk(account.database);
    try {
      await transact(disk, ["log", "heads"], "readwrite", (tx) => {
        tx.objectStore("log").clear();
        tx.objectStore("heads").clear();
      });
    } finally {
      disk.close();
    }
    return pending;
  }

  /** Another tenant signed in: purges every account of others. Answers those of which unsent work is left. */
  async purgeOthers(server: string, tenant_id: string): Promise<Account[]> {
    const left: Account[] = [];
    for (const other of await this.#all()) {
      if (other.server === server && other.tenant_id === tenant_id) continue;
      if ((await this.purge(other.id)) > 0) left.push(visible(other));
    }
    return left;
  }

  close(): void {
    this.#database.close();
  }
}
