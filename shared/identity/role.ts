// Roles: named bundles of permissions of one tenant.
import { z } from "zod";
import { flag, json, text } from "../kernel/field.ts";
import { resource } from "../kernel/resource.ts";
import { PERMISSION_CODES } from "./permissions.ts";

const [firstCode = "", ...otherCodes] = PERMISSION_CODES;

export const role = resource({
  name: "role",
  path: "roles",
  area: "identity",
  module: "identity",
  summary: "A role: what its holders may do",
  fields: {
    name: text({ required: true, max: 100 }),
    permissions: json(z.array(z.enum([firstCode, ...otherCodes], "Not a permission")).max(500), {
      initial: [],
    }),
    is_system_default: flag({ writable: "never" }),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  search: ["name"],
  order: ["name"],
  replica: true,
});
