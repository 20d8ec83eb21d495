// Where an ONU is, from the index of its row: the port's name as the device writes it, or by the index's bits.
import type { SnmpValue } from "../snmp/values.ts";
import { numberOf, textOf } from "./decode.ts";
import type { Bits, PackedForm, Place } from "./profile.ts";

export interface OnuPlace {
  pon_port: string;
  onu_index: number;
}

/** Interface names by ifIndex. */
export type Names = ReadonlyMap<string, string>;

/** Numbers with slashes, then the ONU's: `GPON 0/1/3`, `gpon_1/1/1`, `EPON0/1:5`. */
const NAME = /(\d+(?:\/\d+)+)(?::(\d+))?$/;

/** The port and ONU that an interface's name tells; null: free text. */
export function placeInName(name: string | undefined): { port: string; onu: number | null } | null {
  const found = NAME.exec(name?.trim() ?? "");
  if (!found?.[1]) return null;
  return { port: found[1], onu: found[2] === undefined ? null : Number(found[2]) };
}

/** Bits of a number of up to 32; JavaScript's own operators take them as signed. */
const bitsOf = (number: number, { shift, bits, add = 0 }: Bits): number =>
  (Math.floor(number / 2 ** shift) % 2 ** bits) + add;

const arc = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : null;

/** `PON-01`, `pon 3`: a port that is called by its number alone. */
const PON_NAME = /pon[-_ ]?0*(\d{1,3})$/i;

/** What the device calls the port that this packed number is on; null: it names none such. */
function packedName(number: number, { port, before }: PackedForm, onu: number, names: Names): string | null {
  // ifIndex is that number without its ONU, or the port's part of it alone.
  const port_bits = port.at(-1);
  const indexes = [number - onu, ...(port_bits && !port_bits.add ? [bitsOf(number, port_bits)] : [])];
  for (const index of indexes) {
    const name = names.get(String(index))?.trim() ?? "";
    // An uplink may stand where a port was looked for.
    if (!/pon/i.test(name)) continue;
    const named = placeInName(name)?.port;
    const numbered = PON_NAME.exec(name)?.[1];
    if (named !== undefined || numbered !== undefined) return named ?? `${before}0/${numbered}`;
  }
  return null;
}

type Packed = Extract<Place, { by: "packed" }>;

/** The number, the form that it has, and its ONU; null: it is no such number. */
function unpacked(
  index: string,
  { forms }: Packed,
): { number: number; form: PackedForm; onu: number } | null {
  const number = arc(index);
  if (number === null) return null;
  const form = forms.find(({ where }) => !where || bitsOf(number, where) === where.equals);
  return form ? { number, form, onu: bitsOf(number, form.onu) } : null;
}

function packed(index: string, place: Packed, names: Names): OnuPlace | null {
  const parts = unpacked(index, place);
  if (parts === null) return null;
  const { number, form, onu } = parts;
  const named = place.joined ? packedName(number, form, onu, names) : null;
  const by_bits = form.before + form.port.map((bits) => bitsOf(number, bits)).join("/");
  return { pon_port: named ?? by_bits, onu_index: onu };
}

function isPackedNamed(index: string, place: Packed, names: Names): boolean {
  const parts = unpacked(index, place);
  return parts === null || packedName(parts.number, parts.form, parts.onu, names) !== null;
}

function byPortAndOnu(
  index: string,
  place: Extract<Place, { by: "port.onu" }>,
  names: Names,
): OnuPlace | null {
  const [port_arc, onu_arc, ...more] = index.split(".");
  const port = arc(port_arc);
  const onu = arc(onu_arc);
  if (port === null || onu === null || more.length > 0) return null;
  const named = place.joined ? placeInName(names.get(String(port))) : null;
  return {
    pon_port: named?.port ?? place.port.map((bits) => bitsOf(port, bits)).join("/"),
    onu_index: onu,
  };
}

/** The characters of an index of text, whose first arc is their number. */
function textInIndex(index: string): string | null {
  const [length, ...codes] = index.split(".").map(Number);
  if (length !== codes.length || codes.some((code) => !(code > 31 && code < 127))) return null;
  return String.fromCharCode(...codes);
}

/** A lasting number for an ONU that has none on its port: the serial's own, within what the server keeps. */
function numberInSerial(serial: string): number {
  return Number.parseInt(serial.slice(-8), 16) % 2 ** 31 || 0;
}

/** Whether names of interfaces tell places of this kind. */
export const needsNames = (place: Place): boolean =>
  place.by === "interface" || ((place.by === "port.onu" || place.by === "packed") && place.joined);

/** Whether the device's own name tells the ONU's port, where names of interfaces do. */
export function isNamed(index: string, place: Place, names: Names): boolean {
  switch (place.by) {
    case "interface":
      return placeInName(names.get(index)) !== null;
    case "port.onu":
      return !place.joined || placeInName(names.get(index.split(".")[0] ?? "")) !== null;
    case "packed":
      return !place.joined || isPackedNamed(index, place, names);
    default:
      return true;
  }
}

/**
 * The place of the ONU in this row; null: the index has not the form that the profile expects.
 * @param port the cell of the profile's column `port`, where it has one
 */
export function placeOf(index: string, place: Place, names: Names, port?: SnmpValue): OnuPlace | null {
  switch (place.by) {
    case "port.onu":
      return byPortAndOnu(index, place, names);
    case "number.onu": {
      const arcs = index.split(".").map(arc);
      const onu = arcs.at(-1);
      if (onu == null || arcs.includes(null) || arcs.length !== (place.numbers ?? 1) + 1) return null;
      return { pon_port: place.before + arcs.slice(0, -1).join("/"), onu_index: onu };
    }
    case "interface": {
      const named = placeInName(names.get(index));
      if (!named || named.onu === null) return null;
      return { pon_port: named.port, onu_index: named.onu };
    }
    case "packed":
      return packed(index, place, names);
    case "serial": {
      const serial = textInIndex(index);
      if (serial === null) return null;
      return { pon_port: `${place.before}${numberOf(port) || "?"}`, onu_index: numberInSerial(serial) };
    }
  }
}

/** Names of ifName or ifDescr by ifIndex. */
export function namesOf(rows: ReadonlyMap<string, SnmpValue>): Map<string, string> {
  const names = new Map<string, string>();
  for (const [index, value] of rows) {
    const name = textOf(value);
    if (name !== null) names.set(index, name);
  }
  return names;
}
