// What an area keeps of a collection beside the records themselves, fed by every write of the replica.
import type { ReplicaDocument } from "../../../../shared/kernel/sync/wire.ts";

/** What a projection keeps on disk, so that it need not be made of all records anew. */
export interface Kept {
  /** What was kept under another one is not opened. */
  readonly format: string;
  /** How many records it holds. */
  count(): number;
  /** All of it; null where it has changed meanwhile. */
  write(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Opens it instead of what is here. @throws Error for what was not made by `write`: nothing is changed then. */
  open(bytes: ArrayBuffer): void;
  /** Reads what `open` left unread, a little at a time: what goes through all records does not wait for it later. */
  settle(): Promise<void>;
}

/** Hears every write of its collection; null documents: the collection was emptied. */
export interface Applied {
  apply(documents: readonly ReplicaDocument[] | null): void;
  readonly kept?: Kept;
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

  /** Of a collection the one that is kept on disk; null where all is made of the records, or would have to be all the same. */
  kept(collection: string): Kept | null {
    const ofIt = [...this.#opened].filter(([projection]) => projection.collection === collection);
    return ofIt.length === 1 ? (ofIt[0]![1].kept ?? null) : null;
  }

  apply(collection: string, documents: readonly ReplicaDocument[] | null): void {
    for (const [projection, opened] of this.#opened)
      if (projection.collection === collection) opened.apply(documents);
  }
}
