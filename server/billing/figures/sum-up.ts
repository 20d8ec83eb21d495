// Sums up what the owner's figures count, for large companies: their customers once, then whoever has changed.
import { loadTenant } from "../../identity/index.ts";
import { inTenant, type Tx } from "../../kernel/db/db.ts";
import type { JobDefinition } from "../../kernel/jobs/jobs.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import type { Services } from "../../kernel/services.ts";
import { readChanged, readState } from "./kept.ts";
import { partsOf } from "./parts.ts";

/** Customers a transaction: no reader of the feed waits for it. */
const CHUNK = 500;
/** A smaller company's records are read as soon. */
const LARGE = 2_000;
/** So many who have changed are read each time somebody asks; more are summed up. */
const UNSUMMED = 500;
const EVERYBODY = 2 ** 31;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Adds the parts of these customers to the sums, or takes them away. */
const addUp = (tx: Tx, tenantId: string, ids: readonly string[], sign: 1 | -1) => tx`
  insert into figure_sums (tenant_id, figure, key, count, amount)
    select ${tenantId}, part.figure, part.key, ${sign}::int * sum(part.count), ${sign}::int * sum(part.amount)
    from figure_parts p cross join jsonb_to_recordset(p.parts) as part (figure text, key text, count int, amount numeric)
    where p.tenant_id = ${tenantId} and p.customer = any(${[...ids]}::text[]::uuid[])
    group by part.figure, part.key
  on conflict (tenant_id, figure, key) do update
    set count = figure_sums.count + excluded.count, amount = figure_sums.amount + excluded.amount`;

/** The sums say of these customers what they are now. Sums and parts agree at every commit, whatever changes meanwhile. */
async function sumUpCustomers(tx: Tx, tenant: Tenant, ids: readonly string[]): Promise<void> {
  const { id } = tenant;
  const statements = [
    addUp(tx, id, ids, -1),
    tx`delete from figure_parts where tenant_id = ${id} and customer = any(${[...ids]}::text[]::uuid[])`,
    tx`insert into figure_parts (tenant_id, customer, parts)
      select ${id}, customer, jsonb_agg(jsonb_build_object('figure', figure, 'key', key, 'count', count, 'amount', amount))
      from (${partsOf(tx, tenant, ids)}) now group by customer`,
    addUp(tx, id, ids, 1),
    tx`delete from figure_sums where tenant_id = ${id} and count = 0`,
  ];
  await Promise.all(statements.map((statement) => statement.execute()));
}

interface Standing {
  timezone: string;
  through: string;
  is_whole: boolean;
}

/** Where the summing up stands; begun anew where months begin at another hour now. */
async function begin(tx: Tx, { id, settings }: Tenant): Promise<Standing> {
  const { timezone } = settings;
  const [known] = await tx<
    Standing[]
  >`select timezone, through, is_whole from figures_kept where tenant_id = ${id}`;
  if (known?.timezone === timezone) return known;
  for (const table of ["figures_kept", "figure_parts", "figure_sums"])
    await tx`delete from ${tx(table)} where tenant_id = ${id}`;
  await tx`insert into figures_kept (tenant_id, until, timezone, through)
    values (${id}, pg_snapshot_xmin(pg_current_snapshot()), ${timezone}, ${BEFORE_ALL})`;
  return { timezone, through: BEFORE_ALL, is_whole: false };
}

/** The first time: all customers in order of id; goes on where a run before it stopped. */
async function sumUpAll({ db }: Services, tenant: Tenant, from: string, held: AbortSignal): Promise<void> {
  for (let through: string | null = from; through !== null; ) {
    held.throwIfAborted();
    const after: string = through;
    through = await inTenant(db, tenant, async (tx) => {
      const rows = await tx<{ id: string }[]>`select id from customers
        where tenant_id = ${tenant.id} and id > ${after} order by id limit ${CHUNK}`;
      const ids = rows.map(({ id }) => id);
      await sumUpCustomers(tx, tenant, ids);
      const last = ids.length < CHUNK ? null : (ids.at(-1) ?? null);
      await tx`update figures_kept set through = ${last ?? after}, is_whole = ${last === null} where tenant_id = ${tenant.id}`;
      return last;
    });
  }
}

/** Whoever has changed since. A change that comes meanwhile is of a later transaction, and is the next run's as well. */
async function sumUpChanged({ db }: Services, tenant: Tenant, held: AbortSignal): Promise<void> {
  const { changed, bound } = await inTenant(db, tenant, async (tx) => {
    const [row] = await tx<
      { bound: string }[]
    >`select pg_snapshot_xmin(pg_current_snapshot())::text as bound`;
    const state = await readState(tx, tenant.id);
    const changed = state ? await readChanged(tx, tenant.id, state.until, EVERYBODY) : [];
    return { changed, bound: row?.bound ?? state?.until ?? "0" };
  });
  for (let at = 0; at < changed.length; at += CHUNK) {
    held.throwIfAborted();
    await inTenant(db, tenant, (tx) => sumUpCustomers(tx, tenant, changed.slice(at, at + CHUNK)));
  }
  await inTenant(
    db,
    tenant,
    (tx) => tx`update figures_kept set until = ${bound}::xid8 where tenant_id = ${tenant.id}`,
  );
}

/** Sums up one company's figures, as far as they have changed; nothing where another process is about it. */
export async function sumUpFigures(services: Services, tenantId: string): Promise<void> {
  const tenant = await loadTenant(services.db.platform, tenantId);
  if (!tenant) return;
  await services.db.locks.run(tenantId, "figures", async (held) => {
    const { is_whole, through } = await inTenant(services.db, tenant, (tx) => begin(tx, tenant));
    await (is_whole ? sumUpChanged(services, tenant, held) : sumUpAll(services, tenant, through, held));
  });
}

/** Companies whose figures are kept, and of whom many have changed: no other company is looked at. */
export const keepFigures: JobDefinition = {
  name: "keep-figures",
  cron: "* * * * *",
  one_waiting: true,
  async run(services) {
    const kept = await services.db.platform<{ id: string }[]>`
      select /* every tenant */ tenant_id as id from figures_kept k where not is_whole or ${UNSUMMED} <= (
        select count(*) from (
          select from customers c where c.tenant_id = k.tenant_id and c.changed_xid >= k.until limit ${UNSUMMED}) changed)`;
    for (const { id } of kept) await sumUpFigures(services, id);
  },
};

/** Companies that have become large. */
export const beginFigures: JobDefinition = {
  name: "begin-figures",
  cron: "23 * * * *",
  at_start: true,
  async run(services) {
    const large = await services.db.platform<{ id: string }[]>`
      select /* every tenant */ t.id from tenants t
      where not exists (select from figures_kept k where k.tenant_id = t.id)
        and (select count(*) from (select from customers c where c.tenant_id = t.id limit ${LARGE}) few) >= ${LARGE}`;
    for (const { id } of large) await sumUpFigures(services, id);
  },
};
