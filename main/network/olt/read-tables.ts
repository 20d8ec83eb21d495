// An OLT's tables by its profile: which ONUs there are, the columns of their rows, names of interfaces, who asks to be let in.
import type { UnconfiguredOnu } from "../../../shared/network/olt/olt-wire.ts";
import { type SnmpError, timedOut } from "../snmp/snmp-error.ts";
import { fullOid } from "./choose-profile.ts";
import { numberOf, serialOf } from "./decode.ts";
import { isNamed, type Names, namesOf, needsNames, placeInName, placeOf } from "./onu-place.ts";
import type { RawRow } from "./onu-row.ts";
import type { ColumnName, OltProfile } from "./profile.ts";
import {
  COLUMN_WORDS,
  type ColumnReader,
  cellAt,
  type Known,
  type ReadColumn,
  ROWS_MAX,
  readColumn,
} from "./read-columns.ts";

const IF_NAME = "1.3.6.1.2.1.31.1.1.1.1";
const IF_DESCR = "1.3.6.1.2.1.2.2.1.2";
const UNCONFIGURED_MAX = 5_000;

export interface Tables {
  /** The ONUs', in the order in which the device lists them. */
  indexes: readonly string[];
  columns: Map<ColumnName, ReadColumn>;
  is_complete: boolean;
  warnings: string[];
}

/** Fails the reading where the session was closed under it. */
function heard(problem: SnmpError | null): void {
  if (problem?.code === "ECLOSED") throw problem;
}

function missing(name: ColumnName, { problem, cell, skipped }: ReadColumn): string {
  const [first = "", ...rest] = COLUMN_WORDS[name];
  const what = first.toUpperCase() + rest.join("");
  if (cell !== null && problem === null)
    return `${what} of ${skipped.size === 1 ? "one ONU" : `${skipped.size} ONUs`} were not answered.`;
  const how = cell === null ? "were not answered" : "were not all answered";
  return `${what} ${how}${problem ? ` (${problem.message})` : ""}.`;
}

/** Names of interfaces by ifIndex from one of their columns; what broke off is put to what was known. */
async function namesFrom({ session, deadline_ms }: ColumnReader, oid: string, before: Names): Promise<Names> {
  const column = await session.walkColumn(oid, { deadline_ms, rows_max: ROWS_MAX });
  heard(column.problem);
  const names = namesOf(column.rows);
  return column.problem ? new Map([...before, ...names]) : names;
}

/**
 * Names of the interfaces that the ONUs' places need: ifName's, and ifDescr's where those name no place.
 * @param indexes the ONUs'
 */
export async function readNames(
  reader: ColumnReader,
  { place }: OltProfile,
  before: Names,
  indexes: Iterable<string>,
): Promise<Names> {
  if (!needsNames(place)) return before;
  const names = await namesFrom(reader, IF_NAME, before);
  if ([...indexes].every((index) => isNamed(index, place, names))) return names;
  const described = await namesFrom(reader, IF_DESCR, before);
  const merged = new Map(described);
  for (const [index, name] of names) if (placeInName(name) || !described.has(index)) merged.set(index, name);
  return merged;
}

/**
 * Which ONUs there are: the rows of the first list that is answered, with those of the others where it breaks off.
 * @param before those of the last reading: the way on behind a row that is not answered
 */
async function readList(
  reader: ColumnReader,
  profile: OltProfile,
  columns: Map<ColumnName, ReadColumn>,
  before: readonly string[],
): Promise<{ known: Known; is_complete: boolean } | null> {
  let is_complete = false;
  const order = new Set<string>();
  const known = (): Known => ({ order: [...order], silent: new Set() });
  for (const name of profile.list) {
    const column = await readColumn(reader, profile, name, is_complete ? known() : undefined);
    await heardOf(reader, column);
    columns.set(name, column);
    if (column.cell === null || is_complete) continue;
    is_complete = column.problem === null;
    for (const index of column.rows.keys()) order.add(index);
  }
  if (order.size === 0) return null;
  // Now that it is known which ONUs there are, lists that broke off are read on behind the row where they did.
  const way_on: Known = is_complete
    ? known()
    : { order: [...new Set([...before, ...order])], silent: new Set() };
  for (const name of profile.list) {
    const column = columns.get(name);
    if (!column?.cell || column.problem?.code !== "ETIMEDOUT" || way_on.order.length <= column.rows.size)
      continue;
    const again = await readColumn(reader, profile, name, way_on);
    await heardOf(reader, again);
    columns.set(name, again);
    if (!is_complete) for (const index of again.rows.keys()) order.add(index);
  }
  return { known: known(), is_complete };
}

/** Fails the reading where the device answers nothing at all any more. */
async function heardOf({ session }: ColumnReader, { problem }: ReadColumn): Promise<void> {
  heard(problem);
  if (problem?.code === "ETIMEDOUT" && !(await session.answers())) throw timedOut();
}

/**
 * The columns of the ONUs' rows. Null: the OLT lists none. Throws SnmpError when the device stopped answering.
 * @param before indexes of the ONUs of the last reading
 */
export async function readTables(
  reader: ColumnReader,
  profile: OltProfile,
  before: readonly string[],
): Promise<Tables | null> {
  const columns = new Map<ColumnName, ReadColumn>();
  const found = await readList(reader, profile, columns, before);
  if (found === null) return null;
  const { known, is_complete } = found;
  const names = Object.keys(profile.columns) as ColumnName[];
  for (const name of names.filter((other) => !profile.list.includes(other))) {
    const column = await readColumn(reader, profile, name, known);
    await heardOf(reader, column);
    columns.set(name, column);
  }
  const warnings = is_complete
    ? []
    : ["The list of ONUs was not read to its end: those that are missing are not gone."];
  for (const [name, column] of columns)
    if (column.cell === null || column.problem || column.skipped.size > 0)
      warnings.push(missing(name, column));
  return { indexes: known.order, columns, is_complete, warnings };
}

/** Devices that tell the port of those on-line alone: an ONU that is off is where it was. */
export function keepPort(raw: RawRow, before: RawRow | undefined): void {
  if (raw.port !== undefined && !numberOf(raw.port) && before?.port !== undefined) raw.port = before.port;
}

/**
 * The rows of all ONUs. A column that broke off keeps what was known before, once.
 * @param carried columns that were kept so the last time
 */
export function rowsOf(
  { indexes, columns }: Tables,
  before: ReadonlyMap<string, RawRow>,
  carried: ReadonlySet<ColumnName>,
): { rows: Map<string, RawRow>; carried: Set<ColumnName> } {
  const rows = new Map<string, RawRow>();
  const carried_now = new Set<ColumnName>();
  for (const index of indexes) {
    const raw: RawRow = {};
    for (const [name, column] of columns) {
      let value = cellAt(column, index);
      const broke_off = column.problem !== null || column.skipped.has(index);
      if (value === undefined && broke_off && !carried.has(name)) {
        value = before.get(index)?.[name];
        if (value !== undefined) carried_now.add(name);
      }
      if (value !== undefined) raw[name] = value;
    }
    keepPort(raw, before.get(index));
    rows.set(index, raw);
  }
  return { rows, carried: carried_now };
}

/** Devices that ask to be let in, where the vendor lists them. */
export async function readUnconfigured(
  { session, deadline_ms }: ColumnReader,
  profile: OltProfile,
  names: Names,
): Promise<UnconfiguredOnu[]> {
  if (!profile.unconfigured) return [];
  const oid = fullOid(profile.unconfigured.oid);
  const column = await session.walkColumn(oid, { deadline_ms, rows_max: UNCONFIGURED_MAX });
  heard(column.problem);
  return [...column.rows].flatMap(([index, value]) => {
    const serial_number = serialOf(value);
    const place = placeOf(index, profile.place, names);
    return serial_number && place ? [{ pon_port: place.pon_port.slice(0, 40), serial_number }] : [];
  });
}
