// API tokens: the secret leaves once, at creation.
import { apiToken, apiTokenVerbs, createApiToken } from "../../../shared/identity/api-token.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { crudOperations } from "../../kernel/resource/crud.ts";
import { withColumns } from "../../kernel/resource/draft.ts";
import { createRecord } from "../../kernel/resource/write-record.ts";
import { newToken } from "../sign-in/tokens.ts";
import { requireRoleHeld } from "./grants.ts";

/** A token is its role's rights: whoever names, changes or ends one could have made it. */
const requireHeld = (ctx: OperationContext, role: string) => requireRoleHeld(ctx, role, "This token");

export const apiTokenOperations = [
  implement(createApiToken, async (ctx, input) => {
    const { token, hash } = newToken();
    const record = await createRecord(ctx, apiToken, input, {
      before: (_ctx, draft) =>
        withColumns({ ...draft, created_by: ctx.actor.username }, { token_hash: hash }),
      after: (_ctx, { role }) => requireHeld(ctx, role),
    });
    return { ...record, token };
  }),
  ...crudOperations(apiTokenVerbs, {
    update: {
      async after(ctx, { role }, before) {
        for (const one of new Set([before.role, role])) await requireHeld(ctx, one);
      },
    },
    delete: { before: (ctx, { role }) => requireHeld(ctx, role) },
  }),
];
