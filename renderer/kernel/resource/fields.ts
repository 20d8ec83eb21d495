// A resource's fields as its screen meets them: names, kinds, which are shown, by which a record is called.
import { type FieldKind, type FieldMeta, metaOf } from "../../../shared/kernel/field.ts";
import { resourceNamed } from "../../../shared/kernel/registry.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { titleInWords } from "../i18n/index.ts";

/** A record as the replica or the server gives it. */
export type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** The names that a screen of the resource can show. */
export type ShownField<R extends Resource> =
  | (keyof R["fields"] & string)
  | (keyof R["display"] & string)
  | "created_at"
  | "updated_at";

/** One field with what its declaration says. */
export interface FieldOf {
  readonly resource: Resource;
  readonly name: string;
  readonly meta: FieldMeta;
}

const SERVER_OWNED: Omit<FieldMeta, "kind"> = {
  writable: "never",
  required: false,
  nullable: false,
  secret: false,
};

const SERVER_KINDS: Readonly<Record<string, FieldKind>> = {
  id: "text",
  created_at: "instant",
  updated_at: "instant",
  version: "count",
};

/**
 * The field of this name, the server's own and the names beside references included.
 * @throws Error where there is none: a defect in a screen's options.
 */
export function fieldOf(resource: Resource, name: string): FieldOf {
  const declared = own(resource.fields, name);
  if (declared) return { resource, name, meta: metaOf(declared) };
  const kind = own(SERVER_KINDS, name) ?? (own(resource.display, name) ? "text" : undefined);
  if (!kind) throw new Error(`${resource.name} has no field ${name}`);
  return { resource, name, meta: { ...SERVER_OWNED, kind } };
}

export const isMissing = (value: unknown) => value === null || value === undefined || value === "";

/** A record's value as people read it: an amount that takes away is below zero. */
export function shownValue({ name, meta: { minus_where } }: FieldOf, record: AnyRecord): unknown {
  const value = record[name];
  if (!minus_where || record[minus_where.field] !== minus_where.is || typeof value !== "string") return value;
  return value.startsWith("-") ? value.slice(1) : /[1-9]/.test(value) ? `-${value}` : value;
}

/** The name that stands beside a reference in what the server answers: `employee_name` beside `employee`. */
const besideField = (resource: Resource, name: string): string | undefined =>
  Object.entries(resource.display).find(([, { via }]) => via === name)?.[0];

/** What a record itself says that the one behind its reference is called; null where it does not say it. */
export function nameBeside(resource: Resource, name: string, record: AnyRecord): string | null {
  const beside = record[besideField(resource, name) ?? ""];
  if (typeof beside !== "string" || beside === "") return null;
  const field = own(resource.fields, name);
  return titleInWords((field && metaOf(field).references) ?? "", beside);
}

/**
 * Whether what stands behind a reference can have a name for this reader: the record brings it, or this computer holds the
 * other one. A reference without would show the end of an id, which says nothing to anybody.
 */
export function isNamed({ resource, name, meta }: FieldOf, sees: (resource: string) => boolean): boolean {
  // Only the server puts a name beside: what this computer holds has the references alone.
  const brings = (!resource.replica || resource.replica_own) && besideField(resource, name) !== undefined;
  if (meta.kind !== "reference" || brings) return true;
  const target = resourceNamed(meta.references ?? "");
  return Boolean(target?.replica && sees(target.name));
}

/** Whether people can read what stands in a field: data without a shape they can't, unless it is texts, nor the end of an id. */
export function isReadable(field: FieldOf, value: unknown, sees: (resource: string) => boolean): boolean {
  if (isMissing(value) || !isNamed(field, sees)) return false;
  const texts = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
  return field.meta.kind !== "json" || texts;
}

/** The field by which a record is called: of a reference, where the server answers the records, the name beside it. */
export function titleField(resource: Resource): string {
  const name = resource.title ?? Object.keys(resource.fields)[0] ?? "id";
  const beside = besideField(resource, name);
  return beside && (!resource.replica || resource.replica_own) ? beside : name;
}

/** Says what the record of a resource with an id is called; null where it is not known. */
export type NameOf = (resource: string, id: string) => string | null;

/**
 * What a record is called: where its title is a reference, as the record behind it; one without that name by the first thing
 * that it is searched by. Null where nothing of it is known.
 */
export function knownTitle(resource: Resource, record: object, nameOf: NameOf = () => null): string | null {
  const given = record as Readonly<Record<string, unknown>>;
  const title = titleField(resource);
  const field = own(resource.fields, title);
  const references = field && metaOf(field).references;
  if (references && given[title]) return nameOf(references, String(given[title]));
  const known = [title, ...resource.search].find((name) => given[name]);
  if (known === undefined) return null;
  return known === title ? titleInWords(resource.name, String(given[known])) : String(given[known]);
}

/** The same, with the end of its id for a name where nothing else is known. */
export const titleOf = (resource: Resource, record: AnyRecord, nameOf?: NameOf): string =>
  knownTitle(resource, record, nameOf) ?? `…${record.id.slice(-6)}`;

/** A text of a record as people read it: its title in their language, where it came with the company. */
export const textOf = ({ resource, name }: FieldOf, value: unknown): string =>
  name === titleField(resource) ? titleInWords(resource.name, String(value)) : String(value);

/** Names of a resource's fields that a person can read: no secrets, no data without a shape. */
export function readableFields(resource: Resource): string[] {
  return Object.entries(resource.fields)
    .filter(([, field]) => !metaOf(field).secret)
    .map(([name]) => name);
}

/** Kinds that a column of a list is too narrow for. */
const LONG: readonly FieldKind[] = ["prose", "json"];

/** The columns that a list has unless its screen says otherwise: the name first, then what is short. */
export function usualColumns(resource: Resource): string[] {
  const title = titleField(resource);
  const short = readableFields(resource).filter(
    (name) => !LONG.includes(fieldOf(resource, name).meta.kind) && name !== title,
  );
  return [title, ...short];
}

/** Fields that an edit can change. */
export function changeableFields(resource: Resource): string[] {
  return Object.keys(resource.fields).filter((name) => fieldOf(resource, name).meta.writable === "always");
}
