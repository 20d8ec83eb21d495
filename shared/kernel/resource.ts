// What a resource is: one declaration, from which REST, OpenAPI, replica, lists and forms are made.
import { z } from "zod";
import type { FailureCode } from "./failure.ts";
import { type Field, type FieldMeta, metaOf, type TraitsOf, type Writable } from "./field.ts";
import { type PermissionModule, SUPERUSER } from "./permission.ts";

export type Area =
  | "platform"
  | "identity"
  | "network"
  | "subscribers"
  | "billing"
  | "helpdesk"
  | "store"
  | "callcenter"
  | "hr"
  | "reports"
  | "integrations"
  | "saas";

export type Fields = Readonly<Record<string, Field>>;
export type Verb = "list" | "read" | "create" | "update" | "delete";
/** The verbs that write; each is an operation (operation.ts, `plainOperations`). */
export type PlainVerb = "create" | "update" | "delete";

/** What desktops hold of a resource. */
export interface ReplicaDeclaration {
  /**
   * Of a large collection, the indexes that screens' queries walk: it gets a table of its own. Every index is paid for
   * with every changed record, so name only those that a screen needs.
   */
  indexes: readonly (readonly string[])[];
  /** Desktops hold only their user's own records, also where the user may see all; lists of all come from the server. */
  own?: true;
  /**
   * Its records stay in the sealed log on disk and are read when a screen asks for some of them, by id or by a field of
   * `indexes`: for what is read per customer and no list shows whole. Names beside references can't be taken of it.
   */
  kept?: "disk";
}

/** The parent of a resource's records: each belongs to the record that its field `via` names. */
export interface ParentDeclaration<F extends string = string> {
  via: F;
  /** The name under which the parent's detail answers them; left out, it does not answer them. */
  as?: string;
}

export interface ResourceDeclaration<
  F extends Fields = Fields,
  N extends string = string,
  P extends string = string,
  C extends string = string,
  M extends PermissionModule = PermissionModule,
  V extends Verb = Verb,
  L extends boolean | ReplicaDeclaration = boolean | ReplicaDeclaration,
  O extends PlainVerb = PlainVerb,
  X extends string = string,
  Q extends ParentDeclaration | null = ParentDeclaration | null,
  W extends string | null = string | null,
> {
  /** Singular snake_case name: the middle of its permission codes and the head of its command kinds. */
  name: N;
  /** Path under /api/v1, without slashes at its ends. */
  path: P;
  /** Its name among collections, where the path with underscores will not do. */
  collection?: C;
  /** Its table; the path with underscores unless it differs. */
  table?: string;
  /** The view over its table where its records are read, when they show what the table does not hold; else the table. */
  view?: string;
  area: Area;
  module: M;
  /** One line that OpenAPI and the screens show. */
  summary: string;
  /** How a sentence names its records, for the words of permissions ("See customers"); the collection in words unless it differs. */
  many?: string;
  fields: F;
  /** What the generic REST routes offer. Further operations are declared beside it. */
  verbs: readonly V[];
  search?: readonly (keyof F & string)[];
  /** A table of its own for the searched texts: it changes with a text, not with each sale. */
  searched_in?: string;
  /**
   * Its table may hold a tenant's millions: the filters that an index answers at any size, as one does the order and the
   * search. Tests compare the tables' indexes with it.
   */
  large?: { filters: readonly (keyof F & string)[] };
  /** Default ordering, e.g. ["-created_at"]; id breaks ties. */
  order?: readonly string[];
  /** The field that a record is called by, in lists and pickers. */
  title?: keyof F & string;
  /** Names shown beside references: answer key → reference field and the column of the record it points to. */
  display?: Readonly<Record<string, { via: keyof F & string; column: string }>>;
  /** Its answers over REST name the company (`tenant`): all that it would say in a replica or a list is known there. */
  names_tenant?: true;
  /** Who may see its parent may see it; the parent's page shows its records. */
  parent?: Q;
  /** The resource whose right of seeing it is seen with, by name: it has none of its own. */
  seen_with?: string;
  /** Whether desktops hold it. */
  replica?: L;
  /**
   * How a record belongs to a person: the reference that leads to them, either to a user or to a resource that says the same
   * of itself (an invoice: its customer; a customer: their reseller; a reseller: their user). It makes the permission
   * `view_own`: who has that and not `view` sees their own records alone. A part says nothing: it goes with its parent. The
   * table says it as well (`keep_own`).
   */
  own?: W & (keyof F & string);
  /** A second person whose record it is as well: a reference to a user beside that of `own` (of money handed over: its receiver). */
  own_too?: keyof F & string;
  /** The plain verbs that desktops send as commands. */
  offline?: readonly O[];
  /** Collections in which its plain writes are seen, beside its own. */
  changes?: readonly string[];
  /** False: its rows carry no transaction id of their last change, so its changes cannot be followed. */
  has_feed?: false;
  /** Why any write that is seen in it may be refused, beside what each declares: a closed period of the books. */
  refusals?: readonly FailureCode[];
  /** Further permissions on it that no verb or operation requires: action → what it allows. */
  permissions?: Readonly<Record<X, string>>;
}

/** A declared resource; its names are literal types, from which collections, codes and kinds are made (registry.ts). */
export interface Resource<
  F extends Fields = Fields,
  N extends string = string,
  C extends string = string,
  M extends PermissionModule = PermissionModule,
  V extends Verb = Verb,
  L extends boolean = boolean,
  O extends PlainVerb = PlainVerb,
  X extends string = string,
  Q extends ParentDeclaration | null = ParentDeclaration | null,
  W extends string | null = string | null,
> {
  readonly name: N;
  readonly path: string;
  readonly collection: C;
  readonly table: string;
  /** Where its records are read: its table, or a view over it with the same rows. */
  readonly view: string;
  readonly area: Area;
  readonly module: M;
  readonly summary: string;
  /** Of the installation, not of a tenant: super administrators alone see and write its records. */
  readonly of_platform: boolean;
  readonly many: string;
  readonly fields: F;
  readonly verbs: readonly V[];
  // Plain texts: with keyof F no resource would fit where any resource is taken.
  readonly search: readonly string[];
  readonly searched_in: string;
  /** Null: a list of some hundreds, which is read as fast whatever is asked of it. */
  readonly large: { readonly filters: readonly string[] } | null;
  readonly order: readonly string[];
  /** Null: its records have no name but their id. */
  readonly title: string | null;
  readonly display: Readonly<Record<string, { via: string; column: string }>>;
  readonly names_tenant: boolean;
  readonly parent: Q;
  /** Null: it has a right of its own, or goes with its parent. */
  readonly seen_with: string | null;
  readonly replica: L;
  /** Empty: a small collection, or one that no desktop holds. */
  readonly indexes: readonly (readonly string[])[];
  /** Whether desktops hold only their user's own records. */
  readonly replica_own: boolean;
  /** Whether desktops read its records from disk when they are asked for, and not from memory. */
  readonly replica_on_disk: boolean;
  /** Null: its records belong to no person. */
  readonly own: W;
  /** Null: there is no second person. */
  readonly own_too: string | null;
  readonly offline: readonly O[];
  readonly changes: readonly string[];
  /** Whether programs can follow its changes (GET /changes/). */
  readonly has_feed: boolean;
  readonly refusals: readonly FailureCode[];
  readonly permissions: Readonly<Record<X, string>>;
}

type Underscored<P extends string> = P extends `${infer A}-${infer B}` ? `${A}_${Underscored<B>}` : P;

const TITLES = ["name", "title", "subject"];

export function resource<
  const F extends Fields,
  const N extends string,
  const P extends string,
  const M extends PermissionModule,
  V extends Verb,
  const C extends string = Underscored<P>,
  const L extends boolean | ReplicaDeclaration = false,
  O extends PlainVerb = never,
  X extends string = never,
  const Q extends ParentDeclaration<keyof F & string> | null = null,
  const W extends string | null = null,
>(
  declaration: ResourceDeclaration<F, N, P, C, M, V, L, O, X, Q, W>,
): Resource<F, N, C, M, V, L extends false ? false : true, O, X, Q, W> {
  const { path, fields, replica = false } = declaration;
  const collection = declaration.collection ?? path.replaceAll("-", "_");
  const made: Resource = {
    of_platform: false,
    table: collection,
    view: declaration.table ?? collection,
    searched_in: declaration.table ?? collection,
    many: collection.replaceAll("_", " "),
    search: [],
    large: null,
    order: ["-created_at"],
    title: TITLES.find((name) => Object.hasOwn(fields, name)) ?? null,
    display: {},
    names_tenant: false,
    parent: null,
    seen_with: null,
    own: null,
    own_too: null,
    offline: [],
    changes: [],
    has_feed: true,
    refusals: [],
    permissions: {},
    ...declaration,
    collection,
    replica: replica !== false,
    indexes: typeof replica === "object" ? replica.indexes : [],
    replica_own: typeof replica === "object" && replica.own === true,
    replica_on_disk: typeof replica === "object" && replica.kept === "disk",
  };
  return Object.freeze(made) as Resource<F, N, C, M, V, L extends false ? false : true, O, X, Q, W>;
}

/** What tells the compiler that a resource is the platform's. */
export interface OfPlatform {
  readonly of_platform: true;
}

/**
 * A resource of the installation itself, e.g. its tenants. It has the same lists, forms, versions and audit as a tenant's;
 * no role can be granted it, no desktop holds it, and its table has no tenant.
 */
export function platformResource<
  const F extends Fields,
  const N extends string,
  const P extends string,
  const M extends PermissionModule,
  V extends Verb,
  const C extends string = Underscored<P>,
>(
  declaration: Omit<
    ResourceDeclaration<F, N, P, C, M, V>,
    "replica" | "offline" | "permissions" | "parent" | "own"
  >,
): Resource<F, N, C, M, V, false, never, never> & OfPlatform {
  return Object.freeze({ ...resource<F, N, P, M, V, C>(declaration), of_platform: true as const });
}

/** Fields that the server owns on every resource (contract §3). */
const serverFields = {
  id: z.uuid(),
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }),
  version: z.int(),
};

type Shape<F extends Fields> = { [K in keyof F]: z.output<F[K]> };

/** A record as the API answers it and the replica holds it. */
export type RecordOf<R> = R extends { readonly fields: infer F extends Fields }
  ? Shape<F> & { id: string; created_at: string; updated_at: string; version: number }
  : never;

/** The fields that a body may hold: of a create, or of a change. */
type Settable<F extends Fields, W extends Writable> = {
  [K in keyof F as TraitsOf<F[K]>["writable"] extends W ? K : never]: F[K];
};

type CreateShape<F extends Fields> = {
  [K in keyof Settable<F, "always" | "create">]: TraitsOf<F[K]>["required"] extends true
    ? F[K]
    : z.ZodOptional<F[K]>;
} & { id: z.ZodOptional<z.ZodUUID> };

type UpdateShape<F extends Fields> = { [K in keyof Settable<F, "always">]: z.ZodOptional<F[K]> };

export type CreateSchema<F extends Fields> = z.ZodObject<CreateShape<F>, z.core.$strict>;
export type UpdateSchema<F extends Fields> = z.ZodObject<UpdateShape<F>, z.core.$strict>;

const named_fields = new WeakMap<Resource, readonly (readonly [string, FieldMeta])[]>();

/** Field names with their metadata, in order of declaration. They are looked up once: each record that is written asks for them. */
export function fieldsOf(resource: Resource): readonly (readonly [string, FieldMeta])[] {
  const known = named_fields.get(resource);
  if (known) return known;
  const fields = Object.entries(resource.fields).map(([name, field]) => [name, metaOf(field)] as const);
  named_fields.set(resource, fields);
  return fields;
}

/** The schema of an answered record: no secrets, everything present. */
export function recordSchema(resource: Resource): z.ZodObject {
  const shape: Record<string, z.ZodType> = { id: serverFields.id };
  if (resource.names_tenant) shape.tenant = serverFields.id;
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!metaOf(field).secret) shape[name] = field;
  }
  for (const name of Object.keys(resource.display)) shape[name] = z.string().nullable().optional();
  const { created_at, updated_at, version } = serverFields;
  return z.object({ ...shape, created_at, updated_at, version });
}

/** The body of a create. `id` may be the client's own, for records created offline. Unknown fields are refused. */
export function createSchema<F extends Fields>(resource: Resource<F>): CreateSchema<F> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const meta = metaOf(field);
    if (meta.writable === "never") continue;
    shape[name] = meta.required ? field : field.optional();
  }
  return z.strictObject({ ...shape, id: z.uuidv7().optional() }) as CreateSchema<F>;
}

/** The body of a partial update. */
export function updateSchema<F extends Fields>(resource: Resource<F>): UpdateSchema<F> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (metaOf(field).writable === "always") shape[name] = field.optional();
  }
  return z.strictObject(shape) as UpdateSchema<F>;
}

export type Action = "view" | "create" | "update" | "delete";

const ACTIONS: Readonly<Record<Verb, Action>> = {
  list: "view",
  read: "view",
  create: "create",
  update: "update",
  delete: "delete",
};

/** The permission code that is named after one of a resource's generic verbs: `<module>.<resource>.<action>`. */
export function permissionOf(resource: Resource, verb: Verb): string {
  if (resource.of_platform) return SUPERUSER;
  return `${resource.module}.${resource.name}.${ACTIONS[verb]}`;
}
