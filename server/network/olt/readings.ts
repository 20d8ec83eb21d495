// Readings of ONUs over time, as they are written and read: one row for a whole OLT and poll, hour or day.

import { dayOf } from "../../../shared/kernel/day.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { type Onu, onu } from "../../../shared/network/index.ts";
import type { ObservedOnu } from "../../../shared/network/olt/olt-wire.ts";
import {
  type KeptReading,
  keptReading,
  rollUp,
  statusOf,
} from "../../../shared/network/olt/readings.rules.ts";
import {
  KEPT_HOURS,
  type OnuReading,
  type Resolution,
  readingsAnswer,
  readingsQuery,
} from "../../../shared/network/olt/readings.ts";
import { type Route, route } from "../../kernel/area.ts";
import { insertRows } from "../../kernel/db/bulk.ts";
import { inTenant, type Tx } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { tenantOf } from "../../kernel/operation/run-operation.ts";
import { readRecord } from "../../kernel/resource/record.ts";

const HOUR_MS = 3_600_000;

const LISTS = [
  "online",
  "rx_power",
  "rx_power_min",
  "rx_power_max",
  "tx_power",
  "olt_rx_power",
  "temperature",
] as const;
const COLUMNS = {
  tenant_id: "uuid",
  olt: "uuid",
  resolution: "text",
  at: "timestamptz",
  statuses: "text",
  ...Object.fromEntries(LISTS.map((name) => [name, "smallint[]"])),
};

const asArray = (values: readonly (number | null)[] | null): string | null =>
  values && `{${values.map((value) => value ?? "NULL").join()}}`;

/** Writes one row; one that is there already stays. */
export async function writeReading(
  ctx: Pick<OperationContext, "tx" | "tenant">,
  key: { olt: string; resolution: Resolution; at: string },
  reading: KeptReading,
): Promise<void> {
  const lists = Object.fromEntries(LISTS.map((name) => [name, asArray(reading[name])]));
  const row = { tenant_id: ctx.tenant.id, ...key, statuses: reading.statuses, ...lists };
  await insertRows(ctx.tx, "onu_readings", COLUMNS, [row], "on conflict do nothing");
}

/** Keeps what a poll measured, by the ONUs' numbers. */
export async function keepReadings(
  ctx: OperationContext,
  olt: string,
  seen: ReadonlyMap<number, ObservedOnu>,
): Promise<void> {
  if (seen.size === 0) return;
  const at = ctx.call.received_at.toISOString();
  await writeReading(ctx, { olt, resolution: "raw", at }, keptReading(seen));
}

/** Polls before an ONU went down in which its light is looked for. */
const BEFORE_MS = 10 * 60_000;

interface LostOnu {
  id: string;
  reading_no: number;
  down_since: string | null;
}

/** The light that each ONU was read with last before it went down, in dBm; who was not measured shortly before is left out. */
export async function lightBefore(
  { tx, tenant }: Pick<OperationContext, "tx" | "tenant">,
  olt: string,
  lost: readonly LostOnu[],
): Promise<ReadonlyMap<string, number>> {
  const downs = lost.flatMap(({ down_since }) => down_since ?? []).sort();
  const [first] = downs;
  if (first === undefined) return new Map();
  const rows = await tx<{ at: string; rx_power: (number | null)[] }[]>`
    select at, rx_power from onu_readings
    where tenant_id = ${tenant.id} and olt = ${olt} and resolution = 'raw' and at < ${downs.at(-1) ?? first}
      and at >= ${new Date(Date.parse(first) - BEFORE_MS).toISOString()}
    order by at desc`;
  return new Map(
    lost.flatMap(({ id, reading_no, down_since }) => {
      const measured = rows.filter(({ at }) => down_since !== null && at < down_since);
      const powers = measured.map(({ rx_power }) => dbm(rx_power[reading_no - 1]));
      const light = powers.find((power) => power !== null);
      return light === undefined || light === null ? [] : [[id, light] as const];
    }),
  );
}

type Timed = KeptReading & { at: string };

interface Range {
  from: string;
  to: string;
}

/** One ONU's part of the rows, oldest first. */
async function partOf(
  tx: Tx,
  tenant: Tenant,
  { olt, number }: { olt: string; number: number },
  resolution: Resolution,
  { from, to }: Range,
): Promise<Timed[]> {
  const lists = LISTS.map((name) => tx`${tx(name)}[${number}:${number}] as ${tx(name)}`);
  const columns = lists.reduce((one, other) => tx`${one}, ${other}`);
  const rows = await tx<(Omit<Timed, "online"> & { online: number[] })[]>`
    select at, nullif(substr(statuses, ${number}, 1), '') as statuses, ${columns} from onu_readings
    where tenant_id = ${tenant.id} and olt = ${olt} and resolution = ${resolution} and at >= ${from} and at < ${to}
    order by at`;
  return rows.map((row) => ({ ...row, online: resolution === "raw" ? null : row.online }));
}

const hourOf = (at: string) => new Date(Math.floor(Date.parse(at) / HOUR_MS) * HOUR_MS).toISOString();

/** Readings put together by what `begin` says of their time. */
function grouped(readings: readonly Timed[], begin: (at: string) => string): Timed[] {
  const groups = new Map<string, Timed[]>();
  for (const reading of readings) {
    const at = begin(reading.at);
    groups.set(at, [...(groups.get(at) ?? []), reading]);
  }
  return [...groups].map(([at, of]) => ({ ...rollUp(of), at }));
}

const after = (readings: readonly Timed[], otherwise: string, length_ms: number): string => {
  const last = readings.at(-1)?.at;
  return last ? new Date(Date.parse(last) + length_ms).toISOString() : otherwise;
};

/** What was asked for; hours and days that are not put together yet are, from what is finer. */
async function readingsOf(
  tx: Tx,
  tenant: Tenant,
  which: { olt: string; number: number },
  resolution: Resolution,
  range: Range,
): Promise<Timed[]> {
  const kept = await partOf(tx, tenant, which, resolution, range);
  if (resolution === "raw") return kept;
  if (resolution === "hourly") {
    const rest = await partOf(tx, tenant, which, "raw", { ...range, from: after(kept, range.from, HOUR_MS) });
    return [...kept, ...grouped(rest, hourOf)];
  }
  const from = after(kept, range.from, 24 * HOUR_MS);
  const rest = await readingsOf(tx, tenant, which, "hourly", { ...range, from });
  const { timezone } = tenant.settings;
  const first = new Map<string, string>();
  return [
    ...kept,
    ...grouped(rest, (at) => {
      const day = dayOf(new Date(at), timezone);
      first.set(day, first.get(day) ?? at);
      return first.get(day) ?? at;
    }),
  ];
}

/** The finest resolution that is still kept for the range and answers at most some hundreds of points. */
function resolutionFor({ from, to }: Range, now: number): Resolution {
  const hours = (Date.parse(to) - Date.parse(from)) / HOUR_MS;
  const age = (now - Date.parse(from)) / HOUR_MS;
  if (age <= KEPT_HOURS.raw && hours <= 24) return "raw";
  return age <= KEPT_HOURS.hourly && hours <= 24 * 14 ? "hourly" : "daily";
}

const dbm = (value: number | null | undefined) =>
  value === null || value === undefined ? null : value / 100;

function shown({ at, statuses, online, temperature, ...powers }: Timed): OnuReading {
  const status = statusOf(statuses?.[0]);
  const raw_online = status === null ? null : status === "ONLINE" ? 100 : 0;
  const heat = temperature[0];
  return {
    observed_at: at,
    status,
    online_percent: online ? (online[0] ?? null) : raw_online,
    rx_power_dbm: dbm(powers.rx_power[0]),
    rx_power_min_dbm: dbm((powers.rx_power_min ?? powers.rx_power)[0]),
    rx_power_max_dbm: dbm((powers.rx_power_max ?? powers.rx_power)[0]),
    tx_power_dbm: dbm(powers.tx_power[0]),
    olt_rx_power_dbm: dbm(powers.olt_rx_power[0]),
    temperature_c: heat === null || heat === undefined ? null : heat / 10,
  };
}

const isMeasured = ({ status, online_percent, rx_power_dbm }: OnuReading) =>
  status !== null || online_percent !== null || rx_power_dbm !== null;

export const readingsRoute: Route = route({
  method: "GET",
  path: "/onus/{id}/readings/",
  summary: "An ONU's optical power over time",
  area: "network",
  permission: "network.onu.view",
  query: readingsQuery,
  output: readingsAnswer,
  failures: ["NOT_FOUND"],
  async handler({ services, call, params, query }) {
    const tenant = tenantOf(call.principal);
    const now = call.received_at.getTime();
    const to = query.to ?? new Date(now + 1).toISOString();
    const from = query.from ?? new Date(Date.parse(to) - 24 * HOUR_MS).toISOString();
    if (Date.parse(from) > Date.parse(to)) throw invalid("from", "After `to`");
    const resolution = query.resolution ?? resolutionFor({ from, to }, now);
    // What is kept no longer is not looked for.
    const oldest = new Date(now - KEPT_HOURS[resolution] * HOUR_MS).toISOString();
    const range = { from: from < oldest ? oldest : from, to };
    return inTenant(services.db, tenant, async (tx) => {
      const record: Onu | null = await readRecord(tx, onu, tenant, params.id ?? "");
      if (!record) throw new Failure("NOT_FOUND");
      const [row] = await tx<{ number: number }[]>`
        select reading_no as number from onus where tenant_id = ${tenant.id} and id = ${record.id}`;
      const which = { olt: record.olt, number: row?.number ?? 0 };
      const readings = await readingsOf(tx, tenant, which, resolution, range);
      return { onu: record.id, resolution, from, to, results: readings.map(shown).filter(isMeasured) };
    });
  },
});
