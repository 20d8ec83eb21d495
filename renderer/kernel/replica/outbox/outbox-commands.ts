// The outbox in memory: every command in order, what waits, what needs somebody, and what each record's screen shows.

import type { Observable } from "../observable.ts";
import { isWaiting } from "./is-waiting.ts";
import type { DamagedCommand, QueuedCommand } from "./outbox-store.ts";
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
  #shown: readonly QueuedCommand[] | null = null;

  /** A copy for screens: the same array until one of them changes. */
  get shown(): readonly QueuedCommand[] {
    this.#shown ??= [...this.list];
    return this.#shown;
  }

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

  /** In its place; one that is known there is replaced, and nothing behind it moves. */
  put(command: QueuedCommand): void {
    this.#shown = null;
    const at = this.#at(command.device_seq);
    if (this.list[at]?.device_seq === command.device_seq) this.list[at] = command;
    else this.list.splice(at, 0, command);
  }

  remove(seq: number): void {
    const at = this.#at(seq);
    if (this.list[at]?.device_seq !== seq) return;
    this.#shown = null;
    this.list.splice(at, 1);
  }
}

export class OutboxCommands {
  readonly #all = new InOrder();
  readonly #waiting = new InOrder();
  readonly #unconfirmed = new InOrder();
  readonly #needing = new InOrder();
  readonly #seqs = new Map<string, number>();
  /** The open commands of each record. */
  readonly #byTarget = new Map<string, InOrder>();
  readonly #listeners = new Set<() => void>();
  #damaged: readonly DamagedCommand[] = [];
  #sealed = 0;
  #snapshot: OutboxState | null = null;

  /** Everything, for screens; built when it is asked for. */
  readonly state: Observable<OutboxState> = {
    getSnapshot: () => {
      this.#snapshot ??= {
        commands: this.#all.shown,
        damaged: this.#damaged,
        sealed: this.#sealed,
      };
      return this.#snapshot;
    },
    subscribe: (listener) => this.onChange(() => listener(this.state.getSnapshot())),
  };

  readonly #opened = new InOrder();

  /** Commands that are still to be shown at their records, oldest first; the same array until one of them changes. */
  readonly open: Observable<readonly QueuedCommand[]> = {
    getSnapshot: () => this.#opened.shown,
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

  /** Everything that a command may stand in beside the list of all, and whether it does. */
  #standsIn(command: QueuedCommand): readonly [InOrder, boolean][] {
    return [
      [this.#waiting, isWaiting(command)],
      [this.#unconfirmed, isUnconfirmed(command)],
      [this.#needing, needsYou(command)],
      [this.#opened, isOpen(command)],
    ];
  }

  #showAt(command: QueuedCommand, shown: boolean): void {
    for (const at of new Set(command.targets.map(keyOf))) {
      const commands = this.#byTarget.get(at) ?? new InOrder();
      if (shown) commands.put(command);
      else commands.remove(command.device_seq);
      if (commands.list.length > 0) this.#byTarget.set(at, commands);
      else this.#byTarget.delete(at);
    }
  }

  #unlink(command: QueuedCommand): void {
    const { device_seq } = command;
    this.#all.remove(device_seq);
    for (const [list] of this.#standsIn(command)) list.remove(device_seq);
    this.#seqs.delete(command.id);
    this.#showAt(command, false);
  }

  #link(command: QueuedCommand): void {
    const { device_seq, id, targets } = command;
    const before = this.#all.get(device_seq);
    // Targets are as the command was made with them: only one that was read anew from disk has others in memory.
    if (before && (before.id !== id || before.targets.map(keyOf).join() !== targets.map(keyOf).join()))
      this.#unlink(before);
    this.#all.put(command);
    this.#seqs.set(id, device_seq);
    for (const [list, stands] of this.#standsIn(command)) {
      if (stands) list.put(command);
      else list.remove(device_seq);
    }
    this.#showAt(command, isOpen(command));
  }

  #tell(): void {
    this.#snapshot = null;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Puts commands in their places, instead of what was known of them. */
  put(commands: readonly QueuedCommand[]): void {
    if (commands.length === 0) return;
    for (const command of commands) this.#link(command);
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
    const getSnapshot = () => this.#byTarget.get(at)?.shown ?? NONE;
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
