// API tokens: the secret leaves once, at creation.
import { apiToken, createApiToken } from "../../shared/identity/api-token.ts";
import type { CrudHooks } from "../kernel/crud.ts";
import { createRecord, crudOperations } from "../kernel/crud.ts";
import { implement } from "../kernel/run-operation.ts";
import { requireRoleHeld } from "./grants.ts";
import { newToken } from "./tokens.ts";

const hooks: CrudHooks = {
  async after_write(ctx, record, before) {
    // A token is its role's rights: whoever names, changes or ends one could have made it.
    const roles = new Set([before?.role, record.role].filter(Boolean).map(String));
    for (const role of roles) await requireRoleHeld(ctx, role, "This token");
  },
  before_delete: (ctx, record) => requireRoleHeld(ctx, String(record.role), "This token"),
};

export const apiTokenOperations = [
  implement(createApiToken, async (ctx, input) => {
    const { token, hash } = newToken();
    const record = await createRecord(ctx, apiToken, input, {
      ...hooks,
      before_write: (_ctx, row) => ({ ...row, token_hash: hash, created_by: ctx.actor.username }),
    });
    return { ...record, token };
  }),
  ...crudOperations(apiToken, hooks),
];
