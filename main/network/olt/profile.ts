// What a vendor's profile says: where its OLTs keep what of their ONUs, how sure that is and who says so.
// Profiles are data (profiles/*.ts). Object identifiers are written below 1.3.6.1.4.1.
import type { DownCause, OltVendor, OnuStatus } from "../../../shared/network/olt/olt-wire.ts";

/** HIGH: MIB or recorded device and a second source. MED: one good source. LOW: unconfirmed; shown, never relied on. */
export type Confidence = "HIGH" | "MED" | "LOW";

/** How a cell is read. Numbers become value × scale + offset; those in `invalid` mean that there is none. */
export type CellKind =
  /** Eight octets, or text; the one normal form of shared/network/onu-serial.rules.ts. */
  | { kind: "serial" }
  | { kind: "text" }
  | { kind: "code" }
  /** Of several scales the first that leads into the range of optical power counts. */
  | {
      kind: "dbm";
      scales: readonly { scale: number; offset?: number }[];
      invalid?: readonly number[];
      int16?: true;
    }
  /** `-28.530(dBm)`, `0.00 mW (-27.45 dBm)`. */
  | { kind: "dbm-text" }
  /** Not in decibels: whole tenths of a microwatt; 0 and less are no light. */
  | { kind: "tenth-microwatts" }
  | { kind: "metres"; invalid?: readonly number[] }
  | { kind: "celsius"; scale?: number; invalid?: readonly number[] }
  /** `30.67 C`. */
  | { kind: "celsius-text" }
  /** DateAndTime of SNMPv2-TC, 8 or 11 octets. */
  | { kind: "date" }
  /** `2026-11-21 09:30:00` or with strokes, by the OLT's own clock; noughts where it never was. */
  | { kind: "date-text" };

export type ColumnName =
  | "serial"
  | "description"
  | "model"
  | "status"
  | "cause"
  | "rx"
  | "tx"
  | "olt_rx"
  | "distance"
  | "temperature"
  | "down_at"
  | "up_at"
  /** Of tables that are not ordered by port: which port the ONU is on. */
  | "port";

export interface Cell {
  oid: string;
  /** Behind the ONU's index, where the column's table has more arcs; firmware with others, or with none, is read, too. */
  suffix?: string;
  read: CellKind;
  confidence: Confidence;
  source: string;
}

/** A part of a number by its bits; `add` where the device counts from another start than people do. */
export interface Bits {
  shift: number;
  bits: number;
  add?: number;
}

/** One way to pack a port and an ONU into a number. */
export interface PackedForm {
  /** What those bits are in this form and in no other before it; absent: any. */
  where?: Bits & { equals: number };
  before: string;
  port: readonly Bits[];
  onu: Bits;
}

/** How the index of an ONU tells its place. */
export type Place =
  /** `{ifIndex of the port}.{onu}`; the port's name by ifName or ifDescr where `joined`, else by the bits. */
  | { by: "port.onu"; joined: boolean; port: readonly Bits[] }
  /** `{port}.{onu}` as plain numbers; `numbers` where more than one names the port, such as `{slot}.{port}.{onu}`. */
  | { by: "number.onu"; before: string; numbers?: number }
  /** The ifIndex of the ONU's own interface, named `GPON0/2:1`. */
  | { by: "interface" }
  /**
   * One number that holds both, in the first of the forms that it has; the port's name by ifName or ifDescr of that
   * number without its ONU where `joined`, else by the bits.
   */
  | { by: "packed"; joined: boolean; forms: readonly PackedForm[] }
  /** The serial number as text, its length first; the port stands in the column `port`. */
  | { by: "serial"; before: string };

/** Status by the code of the column `status`, with the vendor's words. */
export type StatusCodes = Readonly<Record<number, readonly [OnuStatus, string]>>;
/** Why an ONU went down last, by the code of the column `cause`, with the vendor's words; null: it never did. */
export type CauseCodes = Readonly<Record<number, readonly [DownCause | null, string]>>;

export type Reboot =
  | {
      /** Everything that is written: a base, then the ONU's index or one part of it, or a fixed arc; always integers. */
      writes: readonly { oid: string; index: "whole" | null; value: number | "port" | "onu" }[];
      /** False: only one source knows the value; written when an operator said so. */
      verified: boolean;
      confidence: Confidence;
      source: string;
    }
  /** Why not, in words for the operator. */
  | { unsupported: string };

export interface OltProfile {
  /** Such as `huawei-gpon`; what the server keeps and shows. */
  name: string;
  vendor: OltVendor;
  title: string;
  /** Beginnings of sysObjectID, below 1.3.6.1.4.1, the longest match first choice. */
  sys_object_ids: readonly string[];
  place: Place;
  /** Of each value the places to look at, the better first. */
  columns: Partial<Record<ColumnName, readonly Cell[]>>;
  /** Columns that can tell which ONUs there are; the first that is answered does. */
  list: readonly ColumnName[];
  status: StatusCodes;
  causes: CauseCodes;
  /** Devices that ask to be let in: index `{port}.{n}`, its place read as that of ONUs. */
  unconfigured?: Cell;
  reboot: Reboot;
  /** What to tell the operator when no ONU shows optical power. */
  dark_hint?: string;
}
