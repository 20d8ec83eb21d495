// Cutting a desktop off.
import { revokeDevice } from "../../shared/platform/device.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";

export const deviceOperations = [
  implement(revokeDevice, (ctx, _input, id) =>
    changeRecord(ctx, revokeDevice, id, ({ is_revoked }) =>
      is_revoked ? null : { set: { is_revoked: true, revoked_at: ctx.call.received_at.toISOString() } },
    ),
  ),
];
