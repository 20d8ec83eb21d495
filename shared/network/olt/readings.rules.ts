// Readings of a whole OLT as they are kept, and how those of an hour or a day become one. Pure.
import type { ObservedOnu, OnuStatus } from "./olt-wire.ts";

type Numbers = readonly (number | null)[];

/** One row: the element n - 1 of each list is the ONU's with the number n. */
export interface KeptReading {
  /** A letter for each ONU; null: of an hour or a day. */
  statuses: string | null;
  /** Percent of the time; null: raw. */
  online: Numbers | null;
  /** Hundredths of dBm. */
  rx_power: Numbers;
  rx_power_min: Numbers | null;
  rx_power_max: Numbers | null;
  tx_power: Numbers;
  olt_rx_power: Numbers;
  /** Tenths of a degree. */
  temperature: Numbers;
}

const LETTERS: Readonly<Record<OnuStatus, string>> = {
  ONLINE: "O",
  OFFLINE: "F",
  LOS: "L",
  DYING_GASP: "G",
  UNKNOWN: "U",
};
const NOT_READ = " ";

const STATUSES = new Map(Object.entries(LETTERS).map(([status, letter]) => [letter, status as OnuStatus]));

/** The status that a letter of `statuses` stands for; null: not read. */
export const statusOf = (letter: string | undefined): OnuStatus | null => STATUSES.get(letter ?? "") ?? null;

const SMALLINT = 32_767;

const scaled = (value: number | null | undefined, by: number): number | null =>
  value === null || value === undefined || Math.abs(value * by) > SMALLINT ? null : Math.round(value * by);

/** A poll's figures as they are kept: `seen` by the ONUs' numbers. */
export function keptReading(seen: ReadonlyMap<number, ObservedOnu>): KeptReading {
  const length = Math.max(0, ...seen.keys());
  const each = <T>(of: (onu: ObservedOnu | undefined) => T) =>
    Array.from({ length }, (_, at) => of(seen.get(at + 1)));
  return {
    statuses: each((onu) => (onu ? LETTERS[onu.status] : NOT_READ)).join(""),
    online: null,
    rx_power: each((onu) => scaled(onu?.rx_power_dbm, 100)),
    rx_power_min: null,
    rx_power_max: null,
    tx_power: each((onu) => scaled(onu?.tx_power_dbm, 100)),
    olt_rx_power: each((onu) => scaled(onu?.olt_rx_power_dbm, 100)),
    temperature: each((onu) => scaled(onu?.temperature_c, 10)),
  };
}

const known = (values: readonly (number | null | undefined)[]) =>
  values.filter((value) => value !== null && value !== undefined);

const average = (values: readonly (number | null | undefined)[]): number | null => {
  const all = known(values);
  return all.length === 0 ? null : Math.round(all.reduce((sum, value) => sum + value, 0) / all.length);
};

const extreme = (pick: (...values: number[]) => number, values: readonly (number | null | undefined)[]) => {
  const all = known(values);
  return all.length === 0 ? null : pick(...all);
};

/** Percent of the time at one number. */
function onlineAt({ online, statuses }: KeptReading, at: number): number | null {
  if (online) return online[at] ?? null;
  const status = statusOf(statuses?.[at]);
  return status === null ? null : status === "ONLINE" ? 100 : 0;
}

/** Several readings, of whatever resolution, as one: averages, with the lowest and highest light. */
export function rollUp(readings: readonly KeptReading[]): KeptReading {
  const lengths = readings.map(({ rx_power }) => rx_power.length);
  const each = (of: (at: number) => number | null) =>
    Array.from({ length: Math.max(0, ...lengths) }, (_, at) => of(at));
  const averages = (name: "rx_power" | "tx_power" | "olt_rx_power" | "temperature") =>
    each((at) => average(readings.map((reading) => reading[name][at])));
  return {
    statuses: null,
    online: each((at) => average(readings.map((reading) => onlineAt(reading, at)))),
    rx_power: averages("rx_power"),
    rx_power_min: each((at) =>
      extreme(
        Math.min,
        readings.map((reading) => (reading.rx_power_min ?? reading.rx_power)[at]),
      ),
    ),
    rx_power_max: each((at) =>
      extreme(
        Math.max,
        readings.map((reading) => (reading.rx_power_max ?? reading.rx_power)[at]),
      ),
    ),
    tx_power: averages("tx_power"),
    olt_rx_power: averages("olt_rx_power"),
    temperature: averages("temperature"),
  };
}
