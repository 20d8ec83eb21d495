// The outbox as screens see it: queue, watch, retry, dismiss. sender.ts hands it in.
import { newId } from "../../../../shared/kernel/id.ts";
import type { CommandOutcome } from "../../../../shared/kernel/sync/wire.ts";
import { failedWith, LocalFailure } from "../../connection/local-failure.ts";
import type { Observable } from "../observable.ts";
import { Overtaken } from "../overtaken.ts";
import type { Tabs } from "../tabs.ts";
import type { Beside } from "./attachments.ts";
import { isWaiting } from "./is-waiting.ts";
import { isOpen, needsYou, OutboxCommands, type OutboxState } from "./outbox-commands.ts";
import type { Loaded, NewCommand, OutboxStore, QueuedCommand } from "./outbox-store.ts";

export type { OutboxState } from "./outbox-commands.ts";

/** Applied commands are kept as long as a restored server may want them again (contract §5.8). */
const KEEP_DAYS = 45;

/** What an answer means. DUPLICATE carries the first outcome, so it is read like that. */
function settledBy(command: QueuedCommand, outcome: CommandOutcome, at: string): QueuedCommand {
  const { problem, result } = outcome;
  const answered = { ...command, result, problem, settled_at: at };
  // Money that could not be applied as meant: taken, with the problem as its reason.
  const suspense = typeof result === "object" && result !== null && "suspense" in result && result.suspense;
  if (suspense) return { ...answered, status: "SUSPENSE" };
  const rejected = outcome.status === "REJECTED" || (outcome.status === "DUPLICATE" && problem !== undefined);
  return { ...answered, status: rejected ? "REJECTED" : "APPLIED" };
}

/** The same command as another one. What is expected may speak of it by its id. */
function withNewId(command: NewCommand): NewCommand {
  const id = newId();
  const expected = JSON.stringify(command.expected ?? null).replaceAll(command.id, id);
  return { ...command, id, expected: JSON.parse(expected) };
}

/** What somebody put right in a refused command. */
export type Correction = Partial<Pick<QueuedCommand, "payload" | "expected">>;

/** Opens the outbox: everything on disk is back, as PENDING where no answer was written down. */
export class Outbox {
  readonly #store: OutboxStore;
  readonly #tabs: Tabs;
  readonly #shelf = new OutboxCommands();
  #sending: ReadonlySet<string> = new Set();
  #reading: Promise<unknown> = Promise.resolve();
  #diskGone = false;

  private constructor(store: OutboxStore, tabs: Tabs) {
    this.#store = store;
    this.#tabs = tabs;
  }

  static async open(store: OutboxStore, tabs: Tabs): Promise<Outbox> {
    const outbox = new Outbox(store, tabs);
    await outbox.reload();
    return outbox;
  }

  get state(): Observable<OutboxState> {
    return this.#shelf.state;
  }

  get open(): Observable<readonly QueuedCommand[]> {
    return this.#shelf.open;
  }

  /** What waits, in order; the same array, which changes. */
  get waiting(): readonly QueuedCommand[] {
    return this.#shelf.waiting;
  }

  /** Applied, but their records have not arrived here yet. */
  get unconfirmed(): readonly QueuedCommand[] {
    return this.#shelf.unconfirmed;
  }

  get needing(): number {
    return this.#shelf.needing;
  }

  /** Not handed in yet, also those that can't be read here. */
  get unsent(): number {
    return this.#shelf.unsent;
  }

  /** Unsent, and not readable here until the server gives their key. */
  get sealed(): number {
    return this.#shelf.sealed;
  }

  onChange(listener: () => void): () => void {
    return this.#shelf.onChange(listener);
  }

  find(id: string): QueuedCommand | undefined {
    return this.#shelf.find(id);
  }

  #shown(command: QueuedCommand): QueuedCommand {
    if (!isWaiting(command)) return command;
    return { ...command, status: this.#sending.has(command.id) ? "SENDING" : "PENDING" };
  }

  /** One reading at a time, and never an older one over a newer. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#reading.then(work);
    this.#reading = turn.catch(() => undefined);
    return turn;
  }

  /** Reads the whole disk: at the start, and when another key has come. */
  reload(): Promise<void> {
    return this.#inTurn(async () => {
      const { commands, damaged, sealed } = await this.#store.load();
      this.#shelf.put(commands.map((command) => this.#shown(command)));
      this.#shelf.setUnreadable(damaged, sealed);
    });
  }

  /** Reads what another window changed. */
  refresh(seqs: readonly number[]): Promise<void> {
    return this.#inTurn(async () => this.#take(seqs, await this.#store.read(seqs)));
  }

  #take(seqs: readonly number[], { commands }: Loaded): void {
    this.#shelf.put(commands.map((command) => this.#shown(command)));
    const here = new Set(commands.map(({ device_seq }) => device_seq));
    this.#shelf.remove(seqs.filter((seq) => !here.has(seq)));
  }

  /**
   * One window at a time, on what the disk says of just these; once more where it stood still in it until another took over.
   * `turn` is what the disk takes its changes under; null with the disk gone.
   */
  async #alone<T>(seqs: readonly number[], work: (turn: number | null) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await this.#tabs.exclusive("outbox", async () => work(await this.#begin(seqs)));
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
      }
    }
  }

  /**
   * Every change of stored commands goes through here. With the disk gone, what is in memory is all there is, and is changed
   * alone.
   */
  #change(
    seqs: readonly number[],
    change: (command: QueuedCommand) => QueuedCommand | null,
  ): Promise<QueuedCommand[]> {
    return this.#alone(seqs, async (turn) => {
      const known = seqs.map((seq) => this.#shelf.at(seq)).filter((one) => one !== undefined);
      const changed = known.map(change).filter((one) => one !== null);
      if (changed.length === 0) return [];
      if (turn !== null) await this.#store.update(changed, turn).catch((error: unknown) => this.#lost(error));
      await this.#inTurn(async () => this.#shelf.put(changed.map((command) => this.#shown(command))));
      this.#announce(seqs);
      return changed;
    });
  }

  #begin(seqs: readonly number[]): Promise<number | null> {
    return this.#inTurn(async () => {
      if (this.#diskGone) return null;
      try {
        const { turn, loaded } = await this.#store.begin(seqs);
        this.#take(seqs, loaded);
        return turn;
      } catch (error) {
        this.#lost(error);
        return null;
      }
    });
  }

  /** A store that was cleared is no reason not to believe the server's answer. */
  #lost(error: unknown): void {
    if (!failedWith(error, "STORE_GONE")) throw error;
    this.#diskGone = true;
  }

  #announce(seqs: readonly number[]): void {
    this.#tabs.post({ type: "outbox", seqs });
  }

  #solvable(id: string): QueuedCommand {
    const command = this.#shelf.find(id);
    if (!command) throw new LocalFailure("UNKNOWN_COMMAND", "There is no such command in the outbox.");
    if (needsYou(command)) return command;
    throw new LocalFailure("UNKNOWN_COMMAND", "This command is not waiting for a decision.");
  }

  /** The store was cleared under this window: what is in memory is handed in, nothing is written any more. */
  diskGone(): void {
    this.#diskGone = true;
  }

  /** Queues a command; when this resolves it is safe on disk. */
  async add(command: NewCommand, beside?: Beside): Promise<QueuedCommand> {
    const queued = await this.#store.add(command, undefined, beside);
    // Behind any reading under way, which may not have seen it.
    await this.#inTurn(async () => this.#shelf.put([queued]));
    this.#announce([queued.device_seq]);
    return queued;
  }

  /** Marks what is under way now; kept in memory only, since after a crash it is simply pending again. */
  markSending(ids: readonly string[], announce: boolean): void {
    const touched = new Set([...this.#sending, ...ids]);
    this.#sending = new Set(ids);
    const commands = [...touched].map((id) => this.#shelf.find(id)).filter((one) => one !== undefined);
    this.#shelf.put(commands.filter(isWaiting).map((command) => this.#shown(command)));
    if (announce) this.#tabs.post({ type: "sending", ids });
  }

  /** Writes answers down; a RETRY leaves its command waiting. */
  settle(outcomes: readonly CommandOutcome[], at: string): Promise<QueuedCommand[]> {
    const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
    const waiting = [...byId.keys()].map((id) => this.#shelf.find(id)).filter((one) => one !== undefined);
    return this.#change(
      waiting.map(({ device_seq }) => device_seq),
      (command) => {
        const outcome = byId.get(command.id);
        if (!outcome || outcome.status === "RETRY" || !isWaiting(command)) return null;
        return settledBy(command, outcome, at);
      },
    );
  }

  /** The records of these applied commands have arrived: their expected values may go. */
  async confirm(seqs: readonly number[], at: string): Promise<void> {
    await this.#change(seqs, (command) => ({ ...command, confirmed_at: at }));
  }

  /** Takes a rejected command off the list, with the reason where one is given; it stays on disk for 45 days. */
  async dismiss(id: string, reason?: string): Promise<void> {
    const { device_seq } = this.#solvable(id);
    const dismissed_at = new Date().toISOString();
    const dismissed = { dismissed_at, ...(reason ? { dismissed_for: reason } : {}) };
    await this.#change([device_seq], (command) => ({ ...command, ...dismissed }));
  }

  /** Sends the same payload, or a corrected one, as a new command, at the end of the order. */
  async retry(id: string, corrected: Correction = {}): Promise<QueuedCommand> {
    return this.#alone([this.#solvable(id).device_seq], async (turn) => {
      if (turn === null) throw new LocalFailure("STORE_GONE", "The local store is closed.");
      const refused = this.#solvable(id);
      // Money in suspense was taken: sent again, it would be booked twice. It is resolved on the review list.
      if (refused.status === "SUSPENSE") {
        throw new LocalFailure("UNKNOWN_COMMAND", "This money is on the review list already.");
      }
      const { device_seq, proof, status, result, problem, settled_at, ...command } = refused;
      const again: NewCommand = withNewId({ ...command, ...corrected });
      const solved = { ...refused, dismissed_at: new Date().toISOString(), retried_as: again.id };
      const queued = await this.#store.add(again, { command: solved, turn });
      await this.#inTurn(async () => this.#shelf.put([solved, queued]));
      this.#announce([device_seq, queued.device_seq]);
      return queued;
    });
  }

  /**
   * The server was restored to an older state: what it took in the last 45 days is handed in again, in order. Ids make
   * that exact: what it still knows it answers as before.
   */
  async resend(): Promise<void> {
    const taken = this.#shelf.all.filter(({ status }) => status === "APPLIED" || status === "SUSPENSE");
    await this.#change(
      taken.map(({ device_seq }) => device_seq),
      ({ result, problem, settled_at, confirmed_at, dismissed_at, ...command }) => ({
        ...command,
        status: "PENDING",
      }),
    );
  }

  /** Somebody has seen that a record is damaged: it is no longer reported, and stays on disk. */
  async dismissDamaged(device_seq: number): Promise<void> {
    await this.#store.setAside(device_seq);
    await this.reload();
  }

  /** Forgets what was settled more than 45 days ago and needs nobody. */
  async prune(now: Date): Promise<void> {
    const oldest = new Date(now.getTime() - KEEP_DAYS * 86_400_000).toISOString();
    const old = this.#shelf.all.filter((command) => !isOpen(command) && (command.settled_at ?? "9") < oldest);
    if (old.length === 0) return;
    const seqs = old.map(({ device_seq }) => device_seq);
    await this.#tabs.exclusive("outbox", () => this.#store.remove(seqs));
    this.#shelf.remove(seqs);
    this.#announce(seqs);
  }

  /** Commands whose effect a record's screen should show, oldest first. */
  pendingFor(collection: string, id: string): Observable<readonly QueuedCommand[]> {
    return this.#shelf.pendingFor({ collection, id });
  }
}
