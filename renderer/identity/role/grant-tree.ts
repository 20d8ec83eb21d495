// What a role is granted as a tree: everything, a module, a resource, one right. Patterns are kept as long as they hold. Pure.
import { covers, permissionCodes } from "../../../shared/identity/grants.ts";
import { PERMISSION_MODULES } from "../../../shared/kernel/permission.ts";

export interface GrantNode {
  /** A code, or the pattern that stands for all below it. */
  readonly grant: string;
  readonly below: readonly GrantNode[];
}

const EVERYTHING = "*";

/** The tree of all rights of this version. */
export function grantTree(): GrantNode {
  const codes = permissionCodes();
  const resources = [...new Set(codes.map((code) => code.replace(/\.[^.]*$/, "")))];
  const inside = (name: string, names: readonly string[]) =>
    names.filter((one) => one.startsWith(`${name}.`));
  const below = PERMISSION_MODULES.filter((module) => inside(module, resources).length > 0).map((module) => ({
    grant: `${module}.*`,
    below: [
      ...inside(module, resources).map((resource) => ({
        grant: `${resource}.*`,
        below: inside(resource, codes).map((grant) => ({ grant, below: [] })),
      })),
      // A right on no resource: finance.backdate.
      ...inside(module, codes)
        .filter((code) => code.split(".").length === 2)
        .map((grant) => ({ grant, below: [] })),
    ],
  }));
  return { grant: EVERYTHING, below };
}

/** `all`: now and in later versions. `some`: some of what is below it. */
export function grantState({ grant }: GrantNode, granted: readonly string[]): "all" | "some" | "none" {
  if (granted.some((given) => covers(given, grant))) return "all";
  return granted.some((given) => covers(grant, given)) ? "some" : "none";
}

function nodeOf(tree: GrantNode, grant: string): GrantNode | null {
  if (tree.grant === grant) return tree;
  for (const node of tree.below) {
    const found = covers(node.grant, grant) ? nodeOf(node, grant) : null;
    if (found) return found;
  }
  return null;
}

/** What is left of a grant without this one: a wider pattern becomes those beside it. */
function taken(tree: GrantNode, given: string, away: string): string[] {
  if (covers(away, given)) return [];
  if (!covers(given, away)) return [given];
  return (nodeOf(tree, given)?.below ?? []).flatMap(({ grant }) => taken(tree, grant, away));
}

/** The grants with this one given, or taken away. */
export function withGrant(
  tree: GrantNode,
  granted: readonly string[],
  grant: string,
  on: boolean,
): readonly string[] {
  if (on) return [...granted.filter((given) => !covers(grant, given)), grant];
  return granted.flatMap((given) => taken(tree, given, grant));
}

/** The codes of this version among what is below a node. */
export function codesBelow({ grant, below }: GrantNode): string[] {
  if (below.length === 0) return grant.endsWith("*") ? [] : [grant];
  return below.flatMap(codesBelow);
}
