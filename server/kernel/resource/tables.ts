// Which table holds which resource: told once at start, so that references can be followed by name.
import type { Resource } from "../../../shared/kernel/resource.ts";

const tables = new Map<string, string>();

export function registerTables(resources: readonly Resource[]): void {
  for (const resource of resources) tables.set(resource.name, resource.table);
}

/** The table of a resource; null when this version does not have the resource, so that nothing can refer to it yet. */
export function tableOf(resource: string): string | null {
  return tables.get(resource) ?? null;
}
