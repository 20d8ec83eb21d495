// Finding records as fast as one types: texts in memory, the surest match first, kept up to date by every write.
import type { ReplicaDocument } from "../../../../shared/kernel/sync/wire.ts";
import { type Observable, observable } from "../observable.ts";
import { NameOrder } from "./name-order.ts";
import type { Projection } from "./projection.ts";
import { type Findable, SearchTexts } from "./search-text.ts";
import { fold, maySlip, narrows, type Word, wordsOf } from "./search-words.ts";

/** What is searched, and what a list shows of it without reading the records. */
export interface SearchDeclaration<Row extends { readonly id: string }> {
  readonly collection: string;
  readonly row: (document: ReplicaDocument) => Row;
  /** By what a row is found; rows with equally sure matches are in order of their names. */
  readonly texts: (row: Row) => Findable;
  /** By what rows are counted. */
  readonly group: (row: Row) => string;
}

export interface SearchOptions<Row> {
  /** At most this many rows; 50 unless told. With 0 only counts are wanted. */
  limit?: number;
  /** Only rows that pass. */
  passes?: (row: Row) => boolean;
}

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
}

/** More changes of names than this at once, and everything is put in order anew. */
const MANY = 64;
/** Screens are told of changes this often at most. */
const TELL_MS = 300;

/** Records side by side, each under a number of its own. */
class Shelf<Row extends { readonly id: string }> {
  readonly #declaration: SearchDeclaration<Row>;
  readonly #numbers = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #rows: (Row | null)[] = [];
  readonly #names: string[] = [];
  /** Index into `groups` of each record. */
  #grouped = new Uint8Array(64);
  readonly groups: string[] = [];
  readonly texts = new SearchTexts();
  readonly #order = new NameOrder((record) => this.#names[record]!);
  /** Names were changed in the order: it is made anew when it is next asked for. */
  #isOrdered = true;
  /** How well each record was found last. */
  #ranks = new Uint8Array(0);

  constructor(declaration: SearchDeclaration<Row>) {
    this.#declaration = declaration;
  }

  get count(): number {
    return this.#numbers.size;
  }

  #groupOf(group: string): number {
    const known = this.groups.indexOf(group);
    return known < 0 ? this.groups.push(group) - 1 : known;
  }

  apply(documents: readonly ReplicaDocument[]): void {
    const fresh: number[] = [];
    let moved = 0;
    /** From the order by name, which is not kept up while very many move. */
    const leave = (record: number) => {
      // What came just now stands in no order yet.
      const at = fresh.indexOf(record);
      if (at >= 0) fresh.splice(at, 1);
      else if (++moved > MANY) this.#isOrdered = false;
      else if (this.#isOrdered) this.#order.remove(record, this.#names[record]!);
    };
    for (const document of documents) {
      const known = this.#numbers.get(document.id);
      if (document._deleted) {
        if (known === undefined) continue;
        leave(known);
        this.#forget(known, document.id);
        continue;
      }
      const row = this.#declaration.row(document);
      const texts = this.#declaration.texts(row);
      const name = `${fold(texts.name)}\n${row.id}`;
      const record = known ?? this.#free.pop() ?? this.#rows.length;
      if (known !== undefined && this.#names[known] !== name) leave(known);
      if (known === undefined || this.#names[known] !== name) fresh.push(record);
      this.#put(record, row, texts, name);
    }
    if (this.#isOrdered) this.#order.add(fresh);
  }

  #put(record: number, row: Row, texts: Findable, name: string): void {
    const before = this.#rows[record];
    const roles = Object.keys(texts) as (keyof Findable)[];
    const known = before && this.#declaration.texts(before);
    // In a storm it is not the texts that change.
    if (!known || roles.some((role) => known[role] !== texts[role])) this.texts.put(record, texts);
    this.#numbers.set(row.id, record);
    this.#rows[record] = row;
    this.#names[record] = name;
    if (record >= this.#grouped.length) {
      const larger = new Uint8Array(this.#grouped.length * 2);
      larger.set(this.#grouped);
      this.#grouped = larger;
    }
    this.#grouped[record] = this.#groupOf(this.#declaration.group(row));
  }

  #forget(record: number, id: string): void {
    this.#numbers.delete(id);
    this.#rows[record] = null;
    this.texts.remove(record);
    this.#free.push(record);
  }

  /** Which records (of `among`; all: null) answer to every word, in no order. */
  matching(words: readonly Word[], slips: boolean, among: Uint32Array | null): Uint32Array {
    if (this.#ranks.length < this.#rows.length) this.#ranks = new Uint8Array(this.#rows.length * 2);
    return this.texts.matching(words, slips, among, this.#ranks);
  }

  /** How many of the hits (all: null) are in each group. */
  tally(hits: Uint32Array | null): Record<string, number> {
    const counts = new Uint32Array(this.groups.length);
    if (hits) for (const record of hits) counts[this.#grouped[record]!]! += 1;
    else
      for (let record = 0; record < this.#rows.length; record++)
        if (this.#rows[record]) counts[this.#grouped[record]!]! += 1;
    const named = this.groups.map((name, n) => [name, counts[n]!] as const);
    return Object.fromEntries(named.filter(([, count]) => count > 0));
  }

  #byName(): Uint32Array {
    if (!this.#isOrdered) {
      this.#order.clear();
      this.#order.add([...this.#numbers.values()]);
      this.#isOrdered = true;
    }
    return this.#order.all();
  }

  /** The best first; equally good ones in order of name. */
  #inOrder(hits: Uint32Array): Uint32Array {
    const ranks = this.#ranks;
    const isHit = new Uint8Array(this.#rows.length);
    const starts = new Uint32Array(257);
    for (const record of hits) {
      isHit[record] = 1;
      starts[ranks[record]! + 1]! += 1;
    }
    for (let rank = 1; rank < starts.length; rank++) starts[rank]! += starts[rank - 1]!;
    const ordered = new Uint32Array(hits.length);
    for (const record of this.#byName()) if (isHit[record]) ordered[starts[ranks[record]!]!++] = record;
    return ordered;
  }

  /** The first `limit` of the hits (all: null) that pass, and how many do. */
  select(hits: Uint32Array | null, { limit = 50, passes }: SearchOptions<Row>) {
    const rows: Row[] = [];
    let total = passes ? 0 : (hits?.length ?? this.count);
    if (limit === 0 && !passes) return { rows, total };
    for (const record of hits ? this.#inOrder(hits) : this.#byName()) {
      if (!passes && rows.length >= limit) break;
      const row = this.#rows[record]!;
      if (passes && !passes(row)) continue;
      if (passes) total++;
      if (rows.length < limit) rows.push(row);
    }
    return { rows, total };
  }
}

/** A projection of a replica that finds records as they are typed. */
export function searchProjection<Row extends { readonly id: string }>(
  declaration: SearchDeclaration<Row>,
): Projection<Search<Row>> {
  return { collection: declaration.collection, open: () => createSearch(declaration) };
}

/** An empty search; feed it every write of its collection through `apply`. */
function createSearch<Row extends { readonly id: string }>(declaration: SearchDeclaration<Row>): Search<Row> {
  let shelf = new Shelf(declaration);
  const version = observable(0);
  /** Goes up with every change, also those that nobody was told of yet. */
  let changes = 0;
  let told = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let last: { words: readonly Word[]; version: number; hits: Uint32Array } | null = null;

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
    if (documents === null) shelf = new Shelf(declaration);
    else shelf.apply(documents);
    announce();
  }

  function matches(words: readonly Word[]): Uint32Array | null {
    if (words.length === 0) return null;
    const now = changes;
    // While a query grows, its matches can only become fewer: look among the previous ones.
    const grown =
      last !== null &&
      last.version === now &&
      last.words.every((old) => words.some((word) => narrows(word, old)));
    const hits = shelf.matching(words, false, grown ? last!.hits : null);
    last = { words, version: now, hits };
    // Nobody is called so: perhaps a finger slipped.
    return hits.length === 0 && words.some(maySlip) ? shelf.matching(words, true, null) : hits;
  }

  return {
    version,
    apply,
    search(query, options = {}) {
      const hits = matches(wordsOf(query));
      return { ...shelf.select(hits, options), counts: shelf.tally(hits) };
    },
  };
}
