// The product's resources and operations as the kernels know them: by name, without importing an area.
// shared/resources.ts fills it, for the compiler by declaration merging and for the program by `registerDeclarations`.
import { metaOf } from "./field.ts";
import type { Operation } from "./operation.ts";
import type { Permission, SUPERUSER } from "./permission.ts";
import {
  type OfPlatform,
  type ParentDeclaration,
  permissionOf,
  type RecordOf,
  type Resource,
} from "./resource.ts";

/** Filled by shared/resources.ts with the types of its lists. */
// biome-ignore lint/suspicious/noEmptyInterface: declaration merging gives it its members
export interface Registry {}

type Listed<Name extends string, Otherwise> = Registry extends {
  readonly [K in Name]: readonly (infer Element)[];
}
  ? Element
  : Otherwise;

/** Any resource of the product, as declared. */
export type AnyResource = Listed<"resources", Resource>;
/** Any operation of the product, as declared. */
export type AnyOperation = Listed<"operations", Operation>;

export type ResourceName = AnyResource["name"];

type Replicated = Extract<AnyResource, { readonly replica: true }>;
/** What desktops hold: each collection with its records. */
export type Collections = { [R in Replicated as R["collection"]]: RecordOf<R> };
export type CollectionName = keyof Collections & string;

/** `<resource>.<verb>` of any operation. */
export type OperationKind = AnyOperation["name"];
/** An operation that desktops may send as a command. */
export type OfflineOperation = Extract<AnyOperation, { readonly offline: true }>;
export type CommandKind = OfflineOperation["name"];

type ActionsOf<R extends AnyResource> =
  | keyof R["permissions"]
  | (R["parent"] extends null ? ViewOf<R> : never);
type ViewOf<R extends AnyResource> =
  | ([R["verbs"][number] & ("list" | "read")] extends [never] ? never : "view")
  | (R["replica"] extends true ? "view" : never)
  | (R["own"] extends string ? "view_own" : never);
type CodesOf<R extends AnyResource> = R extends OfPlatform
  ? never
  : R extends unknown
    ? `${R["module"]}.${R["name"]}.${ActionsOf<R> & string}`
    : never;

/** Every permission code of the product. */
export type PermissionCode =
  | CodesOf<AnyResource>
  | Exclude<AnyOperation["permission"], null | "public" | typeof SUPERUSER>
  | Listed<"permissions", Permission>["code"];

/** The right that an operation asks for; null: that of being here. */
export const rightOf = ({ permission }: Operation): PermissionCode | null =>
  permission === "public" ? null : (permission as PermissionCode | null);

/** Those of which one without a right of its own asks for one, by what it is done to; none: it is for everybody who is here. */
export const rightsAmong = ({ further_permissions }: Operation): readonly PermissionCode[] =>
  further_permissions as readonly PermissionCode[];

/** The right to see a resource's records: of a part of another record, or of what is seen with it, it is the right to see that. */
export function rightToSee(resource: Resource): PermissionCode {
  const parent = parentOf(resource) ?? resourceNamed(resource.seen_with ?? "");
  return parent ? rightToSee(parent) : (permissionOf(resource, "list") as PermissionCode);
}

interface Declarations {
  readonly resources: readonly Resource[];
  readonly operations: readonly Operation[];
  readonly permissions: readonly Permission[];
}

type Child = Resource & { readonly parent: ParentDeclaration };

let declarations: Declarations | null = null;
let resourcesByName: ReadonlyMap<string, Resource> = new Map();
let resourcesByCollection: ReadonlyMap<string, Resource> = new Map();
let childrenByParent: ReadonlyMap<string, readonly Child[]> = new Map();
let operationsByKind: ReadonlyMap<string, Operation> = new Map();

/** Makes the product's declarations known to the program, once, before anything asks for them. */
export function registerDeclarations(all: Declarations): void {
  declarations = all;
  resourcesByName = new Map(all.resources.map((resource) => [resource.name, resource]));
  resourcesByCollection = new Map(all.resources.map((resource) => [resource.collection, resource]));
  const children = all.resources.filter((resource): resource is Child => resource.parent !== null);
  childrenByParent = new Map(
    all.resources.map((resource) => [
      resource.name,
      children.filter((child) => parentOf(child) === resource),
    ]),
  );
  operationsByKind = new Map(all.operations.map((operation) => [operation.name, operation]));
}

function known(): Declarations {
  if (!declarations) throw new Error("No declarations are registered: import shared/resources.ts first");
  return declarations;
}

/** Every resource, in the order of daily work. */
export const allResources = (): readonly Resource[] => known().resources;

/** Every permission: what roles are made of. */
export const allPermissions = (): readonly Permission[] => known().permissions;

/** The resource of this name; null when this version does not have it. */
export const resourceNamed = (name: string): Resource | null => resourcesByName.get(name) ?? null;

/** The resource whose records a collection holds. */
export const resourceOf = (collection: string): Resource | null =>
  resourcesByCollection.get(collection) ?? null;

/** The parent of this resource; null where it has none. */
export function parentOf({ parent, fields }: Resource): Resource | null {
  const field = parent && fields[parent.via];
  return field ? resourceNamed(metaOf(field).references ?? "") : null;
}

/** The resources whose records are parts of this one's. */
export const childrenOf = ({ name }: Resource): readonly Child[] => childrenByParent.get(name) ?? [];

/** The operation of this kind; null when this version does not have it. */
export const operationNamed = (kind: string): Operation | null => operationsByKind.get(kind) ?? null;

/** Whether a collection's records lose a reference when a record of this resource is deleted. */
export const outlives = (collection: string, gone: Resource): boolean =>
  Object.values(resourceOf(collection)?.fields ?? {}).some((field) => {
    const { outlived, references } = metaOf(field);
    return outlived && references === gone.name;
  });

/** The operations of a resource, plain verbs included. */
export const operationsOn = (resource: Resource): readonly Operation[] =>
  known().operations.filter(({ on }) => on === resource);
