// API tokens: the secret leaves once, at creation.
import { apiToken, createApiToken } from "../../../shared/identity/api-token.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import type { CrudHooks } from "../../kernel/resource/crud.ts";
import { createRecord, crudOperations } from "../../kernel/resource/crud.ts";
import { newToken } from "../sign-in/tokens.ts";
import { requireRoleHeld } from "./grants.ts";

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
