// When the commands of a batch count as having happened: no command of a device happened before the one before it, nor before the
// device was registered (contract §5.6).
import { effectiveOccurredAt, type Occurred } from "../../../../shared/kernel/sync/occurred.ts";
import type { Command } from "../../../../shared/kernel/sync/wire.ts";

/** A moment with what may not lie before it. */
export interface Believed extends Occurred {
  /** No later command of the device happened before this. */
  not_before: Date;
}

interface Options {
  /** When the device was registered. */
  registered_at: Date;
  /** What its clock said as it sent the batch. */
  sent_at: Date | null;
  /** When the batch was received. */
  received_at: Date;
}

const later = (a: Date, b: Date): Date => (a.getTime() >= b.getTime() ? a : b);

export class DeviceTimes {
  readonly options: Options;
  readonly #commands: readonly Command[];
  readonly #believed = new Map<Command, Believed>();
  /** What the database holds of the device's earlier commands, by the number from which on it binds. */
  readonly #kept: { from: number; not_before: Date }[] = [];

  /** @param commands in the device's order. */
  constructor(commands: readonly Command[], options: Options) {
    this.options = options;
    this.#commands = commands;
    this.#believe();
  }

  #believe(): void {
    let bound = this.options.registered_at;
    for (const command of this.#commands) {
      for (const { from, not_before } of this.#kept)
        if (command.device_seq >= from) bound = later(bound, not_before);
      const occurred = effectiveOccurredAt(new Date(command.occurred_at), {
        ...this.options,
        not_before: bound,
      });
      // A clock that was not believed sets no bound: it may have been a year ahead.
      if (!occurred.flagged) bound = later(bound, occurred.occurred_at);
      this.#believed.set(command, { ...occurred, not_before: bound });
    }
  }

  /** When a command of the batch counts as having happened. */
  of(command: Command): Believed {
    const known = this.#believed.get(command);
    if (!known) throw new Error(`no command of this batch: ${command.id}`);
    return known;
  }

  /**
   * Hears what the database holds of the commands before this one.
   * @returns whether the command counts as having happened at another time than was thought.
   */
  bind(command: Command, not_before: Date | null): boolean {
    const before = this.of(command);
    if (not_before === null || not_before.getTime() <= before.not_before.getTime()) return false;
    this.#kept.push({ from: command.device_seq, not_before });
    this.#believe();
    const now = this.of(command);
    return now.occurred_at.getTime() !== before.occurred_at.getTime() || now.flagged !== before.flagged;
  }
}
