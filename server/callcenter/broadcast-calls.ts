// The calls of a broadcast as they stand in its table: who is to be called, who was, and when the next one is due.
import { fillScript, type Skipped, type Spoken } from "../../shared/callcenter/index.ts";
import { tenantFormat } from "../../shared/kernel/formatting/localized.ts";
import { newId } from "../../shared/kernel/id.ts";
import { customer } from "../../shared/subscribers/index.ts";
import { inTenant, type Row } from "../kernel/db/db.ts";
import type { TaskRun } from "../kernel/jobs/background-tasks.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import { runAsSystem, systemCall } from "../kernel/operation/run-as-system.ts";
import { walkRecords } from "../kernel/resource/list/list.ts";
import type { Query } from "../kernel/resource/list/request.ts";
import { customerList } from "../subscribers/index.ts";

export type CallStatus = "QUEUED" | "CALLED" | "FAILED" | Skipped;

/** What the company's script says to one customer. */
export function textFor(
  { settings }: Tenant,
  script: string,
  customer: Omit<Spoken, "company_name">,
): string {
  const { company_name, language } = settings;
  return fillScript(script, { ...customer, company_name }, tenantFormat(settings, language));
}

/** A broadcast's outcome, or how far it has come. */
export async function countCalls({ tx, tenant }: Pick<OperationContext, "tx" | "tenant">, task: string) {
  const rows = await tx<{ status: CallStatus; calls: number }[]>`
    select status, count(*) as calls from broadcast_calls where tenant_id = ${tenant.id} and task = ${task} group by 1`;
  const of = (status: CallStatus) => rows.find((row) => row.status === status)?.calls ?? 0;
  return {
    customers: rows.reduce((sum, { calls }) => sum + calls, 0),
    called: of("CALLED"),
    failed: of("FAILED"),
    skipped: { no_phone: of("NO_PHONE"), nothing_due: of("NOTHING_DUE"), left: of("LEFT") },
    not_called: of("QUEUED"),
  };
}

const PAGE = 1_000;

/** Notes whom the broadcast is to call, page by page; done again after a crash, it adds no one twice. @returns how many. */
export async function listCustomers(task: TaskRun, tenant: Tenant): Promise<number> {
  const { services, task_id, input, held } = task;
  const list = { resource: customer, query: input.filter as Query, tenant, options: customerList };
  for (let after: string | null = null; ; ) {
    held.throwIfAborted();
    const from: string | null = after;
    const page: Row[] = await inTenant(services.db, tenant, async (tx) => {
      const rows = await walkRecords(tx, list, { by: "customer_code", after: from, limit: PAGE });
      const calls = rows.map(({ id }) => ({
        tenant_id: tenant.id,
        task: task_id,
        customer: id,
        id: newId(),
      }));
      if (calls.length > 0) await tx`insert into broadcast_calls ${tx(calls)} on conflict do nothing`;
      return rows;
    });
    if (page.length === PAGE) after = String(page.at(-1)?.customer_code);
    else break;
  }
  return runAsSystem(services, tenant, systemCall(tenant), async (ctx) => {
    const { customers } = await countCalls(ctx, task_id);
    task.progressWith(ctx, 0, customers);
    return customers;
  });
}

/** A call whose turn it is, with the customer as they are now. */
export interface DueCall {
  id: string;
  tries: number;
  customer: string;
  name: string;
  phone: string;
  due_amount: string;
  expiry_date: string | null;
  status: string;
}

export interface Turn {
  /** Null: none is due. */
  call: DueCall | null;
  /** When the next one is, of those that are not under way; null: there is none. */
  next_at: number | null;
  /** Why it goes no further: it was ended, the company is shut out, or it does not pay any more. Null: it goes on. */
  ended: "CANCELLED" | "TENANT_INACTIVE" | "SUBSCRIPTION_ENDED" | null;
}

/** Whose turn it is. @param under_way the calls that the gateway is asked for just now. */
export async function nextTurn(
  ctx: OperationContext,
  task: string,
  under_way: readonly string[],
): Promise<Turn> {
  const { tx, tenant } = ctx;
  const [[state], [row]] = await Promise.all([
    tx<{ ended: Turn["ended"] }[]>`
      select case when t.status <> 'RUNNING' then 'CANCELLED' when not n.is_active then 'TENANT_INACTIVE'
        when l.is_ended then 'SUBSCRIPTION_ENDED' end as ended
      from background_tasks t join tenants n on n.id = t.tenant_id left join tenant_limits l on l.tenant_id = t.tenant_id
      where t.tenant_id = ${tenant.id} and t.id = ${task}`,
    tx<(DueCall & { next_try_at: string })[]>`
      select b.id, b.tries, b.customer, b.next_try_at, c.name, c.phone, c.due_amount, c.expiry_date, c.status
      from broadcast_calls b join customers c on c.tenant_id = b.tenant_id and c.id = b.customer
      where b.tenant_id = ${tenant.id} and b.task = ${task} and b.status = 'QUEUED'
        and b.id <> all(${[...under_way]}::text[]::uuid[])
      order by b.next_try_at, b.customer limit 1`,
  ]);
  const ended = state ? state.ended : "CANCELLED";
  if (!row) return { call: null, next_at: null, ended };
  const { next_try_at, ...call } = row;
  const next_at = Date.parse(next_try_at);
  const due_amount = ctx.money(ctx.minor(call.due_amount));
  return { call: next_at <= Date.now() ? { ...call, due_amount } : null, next_at, ended };
}

/** When the tenant's gateway was asked last, by whichever broadcast. */
export async function lastTry({ tx, tenant }: OperationContext): Promise<number> {
  const [row] = await tx<{ at: string | null }[]>`
    select max(tried_at) as at from broadcast_calls where tenant_id = ${tenant.id}`;
  return row?.at ? Date.parse(row.at) : 0;
}

/**
 * Writes down what became of a call.
 * @param tried when, and until when a call that stays queued waits; null: there was no call.
 * @returns whether the customer is still there.
 */
export async function settleCall(
  { tx, tenant }: OperationContext,
  { task, id, status }: { task: string; id: string; status: CallStatus },
  tried: { at: Date; next_try_at: Date } | null,
): Promise<boolean> {
  const what = { status, ...(tried ? { tried_at: tried.at, next_try_at: tried.next_try_at } : {}) };
  const [there] = await tx`update broadcast_calls set ${tx(what)}, tries = tries + ${tried ? 1 : 0}
    where tenant_id = ${tenant.id} and task = ${task} and id = ${id} returning id`;
  return there !== undefined;
}
