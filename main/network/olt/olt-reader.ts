// Reads one OLT: everything, or only what changed since. Remembers what the device answers and what it does not.
import type { ObservedOnu, OltReading, OltVendor } from "../../../shared/network/olt/olt-wire.ts";
import type { SnmpSession } from "../snmp/session.ts";
import { SnmpError } from "../snmp/snmp-error.ts";
import { betterProfile, type Choice, chooseProfile, fullOid } from "./choose-profile.ts";
import { type Names, placeOf } from "./onu-place.ts";
import { onuOf, type RawRow, type RowContext, withoutTwins } from "./onu-row.ts";
import type { Cell, ColumnName, OltProfile } from "./profile.ts";
import { type ColumnReader, ROWS_MAX, rowOf, type Silent, SLOW_TIMEOUT_MS } from "./read-columns.ts";
import { keepPort, readNames, readTables, readUnconfigured, rowsOf } from "./read-tables.ts";
import { readDate, readSystem, type SystemGroup } from "./system-group.ts";

/** Read again for an ONU whose status changed. */
const AFTER_CHANGE: readonly ColumnName[] = [
  "serial",
  "cause",
  "down_at",
  "up_at",
  "port",
  "distance",
  "rx",
  "tx",
  "olt_rx",
  "temperature",
];
/** Of these a value that can not be read again is unknown, not what it was. */
const STAYS: ReadonlySet<ColumnName> = new Set(["serial", "port"]);
/** With more changes than this the columns are read as a whole. */
const CHANGES_MAX = 64;
const ALL_MS = 240_000;
const CHANGES_MS = 60_000;

export interface ReaderOptions {
  vendor: OltVendor;
  /** Monotonic milliseconds. */
  clock: () => number;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Longest reading of everything, milliseconds. */
  all_ms?: number;
  slow_timeout_ms?: number;
}

export interface OltLook {
  sys_descr: string | null;
  uptime_seconds: number | null;
  /** Null: no table of ONUs was answered. */
  profile: string | null;
  /** Null: only seen to answer. */
  reading: OltReading | null;
}

interface Told {
  is_complete: boolean;
  warnings: readonly string[];
  started_ms: number;
}

export class OltReader {
  readonly #options: ReaderOptions;
  readonly #silent: Silent = new Set();
  #choice: Choice | null = null;
  #system: SystemGroup | null = null;
  #names: Names = new Map();
  #rows = new Map<string, RawRow>();
  /** Of each column the cell that the device answers. */
  #cells: Partial<Record<ColumnName, Cell>> = {};
  /** Of each column the row of an ONU where it is not the one that the profile expects. */
  readonly #places = new Map<ColumnName, (index: string) => string>();
  #carried: ReadonlySet<ColumnName> = new Set();
  #unconfigured: OltReading["unconfigured"] = [];
  #clock_ahead_ms = 0;
  /** The last reading of everything came to its end, so changes can be read against it. */
  #whole = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** The profile whose tables the OLT answered; null: none yet. */
  get profile(): OltProfile | null {
    return this.#choice?.answered ? this.#choice.profile : null;
  }

  /** What the device did not answer before is asked for as if for the first time: it was away, or a person waits for it. */
  forget(): void {
    this.#silent.clear();
    this.#whole = false;
  }

  /** The reading under way, or the last one, heard of the device at all. */
  began = false;

  /** Everything. Throws SnmpError when the device does not answer at all. */
  async readAll(session: SnmpSession): Promise<OltLook> {
    const { clock, vendor, all_ms = ALL_MS, slow_timeout_ms = SLOW_TIMEOUT_MS } = this.#options;
    const started_ms = clock();
    this.#whole = false;
    this.began = false;
    this.#system = await readSystem(session);
    this.began = true;
    // A tree that answered is kept, unless a better one that was silent or empty then answers now; whether it still does
    // shows when it is read.
    const { object_id } = this.#system;
    this.#choice = this.#choice?.answered
      ? await betterProfile(session, vendor, object_id, this.#choice)
      : await chooseProfile(session, vendor, object_id);
    const { profile, answered } = this.#choice;
    if (!answered) return this.#look(this.#nothing(profile, started_ms));
    const reader: ColumnReader = {
      session,
      silent: this.#silent,
      clock,
      deadline_ms: started_ms + all_ms,
      slow_timeout_ms,
    };
    const tables = await readTables(reader, profile, [...this.#rows.keys()]);
    if (tables === null) {
      this.#choice = null;
      return this.#look(this.#nothing(profile, started_ms));
    }
    this.#names = await readNames(reader, profile, this.#names, tables.indexes);
    const { rows, carried } = rowsOf(tables, this.#rows, this.#carried);
    this.#rows = rows;
    this.#carried = carried;
    this.#cells = {};
    this.#places.clear();
    for (const [name, column] of tables.columns) {
      if (!column.cell) continue;
      this.#cells[name] = column.cell;
      this.#places.set(name, (index) => rowOf(column, index));
    }
    if (this.#cells.down_at || this.#cells.up_at) await this.#readClock(session);
    this.#unconfigured = await readUnconfigured(reader, profile, this.#names);
    this.#whole = tables.is_complete;
    return this.#look(this.#reading(profile, { ...tables, started_ms }));
  }

  /**
   * The status column, and the rest of those whose status changed; optical values are else those of the last full reading.
   * Null: so much changed that everything is to be read. Throws SnmpError when the device does not answer.
   */
  async readChanges(session: SnmpSession): Promise<OltLook | null> {
    const started_ms = this.#options.clock();
    const before = this.#system;
    this.#system = await readSystem(session);
    const { object_id, uptime_seconds } = this.#system;
    const restarted = (uptime_seconds ?? 0) < (before?.uptime_seconds ?? 0);
    if (before === null || before.object_id !== object_id || restarted) return null;
    const profile = this.profile;
    const { status } = this.#cells;
    // Its tables may have filled since: that is asked with a question each, not believed until the next reading of everything.
    if (profile === null || !this.#whole) return null;
    if (!status) return this.#look(null);
    const changed = await this.#readStatus(session, status, started_ms + CHANGES_MS);
    if (changed === null) return null;
    for (const index of changed) await this.#readAgain(session, index);
    return this.#look(this.#reading(profile, { is_complete: true, warnings: [], started_ms }));
  }

  /** The rows whose status changed; null: other ONUs than before, or too many changes. */
  async #readStatus(session: SnmpSession, status: Cell, deadline_ms: number): Promise<string[] | null> {
    const listed = [...this.#rows].filter(([, raw]) => raw.status !== undefined);
    const known = listed.map(([index]) => index);
    const column = await session.walkColumn(fullOid(status.oid), { deadline_ms, rows_max: ROWS_MAX, known });
    if (column.problem?.code === "ECLOSED") throw column.problem;
    const told = listed.filter(([index]) => column.rows.has(index));
    // Rows that were not answered are as they were.
    const same = told.length === column.rows.size && told.length + column.skipped.length === listed.length;
    if (column.problem || !same) return null;
    const changed = told.filter(([index, raw]) => String(column.rows.get(index)) !== String(raw.status));
    if (changed.length > CHANGES_MAX) return null;
    for (const [index, raw] of changed) {
      const code = column.rows.get(index);
      if (code !== undefined) raw.status = code;
    }
    return changed.map(([index]) => index);
  }

  /** The index of the row at this place as it was read last; null: there is none. */
  indexAt(pon_port: string, onu_index: number): string | null {
    const { profile } = this;
    if (profile === null) return null;
    for (const [index, raw] of this.#rows) {
      const place = placeOf(index, profile.place, this.#names, raw.port);
      if (place?.pon_port === pon_port && place.onu_index === onu_index) return index;
    }
    return null;
  }

  /** The ONU of this row with some of its cells read now. Throws SnmpError. */
  async readOnu(
    session: SnmpSession,
    index: string,
    columns: readonly ColumnName[],
  ): Promise<ObservedOnu | null> {
    const { profile } = this;
    if (profile === null) return null;
    const known: RawRow = { ...this.#rows.get(index) };
    for (const name of columns) delete known[name];
    return onuOf(
      index,
      { ...known, ...(await this.#readCells(session, index, columns)) },
      this.#context(profile),
    );
  }

  #context(profile: OltProfile): RowContext {
    return {
      profile,
      names: this.#names,
      cells: this.#cells,
      clock_ahead_ms: this.#clock_ahead_ms,
      now_ms: this.#options.now(),
    };
  }

  #look(reading: OltReading | null): OltLook {
    return {
      sys_descr: this.#system?.descr ?? null,
      uptime_seconds: this.#system?.uptime_seconds ?? null,
      profile: this.profile?.name ?? null,
      reading,
    };
  }

  #since(started_ms: number): number {
    return Math.max(0, Math.round(this.#options.clock() - started_ms));
  }

  /** A device that lists no ONUs: nothing was read to its end, so nothing is said to be gone. */
  #nothing(profile: OltProfile, started_ms: number): OltReading {
    const warning =
      profile.name === "generic"
        ? "No table of ONUs is known for this device: only whether it answers is watched."
        : `The device answers, but lists no ONUs as ${profile.title} does. Is the vendor right, are ONUs set up, and does the community's view hold the vendor's tables?`;
    const duration_ms = this.#since(started_ms);
    return { onus: [], is_complete: false, unconfigured: [], warnings: [warning], duration_ms };
  }

  #reading(profile: OltProfile, { is_complete, warnings, started_ms }: Told): OltReading {
    const context = this.#context(profile);
    const found = [...this.#rows].map(([index, raw]) => onuOf(index, raw, context));
    const { onus, warnings: twins } = withoutTwins(found.filter((onu) => onu !== null));
    const said = [...warnings, ...twins];
    const lost = found.filter((onu) => onu === null).length;
    if (lost > 0) said.push(`Of ${lost} ONUs the OLT does not tell the port: they are left out.`);
    const dark =
      onus.some((onu) => onu.status === "ONLINE") && onus.every((onu) => onu.rx_power_dbm === null);
    if (dark && profile.dark_hint) said.push(profile.dark_hint);
    return {
      onus,
      is_complete: is_complete && lost === 0,
      unconfigured: this.#unconfigured,
      warnings: said.slice(0, 50),
      duration_ms: this.#since(started_ms),
    };
  }

  /** How far the OLT's clock is behind ours, where it tells its time. */
  async #readClock(session: SnmpSession): Promise<void> {
    const { now } = this.#options;
    this.#clock_ahead_ms = 0;
    try {
      const told = await readDate(session);
      if (told !== null) this.#clock_ahead_ms = now() - told;
    } catch (error) {
      // It is asked once at each reading and not missed.
      if (!(error instanceof SnmpError) || error.code === "ECLOSED") throw error;
    }
  }

  async #readCells(session: SnmpSession, index: string, columns: readonly ColumnName[]): Promise<RawRow> {
    const asked = columns.flatMap((name) => {
      const first = this.profile?.columns[name]?.[0];
      const may_have = first !== undefined && !this.#silent.has(first.oid);
      const cell = this.#cells[name] ?? (may_have ? first : undefined);
      const row = this.#places.get(name)?.(index) ?? index + (cell?.suffix ?? "");
      return cell ? [{ name, oid: `${fullOid(cell.oid)}.${row}` }] : [];
    });
    const timeout_ms = this.#options.slow_timeout_ms ?? SLOW_TIMEOUT_MS;
    const oids = asked.map(({ oid }) => oid);
    const values = oids.length > 0 ? await session.get(oids, { timeout_ms, retries: 1 }) : [];
    const raw: RawRow = {};
    asked.forEach(({ name }, at) => {
      const value = values[at];
      if (value !== null && value !== undefined) raw[name] = value;
    });
    return raw;
  }

  async #readAgain(session: SnmpSession, index: string): Promise<void> {
    const raw = this.#rows.get(index);
    if (!raw) return;
    for (const name of AFTER_CHANGE) if (!STAYS.has(name)) delete raw[name];
    const before = { ...raw };
    try {
      Object.assign(raw, await this.#readCells(session, index, AFTER_CHANGE));
      keepPort(raw, before);
    } catch (error) {
      if (!(error instanceof SnmpError) || error.code === "ECLOSED") throw error;
      // Everything is read again at the next turn.
      this.#whole = false;
    }
  }
}
