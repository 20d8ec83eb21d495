// Nobody gives, or takes in hand, rights that they do not hold themselves (contract §2).

import { OWNER } from "../../../shared/identity/default-roles.ts";
import { covers } from "../../../shared/identity/grants.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { isGranted, type Principal } from "../../kernel/operation/principal.ts";

/** What a role was granted, patterns as given; none for no role. */
async function grantsOf(ctx: OperationContext, role: string | null): Promise<string[]> {
  const [row] = await ctx.tx<{ permissions: string[] }[]>`
    select permissions from roles where tenant_id = ${ctx.tenant.id} and id = ${role}`;
  return row?.permissions ?? [];
}

/**
 * A pattern is held by callers who were granted it, or a wider one: holding all its codes of today is not enough, since a later
 * release adds to them.
 * @throws Failure PERMISSION_DENIED naming what the actor lacks.
 */
export async function requireHeld(
  ctx: OperationContext,
  grants: readonly string[],
  what: string,
): Promise<void> {
  if (ctx.actor.kind === "system" || ctx.actor.is_superuser) return;
  const unsure = grants.filter((grant) => !isGranted(ctx.actor, grant));
  if (unsure.length === 0) return;
  const own = await grantsOf(ctx, ctx.actor.role?.id ?? null);
  const missing = unsure.filter((grant) => !own.some((held) => covers(held, grant)));
  if (missing.length === 0) return;
  throw new Failure(
    "PERMISSION_DENIED",
    `${what} holds permissions that you don't: ${missing.slice(0, 5).join(", ")}`,
    { extra: { permissions: missing } },
  );
}

/** @throws Failure PERMISSION_DENIED unless the actor could have granted all of a role's permissions. */
export async function requireRoleHeld(
  ctx: OperationContext,
  role: string | null,
  what: string,
): Promise<void> {
  await requireHeld(ctx, await grantsOf(ctx, role), what);
}

/** Whether a caller stands above all others in the tenant: an owner (the role keeps its name), or the platform's own people. */
export const isAboveAll = ({ role, is_superuser }: Principal): boolean =>
  is_superuser || role?.name === OWNER;
