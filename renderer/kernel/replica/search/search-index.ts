// Records of a search side by side, each under a number of its own; and all of that as it is kept on disk.
import type { ReplicaDocument } from "../../../../shared/kernel/sync/wire.ts";
import { IdNumbers } from "../memory/id-numbers.ts";
import { pause } from "../memory/pause.ts";
import { Answers } from "./answers.ts";
import { NameOrder } from "./name-order.ts";
import { Unpacked } from "./packed.ts";
import { Rows, type Shown } from "./rows.ts";
import { type Hits, WORST } from "./search-ranks.ts";
import { type Findable, SearchTexts } from "./search-text.ts";
import { fold, type Word } from "./search-words.ts";

/** What is searched, and what a list shows of it without reading the records. */
export interface SearchDeclaration<Row extends Shown> {
  readonly collection: string;
  /** Goes up with every change of `row`, `texts` or `group`: what was kept on disk before is made anew then. */
  readonly shape: number;
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

/** No more of an answer is kept in order: what a list shows at first. */
const KEPT_BEST = 64;
/** More changes of names than this at once, and everything is put in order anew. */
const MANY = 64;
/** What stands before the numbers of a kept shelf. */
export interface KeptWords {
  readonly texts: ReturnType<SearchTexts["kept"]>["words"];
  readonly groups: readonly string[];
  /** Of a row. */
  readonly keys: readonly string[];
  /** Numbers given out, and records that have one. */
  readonly length: number;
  readonly count: number;
}

/** Records side by side, each under a number of its own. */
export class SearchIndex<Row extends Shown> {
  readonly #declaration: SearchDeclaration<Row>;
  /** Of those that were kept, once it is first asked for: who only searches does without. */
  #known: IdNumbers | null = null;
  /** By which they are found until then. */
  #ids = new Uint32Array(0);
  #count = 0;
  #rows = new Rows<Row>();
  /** By what records are in order; of those that were kept, once it is first asked for. */
  readonly #names: (string | undefined)[] = [];
  /** Index into `groups` of each record. */
  #grouped = new Uint8Array(64);
  #groups: string[] = [];
  #texts = new SearchTexts();
  #answers = new Answers(this.#texts);
  #order = new NameOrder((record) => this.#nameOf(record));
  /** How well each record was found, and 1; 0 where it was not. Kept, so that a key leaves less garbage. */
  #found = new Uint8Array(0);
  /** The best of hits: as long as these are an answer, no name has changed. */
  readonly #best = new WeakMap<Hits, Uint32Array>();
  /** How many of hits are in each group, until a record comes into another one. */
  #tallies = new WeakMap<Hits, Record<string, number>>();
  /** Names were changed in the order: it is made anew when it is next asked for. */
  #isOrdered = true;

  constructor(declaration: SearchDeclaration<Row>) {
    this.#declaration = declaration;
  }

  get count(): number {
    return this.#count;
  }

  get #numbers(): IdNumbers {
    if (this.#known) return this.#known;
    this.#known = new IdNumbers((record) => this.#rows.at(record)?.id, this.#ids);
    this.#ids = new Uint32Array(0);
    return this.#known;
  }

  #nameOf(record: number): string {
    let name = this.#names[record];
    if (name === undefined) {
      const row = this.#rows.at(record)!;
      name = this.#nameFor(row, this.#declaration.texts(row));
      this.#names[record] = name;
    }
    return name;
  }

  /** Two of one name stand in order of their ids. */
  #nameFor = ({ id }: Row, { name }: Findable): string => `${fold(name)}\n${id}`;

  #groupOf(group: string): number {
    const known = this.#groups.indexOf(group);
    return known < 0 ? this.#groups.push(group) - 1 : known;
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
      else if (this.#isOrdered) this.#order.remove(record, this.#nameOf(record));
    };
    for (const document of documents) {
      const number = this.#numbers.of(document.id);
      const known = number >= 0 && this.#texts.has(number) ? number : undefined;
      if (document._deleted) {
        if (known === undefined) continue;
        leave(known);
        this.#forget(known);
        continue;
      }
      const row = this.#declaration.row(document);
      const texts = this.#declaration.texts(row);
      const name = this.#nameFor(row, texts);
      const record = known ?? this.#numbers.give(row.id);
      const isNamedSo = known !== undefined && this.#nameOf(known) === name;
      if (known !== undefined && !isNamedSo) leave(known);
      if (!isNamedSo) fresh.push(record);
      this.#put(record, row, texts, name);
    }
    if (this.#isOrdered) this.#order.add(fresh);
  }

  #put(record: number, row: Row, texts: Findable, name: string): void {
    const before = this.#rows.at(record);
    const roles = Object.keys(texts) as (keyof Findable)[];
    const known = before && this.#declaration.texts(before);
    // In a storm it is not the texts that change.
    if (!known || roles.some((role) => known[role] !== texts[role])) this.#texts.put(record, texts);
    if (!before) this.#count += 1;
    this.#rows.set(record, row);
    this.#names[record] = name;
    if (record >= this.#grouped.length) {
      const larger = new Uint8Array(this.#grouped.length * 2);
      larger.set(this.#grouped);
      this.#grouped = larger;
    }
    const group = this.#groupOf(this.#declaration.group(row));
    if (this.#grouped[record] !== group) this.#tallies = new WeakMap();
    this.#grouped[record] = group;
  }

  #forget(record: number): void {
    this.#count -= 1;
    this.#names[record] = undefined;
    this.#rows.set(record, null);
    this.#texts.remove(record);
  }

  /** Which records answer to every word, or nearly do. */
  matching(words: readonly Word[]): Hits {
    return this.#answers.to(words);
  }

  /** How many of the hits (all: null) are in each group. */
  tally(hits: Hits | null): Record<string, number> {
    const known = hits && this.#tallies.get(hits);
    if (known) return known;
    const counts = new Uint32Array(this.#groups.length);
    if (hits) for (const record of hits.records) counts[this.#grouped[record]!]! += 1;
    else
      for (let record = 0; record < this.#rows.length; record++)
        if (this.#texts.has(record)) counts[this.#grouped[record]!]! += 1;
    const named = this.#groups.map((name, n) => [name, counts[n]!] as const);
    const tally = Object.fromEntries(named.filter(([, count]) => count > 0));
    if (hits) this.#tallies.set(hits, tally);
    return tally;
  }

  #byName(): Uint32Array {
    if (!this.#isOrdered) {
      this.#order.clear();
      this.#order.add(
        Array.from({ length: this.#rows.length }, (_, record) => record).filter((record) =>
          this.#texts.has(record),
        ),
      );
      this.#isOrdered = true;
    }
    return this.#order.all();
  }

  /** The first `most` of the hits, the best first; equally good ones in order of name. */
  #inOrder(hits: Hits, most: number): Uint32Array {
    const { records, ranks } = hits;
    const wanted = Math.min(most, records.length);
    const known = this.#best.get(hits);
    if (known && known.length >= wanted) return known.subarray(0, wanted);
    if (this.#found.length < this.#rows.length) this.#found = new Uint8Array(this.#rows.length * 2);
    const found = this.#found.fill(0);
    const starts = new Uint32Array(WORST + 3);
    for (let n = 0; n < records.length; n++) {
      const place = ranks[n]! + 1;
      found[records[n]!] = place;
      starts[place + 1]! += 1;
    }
    for (let rank = 1; rank < starts.length; rank++) starts[rank]! += starts[rank - 1]!;
    const ordered = new Uint32Array(wanted);
    const all = this.#byName();
    let missing = wanted;
    for (let n = 0; missing > 0; n++) {
      const record = all[n]!;
      if (found[record] === 0) continue;
      const place = starts[found[record]!]!++;
      if (place >= wanted) continue;
      ordered[place] = record;
      missing -= 1;
    }
    if (wanted <= KEPT_BEST) this.#best.set(hits, ordered);
    return ordered;
  }

  /** The first `limit` of the hits (all: null) that pass, and how many do. */
  select(hits: Hits | null, { limit = 50, passes }: SearchOptions<Row>) {
    const rows: Row[] = [];
    let total = passes ? 0 : (hits?.records.length ?? this.count);
    if (limit === 0 && !passes) return { rows, total };
    // Who passes is not known before: all have to be gone through.
    for (const record of hits ? this.#inOrder(hits, passes ? hits.records.length : limit) : this.#byName()) {
      if (!passes && rows.length >= limit) break;
      const row = this.#rows.at(record)!;
      if (passes && !passes(row)) continue;
      if (passes) total++;
      if (rows.length < limit) rows.push(row);
    }
    return { rows, total };
  }

  /** Reads what `of` left unread, a little at a time. */
  async settle(isWanted: () => boolean): Promise<void> {
    this.#texts.settle();
    await pause();
    if (!isWanted()) return;
    void this.#numbers;
    for (let chunk = 0; this.#rows.openChunk(chunk); chunk++) {
      await pause();
      if (!isWanted()) return;
    }
  }

  /** What it is made of, for who writes it down. */
  parts() {
    return {
      rows: this.#rows,
      ids: this.#numbers.cells,
      texts: this.#texts,
      groups: this.#groups,
      grouped: this.#grouped,
      order: this.#byName(),
    };
  }

  /** Opens what was kept. @throws Error for what was not. */
  static of<Row extends Shown>(declaration: SearchDeclaration<Row>, bytes: ArrayBuffer): SearchIndex<Row> {
    const lists = new Unpacked(bytes);
    // Only who holds the key can have sealed it, under the format that was asked for.
    const { texts, groups, keys, length, count } = lists.words as KeptWords;
    const opened = new SearchIndex(declaration);
    opened.#texts = SearchTexts.of(texts, lists);
    opened.#answers = new Answers(opened.#texts);
    opened.#groups = [...groups];
    opened.#grouped = lists.next(Uint8Array);
    opened.#order = new NameOrder((record) => opened.#nameOf(record), lists.next(Uint32Array));
    opened.#rows = Rows.of(length, keys, lists.next(Uint32Array), lists.next(Uint8Array));
    opened.#ids = lists.next(Uint32Array);
    opened.#count = count;
    return opened;
  }
}
