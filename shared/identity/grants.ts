// What a role is granted: permission codes, and patterns that stand for all codes below them (contract §2).
import { allPermissions } from "../kernel/registry.ts";

const isPattern = (grant: string) => grant === "*" || grant.endsWith(".*");

/** Whether everything that `inner` stands for, now or in a later release, is among what `outer` stands for. */
export function covers(outer: string, inner: string): boolean {
  return outer === inner || (isPattern(outer) && inner.startsWith(outer.slice(0, -1)));
}

/** Every permission code of this version, in the order of the list. */
export const permissionCodes = (): readonly string[] => allPermissions().map(({ code }) => code);

const KEPT = 500;
const expanded = new Map<string, ReadonlySet<string>>();

/** The codes that grants amount to in this release, in the order of the list of permissions. Kept: each request asks. */
export function expandPermissions(grants: readonly string[]): ReadonlySet<string> {
  const key = grants.join();
  const known = expanded.get(key);
  if (known) return known;
  const codes = new Set(permissionCodes().filter((code) => grants.some((grant) => covers(grant, code))));
  if (expanded.size >= KEPT) expanded.clear();
  expanded.set(key, codes);
  return codes;
}

/** Whether a grant is a code, or a pattern that stands for something: a misspelt one would grant nothing, silently. */
export function isGrant(grant: string): boolean {
  if (!isPattern(grant)) return permissionCodes().includes(grant);
  return permissionCodes().some((code) => covers(grant, code));
}
