// Files that belong to commands, as photos do: sealed on disk in the same write as their command, handed in after it by a
// queue of their own, and kept for a while afterwards so that they are shown without a line.
import type { Problem } from "../../../../shared/kernel/failure.ts";
import { LocalFailure } from "../../connection/local-failure.ts";
import { openBytes, type Sealed, seal, sealBytes, unseal } from "../disk/crypto.ts";
import { answer, type Store, transact } from "../disk/disk.ts";
import type { KeyRing } from "../disk/key-ring.ts";
import { type Observable, observable } from "../observable.ts";
import type { Tabs } from "../tabs.ts";

/** What has arrived is kept here as long as there are no more than this many, the newest first. */
const KEPT = 120;

export interface NewAttachment {
  /** Where it is put, below the server's address; `{command}` stands for the id of its command. */
  readonly path: string;
  readonly content_type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Attachment {
  /** The id that its command was queued under. */
  readonly id: string;
  readonly path: string;
  readonly content_type: string;
  readonly size: number;
  /** RFC 3339. */
  readonly added_at: string;
  readonly state: "WAITING" | "SENDING" | "SENT" | "REFUSED";
  /** Why the server did not take it. */
  readonly problem?: Problem | undefined;
}

type Known = Omit<Attachment, "id" | "state">;

interface Stored {
  readonly device: string;
  readonly sent: boolean;
  readonly known: Sealed;
}

/** A write that is ready to be made in the transaction of something else. */
export interface Beside {
  readonly stores: readonly string[];
  write(transaction: IDBTransaction): void;
}

const STORES = ["attachments", "attachment_bytes"];

/** Files of a database that were not handed in yet, counted without the key, in a transaction that has their store. */
export async function unsentIn(transaction: IDBTransaction): Promise<number> {
  const all = (await answer(transaction.objectStore("attachments").getAll())) as Stored[];
  return all.filter(({ sent }) => !sent).length;
}

/** What has arrived goes with the replica that it was shown in; what has not stays. */
export async function clearSent(transaction: IDBTransaction): Promise<void> {
  const store = transaction.objectStore("attachments");
  const ids = await answer(store.getAllKeys());
  const all = (await answer(store.getAll())) as Stored[];
  for (const [at, id] of ids.entries())
    if (all[at]?.sent) for (const name of STORES) transaction.objectStore(name).delete(id);
}

export class Attachments {
  readonly #database: Store;
  readonly #keys: KeyRing;
  readonly #name: string;
  readonly #tabs: Pick<Tabs, "post">;
  readonly #state = observable<readonly Attachment[]>([]);
  #devices = new Map<string, string>();
  #sending: string | null = null;
  /** One reading at a time, and never an older one over a newer. */
  #reading: Promise<unknown> = Promise.resolve();
  /** Not handed in, and not readable here until the server gives their key. */
  #sealed = 0;

  private constructor(database: Store, keys: KeyRing, name: string, tabs: Pick<Tabs, "post">) {
    this.#database = database;
    this.#keys = keys;
    this.#name = name;
    this.#tabs = tabs;
  }

  static async open(database: Store, keys: KeyRing, name: string, tabs: Pick<Tabs, "post">) {
    const attachments = new Attachments(database, keys, name, tabs);
    await attachments.reload();
    return attachments;
  }

  /** All that is here, the oldest first; the same array until one of them changes. */
  get state(): Observable<readonly Attachment[]> {
    return this.#state;
  }

  get unsent(): number {
    return this.#state.getSnapshot().filter(({ state }) => state !== "SENT").length + this.#sealed;
  }

  get refused(): number {
    return this.#state.getSnapshot().filter(({ state }) => state === "REFUSED").length;
  }

  find(id: string): Attachment | undefined {
    return this.#state.getSnapshot().find((one) => one.id === id);
  }

  #bound(id: string, part: "known" | "bytes"): string {
    return `attachment|${this.#name}|${id}|${part}`;
  }

  #keyOf(device: string): CryptoKey {
    const key = this.#keys(device);
    if (key) return key;
    throw new LocalFailure("DEVICE_NOT_REGISTERED", "This device must have signed in on-line once.");
  }

  /** Reads the whole disk: at the start, when another key has come, and when another window has changed something. */
  reload(): Promise<void> {
    const turn = this.#reading.then(() => this.#readAll());
    this.#reading = turn.catch(() => undefined);
    return turn;
  }

  async #readAll(): Promise<void> {
    const { ids, stored } = await transact(this.#database, ["attachments"], "readonly", async (tx) => ({
      ids: (await answer(tx.objectStore("attachments").getAllKeys())) as string[],
      stored: (await answer(tx.objectStore("attachments").getAll())) as Stored[],
    }));
    this.#sealed = 0;
    const read = await Promise.all(stored.map((one, at) => this.#read(ids[at] ?? "", one)));
    this.#devices = new Map(ids.map((id, at) => [id, stored[at]?.device ?? ""]));
    this.#state.set(read.filter((one) => one !== null).sort((a, b) => (a.added_at < b.added_at ? -1 : 1)));
  }

  async #read(id: string, { device, sent, known }: Stored): Promise<Attachment | null> {
    const key = this.#keys(device);
    try {
      if (!key) throw new Error("no key yet");
      const body = (await unseal(key, this.#bound(id, "known"), known)) as Known;
      const waits = id === this.#sending ? "SENDING" : "WAITING";
      return { ...body, id, state: sent ? "SENT" : body.problem ? "REFUSED" : waits };
    } catch {
      // Kept as it is, and counted: whoever wipes hears of it.
      if (!sent) this.#sealed += 1;
      return null;
    }
  }

  /** Seals a new file; it is written with its command, or not at all. Call `added` afterwards. */
  async prepare(id: string, device: string, { bytes, path, content_type }: NewAttachment): Promise<Beside> {
    const key = this.#keyOf(device);
    const known: Known = { path, content_type, size: bytes.length, added_at: new Date().toISOString() };
    const stored: Stored = { device, sent: false, known: await seal(key, this.#bound(id, "known"), known) };
    const sealed = await sealBytes(key, this.#bound(id, "bytes"), bytes);
    return {
      stores: STORES,
      write(transaction) {
        transaction.objectStore("attachments").put(stored, id);
        transaction.objectStore("attachment_bytes").put(sealed, id);
      },
    };
  }

  /** Something was written beside: reads it, and tells the other windows. */
  async changed(): Promise<void> {
    await this.reload();
    this.#tabs.post({ type: "attachments" });
  }

  /** The file itself; null where it is not here any more. @throws where it does not open. */
  async bytesOf(id: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const device = this.#devices.get(id);
    const sealed = await transact(
      this.#database,
      ["attachment_bytes"],
      "readonly",
      (tx) => answer(tx.objectStore("attachment_bytes").get(id)) as Promise<Sealed | undefined>,
    );
    if (!sealed || device === undefined) return null;
    return new Uint8Array(await openBytes(this.#keyOf(device), this.#bound(id, "bytes"), sealed));
  }

  /** Marks what is under way now; after a crash it simply waits again. */
  markSending(id: string | null): void {
    this.#sending = id;
    this.#state.set(
      this.#state.getSnapshot().map((one) => {
        if (one.state !== "WAITING" && one.state !== "SENDING") return one;
        return { ...one, state: one.id === id ? ("SENDING" as const) : ("WAITING" as const) };
      }),
    );
  }

  async #write(id: string, sent: boolean, problem: Problem | undefined): Promise<void> {
    const known = this.find(id);
    const device = this.#devices.get(id);
    if (!known || device === undefined) return;
    const { path, content_type, size, added_at } = known;
    const body: Known = { path, content_type, size, added_at, ...(problem ? { problem } : {}) };
    const sealed = await seal(this.#keyOf(device), this.#bound(id, "known"), body);
    await transact(this.#database, ["attachments"], "readwrite", async (tx) => {
      const store = tx.objectStore("attachments");
      // Taken back meanwhile: it must not come to life again.
      const found = (await answer(store.get(id))) as Stored | undefined;
      if (found === undefined) return;
      // Another window has heard since that the server has it, or asked for it anew: only "it has it" is true of any state.
      if (!sent && found.sent !== (known.state === "SENT")) return;
      store.put({ device, sent, known: sealed } satisfies Stored, id);
    });
  }

  /** The server has it. */
  async arrived(id: string): Promise<void> {
    await this.#write(id, true, undefined);
    const sent = this.#state.getSnapshot().filter((one) => one.state === "SENT" && one.id !== id);
    await this.#drop(sent.slice(0, Math.max(0, sent.length + 1 - KEPT)).map((one) => one.id));
    await this.changed();
  }

  /** The server does not take it: it stays, and somebody decides. */
  async refuse(id: string, problem: Problem): Promise<void> {
    await this.#write(id, false, problem);
    await this.changed();
  }

  /** Refused ones, or with `all` those too that had arrived, are handed in again: the server may have been restored. */
  async again(all = false): Promise<void> {
    for (const { id, state } of this.#state.getSnapshot())
      if (state === "REFUSED" || (all && state === "SENT")) await this.#write(id, false, undefined);
    await this.changed();
  }

  async #drop(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await transact(this.#database, STORES, "readwrite", (tx) => {
      for (const id of ids) for (const store of STORES) tx.objectStore(store).delete(id);
    });
  }

  /** It is not wanted any more. */
  async discard(id: string): Promise<void> {
    await this.#drop([id]);
    await this.changed();
  }

  /** Makes room on a full disk: what has arrived can be had from the server. Answers whether there was any. */
  async makeRoom(): Promise<boolean> {
    const sent = this.#state.getSnapshot().filter(({ state }) => state === "SENT");
    await this.#drop(sent.map(({ id }) => id));
    if (sent.length > 0) await this.changed();
    return sent.length > 0;
  }
}
