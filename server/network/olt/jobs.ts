// Queues what is to be done with an OLT: a poll, the reboot of one of its ONUs.
import type { Olt, Onu } from "../../../shared/network/index.ts";
import type { OltJobKind } from "../../../shared/network/olt/olt-wire.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { NOT_REACHED_CODE } from "../enqueue.ts";

const NOT_REACHED = "No network agent has reached the OLT yet";
/** Often enough for who looks at a line again and again. */
const FRESH_SECONDS = 60;

interface OltJobRequest {
  kind: OltJobKind;
  olt: Pick<Olt, "id" | "status" | "last_error" | "error_code">;
  /** Of REBOOT_ONU. */
  onu?: Onu;
}

/** Queues a job that a person waits for; one like it that waits already is made due instead. @returns its id. */
export async function enqueueOltJob(
  ctx: OperationContext,
  { kind, olt, onu }: OltJobRequest,
): Promise<string> {
  const { tx, tenant } = ctx;
  // What is rebooted is looked up again when the job is taken: this is for who reads the list of jobs.
  const payload = onu
    ? { onu: onu.id, serial_number: onu.serial_number, pon_port: onu.pon_port, onu_index: onu.onu_index }
    : {};
  ctx.markChanged("network_sync_jobs");
  const [waiting] = await tx<{ id: string }[]>`
    update network_sync_jobs set next_attempt_at = now(), urgent = true
    where tenant_id = ${tenant.id} and olt = ${olt.id} and status = 'QUEUED' and kind = ${kind}
      and payload ->> 'onu' is not distinct from ${onu?.id ?? null} returning id`;
  if (waiting) return waiting.id;
  const row = {
    id: ctx.newId(),
    tenant_id: tenant.id,
    olt: olt.id,
    customer: onu?.customer ?? null,
    kind,
    payload: tx.json(payload),
    urgent: true,
    requested_by: ctx.actor.username,
    // Why it will have to wait, so that it shows at once.
    ...(olt.status === "ONLINE"
      ? {}
      : { last_error: olt.last_error ?? NOT_REACHED, error_code: olt.error_code ?? NOT_REACHED_CODE }),
  };
  await tx`insert into network_sync_jobs ${tx(row)}`;
  return row.id;
}

/**
 * Has an OLT polled soon, at most once a minute, for who wants to see how a line is now.
 * @returns whether a fresh reading is on its way.
 */
export async function pollSoon(ctx: OperationContext, id: string): Promise<boolean> {
  const { tx, tenant } = ctx;
  const [due] = await tx<Pick<Olt, "id" | "status" | "last_error" | "error_code">[]>`
    select o.id, o.status, o.last_error, o.error_code from olts o
    where o.tenant_id = ${tenant.id} and o.id = ${id} and o.is_active and o.status = 'ONLINE'
      and (o.last_polled_at is null or o.last_polled_at < now() - make_interval(secs => ${FRESH_SECONDS}))
      and not exists (select from network_sync_jobs j where j.tenant_id = o.tenant_id and j.olt = o.id
        and j.kind = 'POLL_OLT' and j.created_at > now() - make_interval(secs => ${FRESH_SECONDS}))`;
  if (!due) return false;
  await enqueueOltJob(ctx, { kind: "POLL_OLT", olt: due });
  return true;
}
