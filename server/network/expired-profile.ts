// The profile of expired customers is no package's: customers on it would stay open.
import { invalid } from "../../shared/kernel/failure.ts";
import type { OperationContext } from "../kernel/operation/context.ts";

/** @throws Failure VALIDATION where the package, as it was just written, is on the profile of those who are closed. */
export async function refuseExpiredProfile({ tx, tenant }: OperationContext, id: string): Promise<void> {
  // Held to the end, so that the settings name no package's profile in between either.
  const [settings] = await tx<{ expired: string | null }[]>`
    select case suspend_mode when 'EXPIRED_PROFILE' then expired_profile end as expired
    from company_settings where tenant_id = ${tenant.id} for share`;
  if (!settings?.expired) return;
  const [found] = await tx`select from packages
    where tenant_id = ${tenant.id} and id = ${id} and is_active and router_profile = ${settings.expired}`;
  if (found) throw invalid("router_profile", "The profile of customers whose access has ended");
}
