// Desktops: their names, and cutting one off.
import { device, revokeDevice } from "../../shared/platform/device.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations, requireRecord } from "../kernel/resource/crud.ts";

export const deviceOperations = [
  ...crudOperations(device),

  implement(revokeDevice, async (ctx, _input, id) => {
    const { is_revoked } = await ctx.lockRecord<{ is_revoked: boolean }>("devices", id);
    if (is_revoked) return requireRecord(ctx, device, id);
    const before = await requireRecord(ctx, device, id);
    await ctx.tx`update devices set is_revoked = true, revoked_at = now()
      where tenant_id = ${ctx.tenant.id} and id = ${id}`;
    const after = await requireRecord(ctx, device, id);
    ctx.markChanged("devices");
    ctx.audit({
      action: "device.revoke",
      module: "platform",
      object_type: "device",
      object_id: id,
      before,
      after,
    });
    return after;
  }),
];
