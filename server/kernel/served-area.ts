// An area's door, as far as it follows from what the area declares.
import { plainOperations } from "../../shared/kernel/operation.ts";
import type { Resource } from "../../shared/kernel/resource.ts";
import type { AreaModule, ServedResource } from "./area.ts";
import { crudOperations } from "./resource/crud.ts";

/** What serving a resource takes beside its declaration. */
type More = Omit<ServedResource, "resource">;

interface Given<N extends string> extends Omit<AreaModule, "resources" | "operations" | "routes"> {
  /** By the resource's name. */
  resources?: { readonly [K in N]?: More };
  operations?: AreaModule["operations"];
  routes?: AreaModule["routes"];
}

/** The door of an area: it serves the resources that it declares; their plain verbs need a handler only where they have hooks. */
export function servedArea<const R extends readonly Resource[]>(
  declared: R,
  { resources = {}, operations = [], routes = [], ...given }: Given<R[number]["name"]>,
): AreaModule {
  const more: Readonly<Record<string, More | undefined>> = resources;
  const handled = new Set(operations.map(({ operation }) => operation.name));
  const plain = declared.flatMap((resource) => crudOperations<Resource>(plainOperations(resource)));
  return {
    ...given,
    resources: declared.map((resource) => ({ resource, ...more[resource.name] })),
    operations: [...operations, ...plain.filter(({ operation }) => !handled.has(operation.name))],
    routes,
  };
}
