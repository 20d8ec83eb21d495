// What a check found, kept with the router.
import type { RouterCheck } from "../../../shared/network/live/question-wire.ts";
import { otherRouter } from "../../../shared/network/plan/guard.rules.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";

/** Writes a check down where it tells something else than the last one did. @returns it with what this router lacks. */
export async function keepCheck(
  ctx: OperationContext,
  router: string,
  check: RouterCheck,
): Promise<RouterCheck> {
  const { tx, tenant } = ctx;
  const [known] = await tx<
    { expected_identity: string | null; expected_serial: string | null; mode: string }[]
  >`
    select expected_identity, expected_serial, mode from routers where tenant_id = ${tenant.id} and id = ${router}`;
  const expected = {
    identity: known?.expected_identity ?? null,
    serial_number: known?.expected_serial ?? null,
  };
  const is_other = otherRouter(expected, check) !== null;
  // On trial nothing is written, so that this right is not missed: switching to live asks for it.
  const needed = check.missing.filter((fault) => known?.mode !== "TRIAL" || fault !== "NO_RIGHT_WRITE");
  const missing = [...needed, ...(is_other ? (["OTHER_IDENTITY"] as const) : [])];
  const rights = tx.json(check.rights);
  const found = {
    missing: tx.json(missing),
    tls_fingerprint_offered: check.tls_fingerprint,
    ...(check.is_reachable
      ? {
          serial_number: check.serial_number,
          rights,
          health: tx.json(check.health),
        }
      : {}),
  };
  const changed = await tx`
    update routers set ${tx(found)}, checked_at = now() where tenant_id = ${tenant.id} and id = ${router}
      and (missing is distinct from ${found.missing}::jsonb or checked_at is null or checked_at < now() - interval '30 s'
        or (${check.is_reachable} and rights is distinct from ${rights}::jsonb)
        or tls_fingerprint_offered is distinct from ${check.tls_fingerprint})
    returning id`;
  // What it has first is its own from then on, until an operator confirms another one.
  if (check.serial_number !== null && expected.serial_number === null && !is_other)
    await tx`update routers set expected_serial = ${check.serial_number}
      where tenant_id = ${tenant.id} and id = ${router} and expected_serial is null`;
  if (check.agent_address !== null)
    await tx`update routers set agent_address = ${check.agent_address}
      where tenant_id = ${tenant.id} and id = ${router} and agent_address is distinct from ${check.agent_address}`;
  if (changed.length > 0) ctx.markChanged("routers");
  return { ...check, missing };
}
