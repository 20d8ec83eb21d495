// What a resource is: one declaration, from which REST, OpenAPI, replica, lists and forms are made.
import { z } from "zod";
import { type Field, type FieldMeta, metaOf } from "./field.ts";
import type { PermissionModule } from "./permission.ts";

export type Area =
  | "platform"
  | "identity"
  | "network"
  | "subscribers"
  | "billing"
  | "helpdesk"
  | "hr"
  | "reporting";

export type Fields = Readonly<Record<string, Field>>;
export type Verb = "list" | "read" | "create" | "update" | "delete";

export interface ResourceDeclaration<F extends Fields = Fields> {
  /** Singular snake_case name: the middle of its permission codes and the head of its command kinds. */
  name: string;
  /** Path under /api/v1, without slashes at its ends. */
  path: string;
  /** Its name among collections, where the path with underscores will not do. */
  collection?: string;
  /** Its table; the path with underscores unless it differs. */
  table?: string;
  area: Area;
  module: PermissionModule;
  /** One line that OpenAPI and the screens show. */
  summary: string;
  fields: F;
  /** What the generic REST routes offer. Further operations are declared beside it. */
  verbs: readonly Verb[];
  search?: readonly (keyof F & string)[];
  /** Default ordering, e.g. ["-created_at"]; id breaks ties. */
  order?: readonly string[];
  /** Names shown beside references: answer key → reference field and the column of the record it points to. */
  display?: Readonly<Record<string, { via: keyof F & string; column: string }>>;
  /** Whether desktops hold it. */
  replica?: boolean;
}

export interface Resource<F extends Fields = Fields>
  extends Required<Omit<ResourceDeclaration<F>, "display" | "search">> {
  // Plain texts: with keyof F no resource would fit where any resource is taken.
  search: readonly string[];
  display: Readonly<Record<string, { via: string; column: string }>>;
  /** Its name among the replica's collections: the path with underscores. */
  collection: string;
}

export function resource<const F extends Fields>(declaration: ResourceDeclaration<F>): Resource<F> {
  const collection = declaration.collection ?? declaration.path.replaceAll("-", "_");
  return Object.freeze({
    table: collection,
    search: [],
    order: ["-created_at"],
    display: {},
    replica: false,
    ...declaration,
    collection,
  });
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
export type RecordOf<R> =
  R extends Resource<infer F>
    ? Shape<F> & { id: string; created_at: string; updated_at: string; version: number }
    : never;

/** Field names with their metadata, in order of declaration. */
export function fieldsOf(resource: Resource): [string, FieldMeta][] {
  return Object.entries(resource.fields).map(([name, field]) => [name, metaOf(field)]);
}

/** The schema of an answered record: no secrets, everything present. */
export function recordSchema(resource: Resource): z.ZodObject {
  const shape: Record<string, z.ZodType> = { id: serverFields.id };
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!metaOf(field).secret) shape[name] = field;
  }
  for (const name of Object.keys(resource.display)) shape[name] = z.string().nullable().optional();
  const { created_at, updated_at, version } = serverFields;
  return z.object({ ...shape, created_at, updated_at, version });
}

/** The body of a create. `id` may be the client's own, for records created offline. Unknown fields are refused. */
export function createSchema(resource: Resource): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const meta = metaOf(field);
    if (meta.writable === "never") continue;
    shape[name] = meta.required ? field : field.optional();
  }
  return z.strictObject({ ...shape, id: z.uuidv7().optional() });
}

/** The body of a partial update. */
export function updateSchema(resource: Resource): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (metaOf(field).writable === "always") shape[name] = field.optional();
  }
  return z.strictObject(shape);
}

export type Action = "view" | "create" | "update" | "delete";

const ACTIONS: Readonly<Record<Verb, Action>> = {
  list: "view",
  read: "view",
  create: "create",
  update: "update",
  delete: "delete",
};

/** The permission code of one of a resource's generic verbs: `<module>.<resource>.<action>`. */
export function permissionOf(resource: Resource, verb: Verb): string {
  return `${resource.module}.${resource.name}.${ACTIONS[verb]}`;
}
