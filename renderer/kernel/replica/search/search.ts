// Finding records as fast as one types: texts in memory, the surest match first, kept up to date by every write.
import type { ReplicaDocument } from "../../../../shared/kernel/sync/wire.ts";
import { type Observable, observable } from "../observable.ts";
import type { Projection } from "./projection.ts";
import { type Answers, type Findable, rankIn, type SearchText, Vocabulary } from "./search-text.ts";
import { fold, maySlip, narrows, RANK, type Word, wordsOf } from "./search-words.ts";

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
  /** At most this many rows; 50 unless told. */
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

interface Entry<Row> {
  row: Row;
  text: SearchText;
  sort: string;
  group: string;
}

/** More changes of names than this at once, and the list is put in order anew when it is next asked. */
const MANY = 64;
/** Screens are told of changes this often at most. */
const TELL_MS = 300;

/** Where an entry is in a list by name, or would be. */
function position(list: readonly { readonly sort: string }[], sort: string): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.sort < sort) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Places on the shelf, in order of name, with how well each was found. */
interface Hits {
  readonly at: Uint32Array;
  readonly ranks: Uint8Array;
}

/** Entries by name, with their texts and groups side by side: one pass over 100,000 texts is a keystroke's time. */
class Shelf<Row> {
  readonly entries: Entry<Row>[];
  readonly #texts: SearchText[];
  /** Index into `names` of each entry's group. */
  readonly #groups: number[];
  readonly names: string[] = [];

  constructor(entries: Iterable<Entry<Row>>) {
    this.entries = [...entries].sort((a, b) => (a.sort < b.sort ? -1 : 1));
    this.#texts = this.entries.map(({ text }) => text);
    this.#groups = this.entries.map(({ group }) => this.#groupOf(group));
  }

  #groupOf(group: string): number {
    const known = this.names.indexOf(group);
    return known < 0 ? this.names.push(group) - 1 : known;
  }

  /** Puts one change in its place; null for what was or is not there. */
  change(before: Entry<Row> | null, after: Entry<Row> | null): void {
    const at = before ? position(this.entries, before.sort) : -1;
    if (before && after && before.sort === after.sort) {
      this.entries[at] = after;
      this.#texts[at] = after.text;
      this.#groups[at] = this.#groupOf(after.group);
      return;
    }
    if (before) for (const list of [this.entries, this.#texts, this.#groups]) list.splice(at, 1);
    if (!after) return;
    const to = position(this.entries, after.sort);
    this.entries.splice(to, 0, after);
    this.#texts.splice(to, 0, after.text);
    this.#groups.splice(to, 0, this.#groupOf(after.group));
  }

  /** Which of `among` (all: null) answer to every word, and how well: the sum of the words' ranks. */
  matching(words: readonly Answers[], among: Uint32Array | null): Hits {
    const texts = this.#texts;
    const count = among ? among.length : texts.length;
    const at = new Uint32Array(count);
    const ranks = new Uint8Array(count);
    let found = 0;
    for (let n = 0; n < count; n++) {
      const place = among ? among[n]! : n;
      let sum = 0;
      for (const word of words) {
        const rank = rankIn(texts[place]!, word);
        sum = rank === RANK.NOT ? Number.POSITIVE_INFINITY : sum + rank;
      }
      if (sum === Number.POSITIVE_INFINITY) continue;
      at[found] = place;
      ranks[found++] = Math.min(sum, 255);
    }
    return { at: at.subarray(0, found), ranks: ranks.subarray(0, found) };
  }

  /** How many of the hits (all: null) are in each group, by index into `names`. */
  tally(hits: Uint32Array | null): number[] {
    const counts = new Array<number>(this.names.length).fill(0);
    if (hits) for (const at of hits) counts[this.#groups[at]!]! += 1;
    else for (const group of this.#groups) counts[group]! += 1;
    return counts;
  }
}

/** The best first; equally good ones stay in order of name. */
function inOrder({ at, ranks }: Hits): Uint32Array {
  const counts = new Uint32Array(257);
  for (const rank of ranks) counts[rank + 1]! += 1;
  for (let rank = 1; rank < counts.length; rank++) counts[rank]! += counts[rank - 1]!;
  const ordered = new Uint32Array(at.length);
  for (let n = 0; n < at.length; n++) ordered[counts[ranks[n]!]!++] = at[n]!;
  return ordered;
}

/** Rows for a screen: the first `limit` that pass, and how many there are. */
function select<Row>(
  shelf: Shelf<Row>,
  hits: Uint32Array | null,
  passes: ((row: Row) => boolean) | undefined,
  limit: number,
) {
  const count = hits ? hits.length : shelf.entries.length;
  const rows: Row[] = [];
  let total = passes ? 0 : count;
  for (let n = 0; n < count; n++) {
    if (!passes && rows.length >= limit) break;
    const { row } = shelf.entries[hits ? hits[n]! : n]!;
    if (passes && !passes(row)) continue;
    if (passes) total++;
    if (rows.length < limit) rows.push(row);
  }
  return { rows, total };
}

/** A projection of a replica that finds records as they are typed. */
export function searchProjection<Row extends { readonly id: string }>(
  declaration: SearchDeclaration<Row>,
): Projection<Search<Row>> {
  return { collection: declaration.collection, open: () => createSearch(declaration) };
}

/** An empty search; feed it every write of its collection through `apply`. */
function createSearch<Row extends { readonly id: string }>(declaration: SearchDeclaration<Row>): Search<Row> {
  const entries = new Map<string, Entry<Row>>();
  /** Null: many changed at once, put in order when next asked. */
  let shelf: Shelf<Row> | null = null;
  const version = observable(0);
  /** Goes up with every change, also those that nobody was told of yet. */
  let changes = 0;
  let told = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const vocabulary = new Vocabulary();
  let last: { words: readonly Word[]; version: number; hits: Hits } | null = null;

  function entryOf(document: ReplicaDocument): Entry<Row> {
    const row = declaration.row(document);
    const texts = declaration.texts(row);
    const sort = `${fold(texts.name)}\n${row.id}`;
    return { row, text: vocabulary.textOf(texts), sort, group: declaration.group(row) };
  }

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
    if (documents === null) {
      entries.clear();
      shelf = null;
    }
    let moved = 0;
    for (const document of documents ?? []) {
      const before = entries.get(document.id) ?? null;
      const after = document._deleted ? null : entryOf(document);
      if (after) entries.set(document.id, after);
      else entries.delete(document.id);
      // A row that stays in its place costs nothing, however many change; many that move are put in order at once.
      if (before?.sort !== after?.sort && ++moved > MANY) shelf = null;
      shelf?.change(before, after);
    }
    announce();
  }

  function matches(on: Shelf<Row>, words: readonly Word[]): Hits | null {
    if (words.length === 0) return null;
    const now = changes;
    // While a query grows, its matches can only become fewer: look among the previous ones.
    const grown =
      last !== null &&
      last.version === now &&
      last.words.every((old) => words.some((word) => narrows(word, old)));
    const answers = (slips: boolean) => words.map((word) => vocabulary.answers(word, slips));
    const hits = on.matching(answers(false), grown ? last!.hits.at : null);
    last = { words, version: now, hits };
    // Nobody is called so: perhaps a finger slipped.
    return hits.at.length === 0 && words.some(maySlip) ? on.matching(answers(true), null) : hits;
  }

  return {
    version,
    apply,
    search(query, { limit = 50, passes } = {}) {
      shelf ??= new Shelf(entries.values());
      const on = shelf;
      const found = matches(on, wordsOf(query));
      const hits = found && inOrder(found);
      const tally = on.tally(hits);
      const counted = on.names.map((name, index) => [name, tally[index]!] as const);
      const counts = Object.fromEntries(counted.filter(([, count]) => count > 0));
      return { ...select(on, hits, passes, limit), counts };
    },
  };
}
