// The outbox as screens see it: queue, watch, retry, dismiss. Draining it is in drain.ts.
import { newId } from "../../../shared/kernel/id.ts";
import type { CommandOutcome } from "../../../shared/kernel/wire.ts";
import { LocalFailure } from "./failure.ts";
import { type Live, variable } from "./live.ts";
import type { DamagedCommand, NewCommand, OutboxStore, QueuedCommand } from "./outbox-store.ts";
import type { Target } from "./tables.ts";
import type { Windows } from "./windows.ts";

const KEEP_DAYS = 30;

export interface OutboxState {
  /** In order of device_seq; settled ones too, for 30 days. */
  readonly commands: readonly QueuedCommand[];
  readonly damaged: readonly DamagedCommand[];
}

const keyOf = (target: Target) => `${target.collection}|${target.id}`;

const NONE: readonly QueuedCommand[] = [];

export const isWaiting = (command: QueuedCommand) =>
  command.status === "PENDING" || command.status === "SENDING";

/** Rejected, or money in suspense, and nobody has looked after it yet. */
export const needsYou = (command: QueuedCommand) =>
  (command.status === "REJECTED" || command.status === "SUSPENSE") && !command.dismissed_at;

/** Still to be shown at its records: unanswered, unsolved, or applied but its records are not here yet. */
const isOpen = (command: QueuedCommand) =>
  isWaiting(command) || needsYou(command) || (command.status === "APPLIED" && !command.confirmed_at);

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

/** Opens the outbox: everything on disk is back, as PENDING where no answer was written down. */
export class Outbox {
  readonly #store: OutboxStore;
  readonly #windows: Windows;
  readonly #state = variable<OutboxState>({ commands: [], damaged: [] });
  readonly #byTarget = variable<ReadonlyMap<string, readonly QueuedCommand[]>>(new Map());
  #sending: ReadonlySet<string> = new Set();
  #reading: Promise<void> = Promise.resolve();

  private constructor(store: OutboxStore, windows: Windows) {
    this.#store = store;
    this.#windows = windows;
  }

  static async open(store: OutboxStore, windows: Windows): Promise<Outbox> {
    const outbox = new Outbox(store, windows);
    await outbox.reload();
    return outbox;
  }

  get state(): Live<OutboxState> {
    return this.#state;
  }

  #show(commands: readonly QueuedCommand[], damaged = this.#state.getSnapshot().damaged): void {
    const shown = commands.map((command) =>
      isWaiting(command)
        ? { ...command, status: this.#sending.has(command.id) ? ("SENDING" as const) : ("PENDING" as const) }
        : command,
    );
    const targets = new Map<string, QueuedCommand[]>();
    for (const command of shown.filter(isOpen)) {
      for (const at of new Set(command.targets.map(keyOf))) {
        const list = targets.get(at);
        if (list) list.push(command);
        else targets.set(at, [command]);
      }
    }
    this.#state.set({ commands: shown, damaged });
    this.#byTarget.set(targets);
  }

  /** Reads the disk again; one reading at a time, and never an older one over a newer. */
  reload(): Promise<void> {
    this.#reading = this.#reading.then(async () => {
      const { commands, damaged } = await this.#store.load();
      this.#show(commands, damaged);
    });
    return this.#reading;
  }

  /** Every change of a stored command goes through here: one window at a time, on what the disk says. */
  #change<T>(work: () => Promise<T>): Promise<T> {
    return this.#windows.exclusive("outbox", async () => {
      await this.reload();
      const result = await work();
      await this.reload();
      this.#windows.post({ type: "outbox" });
      return result;
    });
  }

  #known(id: string): QueuedCommand {
    const command = this.#state.getSnapshot().commands.find((candidate) => candidate.id === id);
    if (command) return command;
    throw new LocalFailure("UNKNOWN_COMMAND", "There is no such command in the outbox.");
  }

  #solvable(id: string): QueuedCommand {
    const command = this.#known(id);
    if (needsYou(command)) return command;
    throw new LocalFailure("UNKNOWN_COMMAND", "This command is not waiting for a decision.");
  }

  /** Queues a command; when this resolves it is safe on disk. */
  async add(command: NewCommand): Promise<QueuedCommand> {
    const queued = await this.#store.add(command);
    // Behind any reading under way, which may not have seen it.
    this.#reading = this.#reading.then(() => {
      const { commands } = this.#state.getSnapshot();
      if (commands.some(({ id }) => id === queued.id)) return;
      this.#show([...commands, queued].sort((a, b) => a.device_seq - b.device_seq));
    });
    await this.#reading;
    this.#windows.post({ type: "outbox" });
    return queued;
  }

  /** Marks what is under way now; kept in memory only, since after a crash it is simply pending again. */
  markSending(ids: readonly string[], announce: boolean): void {
    this.#sending = new Set(ids);
    this.#show(this.#state.getSnapshot().commands);
    if (announce) this.#windows.post({ type: "sending", ids });
  }

  /** Writes answers down. */
  settle(outcomes: readonly CommandOutcome[], at: string): Promise<QueuedCommand[]> {
    return this.#change(async () => {
      const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
      const settled = this.#state
        .getSnapshot()
        .commands.filter((command) => isWaiting(command) && byId.has(command.id))
        .map((command) => settledBy(command, byId.get(command.id)!, at));
      await this.#store.update(settled);
      return settled;
    });
  }

  /** The records of these applied commands have arrived: their expected values may go. */
  confirm(ids: readonly string[], at: string): Promise<void> {
    return this.#change(async () => {
      const commands = this.#state.getSnapshot().commands.filter(({ id }) => ids.includes(id));
      await this.#store.update(commands.map((command) => ({ ...command, confirmed_at: at })));
    });
  }

  /** Takes a rejected command off the list; it stays on disk for 30 days. */
  dismiss(id: string): Promise<void> {
    return this.#change(() =>
      this.#store.update([{ ...this.#solvable(id), dismissed_at: new Date().toISOString() }]),
    );
  }

  /** Sends the same payload as a new command, at the end of the order. */
  retry(id: string): Promise<QueuedCommand> {
    return this.#change(() => {
      const refused = this.#solvable(id);
      // Money in suspense was taken: sent again, it would be booked twice. It is resolved on the review list.
      if (refused.status === "SUSPENSE") {
        throw new LocalFailure("UNKNOWN_COMMAND", "This money is on the review list already.");
      }
      const { device_seq, status, result, problem, settled_at, ...command } = refused;
      const again: NewCommand = { ...command, id: newId() };
      const dismissed_at = new Date().toISOString();
      return this.#store.add(again, { ...refused, dismissed_at, retried_as: again.id });
    });
  }

  /** Somebody has seen that a record is damaged: it is no longer reported, and stays on disk. */
  dismissDamaged(device_seq: number): Promise<void> {
    return this.#change(() => this.#store.setAside(device_seq));
  }

  /** Forgets what was settled more than 30 days ago and needs nobody. */
  async prune(now: Date): Promise<void> {
    const oldest = new Date(now.getTime() - KEEP_DAYS * 86_400_000).toISOString();
    const old = () => {
      const { commands } = this.#state.getSnapshot();
      return commands.filter((command) => !isOpen(command) && (command.settled_at ?? "9") < oldest);
    };
    if (old().length === 0) return;
    await this.#change(() => this.#store.remove(old().map(({ device_seq }) => device_seq)));
  }

  /** Commands whose effect a record's screen should show, oldest first. */
  pendingFor(collection: string, id: string): Live<readonly QueuedCommand[]> {
    const at = keyOf({ collection, id });
    let shown: readonly QueuedCommand[] = NONE;
    const current = () => {
      const now = this.#byTarget.getSnapshot().get(at) ?? NONE;
      const same =
        now.length === shown.length &&
        now.every(
          (command, index) => command.id === shown[index]!.id && command.status === shown[index]!.status,
        );
      if (!same) shown = now;
      return shown;
    };
    return {
      getSnapshot: current,
      subscribe: (listener) => {
        let seen = current();
        return this.#byTarget.subscribe(() => {
          const now = current();
          if (now === seen) return;
          seen = now;
          listener(now);
        });
      },
    };
  }
}
