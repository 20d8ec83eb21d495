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

export type PermissionModule = (typeof PERMISSION_MODULES)[number];

export interface Permission {
  code: string;
  name: string;
  module: PermissionModule;
  description: string;
}

/** A permission from its code: the name is read off the code's words. */
export function permission(code: string, description: string): Permission {
  const [module, resource = "", action = ""] = code.split(".");
  const words = `${action} ${resource}`.replaceAll("_", " ");
  return {
    code,
    name: words.charAt(0).toUpperCase() + words.slice(1),
    module: module as PermissionModule,
    description,
  };
}
