// Open work: tickets, work orders; and how the network stands.
import { PRIORITIES, TASK_STATUSES } from "../../shared/helpdesk/index.ts";
import type { Dashboard } from "../../shared/reports/index.ts";
import type { Tx } from "../kernel/db/db.ts";
import type { Tenant } from "../kernel/operation/principal.ts";

interface Counted {
  value: string;
  records: number;
}

/** How many there are of each value, those of which there are none included. */
const countsOf = <V extends string>(values: readonly V[], rows: readonly Counted[]) =>
  Object.fromEntries(
    values.map((value) => [value, rows.find((row) => row.value === value)?.records ?? 0]),
  ) as Record<V, number>;

export async function readTickets(tx: Tx, { id }: Tenant): Promise<Dashboard["tickets"]> {
  const rows = await tx<Counted[]>`
    select t.priority as value, count(*)::int as records from tickets t
    where t.tenant_id = ${id} and t.status in ('OPEN', 'IN_PROGRESS', 'WAITING') group by t.priority`;
  return {
    open: rows.reduce((sum, { records }) => sum + records, 0),
    by_priority: countsOf(PRIORITIES, rows),
  };
}

export async function readTasks(tx: Tx, { id }: Tenant): Promise<Dashboard["tasks"]> {
  const rows = await tx<Counted[]>`
    select t.status as value, count(*)::int as records from tasks t where t.tenant_id = ${id} group by t.status`;
  return { by_status: countsOf(TASK_STATUSES, rows) };
}

/** The sessions that agents saw last. Their table has no log: replicas do not hold it. */
export async function readSessions(tx: Tx, { id }: Tenant): Promise<number> {
  const [row] = await tx<{ sessions: number }[]>`
    select coalesce(sum(sessions), 0)::int as sessions from router_looks where tenant_id = ${id}`;
  return row?.sessions ?? 0;
}

type Network = Omit<Dashboard["network"], "active_sessions">;

/** Routers and OLTs that are in use. An OLT's row knows how its ONUs are. */
export async function readNetwork(tx: Tx, { id }: Tenant): Promise<Network> {
  const [row] = await tx<Network[]>`
    select count(*) filter (where r.status = 'ONLINE')::int as routers_online,
      count(*) filter (where r.status = 'OFFLINE')::int as routers_offline,
      o.onus_online, o.onus_los, o.onus_weak_signal
    from (select coalesce(sum(onu_online), 0)::int as onus_online, coalesce(sum(onu_los), 0)::int as onus_los,
        coalesce(sum(onu_weak), 0)::int as onus_weak_signal
      from olts where tenant_id = ${id} and is_active) o
      left join routers r on r.tenant_id = ${id} and r.is_active
    group by o.onus_online, o.onus_los, o.onus_weak_signal`;
  const none = { routers_online: 0, routers_offline: 0 };
  return { ...none, onus_online: 0, onus_los: 0, onus_weak_signal: 0, ...row };
}
