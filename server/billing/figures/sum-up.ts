// Sums up what the owner's figures count, for large companies: their customers once, then whoever has changed.
import { BEFORE_ALL } from "../../../shared/kernel/id.ts";
import { isOnCluster } from "../../kernel/db/cluster/on-cluster.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { readChanged } from "./changed.ts";
import type { KeptSums, SummingUp } from "./kept-sums.ts";
import { partsOf } from "./parts.ts";

/** Customers a transaction: no reader of the feed waits for it. */
const CHUNK = 500;
const EVERYBODY = 2 ** 31;

/** Adds the parts of these customers to the sums, or takes them away. */
const addUp = (tx: Tx, tenantId: string, ids: readonly string[], sign: 1 | -1) => tx`
  insert into figure_sums (tenant_id, figure, key, count, amount)
    select p.tenant_id, part.figure, part.key, ${sign}::int * sum(part.count), ${sign}::int * sum(part.amount)
    from figure_parts p cross join jsonb_to_recordset(p.parts) as part (figure text, key text, count int, amount numeric)
    where p.tenant_id = ${tenantId} and p.customer = any(${[...ids]}::text[]::uuid[])
    group by p.tenant_id, part.figure, part.key
  on conflict (tenant_id, figure, key) do update
    set count = figure_sums.count + excluded.count, amount = figure_sums.amount + excluded.amount`;

/** `(customer, parts)` of these customers, as they are now. */
const newParts = (tx: Tx, tenant: Tenant, ids: readonly string[]): Fragment => tx`
  select customer, jsonb_agg(jsonb_build_object('figure', figure, 'key', key, 'count', count, 'amount', amount)) as parts
  from (${partsOf(tx, tenant, ids)}) now group by customer`;

/**
 * Writes the parts of these customers, who have none, in a statement; in a cluster in two, because it takes what a recursion
 * answers into the coordinator and copies it from there, which row-level security refuses.
 */
async function writeParts(tx: Tx, tenant: Tenant, ids: readonly string[]): Promise<void> {
  const into = tx`insert into figure_parts (tenant_id, customer, parts)`;
  if (!isOnCluster(tx)) {
    await tx`${into} select ${tenant.id}, customer, parts from (${newParts(tx, tenant, ids)}) now`.execute();
    return;
  }
  const [now] = await tx<{ all: string | null }[]>`
    select jsonb_agg(now)::text as all from (${newParts(tx, tenant, ids)}) now`.execute();
  await tx`${into} select c.tenant_id, c.id, now.parts
    from jsonb_to_recordset(${now?.all ?? "[]"}::text::jsonb) as now (customer uuid, parts jsonb)
      join customers c on c.tenant_id = ${tenant.id} and c.id = now.customer`;
}

/** The sums say of these customers what they are now. Sums and parts agree at every commit, whatever changes meanwhile. */
async function sumUpCustomers(tx: Tx, tenant: Tenant, ids: readonly string[]): Promise<void> {
  const { id } = tenant;
  const forgotten = [
    addUp(tx, id, ids, -1),
    tx`delete from figure_parts where tenant_id = ${id} and customer = any(${[...ids]}::text[]::uuid[])`,
  ].map((statement) => statement.execute());
  const written = writeParts(tx, tenant, ids);
  // What is read before it is written is waited for: only then comes what follows.
  if (isOnCluster(tx)) await written;
  const added = [
    addUp(tx, id, ids, 1),
    tx`delete from figure_sums where tenant_id = ${id} and count = 0`,
  ].map((statement) => statement.execute());
  await Promise.all([...forgotten, written, ...added]);
}

/** The first time: all customers in order of id; goes on where a run before it stopped. */
async function sumUpAll({ tenant, through, held, inside, note, settle }: SummingUp): Promise<void> {
  for (let after: string | null = through ?? BEFORE_ALL; after !== null; ) {
    held.throwIfAborted();
    const from: string = after;
    after = await inside(async (tx) => {
      const rows = await tx<{ id: string }[]>`select id from customers
        where tenant_id = ${tenant.id} and id > ${from} order by id limit ${CHUNK}`;
      const ids = rows.map(({ id }) => id);
      await sumUpCustomers(tx, tenant, ids);
      const last = ids.length < CHUNK ? null : (ids.at(-1) ?? null);
      await (last === null ? settle(tx) : note(tx, last));
      return last;
    });
  }
}

/** Whoever has changed since. A change that comes meanwhile is of a later transaction, and is the next run's as well. */
async function sumUpChanged(since: string, { tenant, held, inside, settle }: SummingUp): Promise<void> {
  const changed = await inside((tx) => readChanged(tx, tenant.id, since, EVERYBODY));
  for (let at = 0; at < changed.length; at += CHUNK) {
    held.throwIfAborted();
    await inside((tx) => sumUpCustomers(tx, tenant, changed.slice(at, at + CHUNK)));
  }
  await inside(settle);
}

export const figures: KeptSums = {
  ...{ name: "figures", tables: ["figure_parts", "figure_sums"], by_clock: true },
  ...{ of: "customers", large: 2_000, unsummed: 500, looks: "* * * * *" },
  sumUp: (work) => (work.from === null ? sumUpAll(work) : sumUpChanged(work.from, work)),
};
