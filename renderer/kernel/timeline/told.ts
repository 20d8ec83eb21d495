// How the records of a list stand as lines in the timeline of the record that they belong to.
import type { TablerIcon } from "@tabler/icons-react";
import type { ComponentType } from "react";
import { type Day, dayOf, isDay, momentOf } from "../../../shared/kernel/day.ts";
import { type PermissionCode, rightToSee } from "../../../shared/kernel/registry.ts";
import type { RecordOf, Resource } from "../../../shared/kernel/resource.ts";
import type { Key } from "../i18n/index.ts";
import type { AnyRecord, ShownField } from "../resource/fields.ts";
import type { OwnCells } from "../resource/list/columns-of.tsx";
import type { Filter } from "../resource/list/filter.ts";
import type { Happened } from "./merge.ts";

/** What is done at a line: with the other records of its list, where that depends on them. */
export interface LineActsProps {
  readonly record: AnyRecord;
  readonly all: readonly AnyRecord[];
}

interface How<R extends Resource> {
  /** The field that names whose timeline it is. */
  readonly via: keyof R["fields"] & string;
  /** The kind that the reader chooses by: key of its words. */
  readonly kind: Key;
  readonly icon: TablerIcon;
  /** The moment or the day at which it happened. */
  readonly at: ShownField<R>;
  /** What it is called, where that is not what its resource calls one. */
  readonly named?: (record: RecordOf<R>) => Key | null;
  /** What a line says behind that. */
  readonly says: readonly ShownField<R>[];
  readonly amount?: ShownField<R>;
  readonly state?: ShownField<R>;
  /** Which records are asked for, beside whose they are. */
  readonly filter?: Filter;
  /** Which of them are told here. */
  readonly only?: (record: RecordOf<R>) => boolean;
  readonly cells?: { readonly [F in ShownField<R>]?: (record: RecordOf<R> & AnyRecord) => React.ReactNode };
  readonly acts?: ComponentType<LineActsProps>;
}

/** A list as its parts read it, whatever its resource is. */
export interface Told {
  /** Unique among those of a timeline. */
  readonly id: string;
  readonly resource: Resource;
  readonly via: string;
  readonly kind: Key;
  readonly icon: TablerIcon;
  readonly at: string;
  readonly named?: (record: AnyRecord) => Key | null;
  readonly says: readonly string[];
  readonly amount?: string;
  readonly state?: string;
  readonly filter: Filter;
  readonly only?: (record: AnyRecord) => boolean;
  readonly cells: OwnCells;
  readonly acts?: ComponentType<LineActsProps>;
}

/** @example told(ticket, { via: "customer", kind: "timeline.tickets", icon: IconTicket, at: "created_at", says: ["subject"] }) */
export function told<R extends Resource>(resource: R, how: How<R>): Told {
  // Its own parts take the resource's own records; a timeline reads records of any resource.
  const any = how as Omit<Told, "id" | "resource" | "filter" | "cells"> & Partial<Told>;
  const { filter = {}, cells = {} } = any;
  return { ...any, filter, cells, id: `${resource.name} ${how.kind}`, resource };
}

/** What of it a reader may see. */
export const permittedTold = (
  all: readonly Told[],
  can: (permission: PermissionCode) => boolean,
): readonly Told[] => all.filter(({ resource }) => can(rightToSee(resource)));

export interface Line extends Happened {
  readonly told: Told;
  readonly record: AnyRecord;
  readonly day: Day;
  /** Null: only its day is known. */
  readonly time: string | null;
  /** It waits for the server. */
  readonly pending: boolean;
}

/** A record as a line; null where it does not say when it happened. */
export function lineOf(told: Told, record: AnyRecord, timezone: string, pending = false): Line | null {
  const when = record[told.at];
  if (typeof when !== "string" || when === "") return null;
  const { id } = record;
  const key = `${told.id} ${id}`;
  const rest = { told, record, key, pending };
  if (!isDay(when))
    return { ...rest, at: Date.parse(when), day: dayOf(new Date(when), timezone), time: when };
  // Of one day the records that know no moment stand where they were made.
  const made = typeof record.created_at === "string" ? new Date(record.created_at) : null;
  const at = made && dayOf(made, timezone) === when ? made : momentOf(when, timezone);
  return { ...rest, at: at.getTime(), day: when, time: null };
}
