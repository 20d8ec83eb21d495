// The rights that the signed-in person can grant: only those that they hold (contract §2).
import { covers } from "../../../shared/identity/grants.ts";
import { role } from "../../../shared/identity/role.ts";
import type { PermissionCode } from "../../../shared/kernel/registry.ts";
import { useExpectedRecord } from "../../kernel/expected/use-expected.ts";
import { useSession } from "../../kernel/session/session-store.ts";

/** A pattern is held by people who were granted it, or a wider one: holding all its codes of today is not enough. */
export function useHeld(): (grant: string) => boolean {
  const identity = useSession((session) => session.identity);
  const can = useSession((session) => session.can);
  const own = useExpectedRecord(role, identity?.membership.role?.id ?? null)?.record;
  const granted = own?.granted ?? [];
  return (grant) =>
    identity?.user.is_superuser === true ||
    can(grant as PermissionCode) ||
    granted.some((given) => covers(given, grant));
}
