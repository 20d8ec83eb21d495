// Keeps what a reading says of an OLT's ONUs: rows where a person would see a difference, and the figures of all in one row.
import { onu } from "../../../shared/network/index.ts";
import {
  factsOf,
  factsOfUnlisted,
  isForgotten,
  isNews,
  type KnownOnu,
  matchOnus,
  type OnuFacts,
} from "../../../shared/network/olt/observed.rules.ts";
import type { ObservedOnu, ObserveOltInput } from "../../../shared/network/olt/olt-wire.ts";
import { type ColumnTypes, insertRows, updateRows } from "../../kernel/db/bulk.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { deleteRows } from "../../kernel/resource/deletions.ts";
import { keepIncidents } from "./incidents.ts";
import { unlinkOnus } from "./link-onus.ts";
import { keepReadings } from "./readings.ts";

/** An ONU as it is after a reading. */
export interface PresentOnu extends OnuFacts {
  id: string;
  reading_no: number;
  customer: string | null;
}

const FACTS: ColumnTypes = {
  serial_number: "text",
  pon_port: "text",
  onu_index: "int",
  description: "text",
  observed_description: "text",
  model: "text",
  status: "text",
  raw_status: "text",
  rx_power_dbm: "numeric",
  tx_power_dbm: "numeric",
  olt_rx_power_dbm: "numeric",
  distance_m: "int",
  temperature_c: "numeric",
  last_down_cause: "text",
  last_down_at: "timestamptz",
  last_up_at: "timestamptz",
  down_since: "timestamptz",
  missing_since: "timestamptz",
};
const CHANGED: ColumnTypes = { id: "uuid", ...FACTS };
const NEW: ColumnTypes = { tenant_id: "uuid", id: "uuid", olt: "uuid", reading_no: "int", ...FACTS };
/** Rows in one statement: it has room for 65,535 values. */
const CHUNK = 2_000;

const DECIMALS = ["rx_power_dbm", "tx_power_dbm", "olt_rx_power_dbm", "temperature_c"] as const;

type Known = KnownOnu & { reading_no: number; customer: string | null };

/** Every ONU of an OLT that is known, missing ones included. */
async function knownOnus(ctx: OperationContext, olt: string): Promise<Known[]> {
  const columns = ctx.tx(["id", "reading_no", "customer", ...Object.keys(FACTS)]);
  const rows = await ctx.tx<
    Row[]
  >`select ${columns} from onus where tenant_id = ${ctx.tenant.id} and olt = ${olt}`;
  return rows.map((row) => {
    const decimals = DECIMALS.map((name) => [name, row[name] === null ? null : Number(row[name])]);
    return { ...row, ...Object.fromEntries(decimals) } as Known;
  });
}

/** The tenant's limits between one grade of the signal and the next, in dBm. */
async function limitsOf({ tx, tenant }: OperationContext): Promise<number[]> {
  const [limits] = await tx<Record<string, string>[]>`
    select signal_too_strong_dbm, signal_weak_dbm, signal_critical_dbm from company_settings
    where tenant_id = ${tenant.id}`;
  return Object.values(limits ?? {}).map(Number);
}

async function write(ctx: OperationContext, olt: string, made: PresentOnu[], changed: PresentOnu[]) {
  const { tx, tenant } = ctx;
  const rows = made.map((facts) => ({ ...facts, tenant_id: tenant.id, olt }));
  for (let first = 0; first < rows.length; first += CHUNK)
    await insertRows(tx, "onus", NEW, rows.slice(first, first + CHUNK));
  for (let first = 0; first < changed.length; first += CHUNK)
    await Promise.all(
      updateRows(
        tx,
        "onus",
        tenant.id,
        CHANGED,
        changed.slice(first, first + CHUNK).map((facts) => ({ ...facts })),
      ),
    );
  if (made.length + changed.length > 0) ctx.markChanged("onus");
}

/** ONUs that the OLT has not listed for a day: taken from their customers first. */
async function forget(ctx: OperationContext, gone: readonly Known[]): Promise<void> {
  if (gone.length === 0) return;
  const ids = gone.map(({ id }) => id);
  await unlinkOnus(ctx, ctx.tx`o.id in ${ctx.tx(ids)}`);
  await deleteRows(ctx.tx, onu, ctx.tenant.id, ctx.tx`t.id in ${ctx.tx(ids)}`);
  ctx.markChanged("onus", "incident_onus");
}

/** The figures of the OLT's ONUs as its row shows them. Written where they changed. */
async function count(ctx: OperationContext, olt: string): Promise<void> {
  const { tx, tenant } = ctx;
  const told = await tx`
    update olts t set onu_count = n.onus, onu_online = n.online, onu_los = n.los, onu_weak = n.weak
    from (select count(*)::int as onus, count(*) filter (where status = 'ONLINE')::int as online,
        count(*) filter (where status = 'LOS')::int as los,
        count(*) filter (where signal in ('WEAK', 'CRITICAL'))::int as weak
      from onus where tenant_id = ${tenant.id} and olt = ${olt} and missing_since is null) n
    where t.tenant_id = ${tenant.id} and t.id = ${olt}
      and (t.onu_count, t.onu_online, t.onu_los, t.onu_weak) is distinct from (n.onus, n.online, n.los, n.weak)
    returning t.id`;
  if (told.length > 0) ctx.markChanged("olts");
}

/** Numbers for new ONUs in the readings of their OLT. @returns the first of them. */
async function takeNumbers(ctx: OperationContext, olt: string, many: number): Promise<number> {
  if (many === 0) return 0;
  const [row] = await ctx.tx<{ last: number }[]>`
    update olts set last_reading_no = last_reading_no + ${many}
    where tenant_id = ${ctx.tenant.id} and id = ${olt} returning last_reading_no as last`;
  return (row?.last ?? 0) - many + 1;
}

/** What a reading makes of the ONUs of its OLT, under the OLT's lock. */
export async function keepOnus(ctx: OperationContext, { olt, reading }: ObserveOltInput): Promise<void> {
  if (!reading) return;
  const now = ctx.call.received_at.toISOString();
  const limits = await limitsOf(ctx);
  const known = await knownOnus(ctx, olt);
  const { matched, unlisted } = matchOnus(known, reading.onus);
  let next = await takeNumbers(ctx, olt, matched.filter((match) => match.known === null).length);
  const made: PresentOnu[] = [];
  const changed: PresentOnu[] = [];
  const present: { onu: PresentOnu; seen: ObservedOnu | null }[] = [];
  for (const { known: before, seen } of matched) {
    const facts = factsOf(before, seen, now);
    const { id, reading_no, customer } = before ?? { id: ctx.newId(), reading_no: next++, customer: null };
    const after = { ...facts, id, reading_no, customer };
    if (!before) made.push(after);
    else if (isNews(before, facts, limits)) changed.push(after);
    present.push({ onu: after, seen });
  }
  // What an incomplete reading does not list may only not have been read.
  const gone = reading.is_complete ? unlisted.filter((one) => isForgotten(one, now)) : [];
  await forget(ctx, gone);
  for (const before of unlisted) {
    if (gone.includes(before)) continue;
    const facts = reading.is_complete ? factsOfUnlisted(before, now) : before;
    const after = { ...before, ...facts };
    if (reading.is_complete && isNews(before, facts, limits)) changed.push(after);
    present.push({ onu: after, seen: null });
  }
  await write(ctx, olt, made, changed);
  if (made.length + changed.length + gone.length > 0) await count(ctx, olt);
  const measured = present.flatMap(({ onu: { reading_no }, seen }) =>
    seen ? [[reading_no, seen] as const] : [],
  );
  await keepReadings(ctx, olt, new Map(measured));
  await keepIncidents(
    ctx,
    olt,
    present.map(({ onu }) => onu),
  );
}
