// Applies several commands in one transaction, each behind the one before it, and keeps what they came to with its commit.
import type { CommandOutcome } from "../../../../shared/kernel/sync/wire.ts";
import { inLots } from "../../db/bulk.ts";
import type { Row, Tx } from "../../db/db.ts";
import { atCommit } from "../../db/one-transaction.ts";
import { BatchTransaction } from "../../operation/batch-transaction.ts";
import type { OperationContext } from "../../operation/context.ts";
import { apply, beginReading } from "./apply.ts";
import type { Attempt } from "./attempt.ts";
import { keptRow } from "./outcomes.ts";

/** What a transaction of several came to. */
export interface Applied {
  outcomes: CommandOutcome[];
  contexts: OperationContext[];
}

export class BatchOutcomes {
  readonly #tx: Tx;
  readonly #run: readonly Attempt[];
  readonly #calls: BatchTransaction<Attempt>;
  readonly #kept: Row[] = [];
  readonly #applied: Applied = { outcomes: [], contexts: [] };

  /** @param run about different records, in their order. */
  constructor(tx: Tx, run: readonly Attempt[]) {
    this.#tx = tx;
    this.#run = run;
    this.#calls = new BatchTransaction(tx, run, (attempt) => beginReading(tx, attempt));
  }

  /** Applies the command at this place. @throws Failure whatever it refuses with: nothing of the transaction may be kept then. */
  async apply(place: number): Promise<void> {
    const attempt = this.#run[place]!;
    const keep = (outcome: CommandOutcome) => {
      this.#kept.push(keptRow(this.#tx, attempt, attempt.command, outcome));
      return [];
    };
    const { outcome, context } = await this.#calls.call(place, (ahead) =>
      apply(this.#tx, attempt, keep, ahead),
    );
    this.#applied.outcomes.push(outcome);
    this.#applied.contexts.push(context);
  }

  /** Answers the next one with what is known of it. */
  answer(outcome: CommandOutcome): void {
    this.#applied.outcomes.push(outcome);
  }

  /** Leaves what is not written yet to the commit. */
  end(): Applied {
    this.#calls.end();
    atCommit(this.#tx, ...inLots(this.#kept).map((lot) => this.#tx`insert into commands ${this.#tx(lot)}`));
    return this.#applied;
  }
}
