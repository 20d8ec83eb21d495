// Desktops: their names, and cutting one off.
import { deviceVerbs, revokeDevice } from "../../shared/platform/device.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";

export const deviceOperations = [
  ...crudOperations(deviceVerbs),
  implement(revokeDevice, (ctx, _input, id) =>
    changeRecord(ctx, revokeDevice, id, ({ is_revoked }) =>
      is_revoked ? null : { set: { is_revoked: true, revoked_at: ctx.call.received_at.toISOString() } },
    ),
  ),
];
