// ONUs as people change them: whose one is, what it is called; and its restart.
import { Failure } from "../../../shared/kernel/failure.ts";
import { onu, onuVerbs, rebootOnu } from "../../../shared/network/index.ts";
import { type Implementation, implement } from "../../kernel/operation/run-operation.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { updateRecord } from "../../kernel/resource/write-record.ts";
import { jobRoute } from "../job-route.ts";
import { requireRebootCooldown } from "../reboot-cooldown.ts";
import { enqueueOltJob } from "./jobs.ts";
import { lockCustomers, setCustomer } from "./link-onus.ts";
import { requireActiveOlt } from "./olt.ts";

export const onuOperations: Implementation[] = [
  implement(onuVerbs.update, async (ctx, input, id) => {
    const { customer, ...rest } = input;
    const known = await requireRecord(ctx, onu, id);
    const moves = customer !== undefined && customer !== known.customer;
    // Customers are locked before their ONUs, by everybody.
    if (moves) await lockCustomers(ctx, [known.customer, customer]);
    return updateRecord(ctx, onu, id, moves ? { ...rest, customer } : rest, {
      before(_ctx, draft, record) {
        if (moves && record.customer !== known.customer)
          throw new Failure("STALE_VERSION", "The ONU was given to another customer at this moment");
        return draft;
      },
      after: (_ctx, record) => (moves ? setCustomer(ctx, record) : undefined),
    });
  }),
];

const queueReboot = implement(rebootOnu, async (ctx, _input, id) => {
  const target = await requireRecord(ctx, onu, id);
  const head = await requireActiveOlt(ctx, target.olt);
  const [sealed] = await ctx.tx<{ may_write: boolean }[]>`
    select write_community_encrypted is not null as may_write from olts
    where tenant_id = ${ctx.tenant.id} and id = ${head.id}`;
  // Of version 3 the user's rights stand on the OLT.
  if (head.snmp_version === "2c" && !sealed?.may_write) {
    const words = `The OLT ${head.name} has no write community: without it nothing can be restarted`;
    throw new Failure("BUSINESS_RULE", words);
  }
  const restarts = ctx.tx`olt = ${head.id} and kind = 'REBOOT_ONU' and payload ->> 'onu' = ${id}`;
  await requireRebootCooldown(ctx, restarts, "ONU");
  const job = await enqueueOltJob(ctx, { kind: "REBOOT_ONU", olt: head, onu: target });
  const { serial_number, pon_port, onu_index } = target;
  ctx.audit(rebootOnu, { id, after: { serial_number, pon_port, onu_index } });
  return { id: job };
});

export const rebootOnuRoute = jobRoute(rebootOnu, queueReboot);
