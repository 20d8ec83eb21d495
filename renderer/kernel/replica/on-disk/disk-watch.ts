// A live query of records on disk: read once, then kept by what is written.
import type { ReplicaDocument } from "../../../../shared/kernel/sync/wire.ts";
import { Pace } from "../memory/pace.ts";
import { type ReplicaRecord, type Row, recordOf } from "../memory/replica-record.ts";
import { observable } from "../observable.ts";
import type { Planned } from "../storage/planner.ts";

export class DiskWatch {
  readonly value = observable<readonly ReplicaRecord[] | undefined>(undefined);
  readonly #planned: Planned<Row>;
  readonly #limit: number;
  readonly #read: () => Promise<readonly Row[]>;
  readonly #pace = new Pace();
  #rows = new Map<string, Row>();
  #shown: readonly Row[] = [];
  /** What was written while the disk was read; null while it is not. */
  #missed: ReplicaDocument[] | null = null;
  /** Goes up with every beginning and end: what an older reading brings is not wanted any more. */
  #turn = 0;

  constructor(read: () => Promise<readonly Row[]>, planned: Planned<Row>, limit: number | undefined) {
    this.#read = read;
    this.#planned = planned;
    this.#limit = limit ?? Number.POSITIVE_INFINITY;
  }

  /** Reads everything anew. */
  ask(): void {
    this.#missed = [];
    void this.#fill(++this.#turn);
  }

  async #fill(turn: number): Promise<void> {
    const rows = await this.#read();
    if (turn !== this.#turn) return;
    this.#rows = new Map(rows.map((row) => [String(row.id), row]));
    const missed = this.#missed ?? [];
    this.#missed = null;
    if (this.#take(missed) === "again") return this.ask();
    this.#show();
  }

  /** Lays what was written over what is known. "again": only the disk knows what comes in its place. */
  #take(documents: readonly ReplicaDocument[]): "same" | "changed" | "again" {
    let result: "same" | "changed" = "same";
    for (const document of documents) {
      const known = this.#rows.has(document.id);
      const fits = !document._deleted && this.#planned.matches(document);
      if (!known && !fits) continue;
      if (known && this.#rows.size >= this.#limit) return "again";
      if (fits) this.#rows.set(document.id, document);
      else this.#rows.delete(document.id);
      result = "changed";
    }
    return result;
  }

  #show(): void {
    const begun = performance.now();
    const rows = [...this.#rows.values()].sort(this.#planned.compare);
    if (rows.length > this.#limit) {
      rows.length = this.#limit;
      this.#rows = new Map(rows.map((row) => [String(row.id), row]));
    }
    const same =
      this.value.getSnapshot() !== undefined &&
      rows.length === this.#shown.length &&
      rows.every((row, n) => row === this.#shown[n]);
    if (!same) {
      this.#shown = rows;
      this.value.set(rows.map(recordOf));
    }
    this.#pace.worked(begun);
  }

  /** These were written. */
  changed(documents: readonly ReplicaDocument[]): void {
    if (this.#missed) {
      this.#missed.push(...documents);
      return;
    }
    const result = this.#take(documents);
    if (result === "again") this.ask();
    else if (result === "changed") this.#pace.soon(() => this.#show());
  }

  stop(): void {
    this.#turn++;
    this.#missed = null;
    this.#pace.stop();
  }
}
