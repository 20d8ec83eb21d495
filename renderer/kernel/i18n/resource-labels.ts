// What has to be said of a resource, by type from its declaration: a label that is missing, or names nothing, does not compile.

import type { Pair } from "../../../shared/kernel/formatting/language.ts";
import type { OperationKind } from "../../../shared/kernel/registry.ts";
import type { PlainVerb, RecordOf, Resource } from "../../../shared/kernel/resource.ts";

/** Fields of a resource by name. */
export type FieldName<R extends Resource> = keyof R["fields"] & string;

/** Fields that every record has beside its own. */
export type ServerField = "id" | "created_at" | "updated_at" | "version";

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
type NamedOperation<R extends Resource> = Exclude<OperationOf<R>, PlainVerb | "read">;

type PlainWords<R extends Resource> = Readonly<Partial<Record<OperationOf<R>, Pair>>>;

/** Whole names that stand alone, as on a button and in the outbox: "Suspend or resume". */
type OperationWords<R extends Resource> = [OperationOf<R>] extends [never]
  ? { readonly operations?: never }
  : [NamedOperation<R>] extends [never]
    ? { readonly operations?: PlainWords<R> }
    : { readonly operations: Readonly<Record<NamedOperation<R>, Pair>> & PlainWords<R> };

type FurtherPermission<R extends Resource> = keyof R["permissions"] & string;

/** What rights allow that no operation requires. */
type PermissionWords<R extends Resource> = [FurtherPermission<R>] extends [never]
  ? { readonly permissions?: never }
  : { readonly permissions: Readonly<Record<FurtherPermission<R>, Pair>> };

/** What has to be said of a resource, each time in both languages. Names are written as in the middle of a sentence. */
export type Labels<R extends Resource> = ChoiceWords<R> &
  OperationWords<R> &
  PermissionWords<R> & {
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
    /** The values of those that are chosen, by input: "All who have it". */
    readonly input_choices?: Readonly<Record<string, Readonly<Record<string, Pair>>>>;
    /** How the first one comes to be, said where the list is empty. */
    readonly empty?: Pair;
    /** What the records that come with a new company are called, by the name under which they are kept. */
    readonly titles?: Readonly<Record<string, Pair>>;
  };
