// Permission codes: `<module>.<resource>.<action>` (contract §2).

export const PERMISSION_MODULES = [
  "platform",
  "identity",
  "subscribers",
  "network",
  "billing",
  "finance",
  "operations",
  "hr",
  "callcenter",
  "reporting",
  "saas",
] as const;

/** Stands in a permission's place where super administrators alone may: no role can be granted it. */
export const SUPERUSER = "superuser";

export type PermissionModule = (typeof PERMISSION_MODULES)[number];

export interface Permission<C extends string = string> {
  readonly code: C;
  readonly name: string;
  readonly module: PermissionModule;
  readonly description: string;
}

/** A permission from its code: the name is read off the code's words. One that is on no resource has two parts. */
export function permission<const C extends `${PermissionModule}.${string}`>(
  code: C,
  description: string,
): Permission<C> {
  const [module, resource = "", action = ""] = code.split(".");
  const words = `${action} ${resource}`.replaceAll("_", " ").trim();
  return {
    code,
    name: words.charAt(0).toUpperCase() + words.slice(1),
    module: module as PermissionModule,
    description,
  };
}

/** Actions for which the right to what is one's own lets somebody in. */
const NARROWED = [".view", ".reverse"];

/**
 * Whether these rights let somebody see or do what asks for a right. Who may see or reverse what is their own passes where that
 * is asked for: what they then see is narrowed by their sight (server/kernel/operation/row-scope.ts), and what they may reverse by
 * the operation itself (server/billing/shift/own-reversals.ts).
 */
export function allows(held: { has(code: string): boolean }, code: string): boolean {
  return held.has(code) || (NARROWED.some((action) => code.endsWith(action)) && held.has(`${code}_own`));
}
