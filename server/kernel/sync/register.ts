// sync.register: gives a desktop its identity and the short code that its receipt numbers start with.
import type { z } from "zod";
import { Failure } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { registerInput, registerOutput } from "../../../shared/kernel/wire.ts";
import { writeAudit } from "../audit.ts";
import type { Call } from "../context.ts";
import { nextNumber } from "../counters.ts";
import { inTenant, type Row } from "../db.ts";
import type { Principal, Tenant } from "../principal.ts";
import type { Services } from "../services.ts";

interface Context {
  services: Services;
  principal: Principal;
  tenant: Tenant;
  call: Call;
}

/** Registers a new device, or knows one again. The token belongs to the device from then on. */
export async function registerDevice(
  ctx: Context,
  input: z.infer<typeof registerInput>,
): Promise<z.infer<typeof registerOutput>> {
  const { services, principal, tenant, call } = ctx;
  const device = await inTenant(services.db, tenant.id, async (tx) => {
    const wanted = input.device_id ?? newId();
    const [known] = await tx<Row[]>`select id, device_code, is_revoked from devices
      where tenant_id = ${tenant.id} and id = ${wanted} for update`;
    if (known?.is_revoked)
      throw new Failure("DEVICE_REVOKED", "This device was revoked; register it as a new one");
    if (known) {
      await tx`update devices set name = ${input.name}, last_seen_at = now() where tenant_id = ${tenant.id} and id = ${wanted}`;
      return { device_id: wanted, device_code: String(known.device_code) };
    }
    const device_code = `D${await nextNumber(tx, tenant.id, "device_code")}`;
    const row = {
      id: wanted,
      tenant_id: tenant.id,
      name: input.name,
      device_code,
      registered_by: principal.user_id,
    };
    // The id may be taken in another tenant, whose rows are not ours to see: then this device gets another.
    const [made] = await tx<
      { id: string }[]
    >`insert into devices ${tx(row)} on conflict (id) do nothing returning id`;
    const id = made?.id ?? newId();
    if (!made) await tx`insert into devices ${tx({ ...row, id })}`;
    await writeAudit(tx, tenant.id, call, [
      {
        action: "device.register",
        module: "platform",
        object_type: "device",
        object_id: id,
        after: { name: input.name, device_code },
      },
    ]);
    return { device_id: id, device_code };
  });
  if (principal.kind === "staff") {
    await services.db
      .platform`update auth_tokens set device = ${device.device_id} where id = ${principal.token_id}`;
  }
  services.feed.committed(tenant.id, new Set(["devices"]));
  return device;
}
