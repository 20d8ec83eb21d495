// One ONU from the cells of its row.
import type { ObservedOnu } from "../../../shared/network/olt/olt-wire.ts";
import type { SnmpValue } from "../snmp/values.ts";
import { causeOf, decode, statusOf } from "./decode.ts";
import { type Names, placeOf } from "./onu-place.ts";
import type { Cell, ColumnName, OltProfile } from "./profile.ts";

/** The cells of an ONU's row as the device answered them. */
export type RawRow = Partial<Record<ColumnName, SnmpValue>>;

/** What the row is read with. */
export interface RowContext {
  profile: OltProfile;
  names: Names;
  /** Of each column the cell that the device answers. */
  cells: Partial<Record<ColumnName, Cell>>;
  /** Milliseconds to add to the OLT's times. */
  clock_ahead_ms: number;
  now_ms: number;
}

/** A date of the OLT a little ahead of ours is its clock's fault; further ahead it is none. */
const FUTURE_MS = 5 * 60_000;

/** The ONU; null: the index does not tell where it is. */
export function onuOf(index: string, raw: RawRow, context: RowContext): ObservedOnu | null {
  const { profile, names, cells, now_ms } = context;
  const place = placeOf(index, profile.place, names, raw.port);
  if (place === null) return null;
  const cell = (column: ColumnName): string | number | null => {
    const source = cells[column] ?? profile.columns[column]?.[0];
    return source ? decode(raw[column], source.read) : null;
  };
  const number = (column: ColumnName): number | null => {
    const value = cell(column);
    return typeof value === "number" ? value : null;
  };
  /** Zero is no level that light arrives with after any fibre: it is how a device writes that it measured none. */
  const received = (column: ColumnName): number | null => number(column) || null;
  const text = (column: ColumnName): string | null => {
    const value = cell(column);
    return typeof value === "string" ? value : null;
  };
  const time = (column: ColumnName): string | null => {
    const told = number(column);
    if (told === null) return null;
    const at = told + context.clock_ahead_ms;
    return at > now_ms + FUTURE_MS ? null : new Date(Math.min(at, now_ms)).toISOString();
  };
  const cause = causeOf(cell("cause"), profile);
  const status = statusOf(cell("status"), cause.cause, profile);
  // Vendors without a column for the cause tell it by the status.
  const told_by_status = status.status === "LOS" ? "FIBRE" : status.status === "DYING_GASP" ? "POWER" : null;
  const distance = number("distance");
  return {
    pon_port: place.pon_port.slice(0, 40),
    onu_index: place.onu_index,
    serial_number: text("serial"),
    description: text("description"),
    model: text("model"),
    status: status.status,
    raw_status: status.raw,
    rx_power_dbm: received("rx"),
    tx_power_dbm: number("tx"),
    olt_rx_power_dbm: received("olt_rx"),
    // Zero metres is how an ONU that is away is written.
    distance_m: distance === 0 && status.status !== "ONLINE" ? null : distance,
    temperature_c: number("temperature"),
    last_down_cause: cause.cause ?? told_by_status,
    raw_cause: cause.raw,
    last_down_at: time("down_at"),
    last_up_at: time("up_at"),
  };
}

/** One row for each place and each serial number: an ONU that was moved may still be set up where it was. */
export function withoutTwins(onus: readonly ObservedOnu[]): { onus: ObservedOnu[]; warnings: string[] } {
  const kept = new Map<string, ObservedOnu>();
  const places = new Set<string>();
  const warnings: string[] = [];
  for (const onu of [...onus].sort((a, b) => Number(b.status === "ONLINE") - Number(a.status === "ONLINE"))) {
    const place = `${onu.pon_port} ${onu.onu_index}`;
    const key = onu.serial_number ?? place;
    const twin = kept.get(key);
    if (twin)
      warnings.push(
        `${key} is set up twice, on ${twin.pon_port} and on ${onu.pon_port}: the ${twin.status === "ONLINE" ? "one on-line" : "first"} is shown.`,
      );
    else if (places.has(place)) warnings.push(`Two ONUs are listed at ${onu.pon_port}, ${onu.onu_index}.`);
    else {
      kept.set(key, onu);
      places.add(place);
    }
  }
  const shown = new Set(kept.values());
  return { onus: onus.filter((onu) => shown.has(onu)), warnings };
}
