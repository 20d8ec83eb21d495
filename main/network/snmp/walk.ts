// Reads one column of a table, question by question, and survives devices that answer wrongly, endlessly or not at all.
import type { Varbind } from "net-snmp";
import { Pace } from "./pace.ts";
import { explainSnmp, SnmpError, timedOut } from "./snmp-error.ts";
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
}

export interface Column {
  /** By the rest of the object identifier behind the column's. */
  rows: Map<string, SnmpValue>;
  /** Null: read to its end. Else why not; the rows read until then are there. */
  problem: SnmpError | null;
}

export interface Answer {
  varbinds: Varbind[];
  /** Of the whole datagram. */
  bytes: number;
}

export interface WalkPort {
  /** The rows after an object identifier. Throws SnmpError. */
  next: (after: string, size: number, ask: AskOptions) => Promise<Answer>;
  pace: Pace;
  clock: () => number;
}

/** Answers that a smaller question may still get. */
const MAY_PASS = new Set(["TooBig", "GeneralError", "ResourceUnavailable"]);

/** Asks for the rows after `after`, with smaller questions where the larger are not answered. */
async function ask(
  after: string,
  size: number,
  options: WalkOptions & { timeout_ms: number },
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
      const answer = await port.next(after, current, { timeout_ms, retries: current === 1 ? 2 : 1 });
      if (current !== size) port.pace.settle(current, port.clock());
      return { answer, size: current };
    } catch (caught) {
      const error = explainSnmp(caught);
      const may_pass =
        error.code === "ETIMEDOUT" || (error.code === "EREFUSED" && MAY_PASS.has(error.reason ?? ""));
      const smaller = may_pass ? Pace.smaller(current) : null;
      if (smaller === null) return { answer: error, size: current };
      current = smaller;
    }
  }
}

/** Puts the rows of one answer in; answers the last object identifier, or how the column ended. */
function take(
  varbinds: Varbind[],
  column: string,
  last: string,
  rows: Map<string, SnmpValue>,
  rows_max: number,
): { last: string } | { problem: SnmpError | null } {
  const prefix = `${column}.`;
  let at = last;
  if (varbinds.length === 0)
    return { problem: new SnmpError("EPROTO", "The OLT answered a list of rows with none.") };
  for (const varbind of varbinds) {
    const value = snmpValue(varbind);
    if (!varbind.oid.startsWith(prefix)) return { problem: null };
    // The end of the tables repeats the last object identifier, with no value.
    if (value === null && !comesAfter(varbind.oid, at)) return { problem: null };
    if (!comesAfter(varbind.oid, at))
      return { problem: new SnmpError("EPROTO", "The OLT lists the same rows again and again.") };
    if (rows.size >= rows_max)
      return { problem: new SnmpError("EPROTO", `The OLT lists more than ${rows_max} rows.`) };
    at = varbind.oid;
    if (value !== null) rows.set(varbind.oid.slice(prefix.length), value);
  }
  return { last: at };
}

/** Reads `column` to its end, or says why it could not. Never throws. */
export async function walk(
  column: string,
  options: WalkOptions & { timeout_ms: number },
  port: WalkPort,
): Promise<Column> {
  const rows = new Map<string, SnmpValue>();
  let size = port.pace.size(port.clock());
  for (let last = column; ; ) {
    const asked = await ask(last, size, options, port);
    size = asked.size;
    if (asked.answer instanceof SnmpError) {
      // Version 1's way to say that nothing follows.
      const ended = asked.answer.reason === "NoSuchName";
      return { rows, problem: ended ? null : asked.answer };
    }
    const { varbinds, bytes } = asked.answer;
    size = port.pace.next(size, { rows: varbinds.length, bytes }, port.clock());
    const taken = take(varbinds, column, last, rows, options.rows_max);
    if ("problem" in taken) return { rows, problem: taken.problem };
    last = taken.last;
    if (port.clock() >= options.deadline_ms) return { rows, problem: timedOut() };
  }
}
