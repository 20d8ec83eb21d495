// What came of an OLT's job. A reboot that was asked for ends in the audit log, whatever became of it.
import { onu } from "../../../shared/network/index.ts";
import type { OltJobResult } from "../../../shared/network/olt/olt-wire.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";

interface OltJob {
  id: string;
  kind: string;
  payload: Row;
  requested_by: string;
}

/** A write to the device: who asked for it, on which ONU, and whether it was seen to be done. */
export function auditReboot(
  ctx: OperationContext,
  job: OltJob,
  outcome: string,
  result: OltJobResult | undefined,
): void {
  const { onu: id, ...place } = job.payload;
  if (job.kind !== "REBOOT_ONU" || typeof id !== "string") return;
  ctx.audit(
    { on: onu, name: "onu.reboot_onu" },
    {
      id,
      after: { ...place, job: job.id, outcome, confirmed: result?.confirmed ?? null },
      note: `Requested by ${job.requested_by}`,
    },
  );
}
