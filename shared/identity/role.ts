// Roles: named bundles of permissions of one tenant.
import { z } from "zod";
import { flag, json, text } from "../kernel/field.ts";
import { plainOperations } from "../kernel/operation.ts";
import { resource } from "../kernel/resource.ts";
import { expandPermissions, isGrant } from "./grants.ts";

const grants = z.array(z.string().max(100).refine(isGrant, "Not a permission")).max(500);

export const role = resource({
  name: "role",
  path: "roles",
  area: "identity",
  module: "identity",
  summary: "A role: what its holders may do",
  fields: {
    name: text({ required: true, max: 100 }),
    /** Given as codes and patterns, kept as given, answered as the codes that they amount to. */
    permissions: json(grants, { initial: [], shown: (given) => [...expandPermissions(given)] }),
    /** As they were given. */
    granted: json(grants, { writable: "never" }),
    is_system_default: flag({ writable: "never" }),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  search: ["name"],
  order: ["name"],
  names_tenant: true,
  replica: true,
  // Who has a role shows its name.
  changes: ["staff"],
});

export const roleVerbs = plainOperations(role, {
  create: { failures: ["CONFLICT"] },
  update: { failures: ["CONFLICT"] },
  delete: { failures: ["CONFLICT"] },
});
