// The words of a resource, complete by type from its declaration: names, fields, choices, operations; and how they are read.
import { useCallback } from "react";
import { own } from "../../../shared/kernel/own.ts";
import type { OperationKind } from "../../../shared/kernel/registry.ts";
import type { RecordOf, Resource } from "../../../shared/kernel/resource.ts";
import { type Language, type Pair, textIn, useLanguage } from "./language.ts";
import { wordsIn } from "./translate.ts";

const VERBS = { create: "verb.create", update: "verb.update", delete: "verb.delete" } as const;

/** Fields of a resource by name. */
type FieldName<R extends Resource> = keyof R["fields"] & string;

/** Fields that every record has beside its own. */
type ServerField = "id" | "created_at" | "updated_at" | "version";

/** What a field holds, where that is one of a few values; never for texts and numbers. */
type ChoiceOf<R extends Resource, F extends FieldName<R>> =
  NonNullable<RecordOf<R>[F & keyof RecordOf<R>]> extends infer V
    ? V extends string
      ? string extends V
        ? never
        : V
      : never
    : never;

type ChoiceField<R extends Resource> = {
  [F in FieldName<R>]: [ChoiceOf<R, F>] extends [never] ? never : F;
}[FieldName<R>];

/** The words for each value of a choice; one table serves every field that offers the same values. */
type ChoiceWords<R extends Resource> = [ChoiceField<R>] extends [never]
  ? { readonly choices?: never }
  : { readonly choices: { readonly [F in ChoiceField<R>]: Readonly<Record<ChoiceOf<R, F>, Pair>> } };

type AfterDot<K> = K extends `${string}.${infer N}` ? N : never;

/** Names of the operations on a resource, of all that are declared. */
type OperationOf<R extends Resource> = AfterDot<Extract<OperationKind, `${R["name"]}.${string}`>>;

/** Plain verbs are called by themselves ("New customer"), and what is only read is on no button. */
type NamedOperation<R extends Resource> = Exclude<OperationOf<R>, keyof typeof VERBS | "read">;

type PlainWords<R extends Resource> = Readonly<Partial<Record<OperationOf<R>, Pair>>>;

/** Whole names that stand alone, as on a button and in the outbox: "Suspend or resume". */
type OperationWords<R extends Resource> = [OperationOf<R>] extends [never]
  ? { readonly operations?: never }
  : [NamedOperation<R>] extends [never]
    ? { readonly operations?: PlainWords<R> }
    : { readonly operations: Readonly<Record<NamedOperation<R>, Pair>> & PlainWords<R> };

/** What has to be said of a resource, each time in both languages. Names are written as in the middle of a sentence. */
export type Labels<R extends Resource> = ChoiceWords<R> &
  OperationWords<R> & {
    readonly one: Pair;
    readonly many: Pair;
    /** What the list of all is called, where that is not `many`: "audit log". */
    readonly title?: Pair;
    readonly fields: Readonly<Record<FieldName<R>, Pair>>;
    /** What is said under a field in a form, for fields that need it. */
    readonly hints?: Readonly<Partial<Record<FieldName<R>, Pair>>>;
    /** How a field is written, said when it was wrong: "As in name@example.com". */
    readonly written?: Readonly<Partial<Record<FieldName<R>, Pair>>>;
    /** What operations ask for that is no field of the resource: "New password". */
    readonly inputs?: Readonly<Record<string, Pair>>;
    /** How the first one comes to be, said where the list is empty. */
    readonly empty?: Pair;
  };

interface AnyLabels {
  readonly one: Pair;
  readonly many: Pair;
  readonly title?: Pair;
  readonly fields: Readonly<Record<string, Pair>>;
  readonly choices?: Readonly<Record<string, Readonly<Record<string, Pair>>>>;
  readonly hints?: Readonly<Record<string, Pair | undefined>>;
  readonly written?: Readonly<Record<string, Pair | undefined>>;
  readonly operations?: Readonly<Record<string, Pair | undefined>>;
  readonly inputs?: Readonly<Record<string, Pair>>;
  readonly empty?: Pair;
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

/** A field as a form speaks of it. */
export interface NamedField {
  readonly label: string;
  /** How it is written, where that needs saying. */
  readonly written?: string;
}

/** Words of a resource in one language. */
export interface ResourceWords<R extends Resource = Resource> {
  /** "Customer", as in a heading. */
  readonly one: string;
  /** "Customers". */
  readonly many: string;
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

function read({ resource, labels }: WordedResource, language: Language): ResourceWords {
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
      return { label: field(name), ...(written ? { written: say(written) } : {}) };
    },
    choice: (name, value) => {
      const label = own(own(labels.choices ?? {}, name) ?? {}, value);
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

/** Makes the words of resources known to the screens; at start, once. */
export function registerResourceWords(resources: readonly WordedResource[]): void {
  for (const worded of resources) {
    const { name, collection } = worded.resource;
    const known: InEachLanguage = { en: read(worded, "en"), bn: read(worded, "bn"), labels: worded.labels };
    registered.set(name, known);
    byCollection.set(collection, known);
    for (const operation of [...Object.keys(VERBS), ...Object.keys(worded.labels.operations ?? {})])
      byKind.set(`${name}.${operation}`, (language) => known[language].operation(operation));
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

export function useCommandWords(): (kind: string) => string {
  const language = useLanguage();
  return useCallback((kind) => commandWords(kind, language), [language]);
}

/** What a collection of the replica is called: "invoices" → "Bills"; an unknown one by its own name. */
export function useCollectionWords(): (collection: string) => string {
  const language = useLanguage();
  return useCallback(
    (collection) => byCollection.get(collection)?.[language].title ?? plain(collection),
    [language],
  );
}
