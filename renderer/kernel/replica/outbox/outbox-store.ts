// The outbox on disk: sealed commands in order of device_seq, written so that a crash loses none.
import type { Problem } from "../../../../shared/kernel/failure.ts";
import { failedWith, LocalFailure } from "../../connection/local-failure.ts";
import { type Sealed, seal, unseal } from "../disk/crypto.ts";
import { answer, type Store, transact } from "../disk/disk.ts";
import type { DeviceKeys } from "../disk/key-ring.ts";
import { checkTurn, nextTurn } from "../overtaken.ts";
import { type Beside, unsentIn } from "./attachments.ts";
import { isWaiting } from "./is-waiting.ts";
import type { Target } from "./scope.ts";

const FORMAT = 1;
/** How many records are opened at once. */
const AT_ONCE = 200;
/** The counter that says: about to be deleted, take nothing more. */
const CLOSED = "closed";

/** Where a new command and its file lie. */
const DOUBTED = ["outbox", "attachments", "attachment_bytes"];

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
  /** That it was they, for whoever hands it in: made with its place in the order (proof.ts). */
  readonly proof?: string;
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
export type NewCommand = Omit<QueuedCommand, "device_seq" | "status" | "proof">;

interface Stored {
  v: number;
  id: string;
  /** The device under whose key it lies. */
  device: string;
  sealed: Sealed;
  /** Beside what is sealed, since it is made with the place. It tells nothing of the command. */
  proof?: string;
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
export function countUnsettled(database: Store): Promise<number> {
  return transact(database, ["outbox", "attachments"], "readonly", countLeft);
}

/**
 * From now on nothing more can be queued, in any window, unless unsent commands or files are left (or `force`).
 * Answers how many those are.
 */
export function closeOutbox(database: Store, force = false): Promise<number> {
  const work = async (tx: IDBTransaction) => {
    const left = await countLeft(tx);
    if (left === 0 || force) tx.objectStore("counters").put(1, CLOSED);
    return left;
  };
  return transact(database, ["outbox", "attachments", "counters"], "readwrite", work, "strict");
}

/** The account is used again after all. */
export function reopenOutbox(database: Store): Promise<void> {
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

/** The next number of a counter, never given out twice, even after a crash. */
function allocateIn(database: Store, counter: string): Promise<number> {
  return transact(database, ["counters"], "readwrite", (tx) => next(tx, counter), "strict");
}

/** A counter goes on after `value` where it has not come that far. */
async function raiseIn(database: Store, counter: string, value: number): Promise<void> {
  const work = async (tx: IDBTransaction) => {
    const counters = tx.objectStore("counters");
    const now = ((await answer(counters.get(counter))) as number | undefined) ?? 0;
    if (value > now) counters.put(value, counter);
  };
  await transact(database, ["counters"], "readwrite", work, "strict");
}

/** The records at these places, wherever they lie. */
async function findIn(tx: IDBTransaction, seqs: readonly number[]) {
  const one = (store: string, seq: number) =>
    answer(tx.objectStore(store).get(seq)) as Promise<Stored | undefined>;
  const waiting = await Promise.all(seqs.map((seq) => one("outbox", seq)));
  const settled = await Promise.all(seqs.map((seq, n) => (waiting[n] ? undefined : one("settled", seq))));
  return { waiting, settled };
}

type Found = Awaited<ReturnType<typeof findIn>>;

/** The unsent records that wait, with their places. */
async function waitingIn(tx: IDBTransaction): Promise<readonly (readonly [number, Stored])[]> {
  const store = tx.objectStore("outbox");
  const [keys, records] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
  return keys.map((key, at) => [Number(key), records[at] as Stored] as const);
}

export function createOutboxStore(
  database: Store,
  { ring: keys, provers }: Pick<DeviceKeys, "ring" | "provers">,
  name: string,
) {
  const bound = (id: string) => `outbox|${name}|${id}`;
  /** Commands whose writing failed, and of which a disk that fails does not say whether they are on it all the same. */
  const doubtful = new Set<string>();

  async function sealed(command: NewCommand & Partial<QueuedCommand>): Promise<Stored> {
    // The place in the order is the record's key; sealing it in would need it before it is given out.
    const { device_seq, proof, ...body } = command;
    const key = keys(command.device_id);
    if (!key)
      throw new LocalFailure("DEVICE_NOT_REGISTERED", "This device must have signed in on-line once.");
    return {
      v: FORMAT,
      id: command.id,
      device: command.device_id,
      sealed: await seal(key, bound(command.id), body),
      ...(proof === undefined ? {} : { proof }),
    };
  }

  /** What proves the author of a command, once its place is known. */
  function proving({ id, kind, payload, occurred_at, device_id, author }: NewCommand) {
    const prover = author === undefined ? null : provers(device_id);
    if (!prover || author === undefined) return () => ({});
    const digest = prover.digest(payload);
    return (device_seq: number) => ({
      proof: prover.prove({ id, kind, digest, occurred_at, device_seq, device_id, author }),
    });
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
      const { proof } = record;
      return { ...body, status, device_seq, ...(proof === undefined ? {} : { proof }) };
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
        if (!record || !body || doubtful.has(record.id)) continue;
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

  const openFound = async (seqs: readonly number[], { waiting, settled }: Found): Promise<Loaded> =>
    both(await opened("outbox", seqs, waiting), await opened("settled", seqs, settled));

  /** Reads these records alone. */
  async function read(seqs: readonly number[]): Promise<Loaded> {
    const work = (tx: IDBTransaction) => findIn(tx, seqs);
    return openFound(seqs, await transact(database, ["outbox", "settled"], "readonly", work));
  }

  /** Reads these records to change them: what is written under this turn is refused once somebody has begun another. */
  async function begin(seqs: readonly number[]): Promise<{ turn: number; loaded: Loaded }> {
    const work = async (tx: IDBTransaction) => ({ turn: await nextTurn(tx), found: await findIn(tx, seqs) });
    const { turn, found } = await transact(database, ["outbox", "settled", "counters"], "readwrite", work);
    return { turn, loaded: await openFound(seqs, found) };
  }

  /**
   * Gives a command its place and writes it, in one strict transaction: when this resolves, a crash can't lose it.
   * What it `replaces`, and what belongs `beside`, is written in the same transaction.
   * @throws LocalFailure WIPED when the store is about to be deleted, DISK when it is not kept, and is never handed in.
   * @throws Overtaken when somebody else changes what it replaces.
   */
  async function add(
    command: NewCommand,
    replaces?: { readonly command: QueuedCommand; readonly turn: number },
    beside?: Beside,
  ): Promise<QueuedCommand> {
    const stored = await sealed(command);
    const other = replaces ? await sealed(replaces.command) : null;
    const prove = proving(command);
    const work = async (tx: IDBTransaction) => {
      // Asked for together: nothing of this transaction is kept when it is about to be deleted.
      const [closed, seq] = await Promise.all([
        answer(tx.objectStore("counters").get(CLOSED)),
        next(tx, "device_seq"),
      ]);
      if (closed !== undefined)
        throw new LocalFailure("WIPED", "This account's data is being deleted on this computer.");
      if (replaces) await checkTurn(tx, replaces.turn);
      const proven = prove(seq);
      tx.objectStore("outbox").add({ ...stored, ...proven }, seq);
      beside?.write(tx);
      if (other && replaces)
        tx.objectStore(storeOf(replaces.command)).put(other, replaces.command.device_seq);
      return { device_seq: seq, ...proven };
    };
    const stores = ["outbox", "counters", ...(replaces ? ["settled"] : []), ...(beside?.stores ?? [])];
    try {
      if (doubtful.size > 0) await dropDoubtful();
      const placed = await transact(database, stores, "readwrite", work, "strict");
      return { ...command, status: "PENDING", ...placed };
    } catch (error) {
      if (!failedWith(error, "DISK")) throw error;
      const kept = await findKept(command.id);
      if (!kept) throw error;
      return { ...command, status: "PENDING", ...kept };
    }
  }

  /** Whether a command is on the disk although writing it failed: a disk that fails may fail after it. */
  async function findKept(id: string): Promise<Pick<QueuedCommand, "device_seq" | "proof"> | null> {
    try {
      const all = await transact(database, ["outbox"], "readonly", waitingIn);
      const found = all.find(([, record]) => record.id === id);
      if (!found) return null;
      const [device_seq, { proof }] = found;
      return { device_seq, ...(proof === undefined ? {} : { proof }) };
    } catch (error) {
      if (!failedWith(error, "DISK")) throw error;
      // Its maker is told that it was not kept: then it must never be handed in.
      doubtful.add(id);
      return null;
    }
  }

  /** Takes away what was said not to be kept, now that the disk answers. */
  async function dropDoubtful(): Promise<void> {
    if (doubtful.size === 0) return;
    const ids = [...doubtful];
    const work = async (tx: IDBTransaction) => {
      for (const [seq, record] of await waitingIn(tx))
        if (ids.includes(record.id))
          for (const store of DOUBTED) tx.objectStore(store).delete(store === "outbox" ? seq : record.id);
    };
    await transact(database, DOUBTED, "readwrite", work, "strict");
    for (const id of ids) doubtful.delete(id);
  }

  /** Writes down what became of commands, all or none. @throws Overtaken when somebody else has begun to change some. */
  async function update(commands: readonly QueuedCommand[], turn: number): Promise<void> {
    if (commands.length === 0) return;
    const stored = await Promise.all(commands.map(sealed));
    await transact(database, ["outbox", "settled", "counters"], "readwrite", async (tx) => {
      await checkTurn(tx, turn);
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

  const allocate = (counter: string) => allocateIn(database, counter);
  const raise = (counter: string, value: number) => raiseIn(database, counter, value);
  return { load, read, begin, add, dropDoubtful, update, setAside, remove, allocate, raise };
}
