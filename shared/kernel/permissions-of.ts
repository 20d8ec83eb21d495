// The list of permissions that follows from the declarations, with what each allows.
import type { Operation } from "./operation.ts";
import { PERMISSION_MODULES, type Permission, permission, SUPERUSER } from "./permission.ts";
import type { Resource } from "./resource.ts";

const PLAIN = { create: "Add", update: "Change", delete: "Delete" } as const;

function ofOperation({ on, verb, permission: code, allows }: Operation): Permission[] {
  if (code === null || code === "public" || code === SUPERUSER) return [];
  return [permission(code as "platform.x.x", verb ? `${PLAIN[verb]} ${on.many}` : allows)];
}

function ofResource(resource: Resource, operations: readonly Operation[]): Permission[] {
  const { module, name, many, verbs, replica, parent, seen_with } = resource;
  const stem = `${module}.${name}` as const;
  // Who may see its parent may see a part; no role is granted what is the platform's.
  const isRead =
    !resource.of_platform &&
    parent === null &&
    seen_with === null &&
    (replica || verbs.includes("list") || verbs.includes("read"));
  const own = operations.filter(({ on }) => on === resource);
  return [
    ...(isRead ? [permission(`${stem}.view`, `See ${many}`)] : []),
    ...(isRead && resource.own ? [permission(`${stem}.view_own`, `See own ${many} alone`)] : []),
    ...own.filter(({ verb }) => verb !== null).flatMap(ofOperation),
    ...own.filter(({ verb }) => verb === null).flatMap(ofOperation),
    ...Object.entries(resource.permissions).map(([action, allows]) =>
      permission(`${stem}.${action}`, allows),
    ),
  ];
}

/**
 * Every permission that the declarations ask for, each once, by module.
 * @param further what no resource or operation asks for: procedures and routes of their own.
 */
export function permissionsOf(
  resources: readonly Resource[],
  operations: readonly Operation[],
  further: readonly Permission[],
): Permission[] {
  const all = [...resources.flatMap((resource) => ofResource(resource, operations)), ...further];
  const once = all.filter(({ code }, at) => all.findIndex((one) => one.code === code) === at);
  return PERMISSION_MODULES.flatMap((module) => once.filter((one) => one.module === module));
}
