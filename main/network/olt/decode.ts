// Cells of an OLT's tables as values: what a device reports as invalid, or what can not be, is null and never a number.
import type { DownCause, OnuStatus } from "../../../shared/network/olt/olt-wire.ts";
import { onuSerial } from "../../../shared/network/onu-serial.rules.ts";
import type { SnmpValue } from "../snmp/values.ts";
import type { CellKind, OltProfile } from "./profile.ts";

/**
 * Optical power that a receiver or laser of a PON can have. What measures it sees no less than 0.1 µW, -40 dBm: it says
 * that where there is no light, and no receiver of a PON works anywhere near.
 */
const DBM = { min: -39.99, max: 10 };
const CELSIUS = { min: -40, max: 125 };
/** In every scaled column of power: nothing was measured. */
const NOT_MEASURED = [0, -1];
/** Longer than any PON reaches. */
const METRES_MAX = 200_000;
const TEXT_MAX = 200;

/** Octets behind a text that a device fills its fields up with. */
function withoutFilling(value: Buffer): Buffer {
  let end = value.length;
  while (end > 0 && (value[end - 1] === 0x00 || value[end - 1] === 0xff)) end -= 1;
  // One octet of all ones may be a letter of a code page; more are none.
  return value.subarray(0, value.length - end === 1 && value[end] === 0xff ? value.length : end);
}

/**
 * Readable text, its control characters left out. Letters of another code page than UTF-8 are U+FFFD each: which code page
 * it is, is unknown, and without them the loss would not be seen. Null: nothing is left.
 */
export function textOf(value: SnmpValue | undefined): string | null {
  if (typeof value === "string") return value || null;
  if (!Buffer.isBuffer(value)) return value === undefined ? null : String(value);
  const text = withoutFilling(value)
    .toString("utf8")
    .replace(/\p{Cc}/gu, " ")
    .replace(/ +/g, " ")
    .trim();
  return text.slice(0, TEXT_MAX) || null;
}

/** A number, also where the device writes it as text. */
export function numberOf(value: SnmpValue | undefined): number | null {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : null;
  const text = textOf(value);
  return text !== null && /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

const within = (value: number, { min, max }: { min: number; max: number }): number | null =>
  value >= min && value <= max ? Math.round(value * 100) / 100 : null;

/** Serial number or MAC address in the normal form: eight octets, six octets, or text with the port before a comma. */
export function serialOf(value: SnmpValue | undefined): string | null {
  if (Buffer.isBuffer(value)) {
    if (value.length === 8) return onuSerial(value.toString("hex"));
    if (value.length === 6) return onuSerial(value.toString("hex").replace(/..(?=.)/g, "$&:"));
  }
  const text = textOf(value);
  return text === null ? null : onuSerial(text.replace(/^\d+,/, ""));
}

/** A number as people and devices write it: with a comma, an exponent, a sign apart; never a part of a longer one. */
const WRITTEN = String.raw`(?<![\d.,])([-+\u2212]?\s?\d+(?:[.,]\d+)?(?:e[-+]?\d+)?)`;
const DBM_BEHIND = new RegExp(`${WRITTEN}\\s*\\(?\\s*dBm`, "iu");
/** What follows is neither more of the number nor another unit. */
const DBM_BEFORE = new RegExp(`dBm\\W*?${WRITTEN}(?!\\s*[a-z\u00b5\u03bc]|[\\d.,])`, "iu");
const WATTS = new RegExp(`${WRITTEN}\\s*([mu\u00b5\u03bc])W`, "iu");
const BARE = new RegExp(`^${WRITTEN}$`, "iu");
const CELSIUS_TEXT = new RegExp(`${WRITTEN}(?![\\d.,e])`, "iu");

/** The number that `pattern` finds in the text; null: there is none. */
function written(pattern: RegExp, text: string): number | null {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) return null;
  return Number(found.replace("\u2212", "-").replace(/\s/u, "").replace(",", "."));
}

/** Of `0.00 mW (-27.45 dBm)`, `-28.530(dBm)`, `-13.518` and `0.0126 mW` the power in dBm; null: no light, or no number. */
function dbmOfText(value: SnmpValue | undefined): number | null {
  const text = textOf(value) ?? "";
  const told = written(DBM_BEHIND, text) ?? written(DBM_BEFORE, text) ?? written(BARE, text);
  if (told !== null) return within(told, DBM);
  // A level in words, such as `-inf dBm`, is none; it is not worked out of the watts beside it.
  const watts = /dBm/i.test(text) ? null : written(WATTS, text);
  if (watts === null || watts <= 0) return null;
  return within(10 * Math.log10(WATTS.exec(text)?.[2]?.toLowerCase() === "m" ? watts : watts / 1000), DBM);
}

type Dbm = Extract<CellKind, { kind: "dbm" }>;

function dbmOf(value: SnmpValue | undefined, { scales, invalid = [], int16 }: Dbm): number | null {
  const raw = numberOf(value);
  // Other firmware of the same device writes the level out, with its unit or at least its decimal sign.
  if (raw === null || !Number.isInteger(raw)) return dbmOfText(value);
  if (NOT_MEASURED.includes(raw) || invalid.includes(raw)) return null;
  const signed = int16 && raw > 32767 && raw < 65536 ? raw - 65536 : raw;
  for (const { scale, offset = 0 } of scales) {
    const power = within(signed * scale + offset, DBM);
    if (power !== null) return power;
  }
  return null;
}

/** Of the power as a number of tenths of a microwatt its level in dBm. */
function dbmOfPower(value: SnmpValue | undefined): number | null {
  const tenths = numberOf(value);
  return tenths === null || tenths <= 0 ? null : within(10 * Math.log10(tenths) - 40, DBM);
}

const isDate = (year: number, month: number, day: number, hour: number, minute: number, second: number) =>
  year >= 2000 &&
  month >= 1 &&
  month <= 12 &&
  day >= 1 &&
  // The last day of that month: a date that there is not leads to none, not to the next month's first.
  day <= new Date(Date.UTC(year, month, 0)).getUTCDate() &&
  hour <= 23 &&
  minute <= 59 &&
  second <= 60;

/**
 * DateAndTime as milliseconds: with a difference to UTC exactly, without one by this computer's zone, since the agent
 * stands where the OLT does. Null: never, or no date.
 */
export function dateOf(value: SnmpValue | undefined): number | null {
  if (!Buffer.isBuffer(value) || (value.length !== 8 && value.length !== 11)) return null;
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = value.subarray(2, 7);
  const year = value.readUInt16BE(0);
  if (!isDate(year, month, day, hour, minute, second)) return null;
  if (value.length === 8) return new Date(year, month - 1, day, hour, minute, second).getTime();
  const [hours = 0, minutes = 0] = value.subarray(9, 11);
  const sign = value[8] === 0x2d ? -1 : 1;
  return Date.UTC(year, month - 1, day, hour, minute, second) - sign * (hours * 60 + minutes) * 60_000;
}

/** A date written out, by this computer's zone as above. Null: never, or no date. */
function dateOfText(value: SnmpValue | undefined): number | null {
  const found = /^(\d{4})[-/](\d\d?)[-/](\d\d?) (\d\d?):(\d\d):(\d\d)$/.exec(textOf(value) ?? "");
  if (!found) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  if (!isDate(year, month, day, hour, minute, second)) return null;
  return new Date(year, month - 1, day, hour, minute, second).getTime();
}

/** A cell by its kind; dates in milliseconds. */
export function decode(value: SnmpValue | undefined, kind: CellKind): string | number | null {
  switch (kind.kind) {
    case "serial":
      return serialOf(value);
    case "text":
      return textOf(value);
    case "code":
      return numberOf(value);
    case "dbm":
      return dbmOf(value, kind);
    case "dbm-text":
      return dbmOfText(value);
    case "tenth-microwatts":
      return dbmOfPower(value);
    case "date-text":
      return dateOfText(value);
    case "date":
      return dateOf(value);
    case "metres": {
      const metres = numberOf(value);
      if (metres === null || kind.invalid?.includes(metres)) return null;
      return metres >= 0 && metres <= METRES_MAX ? Math.round(metres) : null;
    }
    case "celsius": {
      const raw = numberOf(value);
      if (raw === null || kind.invalid?.includes(raw)) return null;
      return within(raw * (kind.scale ?? 1), CELSIUS);
    }
    case "celsius-text": {
      const told = written(CELSIUS_TEXT, textOf(value) ?? "");
      return told === null ? null : within(told, CELSIUS);
    }
  }
}

/** Causes of devices that write them as words. */
const WORDS: readonly (readonly [RegExp, DownCause])[] = [
  [/gasp|power/i, "POWER"],
  [/deactiv|disab|admin/i, "DEACTIVATED"],
  [/reboot|reset/i, "REBOOT"],
  [/lo[sfk]|loss|wire|fib/i, "FIBRE"],
];

export interface Cause {
  cause: DownCause | null;
  raw: string | null;
}

/** Why an ONU went down last, by the vendor's code or word. */
export function causeOf(value: string | number | null, profile: OltProfile): Cause {
  if (value === null) return { cause: null, raw: null };
  if (typeof value === "string")
    return { cause: WORDS.find(([words]) => words.test(value))?.[1] ?? "UNKNOWN", raw: value };
  const known = profile.causes[value];
  return known ? { cause: known[0], raw: `${value} ${known[1]}` } : { cause: "UNKNOWN", raw: String(value) };
}

export interface Status {
  status: OnuStatus;
  raw: string | null;
}

/** Where a device tells only that an ONU is off, its last cause tells whether light or power is missing. */
export function statusOf(code: string | number | null, cause: DownCause | null, profile: OltProfile): Status {
  if (code === null) return { status: "UNKNOWN", raw: null };
  const known = typeof code === "number" ? profile.status[code] : undefined;
  if (!known) return { status: "UNKNOWN", raw: String(code) };
  const raw = `${code} ${known[1]}`;
  if (known[0] !== "OFFLINE") return { status: known[0], raw };
  if (cause === "FIBRE") return { status: "LOS", raw };
  return { status: cause === "POWER" ? "DYING_GASP" : "OFFLINE", raw };
}
