// The device that a batch comes from: whether the session may hand in for it, and what is known of its time.
import { Failure } from "../../../../shared/kernel/failure.ts";
import { inTenant } from "../../db/db.ts";
import { type Principal, refuseHandIn, type Tenant } from "../../operation/principal.ts";
import type { Services } from "../../services.ts";
import type { PushingDevice } from "./attempt.ts";

interface Context {
  services: Services;
  principal: Principal;
  tenant: Tenant;
}

interface Row {
  id: string;
  device_code: string;
  revoked_at: string | null;
  created_at: string;
}

/** Why a session can't hand in for a device: it is not there, or not this session's. Nothing of it was touched. */
async function refusalOf({ services, tenant }: Context, id: string): Promise<Failure> {
  const known = await inTenant(
    services.db,
    tenant,
    (tx) => tx`select 1 from devices where tenant_id = ${tenant.id} and id = ${id}`,
  );
  if (known.length === 0) return new Failure("NOT_FOUND", "This device is not registered here");
  const words = "Register this device with this session, then hand in its commands";
  return new Failure("DEVICE_MISMATCH", words);
}

/**
 * The device that a batch comes from, with what it says of its receipts noted. A session that is bound to it may hand in
 * for it; so may one of a user who was bound to it before it was revoked, since a new session can't be bound.
 * @throws Failure NOT_FOUND, DEVICE_MISMATCH, and DEVICE_REVOKED when it was revoked too long ago.
 */
export async function pushingDevice(
  ctx: Context,
  id: string,
  receipts: readonly string[],
): Promise<PushingDevice> {
  const { services, principal, tenant } = ctx;
  const [device] = await inTenant(
    services.db,
    tenant,
    (tx) => tx<Row[]>`
      update devices d set last_seen_at = now(), last_receipt = greatest(last_receipt, (
          select max(substr(number, length(device_code) + 2)::bigint) from unnest(${receipts as string[]}::text[]) number
          where number ~ ('^' || device_code || '-[0-9]{1,15}$')))
      from (select bool_or(session = ${principal.token_id}) as is_here, bool_or("user" = ${principal.user_id}) as was_here
        from device_sessions where tenant_id = ${tenant.id} and device = ${id}) s
      where d.tenant_id = ${tenant.id} and d.id = ${id} and (s.is_here or (d.is_revoked and s.was_here))
      returning d.id, device_code, revoked_at, created_at`,
  );
  if (!device) throw await refusalOf(ctx, id);
  const revoked_at = device.revoked_at ? new Date(device.revoked_at) : null;
  refuseHandIn({ ended: revoked_at && { code: "DEVICE_REVOKED", at: revoked_at } });
  const { device_code, created_at } = device;
  return { id: device.id, device_code, revoked_at, registered_at: new Date(created_at) };
}
