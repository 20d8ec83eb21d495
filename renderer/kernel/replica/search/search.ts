// Finding records as fast as one types: texts in memory, the surest match first, kept up to date by every write.
import type { ReplicaDocument } from "../../../../shared/kernel/sync/wire.ts";
import { type Observable, observable } from "../observable.ts";
import type { Kept, Projection } from "./projection.ts";
import type { Shown } from "./rows.ts";
import { type SearchDeclaration, SearchIndex, type SearchOptions } from "./search-index.ts";
import { wordsOf } from "./search-words.ts";

/**
 * How a search lies on disk. It goes up with every change of what stands there or what it means (the lists, how texts are
 * folded, what sounds alike): what was kept before is made anew then.
 */
const FORMAT = 4;

export interface SearchResult<Row> {
  /** The surest first: a code or phone as typed, a name, a login, a phone's end, a place; then in order of name. */
  rows: readonly Row[];
  /** How many match and pass, beyond the limit too. */
  total: number;
  /** How many match the words, by group, whether they pass or not. */
  counts: Readonly<Record<string, number>>;
}

export interface Search<Row> {
  search(query: string, options?: SearchOptions<Row>): SearchResult<Row>;
  /** Goes up when records changed, a few times a second at most: search again. */
  version: Observable<number>;
  apply(documents: readonly ReplicaDocument[] | null): void;
  /** As it lies on disk between two sessions. */
  kept: Kept;
}

/** Screens are told of changes this often at most. */
const TELL_MS = 300;

/** A projection of a replica that finds records as they are typed. */
export function searchProjection<Row extends Shown>(
  declaration: SearchDeclaration<Row>,
): Projection<Search<Row>> {
  return { collection: declaration.collection, open: () => createSearch(declaration) };
}

/** An empty search; feed it every write of its collection through `apply`. */
function createSearch<Row extends Shown>(declaration: SearchDeclaration<Row>): Search<Row> {
  let shelf = new SearchIndex(declaration);
  const version = observable(0);
  /** Goes up with every change, also those that nobody was told of yet. */
  let changes = 0;
  let told = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function tell(): void {
    timer = null;
    told = performance.now();
    version.set(version.getSnapshot() + 1);
  }

  /** At once, or in a while when it was told just now: in a storm lists are drawn a few times a second, not per slice. */
  function announce(): void {
    changes += 1;
    if (timer) return;
    const wait = told + TELL_MS - performance.now();
    if (wait <= 0) tell();
    else timer = setTimeout(tell, wait);
  }

  function apply(documents: readonly ReplicaDocument[] | null): void {
    if (documents === null) shelf = new SearchIndex(declaration);
    else shelf.apply(documents);
    announce();
  }

  return {
    version,
    apply,
    kept: {
      format: `${FORMAT}.${declaration.shape}`,
      count: () => shelf.count,
      async write() {
        const before = changes;
        const { serializeIndex } = await import("./serialize-index.ts");
        return changes === before ? serializeIndex(shelf, () => changes === before) : null;
      },
      open: (bytes) => {
        shelf = SearchIndex.of(declaration, bytes);
        announce();
      },
      settle: () => {
        const opened = shelf;
        return opened.settle(() => shelf === opened);
      },
    },
    search(query, options = {}) {
      const words = wordsOf(query);
      const hits = words.length === 0 ? null : shelf.matching(words);
      return { ...shelf.select(hits, options), counts: shelf.tally(hits) };
    },
  };
}
