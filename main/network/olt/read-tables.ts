// An OLT's tables by its profile: which ONUs there are, the columns of their rows, names of interfaces, who asks to be let in.
import type { UnconfiguredOnu } from "../../../shared/network/olt/olt-wire.ts";
import { type SnmpError, timedOut } from "../snmp/snmp-error.ts";
import { fullOid } from "./choose-profile.ts";
import { numberOf, serialOf } from "./decode.ts";
import type { RawRow } from "./onu-row.ts";
import { type Names, namesOf, placeOf } from "./place.ts";
import type { ColumnName, OltProfile } from "./profile.ts";
import {
  COLUMN_WORDS,
  type ColumnReader,
  cellAt,
  type ReadColumn,
  ROWS_MAX,
  readColumn,
} from "./read-columns.ts";
import { isThere } from "./system-group.ts";

const IF_NAME = "1.3.6.1.2.1.31.1.1.1.1";
const IF_DESCR = "1.3.6.1.2.1.2.2.1.2";
const UNCONFIGURED_MAX = 5_000;

export interface Tables {
  list: ReadColumn;
  columns: Map<ColumnName, ReadColumn>;
  is_complete: boolean;
  warnings: string[];
}

/** Fails the reading where the session was closed under it. */
function heard(problem: SnmpError | null): void {
  if (problem?.code === "ECLOSED") throw problem;
}

function missing(name: ColumnName, { problem, cell }: ReadColumn): string {
  const [first = "", ...rest] = COLUMN_WORDS[name];
  const how = cell === null ? "were not answered" : "were not all answered";
  return `${first.toUpperCase()}${rest.join("")} ${how}${problem ? ` (${problem.message})` : ""}.`;
}

/** Names of interfaces by ifIndex, where the profile's places need them; what broke off is put to what was known. */
export async function readNames(reader: ColumnReader, profile: OltProfile, before: Names): Promise<Names> {
  const { place } = profile;
  if (place.by !== "interface" && !(place.by === "port.onu" && place.joined)) return before;
  const { session, deadline_ms } = reader;
  for (const oid of [IF_NAME, IF_DESCR]) {
    const column = await session.walkColumn(oid, { deadline_ms, rows_max: ROWS_MAX });
    heard(column.problem);
    const names = namesOf(column.rows);
    if (names.size > 0) return column.problem ? new Map([...before, ...names]) : names;
  }
  return before;
}

/**
 * The columns of the ONUs' rows. Null: the OLT lists none. Throws SnmpError when the device stopped answering.
 */
export async function readTables(reader: ColumnReader, profile: OltProfile): Promise<Tables | null> {
  const columns = new Map<ColumnName, ReadColumn>();
  const warnings: string[] = [];
  let list: ReadColumn | undefined;
  let unanswered = 0;
  const names = Object.keys(profile.columns) as ColumnName[];
  for (const name of [...profile.list, ...names.filter((other) => !profile.list.includes(other))]) {
    const column = await readColumn(reader, profile, name);
    heard(column.problem);
    unanswered = column.problem?.code === "ETIMEDOUT" ? unanswered + 1 : 0;
    // Off, or only shy of some columns?
    if (unanswered === 2 && !(await isThere(reader.session))) throw timedOut();
    columns.set(name, column);
    if (column.cell === null || column.problem) warnings.push(missing(name, column));
    if (column.cell !== null) list ??= column;
    if (!list && name === profile.list.at(-1)) return null;
  }
  if (!list) return null;
  if (list.problem)
    warnings.unshift("The list of ONUs was not read to its end: those that are missing are not gone.");
  return { list, columns, is_complete: list.problem === null, warnings };
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
  { list, columns }: Tables,
  before: ReadonlyMap<string, RawRow>,
  carried: ReadonlySet<ColumnName>,
): { rows: Map<string, RawRow>; carried: Set<ColumnName> } {
  const rows = new Map<string, RawRow>();
  const carried_now = new Set<ColumnName>();
  for (const index of list.rows.keys()) {
    const raw: RawRow = {};
    for (const [name, column] of columns) {
      let value = cellAt(column, index);
      if (value === undefined && column.problem && !carried.has(name)) {
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
