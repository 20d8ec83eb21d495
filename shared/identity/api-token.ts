// API tokens: machines that act in a tenant with a role.
import { z } from "zod";
import { flag, instant, nullable, reference, text } from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { createSchema, recordSchema, resource } from "../kernel/resource.ts";

export const apiToken = resource({
  name: "api_token",
  path: "api-tokens",
  area: "identity",
  module: "identity",
  summary: "A token with which a machine acts in the tenant",
  many: "API tokens",
  fields: {
    name: text({ required: true, max: 100 }),
    role: reference("role", { required: true }),
    /** For network agents: only devices of this site; null: all of the tenant. */
    site: nullable(text({ max: 100 })),
    is_active: flag({ initial: true }),
    last_used_at: nullable(instant({ writable: "never" })),
    created_by: text({ writable: "never" }),
  },
  verbs: ["list", "read", "update", "delete"],
  display: { role_name: { via: "role", column: "name" } },
  search: ["name"],
  names_tenant: true,
});

export const createApiToken = operation({
  on: apiToken,
  name: "create",
  summary: "Create an API token; its secret is in this answer and never again",
  input: createSchema(apiToken),
  output: recordSchema(apiToken).extend({
    token: z.string().nullable().describe("The secret; null where a repeated request is answered again"),
  }),
  // What is kept for a repeat must not keep the secret.
  shown_once: ["token"],
  // An id of the client's own may be another token's.
  failures: ["DUPLICATE"],
});

export const apiTokenVerbs = plainOperations(apiToken);
