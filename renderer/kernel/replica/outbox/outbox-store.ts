// The outbox on disk: sealed commands in order of device_seq, written so that a crash loses none.
import type { Problem } from "../../../../shared/kernel/failure.ts";
import { LocalFailure } from "../../connection/local-failure.ts";
import { type Sealed, seal, unseal } from "../disk/crypto.ts";
import { answer, transact } from "../disk/disk.ts";
import type { KeyRing } from "../disk/key-ring.ts";
import { type Beside, unsentIn } from "./attachments.ts";
import { isWaiting } from "./is-waiting.ts";
import type { Target } from "./scope.ts";

const FORMAT = 1;
/** How many records are opened at once. */
const AT_ONCE = 200;
/** The counter that says: about to be deleted, take nothing more. */
const CLOSED = "closed";

export type CommandState = "PENDING" | "SENDING" | "APPLIED" | "REJECTED" | "SUSPENSE";

/** A command in the outbox, and what became of it. */
export interface QueuedCommand {
  readonly id: string;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** RFC 3339. */
  readonly occurred_at: string;
  readonly device_id: string;
  readonly device_seq: number;
  /** User id of who made it; whoever hands it in, it stays theirs. */
  readonly author?: string;
  /** What the screen wants to show until the server's word arrives; never sent. */
  readonly expected: unknown;
  /** Records whose screens show this command. */
  readonly targets: readonly Target[];
  readonly status: CommandState;
  readonly result?: unknown;
  readonly problem?: Problem;
  /** RFC 3339: when the server's answer was written down. */
  readonly settled_at?: string;
  /** RFC 3339: when the records that it changed had arrived here. */
  readonly confirmed_at?: string;
  readonly dismissed_at?: string;
  /** Why somebody dismissed it, in their words. */
  readonly dismissed_for?: string;
  /** The id of the command that repeats this one. */
  readonly retried_as?: string;
}

/** What a new command is before it has its place in the order. */
export type NewCommand = Omit<QueuedCommand, "device_seq" | "status">;

interface Stored {
  v: number;
  id: string;
  /** The device under whose key it lies. */
  device: string;
  sealed: Sealed;
  /** It is damaged, and somebody has seen that. */
  aside?: boolean;
}

/** A record that does not open; it is kept as it is and stops nothing else. */
export interface DamagedCommand {
  readonly device_seq: number;
  readonly id: string;
  readonly settled: boolean;
}

/** What was read: commands in order, and those that could not be. */
export interface Loaded {
  readonly commands: QueuedCommand[];
  readonly damaged: DamagedCommand[];
  /** Unsent commands whose key is not here yet. */
  readonly sealed: number;
}

export type OutboxStore = ReturnType<typeof createOutboxStore>;

const storeOf = (command: Pick<QueuedCommand, "status">) => (isWaiting(command) ? "outbox" : "settled");

/** Commands and their files that were not handed in yet, counted without the key. */
const countLeft = async (tx: IDBTransaction) =>
  (await answer(tx.objectStore("outbox").count())) + (await unsentIn(tx));

/** What a database has that was not handed in yet: commands and their files. */
export function countUnsettled(database: IDBDatabase): Promise<number> {
  return transact(database, ["outbox", "attachments"], "readonly", countLeft);
}

/**
 * From now on nothing more can be queued, in any window, unless unsent commands or files are left (or `force`).
 * Answers how many those are.
 */
export function closeOutbox(database: IDBDatabase, force = false): Promise<number> {
  const work = async (tx: IDBTransaction) => {
    const left = await countLeft(tx);
    if (left === 0 || force) tx.objectStore("counters").put(1, CLOSED);
    return left;
  };
  return transact(database, ["outbox", "attachments", "counters"], "readwrite", work, "strict");
}

/** The account is used again after all. */
export function reopenOutbox(database: IDBDatabase): Promise<void> {
  return transact(database, ["counters"], "readwrite", (tx) => {
    tx.objectStore("counters").delete(CLOSED);
  });
}

async function next(tx: IDBTransaction, counter: string): Promise<number> {
  const counters = tx.objectStore("counters");
  const value = (((await answer(counters.get(counter))) as number | undefined) ?? 0) + 1;
  counters.put(value, counter);
  return value;
}

export function createOutboxStore(database: IDBDatabase, keys: KeyRing, name: string) {
  const bound = (id: string) => `outbox|${name}|${id}`;

  async function sealed(command: NewCommand & Partial<QueuedCommand>): Promise<Stored> {
    // The place in the order is the record's key; sealing it in would need it before it is given out.
    const { device_seq, ...body } = command;
    const key = keys(command.device_id);
    if (!key)
      throw new LocalFailure("DEVICE_NOT_REGISTERED", "This device must have signed in on-line once.");
    return {
      v: FORMAT,
      id: command.id,
      device: command.device_id,
      sealed: await seal(key, bound(command.id), body),
    };
  }

  /** A record's command, "sealed" while its key is not here, "damaged" when it does not open. */
  async function open(
    device_seq: number,
    record: Stored,
  ): Promise<QueuedCommand | { unreadable: "sealed" | "damaged" }> {
    const key = keys(record.device);
    if (!key) return { unreadable: "sealed" };
    try {
      if (record.v !== FORMAT) throw new Error(`written by another version: ${record.v}`);
      const body = (await unseal(key, bound(record.id), record.sealed)) as NewCommand &
        Partial<QueuedCommand>;
      const status = body.status === undefined || body.status === "SENDING" ? "PENDING" : body.status;
      return { ...body, status, device_seq };
    } catch {
      // Reported by whoever asked, never guessed at and never deleted.
      return { unreadable: "damaged" };
    }
  }

  async function opened(
    store: "outbox" | "settled",
    seqs: readonly number[],
    records: readonly (Stored | undefined)[],
  ) {
    const loaded = { commands: [] as QueuedCommand[], damaged: [] as DamagedCommand[], sealed: 0 };
    for (let start = 0; start < records.length; start += AT_ONCE) {
      const part = records.slice(start, start + AT_ONCE);
      const bodies = await Promise.all(
        part.map((record, index) => (record ? open(seqs[start + index]!, record) : null)),
      );
      for (const [index, body] of bodies.entries()) {
        const record = part[index];
        if (!record || !body) continue;
        if (!("unreadable" in body)) loaded.commands.push(body);
        else if (body.unreadable === "sealed") loaded.sealed += Number(store === "outbox");
        else if (!record.aside)
          loaded.damaged.push({
            device_seq: seqs[start + index]!,
            id: String(record.id),
            settled: store === "settled",
          });
      }
    }
    return loaded;
  }

  const both = (waiting: Loaded, settled: Loaded): Loaded => ({
    commands: [...settled.commands, ...waiting.commands].sort((a, b) => a.device_seq - b.device_seq),
    damaged: [...settled.damaged, ...waiting.damaged],
    sealed: waiting.sealed,
  });

  /** Reads everything. */
  async function load(): Promise<Loaded> {
    const read = await transact(database, ["outbox", "settled"], "readonly", async (tx) => {
      const all = async (store: "outbox" | "settled") => ({
        keys: (await answer(tx.objectStore(store).getAllKeys())) as number[],
        records: (await answer(tx.objectStore(store).getAll())) as Stored[],
      });
      return { waiting: await all("outbox"), settled: await all("settled") };
    });
    return both(
      await opened("outbox", read.waiting.keys, read.waiting.records),
      await opened("settled", read.settled.keys, read.settled.records),
    );
  }

  /** Reads these records alone. */
  async function read(seqs: readonly number[]): Promise<Loaded> {
    const found = await transact(database, ["outbox", "settled"], "readonly", async (tx) => {
      const one = (store: string, seq: number) =>
        answer(tx.objectStore(store).get(seq)) as Promise<Stored | undefined>;
      const waiting = await Promise.all(seqs.map((seq) => one("outbox", seq)));
      const settled = await Promise.all(seqs.map((seq, n) => (waiting[n] ? undefined : one("settled", seq))));
      return { waiting, settled };
    });
    return both(await opened("outbox", seqs, found.waiting), await opened("settled", seqs, found.settled));
  }

  /**
   * Gives a command its place and writes it, in one strict transaction: when this resolves, a crash can't lose it.
   * `replaces`, and what belongs `beside`, is written in the same transaction.
   * @throws LocalFailure WIPED when the store is about to be deleted.
   */
  async function add(command: NewCommand, replaces?: QueuedCommand, beside?: Beside): Promise<QueuedCommand> {
    const stored = await sealed(command);
    const other = replaces ? await sealed(replaces) : null;
    const work = async (tx: IDBTransaction) => {
      // Asked for together: nothing of this transaction is kept when it is about to be deleted.
      const [closed, seq] = await Promise.all([
        answer(tx.objectStore("counters").get(CLOSED)),
        next(tx, "device_seq"),
      ]);
      if (closed !== undefined)
        throw new LocalFailure("WIPED", "This account's data is being deleted on this computer.");
      tx.objectStore("outbox").add(stored, seq);
      beside?.write(tx);
      if (other && replaces) tx.objectStore(storeOf(replaces)).put(other, replaces.device_seq);
      return seq;
    };
    const stores = ["outbox", "counters", ...(replaces ? ["settled"] : []), ...(beside?.stores ?? [])];
    const device_seq = await transact(database, stores, "readwrite", work, "strict");
    return { ...command, status: "PENDING", device_seq };
  }

  /** Writes down what became of commands, all or none. */
  async function update(commands: readonly QueuedCommand[]): Promise<void> {
    if (commands.length === 0) return;
    const stored = await Promise.all(commands.map(sealed));
    await transact(database, ["outbox", "settled"], "readwrite", (tx) => {
      for (const [index, command] of commands.entries()) {
        const store = storeOf(command);
        tx.objectStore(store).put(stored[index], command.device_seq);
        tx.objectStore(store === "outbox" ? "settled" : "outbox").delete(command.device_seq);
      }
    });
  }

  /** Marks a record that does not open as seen. */
  async function setAside(device_seq: number): Promise<void> {
    await transact(database, ["outbox", "settled"], "readwrite", async (tx) => {
      for (const name of ["outbox", "settled"]) {
        const store = tx.objectStore(name);
        const record = (await answer(store.get(device_seq))) as Stored | undefined;
        if (record) store.put({ ...record, aside: true }, device_seq);
      }
    });
  }

  /** Forgets settled commands. */
  async function remove(seqs: readonly number[]): Promise<void> {
    await transact(database, ["settled"], "readwrite", (tx) => {
      for (const seq of seqs) tx.objectStore("settled").delete(seq);
    });
  }

  /** The next number of a counter, never given out twice, even after a crash. */
  function allocate(counter: string): Promise<number> {
    return transact(database, ["counters"], "readwrite", (tx) => next(tx, counter), "strict");
  }

  /** A counter goes on after `value` where it has not come that far. */
  async function raise(counter: string, value: number): Promise<void> {
    const work = async (tx: IDBTransaction) => {
      const counters = tx.objectStore("counters");
      const now = ((await answer(counters.get(counter))) as number | undefined) ?? 0;
      if (value > now) counters.put(value, counter);
    };
    await transact(database, ["counters"], "readwrite", work, "strict");
  }

  return { load, read, add, update, setAside, remove, allocate, raise };
}
