// Columns of a profile read from an OLT, the better place first, and what was learnt of which it does not answer.
import type { SnmpSession } from "../snmp/session.ts";
import type { SnmpError } from "../snmp/snmp-error.ts";
import type { SnmpValue } from "../snmp/values.ts";
import { fullOid } from "./choose-profile.ts";
import type { Cell, ColumnName, OltProfile } from "./profile.ts";

export const ROWS_MAX = 20_000;
/** The OLT asks each ONU for these before it answers. */
const SLOW: ReadonlySet<ColumnName> = new Set(["rx", "tx", "olt_rx", "temperature"]);
export const SLOW_TIMEOUT_MS = 10_000;
/** A column that was never answered is asked for again after this. */
const SILENT_MS = 3_600_000;

/** Names of columns for the operator. */
export const COLUMN_WORDS: Readonly<Record<ColumnName, string>> = {
  serial: "the serial numbers",
  description: "the descriptions",
  model: "the models",
  status: "the status",
  cause: "the causes of the last failure",
  rx: "the received power",
  tx: "the sent power",
  olt_rx: "the power received at the OLT",
  distance: "the distances",
  temperature: "the temperatures",
  down_at: "the times of the last failure",
  up_at: "the times of the last return",
  port: "the ports",
};

/** Object identifiers that the device does not answer at all, until when (monotonic) they are left out. */
export type Silent = Map<string, number>;

export interface ReadColumn {
  /** The cell that was answered; null: none was. */
  cell: Cell | null;
  rows: Map<string, SnmpValue>;
  /** Why it was not read to its end. */
  problem: SnmpError | null;
}

export interface ColumnReader {
  session: SnmpSession;
  silent: Silent;
  clock: () => number;
  deadline_ms: number;
  /** Milliseconds until a question for a slow column is repeated. */
  slow_timeout_ms: number;
}

/** The first place of the column that holds rows. Does not throw. */
export async function readColumn(
  reader: ColumnReader,
  profile: OltProfile,
  name: ColumnName,
): Promise<ReadColumn> {
  const { session, silent, clock, deadline_ms } = reader;
  let problem: SnmpError | null = null;
  for (const cell of profile.columns[name] ?? []) {
    if ((silent.get(cell.oid) ?? 0) > clock()) continue;
    const column = await session.walkColumn(fullOid(cell.oid), {
      deadline_ms,
      rows_max: ROWS_MAX,
      ...(SLOW.has(name) ? { timeout_ms: reader.slow_timeout_ms } : {}),
    });
    if (column.rows.size > 0) return { cell, ...column };
    problem ??= column.problem;
    if (column.problem?.code === "ETIMEDOUT" && clock() < deadline_ms)
      silent.set(cell.oid, clock() + SILENT_MS);
  }
  return { cell: null, rows: new Map(), problem };
}

/** The ONU's cell of a column that was read. */
export function cellAt(column: ReadColumn, index: string): SnmpValue | undefined {
  return column.rows.get(index + (column.cell?.suffix ?? "")) ?? column.rows.get(index);
}
