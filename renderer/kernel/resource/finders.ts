// Own ways to find records of a resource by what was typed, for those that are too many to be looked through at every key.
import type { Resource } from "../../../shared/kernel/resource.ts";
import type { Replica } from "../replica/index.ts";
import type { AnyRecord } from "./fields.ts";

/** Finds records of this computer, the best match first. */
type Finder = (replica: Replica, typed: string, limit: number) => readonly AnyRecord[];

const finders = new Map<string, Finder>();

/** Pickers find records of the resource this way; call it where the resource's area is put together. */
export function findWith(resource: Resource, finder: Finder): void {
  finders.set(resource.name, finder);
}

export const finderOf = (resource: Resource): Finder | undefined => finders.get(resource.name);
