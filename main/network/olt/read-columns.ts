// Columns of a profile read from an OLT, the better place first, and what was learnt of which it does not answer.
import type { SnmpSession } from "../snmp/session.ts";
import { type SnmpError, timedOut } from "../snmp/snmp-error.ts";
import type { SnmpValue } from "../snmp/values.ts";
import { fullOid } from "./choose-profile.ts";
import type { Cell, ColumnName, OltProfile } from "./profile.ts";

export const ROWS_MAX = 20_000;
/** The OLT asks each ONU for these before it answers. */
const SLOW: ReadonlySet<ColumnName> = new Set(["rx", "tx", "olt_rx", "temperature"]);
export const SLOW_TIMEOUT_MS = 10_000;
/** Names of columns for the operator, each with a plural or a collective that takes one. */
export const COLUMN_WORDS: Readonly<Record<ColumnName, string>> = {
  serial: "the serial numbers",
  description: "the descriptions",
  model: "the models",
  status: "the states",
  cause: "the causes of the last failure",
  rx: "the received powers",
  tx: "the sent powers",
  olt_rx: "the powers received at the OLT",
  distance: "the distances",
  temperature: "the temperatures",
  down_at: "the times of the last failure",
  up_at: "the times of the last return",
  port: "the ports",
};

/**
 * Object identifiers that the device did not answer when they were asked for last. At the next reading each is asked for
 * with one small question, and read as any other as soon as that is answered: nothing is left out for a time.
 */
export type Silent = Set<string>;

export interface ReadColumn {
  /** The cell that was answered; null: none was. */
  cell: Cell | null;
  rows: Map<string, SnmpValue>;
  /** Why it was not read to its end. */
  problem: SnmpError | null;
  /** ONUs whose row the device did not answer. */
  skipped: ReadonlySet<string>;
  /** By the index of an ONU that of its row, where it is neither the ONU's nor the one that the profile expects. */
  rest: ReadonlyMap<string, string>;
}

export interface Known {
  /** Indexes of the ONUs in the order in which the device lists them. */
  order: readonly string[];
  /** Those whose row was not answered in a column read before: the device would ask the ONU in vain again. */
  silent: Set<string>;
}

export interface ColumnReader {
  session: SnmpSession;
  silent: Silent;
  clock: () => number;
  deadline_ms: number;
  /** Milliseconds until a question for a slow column is repeated. */
  slow_timeout_ms: number;
}

/** Of rows with more arcs than the ONU's index, by that index, those that are not where the profile expects them. */
function restOf(
  rows: ReadonlyMap<string, SnmpValue>,
  { suffix }: Cell,
  { order }: Known,
): Map<string, string> {
  const rest = new Map<string, string>();
  if (suffix === undefined) return rest;
  const known = new Set(order);
  for (const row of rows.keys()) {
    if (row.endsWith(suffix) && known.has(row.slice(0, -suffix.length))) continue;
    const arcs = row.split(".");
    for (let many = arcs.length - 1; many > 0; many -= 1) {
      const index = arcs.slice(0, many).join(".");
      if (!known.has(index)) continue;
      // Of several the first, as people count them.
      if (!rest.has(index)) rest.set(index, row);
      break;
    }
  }
  return rest;
}

const NO_REST: ReadonlyMap<string, string> = new Map();
const NONE: ReadonlySet<string> = new Set();

/** The first place of the column that holds rows. Does not throw but for ECLOSED. */
export async function readColumn(
  reader: ColumnReader,
  profile: OltProfile,
  name: ColumnName,
  known?: Known,
): Promise<ReadColumn> {
  const { session, silent, clock, deadline_ms, slow_timeout_ms } = reader;
  const patience = SLOW.has(name) ? { timeout_ms: slow_timeout_ms } : {};
  let problem: SnmpError | null = null;
  for (const cell of profile.columns[name] ?? []) {
    const oid = fullOid(cell.oid);
    if (silent.has(cell.oid)) {
      const rows = await session.hasRows(oid, { ...patience, retries: 0 });
      if (rows === null) {
        problem ??= timedOut();
        continue;
      }
      silent.delete(cell.oid);
      if (!rows) continue;
    }
    const column = await session.walkColumn(oid, {
      deadline_ms,
      rows_max: ROWS_MAX,
      ...patience,
      // Only columns that the device has to fetch from its ONUs are spared those that do not answer it.
      ...(known ? { known: known.order, longer: cell.suffix !== undefined } : {}),
      ...(known && SLOW.has(name) ? { avoid: known.silent } : {}),
    });
    if (column.rows.size > 0) {
      if (SLOW.has(name)) for (const index of column.skipped) known?.silent.add(index);
      const rest = known ? restOf(column.rows, cell, known) : NO_REST;
      return { cell, rows: column.rows, problem: column.problem, skipped: new Set(column.skipped), rest };
    }
    problem ??= column.problem;
    if (column.problem?.code === "ETIMEDOUT" && clock() < deadline_ms) silent.add(cell.oid);
  }
  return { cell: null, rows: new Map(), problem, skipped: NONE, rest: NO_REST };
}

/** The object identifier of the ONU's cell behind the column's. */
export const rowOf = (column: ReadColumn, index: string): string =>
  column.rest.get(index) ?? index + (column.cell?.suffix ?? "");

/** The ONU's cell of a column that was read. */
export function cellAt(column: ReadColumn, index: string): SnmpValue | undefined {
  return column.rows.get(rowOf(column, index)) ?? column.rows.get(index);
}
