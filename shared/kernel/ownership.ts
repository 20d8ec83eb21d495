// How records belong to people: the chain of references that a resource's `own` begins (resource.ts). A part belongs to
// whom the record belongs that it is a part of.
import { metaOf } from "./field.ts";
import { allows } from "./permission.ts";
import { allResources, parentOf, resourceNamed, rightToSee } from "./registry.ts";
import type { Resource } from "./resource.ts";

/** One step of the chain. */
export interface Owner {
  /** The field of the record that leads to its owner. */
  field: string;
  /** The resource of which that is; null: it is the user. */
  resource: Resource | null;
}

/** Through what a resource's records belong to people; null: they belong to no person. */
export function ownerOf(resource: Resource): Owner | null {
  const { own, parent, fields, name } = resource;
  const whole = parentOf(resource);
  if (parent && whole) return ownerOf(whole) ? { field: parent.via, resource: whole } : null;
  if (own === null) return null;
  const field = fields[own];
  const references = (field && metaOf(field).references) ?? "";
  if (references === "user") return { field: own, resource: null };
  const owner = resourceNamed(references);
  if (!owner || !ownerOf(owner)) throw new Error(`${name}.${own} leads to ${references}, which is nobody's`);
  return { field: own, resource: owner };
}

/** The last resource of the chain, whose records belong to a user directly. */
function rootOf(resource: Resource): Resource {
  const owner = ownerOf(resource)?.resource;
  return owner ? rootOf(owner) : resource;
}

/** The resources whose records belong to people. */
export const ownable = (): readonly Resource[] =>
  allResources().filter((resource) => ownerOf(resource) !== null);

/** The resources whose records belong to a person through this one's. */
export const belongingTo = (resource: Resource): readonly Resource[] =>
  allResources().filter((other) => ownerOf(other)?.resource === resource);

/**
 * The resources of which a caller sees their own records alone: those that they may not see whole, where they may see
 * their own of any resource of the same root. So a caller sees no more of an invoice's payments than of the invoice.
 */
export function narrowed(held: { has(code: string): boolean }): readonly Resource[] {
  const partial = ownable().filter((resource) => !held.has(rightToSee(resource)));
  const roots = new Set(partial.filter((resource) => allows(held, rightToSee(resource))).map(rootOf));
  return partial.filter((resource) => roots.has(rootOf(resource)));
}
