// Sums of a company's records that jobs keep, so that who asks for a figure reads no more than what has changed since. They
// say of themselves up to which transaction they are whole; nothing else writes them.
import { loadTenant } from "../../identity/index.ts";
import { inTenant, type Tx } from "../../kernel/db/db.ts";
import { forEachTenant } from "../../kernel/jobs/for-each-tenant.ts";
import type { JobDefinition } from "../../kernel/jobs/jobs.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import type { Services } from "../../kernel/services.ts";
import { readBound } from "../../kernel/sync/feed-bound.ts";

export interface KeptSums {
  /** Of their state, of their lock, and of their jobs. */
  name: "figures" | "collected" | "cash";
  /** Where the sums are: forgotten where they begin anew. */
  tables: readonly string[];
  /** Whether they hold for the hours of one time zone alone. */
  by_clock: boolean;
  /** What they sum up, as far as one can tell from one table: its rows have `changed_xid`, with an index. */
  of: string;
  /** A company with fewer rows is read as soon. */
  large: number;
  /** So many rows that have changed are read each time somebody asks; more are summed up. */
  unsummed: number;
  /** When companies are looked at in which so many have changed. */
  looks: string;
  /** Brings the sums up to `to`, in as many transactions as it likes; the last one settles. */
  sumUp(work: SummingUp): Promise<void>;
}

/** One company's sums being made: the caller of `sumUp` holds the lock. */
export interface SummingUp {
  tenant: Tenant;
  /** What transactions from here on have changed is to be summed up. Null: everything, of the first time. */
  from: string | null;
  /** All transactions before this one have ended. */
  to: string;
  /** How far a first time has come that was broken off. */
  through: string | null;
  /** Aborted when the lock is lost. */
  held: AbortSignal;
  inside<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Notes how far a first time has come. */
  note(tx: Tx, through: string): Promise<unknown>;
  /** The sums lack no change of a transaction before `to`. */
  settle(tx: Tx): Promise<unknown>;
}

interface State {
  until: string;
  through: string | null;
  is_whole: boolean;
}

const zoneOf = ({ by_clock }: KeptSums, { settings }: Tenant) => (by_clock ? settings.timezone : null);

async function readState(tx: Tx, tenant: Tenant, sums: KeptSums): Promise<State | null> {
  const [state] = await tx<State[]>`
    select until::text as until, through, is_whole from sums_kept where tenant_id = ${tenant.id} and sums = ${sums.name}
      and timezone is not distinct from ${zoneOf(sums, tenant)} and place = place_of(tableoid)`;
  return state ?? null;
}

/**
 * The oldest transaction whose changes the sums may lack: a value for the statement that reads what has changed since, for of
 * a subquery the planner knows nothing, and takes a third of the company for changed.
 * @returns null where nothing is summed up.
 */
export async function readUntil(tx: Tx, tenant: Tenant, sums: KeptSums): Promise<string | null> {
  const state = await readState(tx, tenant, sums);
  return state?.is_whole ? state.until : null;
}

/** Where they stand; begun anew where there are none, and where hours begin at another moment now. */
async function begin(tx: Tx, tenant: Tenant, sums: KeptSums, { incarnation }: Services): Promise<State> {
  const known = await readState(tx, tenant, sums);
  if (known) return known;
  for (const table of sums.tables) await tx`delete from ${tx(table)} where tenant_id = ${tenant.id}`;
  // Read once something was written: from then on no company is moved under the transaction.
  const { xmin: until } = await readBound(tx, incarnation);
  const timezone = zoneOf(sums, tenant);
  await tx`
    insert into sums_kept (tenant_id, sums, until, timezone) values (${tenant.id}, ${sums.name}, ${until}, ${timezone})
    on conflict (tenant_id, sums) do update
      set until = excluded.until, timezone = excluded.timezone, through = null, is_whole = false`;
  await tx`update sums_kept set place = place_of(tableoid) where tenant_id = ${tenant.id} and sums = ${sums.name}`;
  return { until, through: null, is_whole: false };
}

/** Sums up one company, as far as it has changed; nothing where another process is about it. */
export async function sumUpKept(services: Services, sums: KeptSums, tenantId: string): Promise<void> {
  const tenant = await loadTenant(services.db.platform, tenantId);
  if (!tenant) return;
  const inside = <T>(work: (tx: Tx) => Promise<T>) => inTenant(services.db, tenant, work);
  await services.db.locks.run(tenantId, `sums of ${sums.name}`, async (held) => {
    const { until, through, is_whole } = await inside((tx) => begin(tx, tenant, sums, services));
    // Of a first time the bound is the one from before it: what has come since counts as changed.
    const to = is_whole ? (await inside((tx) => readBound(tx, services.incarnation))).xmin : until;
    const where = (tx: Tx) => tx`where tenant_id = ${tenantId} and sums = ${sums.name}`;
    await sums.sumUp({
      ...{ tenant, through, held, inside, to, from: is_whole ? until : null },
      note: (tx, done) => tx`update sums_kept set through = ${done} ${where(tx)}`,
      settle: (tx) => tx`update sums_kept set until = ${to}::xid8, is_whole = true
        ${where(tx)} and place = place_of(tableoid)`,
    });
  });
}

/** Keeps the sums that there are, and begins those of companies that have become large; no other company is looked at. */
export function jobsOf(sums: KeptSums): JobDefinition[] {
  const { name, of, large, unsummed, looks } = sums;
  const keep: JobDefinition = {
    name: `keep-${name}`,
    cron: looks,
    on_clock_jump: "HARMLESS",
    at_start: true,
    one_waiting: true,
    async run(services) {
      const { platform } = services.db;
      const kept = await platform<{ id: string }[]>`
        select /* every tenant */ tenant_id as id from sums_kept k
        where k.sums = ${name} and (not k.is_whole or ${unsummed} <= (
          select count(*) from (select from ${platform(of)} t
            where t.tenant_id = k.tenant_id and t.changed_xid >= k.until limit ${unsummed}) changed))`;
      await forEachTenant("tenants", kept, ({ id }) => sumUpKept(services, sums, id));
    },
  };
  const begin: JobDefinition = {
    name: `begin-${name}`,
    cron: "23 * * * *",
    on_clock_jump: "HARMLESS",
    at_start: true,
    async run(services) {
      const { platform } = services.db;
      const grown = await platform<{ id: string }[]>`
        select /* every tenant */ c.tenant_id as id from company_settings c
        where not exists (select from sums_kept k where k.tenant_id = c.tenant_id and k.sums = ${name})
          and ${large} <= (
            select count(*) from (select from ${platform(of)} r where r.tenant_id = c.tenant_id limit ${large}) few)`;
      await forEachTenant("tenants", grown, ({ id }) => sumUpKept(services, sums, id));
    },
  };
  return [keep, begin];
}
