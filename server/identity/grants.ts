// Nobody gives, or takes in hand, rights that he does not hold himself (contract §2).
import { Failure } from "../../shared/kernel/failure.ts";
import type { OperationContext } from "../kernel/context.ts";

/** @throws Failure PERMISSION_DENIED naming the permissions that the actor lacks. */
export function requireHeld(ctx: OperationContext, permissions: readonly string[], what: string): void {
  const missing = permissions.filter((code) => !ctx.can(code));
  if (missing.length === 0) return;
  throw new Failure(
    "PERMISSION_DENIED",
    `${what} holds permissions that you don't: ${missing.slice(0, 5).join(", ")}`,
    {
      extra: { permissions: missing },
    },
  );
}

/** A role's permissions; none for no role. */
export async function permissionsOf(ctx: OperationContext, role: string | null): Promise<string[]> {
  const [row] = await ctx.tx<{ permissions: string[] }[]>`
    select permissions from roles where tenant_id = ${ctx.tenant.id} and id = ${role}`;
  return row?.permissions ?? [];
}
