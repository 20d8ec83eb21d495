// After a restart the next one has to wait: a second press would cut everybody off twice.
import { Failure } from "../../shared/kernel/failure.ts";
import type { Fragment } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";

const COOL_DOWN_SECONDS = 300;
/** How a restart may have ended that was or may have been carried out. */
const MAYBE_DONE = ["NOT_CONFIRMED", "NOT_REPEATED", "UNKNOWN_OUTCOME"];

/**
 * An order that never reached the device does not count; one that is being carried out does.
 * @param which the device's restarts among the jobs.
 * @throws Failure COOL_DOWN.
 */
export async function requireRebootCooldown(
  ctx: OperationContext,
  which: Fragment,
  device: string,
): Promise<void> {
  const { tx, tenant } = ctx;
  const [last] = await tx<{ seconds: number }[]>`
    select ceil(extract(epoch from coalesce(finished_at, now()) + make_interval(secs => ${COOL_DOWN_SECONDS}) - now()))::int as seconds
    from network_sync_jobs
    where tenant_id = ${tenant.id} and ${which} and created_at > now() - interval '1 hour'
      and (status = 'LEASED' or (finished_at > now() - make_interval(secs => ${COOL_DOWN_SECONDS})
        and (status = 'SUCCEEDED' or error_code = any(${MAYBE_DONE}))))
    order by created_at desc limit 1`;
  if (!last) return;
  throw new Failure("COOL_DOWN", `The ${device} was restarted a moment ago`, {
    extra: { retry_after: last.seconds },
  });
}
