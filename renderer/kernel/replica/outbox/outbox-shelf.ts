// The outbox in memory: every command in order, what waits, what needs somebody, and what each record's screen shows.

import type { Observable } from "../observable.ts";
import { type DamagedCommand, isWaiting, type QueuedCommand } from "./outbox-store.ts";
import type { Target } from "./scope.ts";

export interface OutboxState {
  /** In order of device_seq; settled ones too, for 45 days. */
  readonly commands: readonly QueuedCommand[];
  readonly damaged: readonly DamagedCommand[];
  /** Unsent commands that can't be read here until the server gives their key; they are handed in then. */
  readonly sealed: number;
}

const keyOf = (target: Target) => `${target.collection}|${target.id}`;

const NONE: readonly QueuedCommand[] = [];

/** Rejected, or money in suspense, and nobody has looked after it yet. */
export const needsYou = (command: QueuedCommand) =>
  (command.status === "REJECTED" || command.status === "SUSPENSE") && !command.dismissed_at;

const isUnconfirmed = (command: QueuedCommand) => command.status === "APPLIED" && !command.confirmed_at;

/** Still to be shown at its records: unanswered, unsolved, or applied but its records are not here yet. */
export const isOpen = (command: QueuedCommand) =>
  isWaiting(command) || needsYou(command) || isUnconfirmed(command);

/** Commands by device_seq; a change costs what changed, however many there are. */
class InOrder {
  readonly list: QueuedCommand[] = [];

  /** Where a place is, or would be. */
  #at(seq: number): number {
    let low = 0;
    let high = this.list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.list[middle]!.device_seq < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  get(seq: number): QueuedCommand | undefined {
    const found = this.list[this.#at(seq)];
    return found?.device_seq === seq ? found : undefined;
  }

  put(command: QueuedCommand): void {
    const at = this.#at(command.device_seq);
    this.list.splice(at, this.list[at]?.device_seq === command.device_seq ? 1 : 0, command);
  }

  remove(seq: number): void {
    const at = this.#at(seq);
    if (this.list[at]?.device_seq === seq) this.list.splice(at, 1);
  }
}

export class OutboxShelf {
  readonly #all = new InOrder();
  readonly #waiting = new InOrder();
  readonly #unconfirmed = new InOrder();
  readonly #needing = new InOrder();
  readonly #seqs = new Map<string, number>();
  readonly #byTarget = new Map<string, readonly QueuedCommand[]>();
  readonly #listeners = new Set<() => void>();
  #damaged: readonly DamagedCommand[] = [];
  #sealed = 0;
  #snapshot: OutboxState | null = null;

  /** Everything, for screens; built when it is asked for. */
  readonly state: Observable<OutboxState> = {
    getSnapshot: () => {
      this.#snapshot ??= {
        commands: [...this.#all.list],
        damaged: this.#damaged,
        sealed: this.#sealed,
      };
      return this.#snapshot;
    },
    subscribe: (listener) => this.onChange(() => listener(this.state.getSnapshot())),
  };

  readonly #opened = new InOrder();
  #open: readonly QueuedCommand[] | null = null;

  /** Commands that are still to be shown at their records, oldest first; the same array until one of them changes. */
  readonly open: Observable<readonly QueuedCommand[]> = {
    getSnapshot: () => {
      this.#open ??= [...this.#opened.list];
      return this.#open;
    },
    subscribe: (listener) => this.onChange(() => listener(this.open.getSnapshot())),
  };

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  get waiting(): readonly QueuedCommand[] {
    return this.#waiting.list;
  }

  /** Applied, but their records have not arrived yet. */
  get unconfirmed(): readonly QueuedCommand[] {
    return this.#unconfirmed.list;
  }

  get needing(): number {
    return this.#needing.list.length + this.#damaged.length;
  }

  /** Commands not handed in yet, those that can't be read included. */
  get unsent(): number {
    return this.#waiting.list.length + this.#sealed + this.#damaged.filter(({ settled }) => !settled).length;
  }

  get all(): readonly QueuedCommand[] {
    return this.#all.list;
  }

  find(id: string): QueuedCommand | undefined {
    const seq = this.#seqs.get(id);
    return seq === undefined ? undefined : this.#all.get(seq);
  }

  at(seq: number): QueuedCommand | undefined {
    return this.#all.get(seq);
  }

  #unlink(command: QueuedCommand): void {
    const { device_seq } = command;
    for (const list of [this.#all, this.#waiting, this.#unconfirmed, this.#needing, this.#opened])
      list.remove(device_seq);
    this.#seqs.delete(command.id);
    for (const at of new Set(command.targets.map(keyOf))) {
      const rest = (this.#byTarget.get(at) ?? NONE).filter((one) => one.device_seq !== device_seq);
      if (rest.length > 0) this.#byTarget.set(at, rest);
      else this.#byTarget.delete(at);
    }
  }

  #link(command: QueuedCommand): void {
    this.#all.put(command);
    this.#seqs.set(command.id, command.device_seq);
    if (isWaiting(command)) this.#waiting.put(command);
    if (isUnconfirmed(command)) this.#unconfirmed.put(command);
    if (needsYou(command)) this.#needing.put(command);
    if (!isOpen(command)) return;
    this.#opened.put(command);
    for (const at of new Set(command.targets.map(keyOf))) {
      const list = [...(this.#byTarget.get(at) ?? NONE), command];
      this.#byTarget.set(
        at,
        list.sort((a, b) => a.device_seq - b.device_seq),
      );
    }
  }

  #tell(): void {
    this.#snapshot = null;
    this.#open = null;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Puts commands in their places, instead of what was known of them. */
  put(commands: readonly QueuedCommand[]): void {
    if (commands.length === 0) return;
    for (const command of commands) {
      const before = this.#all.get(command.device_seq);
      if (before) this.#unlink(before);
      this.#link(command);
    }
    this.#tell();
  }

  remove(seqs: readonly number[]): void {
    for (const seq of seqs) {
      const known = this.#all.get(seq);
      if (known) this.#unlink(known);
    }
    this.#tell();
  }

  setUnreadable(damaged: readonly DamagedCommand[], sealed: number): void {
    this.#damaged = damaged;
    this.#sealed = sealed;
    this.#tell();
  }

  get sealed(): number {
    return this.#sealed;
  }

  /** Commands whose effect a record's screen should show, oldest first. */
  pendingFor(target: Target): Observable<readonly QueuedCommand[]> {
    const at = keyOf(target);
    const getSnapshot = () => this.#byTarget.get(at) ?? NONE;
    return {
      getSnapshot,
      subscribe: (listener) => {
        let seen = getSnapshot();
        return this.onChange(() => {
          const now = getSnapshot();
          if (now === seen) return;
          seen = now;
          listener(now);
        });
      },
    };
  }
}
