// API tokens: the secret leaves once, at creation.
import { apiToken, apiTokenVerbs, createApiToken } from "../../../shared/identity/api-token.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { crudOperations } from "../../kernel/resource/crud.ts";
import type { Draft } from "../../kernel/resource/draft.ts";
import { createRecord } from "../../kernel/resource/write-record.ts";
import { newToken } from "../sign-in/tokens.ts";
import { requireRoleHeld } from "./grants.ts";

/** A token has its role's rights: only callers who could have made it may rename, change or end it. */
const requireHeld = (ctx: OperationContext, role: string) => requireRoleHeld(ctx, role, "This token");

/** Makes a token. Whether its maker may give away the rights of its role is for the caller to ask. */
export async function addApiToken(
  ctx: OperationContext,
  draft: Draft<typeof apiToken>,
  created_by: string,
): Promise<RecordOf<typeof apiToken> & { token: string }> {
  const { token, hash } = newToken();
  const record = await createRecord(ctx, apiToken, draft, {
    before: (_ctx, row) => ({ ...row, created_by }),
  });
  const found_by = { token_hash: hash, tenant_id: ctx.tenant.id, api_token: record.id };
  await ctx.tx`insert into api_token_hashes ${ctx.tx(found_by)}`;
  return { ...record, token };
}

export const apiTokenOperations = [
  implement(createApiToken, async (ctx, input) => {
    const made = await addApiToken(ctx, input, ctx.actor.username);
    await requireHeld(ctx, made.role);
    return made;
  }),
  ...crudOperations(apiTokenVerbs, {
    update: {
      async after(ctx, { role }, before) {
        for (const one of new Set([before.role, role])) await requireHeld(ctx, one);
      },
    },
    delete: {
      // Its hash stays: a program that still uses the token is told that it was revoked.
      before: (ctx, { role }) => requireHeld(ctx, role),
    },
  }),
];
