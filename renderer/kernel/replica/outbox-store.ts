// The outbox on disk: sealed commands in order of device_seq, written so that a crash loses none.
import type { Problem } from "../../../shared/kernel/failure.ts";
import { type Sealed, seal, unseal } from "./crypto.ts";
import { answer, transact } from "./disk.ts";
import type { Target } from "./tables.ts";

const FORMAT = 1;

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
  /** The id of the command that repeats this one. */
  readonly retried_as?: string;
}

/** What a new command is before it has its place in the order. */
export type NewCommand = Omit<QueuedCommand, "device_seq" | "status">;

interface Stored {
  v: number;
  id: string;
  /** Readable without the key, so that unsent work is seen even when nobody can open it. */
  settled: boolean;
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

export type OutboxStore = ReturnType<typeof createOutboxStore>;

/** Commands in a database that were not handed in yet, counted without the key. */
export function countUnsettled(database: IDBDatabase): Promise<number> {
  return transact(database, ["outbox"], "readonly", async (tx) => {
    const all = (await answer(tx.objectStore("outbox").getAll())) as Stored[];
    return all.filter((stored) => !stored.settled).length;
  });
}

export function createOutboxStore(database: IDBDatabase, key: CryptoKey, name: string) {
  const bound = (id: string) => `outbox|${name}|${id}`;
  /** What was opened before, by device_seq: a nonce is never used twice, so the same nonce is the same record. */
  const opened = new Map<number, { iv: string; command: QueuedCommand }>();

  async function sealed(command: NewCommand & Partial<QueuedCommand>): Promise<Stored> {
    // The place in the order is the record's key; sealing it in would need it before it is given out.
    const { device_seq, ...body } = command;
    const settled = body.status !== undefined && body.status !== "PENDING" && body.status !== "SENDING";
    return { v: FORMAT, id: command.id, settled, sealed: await seal(key, bound(command.id), body) };
  }

  async function next(tx: IDBTransaction, counter: string): Promise<number> {
    const counters = tx.objectStore("counters");
    const value = (((await answer(counters.get(counter))) as number | undefined) ?? 0) + 1;
    counters.put(value, counter);
    return value;
  }

  /** Reads everything, in order. */
  async function load(): Promise<{ commands: QueuedCommand[]; damaged: DamagedCommand[] }> {
    const [keys, stored] = await transact(database, ["outbox"], "readonly", async (tx) => {
      const store = tx.objectStore("outbox");
      return [(await answer(store.getAllKeys())) as number[], (await answer(store.getAll())) as Stored[]];
    });
    const commands: QueuedCommand[] = [];
    const damaged: DamagedCommand[] = [];
    for (const [index, record] of stored.entries()) {
      const device_seq = keys[index]!;
      try {
        const iv = record.sealed.iv.join();
        let known = opened.get(device_seq);
        if (known?.iv !== iv) {
          if (record.v !== FORMAT) throw new Error(`written by another version: ${record.v}`);
          const body = (await unseal(key, bound(record.id), record.sealed)) as NewCommand;
          known = { iv, command: { status: "PENDING", ...body, device_seq } };
          opened.set(device_seq, known);
        }
        commands.push(known.command);
      } catch {
        // Reported through `damaged`, never guessed at and never deleted.
        if (!record.aside)
          damaged.push({ device_seq, id: String(record.id), settled: record.settled === true });
      }
    }
    return { commands, damaged };
  }

  /**
   * Gives a command its place and writes it, in one strict transaction: when this resolves, a crash can't lose it.
   * `replaces` is written in the same transaction.
   */
  async function add(command: NewCommand, replaces?: QueuedCommand): Promise<QueuedCommand> {
    const stored = await sealed(command);
    const other = replaces ? await sealed(replaces) : null;
    const device_seq = await transact(
      database,
      ["outbox", "counters"],
      "readwrite",
      async (tx) => {
        const seq = await next(tx, "device_seq");
        tx.objectStore("outbox").add(stored, seq);
        if (other && replaces) tx.objectStore("outbox").put(other, replaces.device_seq);
        return seq;
      },
      "strict",
    );
    return { status: "PENDING", ...command, device_seq };
  }

  /** Writes down what became of commands, all or none. */
  async function update(commands: readonly QueuedCommand[]): Promise<void> {
    const stored = await Promise.all(commands.map(sealed));
    await transact(database, ["outbox"], "readwrite", (tx) => {
      for (const [index, command] of commands.entries())
        tx.objectStore("outbox").put(stored[index], command.device_seq);
    });
  }

  /** Marks a record that does not open as seen. */
  async function setAside(device_seq: number): Promise<void> {
    await transact(database, ["outbox"], "readwrite", async (tx) => {
      const store = tx.objectStore("outbox");
      const record = (await answer(store.get(device_seq))) as Stored | undefined;
      if (record) store.put({ ...record, aside: true }, device_seq);
    });
  }

  async function remove(seqs: readonly number[]): Promise<void> {
    await transact(database, ["outbox"], "readwrite", (tx) => {
      for (const seq of seqs) tx.objectStore("outbox").delete(seq);
    });
  }

  /** The next number of a counter, never given out twice, even after a crash. */
  function allocate(counter: string): Promise<number> {
    return transact(database, ["counters"], "readwrite", (tx) => next(tx, counter), "strict");
  }

  return { load, add, update, setAside, remove, allocate };
}
