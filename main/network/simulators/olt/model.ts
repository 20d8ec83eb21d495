// What a model of OLT is made of: the columns of its tables, as data. Written from design notes and public MIBs, never from the
// agent's own profiles: the two are there to test each other.
import type { OnuNow } from "./onus.ts";

export type Media = "GPON" | "EPON";
export type ValueType = "integer" | "octets" | "oid" | "gauge" | "ticks" | "counter64";
/** Null: there is no such instance now. Text goes out as UTF-8 in octets. */
export type Value = number | bigint | string | Uint8Array | null;

export interface PonPort {
  /** From 0. */
  number: number;
  /** "0/1/3": what a person calls it. */
  label: string;
  if_index: number;
  /** ifName, and ifDescr where that is no other. */
  name: string;
  descr?: string;
}

export interface OnuColumn {
  oid: string;
  type: ValueType;
  value(onu: OnuNow, port: PonPort): Value;
  /** Numbers behind the table's own index, such as the `.1` of ZTE's optics. */
  suffix?: readonly number[] | ((port: PonPort) => readonly number[]);
}

export interface PortColumn {
  oid: string;
  type: ValueType;
  value(port: PonPort, onus: readonly OnuNow[]): Value;
}

/** The one write that the device knows: a cell of the ONU's row, or a pair of cells that name port and ONU. */
export type RebootOrder =
  | { kind: "cell"; oid: string; value: number }
  | { kind: "pair"; port_oid: string; onu_oid: string };

export interface OltModel {
  name: string;
  /** sysDescr and sysObjectID. */
  descr: string;
  object_id: string;
  media: Media;
  /** The number of a port's first ONU. */
  first: 0 | 1;
  port(number: number): PonPort;
  /** The numbers behind a column's OID. */
  index(onu: OnuNow, port: PonPort): readonly number[];
  columns: readonly OnuColumn[];
  port_columns?: readonly PortColumn[];
  /** ONUs that have an interface of their own in ifTable. */
  onu_interface?(onu: OnuNow, port: PonPort): { if_index: number; name: string };
  /** Where the device lists ONUs that are not configured. */
  unconfigured?: { oid: string; type: "octets"; index(port: PonPort, number: number): readonly number[] };
  /** The device tells its clock (hrSystemDate). */
  tells_date?: boolean;
  reboot?: RebootOrder;
}

/** "HWTC1234ABCD" as the eight bytes that GPON sends: four letters, four bytes. */
export function serialBytes(serial: string): Buffer {
  return Buffer.concat([Buffer.from(serial.slice(0, 4), "latin1"), Buffer.from(serial.slice(4), "hex")]);
}

/** "54:A6:…" as six bytes. */
export const macBytes = (mac: string): Buffer => Buffer.from(mac.replaceAll(":", ""), "hex");

/** Hundredths; `invalid` where there is no reading. */
export const hundredths = (value: number | null, invalid: number): number =>
  value === null ? invalid : Math.round(value * 100);

export const tenths = (value: number | null, invalid: number): number =>
  value === null ? invalid : Math.round(value * 10);

export const thousandths = (value: number | null, invalid: number): number =>
  value === null ? invalid : Math.round(value * 1000);

/** SNMPv2-TC's DateAndTime in eight bytes, by the device's own clock. */
export function dateAndTime(at: Date | null): Buffer {
  const bytes = Buffer.alloc(8);
  if (!at) return bytes;
  bytes.writeUInt16BE(at.getUTCFullYear());
  const rest = [
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
    0,
  ];
  for (const [place, value] of rest.entries()) bytes[2 + place] = value;
  return bytes;
}

/** Numbers in place of the bytes of a text, as an index of text is written. */
export const textIndex = (text: string): number[] => [...Buffer.from(text, "utf8")];
