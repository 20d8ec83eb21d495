// Reads one column of a table, question by question, and survives devices that answer wrongly, endlessly or not at all.
import { ObjectType, type Varbind } from "net-snmp";
import { Repetitions } from "./repetitions.ts";
import { explainSnmp, SnmpError } from "./snmp-error.ts";
import { comesAfter, type SnmpValue, snmpValue } from "./values.ts";

export interface AskOptions {
  /** Milliseconds until the first repeat. */
  timeout_ms?: number;
  retries?: number;
}

export interface WalkOptions {
  /** Monotonic milliseconds, by the session's clock, after which no further question is asked. */
  deadline_ms: number;
  rows_max: number;
  /** Milliseconds until a question is repeated; longer for columns that the device must fetch from its ONUs. */
  timeout_ms?: number;
  /** Rows that there are, by their index, in the order in which the device lists them: the way on behind a row that is not answered. */
  known?: readonly string[];
  /** True: the column's rows have more arcs behind the index. */
  longer?: boolean;
  /** Of the known rows those that are not asked for: the device was silent about them a moment ago. */
  avoid?: ReadonlySet<string>;
  /** Begins behind this row instead of at the column's first. */
  after?: string;
}

export interface Column {
  /** By the rest of the object identifier behind the column's. */
  rows: Map<string, SnmpValue>;
  /** Null: read to its end. Else why not; the rows read until then are there. */
  problem: SnmpError | null;
  /** Known rows that the device was asked for in vain, or was not asked for. */
  skipped: string[];
}

export interface Answer {
  varbinds: Varbind[];
  /** Of the whole datagram. */
  bytes: number;
}

export interface WalkPort {
  /** The rows after an object identifier. Throws SnmpError. */
  next: (after: string, size: number, ask: AskOptions) => Promise<Answer>;
  /** Whether the device answers anything at all just now. */
  answers: () => Promise<boolean>;
  pace: Repetitions;
  clock: () => number;
}

type Options = WalkOptions & { timeout_ms: number };

/** Known rows in a row that are tried in vain before a column is given up, and rows behind its end that are asked for. */
const IN_VAIN_MAX = 4;
const BEHIND_END_MAX = 2;

/** Answers that a smaller question may still get. */
const MAY_PASS = new Set(["TooBig", "GeneralError", "ResourceUnavailable"]);

/** Each try of a slow column is ten seconds: with a way on behind the row they are better spent there. */
function retriesOf(size: number, patient: boolean, { known }: Options): number {
  if (!patient) return 0;
  if (size > 1) return 1;
  return known ? 1 : 2;
}

/**
 * Asks for the rows after `after`, with smaller questions where the larger are not answered.
 * @param patient false: the row before was not answered either, so that this one is asked for once only
 */
async function ask(
  after: string,
  size: number,
  patient: boolean,
  options: Options,
  port: WalkPort,
): Promise<{ answer: Answer | SnmpError; size: number }> {
  for (let current = size; ; ) {
    const left_ms = options.deadline_ms - port.clock();
    if (left_ms <= 0)
      return {
        answer: new SnmpError("ETIMEDOUT", "The OLT takes too long to list the column."),
        size: current,
      };
    try {
      const timeout_ms = Math.max(50, Math.min(options.timeout_ms, left_ms));
      const answer = await port.next(after, current, {
        timeout_ms,
        retries: retriesOf(current, patient, options),
      });
      if (current !== size) port.pace.settle(current, port.clock());
      return { answer, size: current };
    } catch (caught) {
      const error = explainSnmp(caught);
      const may_pass =
        error.code === "ETIMEDOUT" || (error.code === "EREFUSED" && MAY_PASS.has(error.reason ?? ""));
      const smaller = may_pass ? Repetitions.smaller(current) : null;
      if (smaller === null) return { answer: error, size: current };
      current = smaller;
    }
  }
}

/** What came of an answer: where to go on, the column's end, a row that there is not, or a device that goes in circles. */
type Taken = { last: string; end: "COLUMN" | "MISSING_ROW" | null } | { problem: SnmpError };

/** One column under way. */
class Walk {
  readonly rows = new Map<string, SnmpValue>();
  readonly skipped: string[] = [];
  readonly #prefix: string;
  readonly #options: Options;
  /** Rows that were told, with or without a value. */
  readonly #seen = new Set<string>();
  /** Known rows by their place in the device's order. */
  readonly #places: Map<string, number>;
  readonly #known: readonly string[];
  /** Place of the known row that was told, or left out, last. */
  #at = -1;

  constructor(column: string, options: Options) {
    this.#prefix = `${column}.`;
    this.#options = options;
    this.#known = options.known ?? [];
    this.#places = new Map(this.#known.map((index, at) => [index, at]));
    if (options.after !== undefined) this.#at = this.#placeOf(options.after) ?? -1;
  }

  /** Puts the rows of one answer in, in whatever order: only what was told before is no news. */
  take(varbinds: Varbind[], asked: string): Taken {
    let last = asked;
    if (varbinds.length === 0)
      return { problem: new SnmpError("EPROTO", "The OLT answered a list of rows with none.") };
    for (const varbind of varbinds) {
      const { oid, type } = varbind;
      if (!oid.startsWith(this.#prefix) || type === ObjectType.EndOfMibView) return { last, end: "COLUMN" };
      const value = snmpValue(varbind);
      const row = oid.slice(this.#prefix.length);
      // A row without a value that leads nowhere is a row that there is not, and no end of the others.
      if (value === null && (this.#seen.has(row) || !comesAfter(oid, last)))
        return { last, end: "MISSING_ROW" };
      if (this.#seen.has(row))
        return { problem: new SnmpError("EPROTO", "The OLT lists the same rows again and again.") };
      if (this.#seen.size >= this.#options.rows_max)
        return {
          problem: new SnmpError("EPROTO", `The OLT lists more than ${this.#options.rows_max} rows.`),
        };
      this.#seen.add(row);
      this.#at = this.#placeOf(row) ?? this.#at;
      last = oid;
      if (value !== null) this.rows.set(row, value);
    }
    return { last, end: null };
  }

  /** Of `5.0.0` the known row is `5`, of `3.5.1` it is `3.5`. */
  #placeOf(row: string): number | undefined {
    const arcs = row.split(".");
    for (let many = arcs.length; many > 0; many -= 1) {
      const place = this.#places.get(arcs.slice(0, many).join("."));
      if (place !== undefined) return place;
    }
    return undefined;
  }

  /** How many rows may be asked for without one that is to be left out; null: no such one follows. */
  room(): number | null {
    const { avoid } = this.#options;
    if (!avoid || avoid.size === 0) return null;
    const from = this.#at + 1;
    const found = this.#known.findIndex((index, at) => at >= from && avoid.has(index));
    return found < 0 ? null : found - from;
  }

  /** Where to go on behind the next known row; null: there is none. */
  #behind(): string | null {
    const index = this.#known[this.#at + 1];
    if (index === undefined) return null;
    this.#at += 1;
    // Behind all that a longer row may have as its last arcs.
    return `${this.#prefix}${index}${this.#options.longer ? ".4294967295" : ""}`;
  }

  /** Leaves the next known row out. @returns where to go on; null: there is no way on. */
  skip(): string | null {
    const index = this.#known[this.#at + 1];
    if (index !== undefined) this.skipped.push(index);
    return this.#behind();
  }

  /**
   * The column ended, although rows are known behind: some devices end it where one row is missing.
   * @param tried how often that was tried in vain
   * @returns where to look once more; null: nowhere
   */
  beyond(tried: number): string | null {
    const is_last = this.#at + 2 >= this.#known.length;
    return is_last || tried >= (this.rows.size === 0 ? 1 : BEHIND_END_MAX) ? null : this.#behind();
  }

  /** How it ended where nothing is known behind. */
  endedBy(end: "COLUMN" | "MISSING_ROW"): SnmpError | null {
    // Where no list told the rows before, there may be rows behind a gap.
    const is_certain = end === "COLUMN" || this.rows.size === 0 || this.#known.length > 0;
    return is_certain ? null : new SnmpError("EPROTO", "The OLT stopped at a row that it does not have.");
  }
}

/**
 * Reads `column` until nothing new comes, or says why it could not: rows in any order, and on behind rows that the device
 * does not answer where it is known which rows there are. Never throws.
 */
export async function walk(column: string, options: Options, port: WalkPort): Promise<Column> {
  const under_way = new Walk(column, options);
  const { rows, skipped } = under_way;
  const ended = (problem: SnmpError | null): Column => ({ rows, problem, skipped });
  let size = port.pace.size(port.clock());
  /** Known rows and ends tried in vain, one after the other. */
  let silent = 0;
  let ends = 0;
  for (let last = options.after === undefined ? column : `${column}.${options.after}`; ; ) {
    const room = under_way.room();
    const asked =
      room === 0 ? LEFT_OUT : await ask(last, Math.min(size, room ?? size), silent === 0, options, port);
    if (asked.answer === null || asked.answer instanceof SnmpError) {
      const failure = asked.answer;
      // Version 1's way to say that nothing follows.
      if (failure?.reason === "NoSuchName") return ended(null);
      if (failure) silent += 1;
      const onward = !failure || (await goesOn(failure, silent, options, port)) ? under_way.skip() : null;
      if (onward === null) return ended(failure);
      last = onward;
      continue;
    }
    silent = 0;
    const { varbinds, bytes } = asked.answer;
    if (room === null) size = port.pace.next(asked.size, { rows: varbinds.length, bytes }, port.clock());
    const before = rows.size;
    const taken = under_way.take(varbinds, last);
    if ("problem" in taken) return ended(taken.problem);
    if (rows.size > before) ends = 0;
    last = taken.last;
    if (taken.end === null) continue;
    const beyond = under_way.beyond(ends);
    if (beyond === null) return ended(under_way.endedBy(taken.end));
    ends += 1;
    last = beyond;
  }
}

/** The next row is one that is not asked for. */
const LEFT_OUT = { answer: null, size: 1 } as const;

/** Whether a question without an answer is that row's affair alone: the device answers others, and there is time left. */
async function goesOn(
  { code }: SnmpError,
  silent: number,
  options: Options,
  port: WalkPort,
): Promise<boolean> {
  if (code !== "ETIMEDOUT" || !options.known || silent > IN_VAIN_MAX) return false;
  return port.clock() < options.deadline_ms && (await port.answers());
}
