// API tokens: the secret leaves once, at creation.
import { apiToken, createApiToken } from "../../shared/identity/api-token.ts";
import type { CrudHooks } from "../kernel/crud.ts";
import { createRecord, crudOperations } from "../kernel/crud.ts";
import { implement } from "../kernel/run-operation.ts";
import { permissionsOf, requireHeld } from "./grants.ts";
import { newToken } from "./tokens.ts";

const hooks: CrudHooks = {
  async after_write(ctx, record, before) {
    // Giving it a role, or bringing it back, is granting that role.
    const granted =
      !before || before.role !== record.role || (record.is_active === true && before.is_active !== true);
    if (granted) requireHeld(ctx, await permissionsOf(ctx, String(record.role)), "This role");
  },
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
