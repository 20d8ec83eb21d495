// What an area keeps of a collection beside the records themselves, fed by every write of the replica.
import type { ReplicaDocument } from "../../../../shared/kernel/sync/wire.ts";

/** Hears every write of its collection; null documents: the collection was emptied. */
export interface Applied {
  apply(documents: readonly ReplicaDocument[] | null): void;
}

/** Declares a projection; the replica opens it empty, before the first record is read. */
export interface Projection<T extends Applied = Applied> {
  readonly collection: string;
  readonly open: () => T;
}

/** The opened projections of one replica. */
export class Projections {
  readonly #opened = new Map<Projection, Applied>();

  constructor(declared: readonly Projection[]) {
    for (const projection of declared) this.#opened.set(projection, projection.open());
  }

  /** @throws Error for a projection that the replica was not opened with: a defect of the assembly. */
  get<T extends Applied>(projection: Projection<T>): T {
    const opened = this.#opened.get(projection);
    if (!opened)
      throw new Error(`The replica was opened without this projection of ${projection.collection}`);
    // What is kept under a projection is what its own `open` made.
    return opened as T;
  }

  apply(collection: string, documents: readonly ReplicaDocument[] | null): void {
    for (const [projection, opened] of this.#opened)
      if (projection.collection === collection) opened.apply(documents);
  }
}
