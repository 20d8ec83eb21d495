// Finding customers as fast as one types: folded text in memory, substring search, kept up to date by every write.
import type { ReplicaDocument } from "../../../shared/kernel/wire.ts";
import { type Live, variable } from "./live.ts";

export interface SearchFilter {
  /** Only these states. */
  status?: readonly string[];
  has_due?: boolean;
  /** expiry_date from and to (YYYY-MM-DD), both inclusive. */
  expiry_from?: string;
  expiry_to?: string;
}

export interface SearchOptions {
  /** At most this many rows; 50 unless told. */
  limit?: number;
  filter?: SearchFilter;
}

/** What lists show of a customer without reading the record. */
export interface SearchRow {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly phone: string;
  readonly customer_code: string;
  readonly area: string;
  readonly status: string;
  readonly due_amount: string;
  readonly expiry_date: string | null;
}

export interface SearchResult {
  /** In order of name. */
  rows: readonly SearchRow[];
  /** How many match words and filter, beyond the limit too. */
  total: number;
  /** How many match the words, by status, whatever the filter. */
  counts: Readonly<Record<string, number>>;
}

export interface Search {
  search(query: string, options?: SearchOptions): SearchResult;
  /** Goes up whenever a customer changed: search again. */
  version: Live<number>;
  apply(documents: readonly ReplicaDocument[] | null): void;
}

interface Entry {
  row: SearchRow;
  text: string;
  sort: string;
}

const ASCII = /^[\x20-\x7e]*$/;
// Latin accents go; marks of other scripts (Bengali vowel signs) are letters to their readers and stay.
const LATIN_MARKS = /[\u0300-\u036f\u200b-\u200d\ufeff]/g;
const DIGITS = /[٠-٩०-९০-৯]/g;
/** The zeros of Arabic, Devanagari and Bengali digits. */
const ZEROS = [0x0660, 0x0966, 0x09e6];
const LOOKS_NUMERIC = /^[+(\d][\d\-().]*$/;

/** A text as search compares it: no case, no accents, one form of each letter, digits as 0-9. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(LATIN_MARKS, "")
    .replace(DIGITS, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - ZEROS.findLast((zero) => zero <= code)!);
    })
    .toLowerCase();
}

const onlyDigits = (text: string) => text.replace(/\D/g, "");

const stringOf = (value: unknown) => (typeof value === "string" ? value : "");

function entryOf(document: ReplicaDocument): Entry {
  const row: SearchRow = {
    id: document.id,
    name: stringOf(document.name),
    username: stringOf(document.username),
    phone: stringOf(document.phone),
    customer_code: stringOf(document.customer_code),
    area: stringOf(document.area),
    status: stringOf(document.status),
    due_amount: stringOf(document.due_amount),
    expiry_date: typeof document.expiry_date === "string" ? document.expiry_date : null,
  };
  const name = fold(row.name);
  const phone = fold(row.phone);
  // The line break keeps a word from matching across two fields: nobody types one.
  const text = [name, phone, onlyDigits(phone), fold(row.username), fold(row.customer_code), fold(row.area)];
  return { row, text: text.join("\n"), sort: `${name}\n${row.id}` };
}

/** What a word may look like in the text: "01711-123" also as 01711123. */
function formsOf(word: string): string[] {
  if (!LOOKS_NUMERIC.test(word)) return [word];
  const digits = onlyDigits(word);
  return digits && digits !== word ? [word, digits] : [word];
}

/** Whether whatever matches `word` also matches `old`. */
function narrows(word: string, old: string): boolean {
  const forms = formsOf(old);
  return formsOf(word).every((form) => forms.some((part) => form.includes(part)));
}

function passes(row: SearchRow, filter: SearchFilter): boolean {
  if (filter.status && !filter.status.includes(row.status)) return false;
  if (filter.has_due !== undefined && filter.has_due !== Number(row.due_amount) > 0) return false;
  if (filter.expiry_from !== undefined && (row.expiry_date ?? "") < filter.expiry_from) return false;
  if (filter.expiry_to !== undefined && (row.expiry_date ?? "9999") > filter.expiry_to) return false;
  return true;
}

/** An empty projection; feed it every write of `customers` through `apply`. */
export function createSearch(): Search {
  const entries = new Map<string, Entry>();
  /** By name. Rebuilt when null; single changes are put in place. */
  let sorted: Entry[] | null = [];
  const version = variable(0);
  let last: { words: string[]; version: number; hits: Entry[] } | null = null;

  /** Where an entry is, or would be. */
  function position(list: readonly Entry[], sort: string): number {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle]!.sort < sort) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function place(document: ReplicaDocument, inPlace: boolean): void {
    const before = entries.get(document.id);
    const after = document._deleted ? null : entryOf(document);
    if (after) entries.set(document.id, after);
    else entries.delete(document.id);
    if (!inPlace || !sorted) return;
    if (before && after && before.sort === after.sort) {
      sorted[position(sorted, after.sort)] = after;
      return;
    }
    if (before) sorted.splice(position(sorted, before.sort), 1);
    if (after) sorted.splice(position(sorted, after.sort), 0, after);
  }

  function apply(documents: readonly ReplicaDocument[] | null): void {
    if (documents === null) {
      entries.clear();
      sorted = [];
    } else {
      const inPlace = documents.length <= 64;
      for (const document of documents) place(document, inPlace);
      if (!inPlace) sorted = null;
    }
    version.set(version.getSnapshot() + 1);
  }

  function matches(words: string[]): Entry[] {
    sorted ??= [...entries.values()].sort((a, b) => (a.sort < b.sort ? -1 : 1));
    if (words.length === 0) return sorted;
    const now = version.getSnapshot();
    // While a query grows, its matches can only become fewer: look among the previous ones.
    const grown =
      last !== null &&
      last.version === now &&
      last.words.every((old) => words.some((word) => narrows(word, old)));
    const forms = words.map(formsOf);
    const among = grown && last ? last.hits : sorted;
    const hits = among.filter(({ text }) => forms.every((some) => some.some((form) => text.includes(form))));
    last = { words, version: now, hits };
    return hits;
  }

  return {
    version,
    apply,
    search(query, { limit = 50, filter = {} } = {}) {
      const words = fold(query).split(/\s+/).filter(Boolean);
      const counts: Record<string, number> = {};
      const rows: SearchRow[] = [];
      let total = 0;
      for (const { row } of matches(words)) {
        counts[row.status] = (counts[row.status] ?? 0) + 1;
        if (!passes(row, filter)) continue;
        if (total++ < limit) rows.push(row);
      }
      return { rows, total, counts };
    },
  };
}
