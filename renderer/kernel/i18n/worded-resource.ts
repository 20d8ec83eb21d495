// The words of a resource, complete by type from its declaration: names, fields, choices, operations; and how they are read.
import { useCallback } from "react";
import { type Language, type Pair, textIn } from "../../../shared/kernel/formatting/language.ts";
import type { Operation } from "../../../shared/kernel/operation.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { readersLanguage, useLanguage } from "./language.ts";
import type { FieldName, Labels, ServerField } from "./resource-labels.ts";
import { wordsIn } from "./translate.ts";

const VERBS = { create: "verb.create", update: "verb.update", delete: "verb.delete" } as const;

interface AnyLabels {
  readonly one: Pair;
  readonly many: Pair;
  readonly title?: Pair;
  readonly fields: Readonly<Record<string, Pair>>;
  readonly choices?: Readonly<Record<string, Readonly<Record<string, Pair>>>>;
  readonly hints?: Readonly<Record<string, Pair | undefined>>;
  readonly written?: Readonly<Record<string, Pair | undefined>>;
  readonly operations?: Readonly<Record<string, Pair | undefined>>;
  readonly permissions?: Readonly<Record<string, Pair>>;
  readonly inputs?: Readonly<Record<string, Pair>>;
  readonly input_choices?: Readonly<Record<string, Readonly<Record<string, Pair>>>>;
  readonly empty?: Pair;
  readonly titles?: Readonly<Record<string, Pair>>;
}

/** A resource with its words. */
export interface WordedResource<N extends string = string> {
  readonly resource: Resource & { readonly name: N };
  readonly labels: AnyLabels;
}

/** Declares the words of a resource. A label that is missing in a language, or that names nothing, does not compile. */
export function words<const R extends Resource>(resource: R, labels: Labels<R>): WordedResource<R["name"]> {
  return { resource, labels };
}

type ByResource<M> = { readonly [K in keyof M as M[K] extends WordedResource<infer N> ? N : never]: M[K] };

/** The resources with words that a module exports, by their names. */
export function byResource<M extends object>(module: M): ByResource<M> {
  const worded = Object.values(module).filter((one) => typeof one === "object" && "labels" in one);
  return Object.fromEntries(worded.map((one) => [one.resource.name, one])) as ByResource<M>;
}

/** A field as a form speaks of it. */
export interface NamedField {
  readonly label: string;
  /** How it is written, where that needs saying. */
  readonly written?: string;
  /** A day, a moment or a time of day: it is too early or too late, not too small or too large. */
  readonly is_time?: boolean;
}

/** Whether a field of a resource is a time. */
type IsTime = (resource: Resource, name: string) => boolean;

/** Words of a resource in one language. */
export interface ResourceWords<R extends Resource = Resource> {
  /** "Customer", as in a heading. */
  readonly one: string;
  /** "Customers". */
  readonly many: string;
  /** "customers", in the middle of a sentence. */
  readonly several: string;
  /** The list of all, as navigation, headings and the sync page call it: "Customers", "Audit log". */
  readonly title: string;
  /** "No customers yet". */
  readonly none: string;
  /** How the first one comes to be. */
  readonly empty: string | undefined;
  field(name: FieldName<R> | ServerField): string;
  /** What is said under a field in a form. */
  hint(name: FieldName<R>): string | undefined;
  /** What a form says of the field: its label, and how it is written. */
  named(name: FieldName<R>): NamedField;
  /** A value's name; the value itself where it has none, such as that of a newer server. */
  choice(field: FieldName<R>, value: string): string;
  /** An operation's name: "New customer", "Suspend or resume". */
  operation(name: string): string;
}

const SERVER_FIELDS: Readonly<
  Record<ServerField, "field.id" | "field.created_at" | "field.updated_at" | "field.version">
> = {
  id: "field.id",
  created_at: "field.created_at",
  updated_at: "field.updated_at",
  version: "field.version",
};

/** "audit log" → "Audit log", as headings and labels begin. */
const begin = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** A name without words, as a newer server may send one: "stock_take" → "stock take". */
const plain = (name: string) => name.replaceAll("_", " ");

function read({ resource, labels }: WordedResource, language: Language, isTime: IsTime): ResourceWords {
  const t = wordsIn(language);
  const say = (pair: Pair) => textIn(language, pair);
  const names = { one: say(labels.one), many: say(labels.many) };
  const field = (name: string): string => {
    const label = own(labels.fields, name) ?? own(labels.inputs ?? {}, name);
    if (label) return say(label);
    const server = own(SERVER_FIELDS, name);
    if (server) return t(server);
    const shown = own(resource.display, name);
    return shown ? field(shown.via) : begin(plain(name));
  };
  return {
    one: begin(names.one),
    many: begin(names.many),
    several: names.many,
    title: begin(say(labels.title ?? labels.many)),
    none: t("resource.none", names),
    empty: labels.empty && say(labels.empty),
    field,
    hint: (name) => {
      const hint = own(labels.hints ?? {}, name);
      return hint && say(hint);
    },
    named: (name) => {
      const written = own(labels.written ?? {}, name);
      const is_time = isTime(resource, name);
      return { label: field(name), is_time, ...(written ? { written: say(written) } : {}) };
    },
    choice: (name, value) => {
      const values = own(labels.choices ?? {}, name) ?? own(labels.input_choices ?? {}, name);
      // What an operation asks for that is no field of this resource, such as how a reseller pays in.
      if (!values) return valueNamed(name, value, language);
      const label = own(values, value);
      return label ? say(label) : value;
    },
    operation: (name) => {
      const label = own(labels.operations ?? {}, name);
      if (label) return say(label);
      const verb = own(VERBS, name);
      return verb ? t(verb, names) : begin(plain(name));
    },
  };
}

interface InEachLanguage extends Readonly<Record<Language, ResourceWords>> {
  readonly labels: AnyLabels;
}

const registered = new Map<string, InEachLanguage>();
const byCollection = new Map<string, InEachLanguage>();
const byKind = new Map<string, (language: Language) => string>();
const byPermission = new Map<string, (language: Language) => string>();

/** What only the declarations know, which the first page does not load. */
interface Declared {
  readonly operationsOn: (resource: Resource) => readonly Operation[];
  readonly isTime: IsTime;
}

/** The words of the permission codes that a resource and the operations on it ask for. */
function registerPermissions(
  { resource, labels }: WordedResource,
  known: InEachLanguage,
  operations: readonly Operation[],
): void {
  const stem = `${resource.module}.${resource.name}`;
  for (const action of ["view", "view_own"] as const)
    byPermission.set(`${stem}.${action}`, (language) =>
      wordsIn(language)(`verb.${action}`, { many: textIn(language, labels.many) }),
    );
  for (const { name, permission } of operations) {
    const operation = name.slice(resource.name.length + 1);
    const isOwn = permission === `${stem}.${operation}`;
    if (permission && (isOwn || !byPermission.has(permission)))
      byPermission.set(permission, (language) => known[language].operation(operation));
  }
  for (const [action, pair] of Object.entries(labels.permissions ?? {}))
    byPermission.set(`${stem}.${action}`, (language) => textIn(language, pair));
}

/** Makes the words of resources known to the screens, once; the caller knows how they are declared. */
export function registerResourceWords(
  resources: readonly WordedResource[],
  { operationsOn, isTime }: Declared,
): void {
  for (const worded of resources) {
    const { name, collection } = worded.resource;
    const [en, bn] = [read(worded, "en", isTime), read(worded, "bn", isTime)];
    const known: InEachLanguage = { en, bn, labels: worded.labels };
    registered.set(name, known);
    byCollection.set(collection, known);
    for (const operation of [...Object.keys(VERBS), ...Object.keys(worded.labels.operations ?? {})])
      byKind.set(`${name}.${operation}`, (language) => known[language].operation(operation));
    registerPermissions(worded, known, operationsOn(worded.resource));
  }
}

/**
 * The words of a resource in a language.
 * @throws Error where none were registered: a defect in the list of words.
 */
export function resourceWords<R extends Resource>(resource: R, language: Language): ResourceWords<R> {
  const known = registered.get(resource.name);
  if (!known) throw new Error(`${resource.name} has no words`);
  return known[language];
}

/** The words of a resource in the reader's language. */
export function useResourceWords<R extends Resource>(resource: R): ResourceWords<R> {
  return resourceWords(resource, useLanguage());
}

/**
 * What a record is called by its title as it is kept: one that came with the company in the reader's language, any other as somebody
 * wrote it.
 */
export function titleInWords(resource: string, title: string, language = readersLanguage()): string {
  const known = own(registered.get(resource)?.labels.titles ?? {}, title);
  return known ? textIn(language, known) : title;
}

/** A field that a server names without its resource: as the first resource that has one calls it, else by its own name. */
export function fieldNamed(name: string, language: Language): NamedField {
  for (const worded of registered.values())
    if (Object.hasOwn(worded.labels.fields, name)) return worded[language].named(name);
  return { label: plain(name) };
}

/** A value of a choice that stands without its resource, such as a payment's method in a command of the outbox. */
export function valueNamed(field: string, value: string, language: Language): string {
  for (const worded of registered.values())
    if (own(own(worded.labels.choices ?? {}, field) ?? {}, value))
      return worded[language].choice(field, value);
  return plain(value);
}

/** What a command, or any operation, is called: "customer.toggle_status" → "Suspend or resume"; an unknown kind as it is. */
export function commandWords(kind: string, language: Language): string {
  return byKind.get(kind)?.(language) ?? kind;
}

/** What a permission allows: "finance.transaction.reverse" → "Reverse payment"; null for one that has no words here. */
export function permissionWords(code: string, language: Language): string | null {
  return byPermission.get(code)?.(language) ?? null;
}

/** What a collection of the replica is called: "invoices" → "Bills"; an unknown one by its own name. */
export function useCollectionWords(): (collection: string) => string {
  const language = useLanguage();
  return useCallback(
    (collection) => byCollection.get(collection)?.[language].title ?? plain(collection),
    [language],
  );
}
