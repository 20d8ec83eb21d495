// Keeps the outages of an OLT as incidents: one for a port or a whole OLT that lost most of its ONUs, with whom it concerns.
import { type Incident, incident, incidentOnu } from "../../../shared/network/index.ts";
import {
  isOver,
  kindOf,
  type Line,
  type Outage,
  outagesOf,
} from "../../../shared/network/olt/incident.rules.ts";
import { type ColumnTypes, insertRows, updateRows } from "../../kernel/db/bulk.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { lightBefore } from "./readings.ts";

/** An ONU after a reading, as far as incidents go. */
export interface PresentLine extends Line {
  serial_number: string | null;
  customer: string | null;
  reading_no: number;
}

interface Open extends Pick<Incident, "id" | "olt" | "pon_port" | "kind" | "onu_count" | "back_count"> {
  customer_count: number;
}

interface Member {
  id: string;
  incident: string;
  onu: string | null;
  customer: string | null;
  cause: Line["last_down_cause"];
  back_at: string | null;
}

const BACK = { id: "uuid", back_at: "timestamptz" };
const MEMBER: ColumnTypes = {
  tenant_id: "uuid",
  id: "uuid",
  incident: "uuid",
  onu: "uuid",
  customer: "uuid",
  serial_number: "text",
  pon_port: "text",
  cause: "text",
  rx_power_dbm: "numeric",
  down_at: "timestamptz",
};
const CHUNK = 2_000;
/** A device that is only slow to answer is no outage. */
const SILENT_SECONDS = 120;

const tell = (ctx: OperationContext) => ctx.markChanged(incident.collection, incidentOnu.collection);

async function addMembers(
  ctx: OperationContext,
  { id: of, olt }: { id: string; olt: string },
  lines: readonly PresentLine[],
): Promise<Member[]> {
  const { tenant, tx } = ctx;
  const light = await lightBefore(ctx, olt, lines);
  const rows = lines.map((line) => ({
    tenant_id: tenant.id,
    id: ctx.newId(),
    incident: of,
    onu: line.id,
    customer: line.customer,
    serial_number: line.serial_number,
    pon_port: line.pon_port,
    cause: line.last_down_cause,
    rx_power_dbm: light.get(line.id) ?? null,
    down_at: line.down_since,
  }));
  for (let first = 0; first < rows.length; first += CHUNK)
    await insertRows(tx, "incident_onus", MEMBER, rows.slice(first, first + CHUNK));
  return rows.map((row) => ({ ...row, back_at: null }));
}

/** An incident's figures, as its members are now. */
function figuresOf(members: readonly Member[]) {
  const causes = members.map(({ cause }) => cause);
  return {
    onu_count: members.length,
    back_count: members.filter(({ back_at }) => back_at !== null).length,
    power_count: causes.filter((cause) => cause === "POWER").length,
    fibre_count: causes.filter((cause) => cause === "FIBRE").length,
    customer_count: members.filter(({ customer }) => customer !== null).length,
  };
}

async function open(
  ctx: OperationContext,
  olt: string,
  { pon_port, kind, lost }: Outage,
  lines: ReadonlyMap<string, PresentLine>,
): Promise<void> {
  const { tx, tenant } = ctx;
  const id = ctx.newId();
  const affected = lost.flatMap((line) => lines.get(line.id) ?? []);
  const [began = ctx.call.received_at.toISOString()] = affected
    .flatMap(({ down_since }) => down_since ?? [])
    .sort();
  await tx`insert into incidents ${tx({ tenant_id: tenant.id, id, olt, pon_port, kind, started_at: began })}`;
  const members = await addMembers(ctx, { id, olt }, affected);
  await tx`update incidents set ${tx(figuresOf(members))} where tenant_id = ${tenant.id} and id = ${id}`;
  tell(ctx);
}

/** Brings an open incident up to date: who is back, who fell since; ends it when what is left are single faults. */
async function follow(
  ctx: OperationContext,
  one: Open,
  known: readonly Member[],
  lines: ReadonlyMap<string, PresentLine>,
): Promise<void> {
  const { tx, tenant } = ctx;
  const now = ctx.call.received_at.toISOString();
  const ids = new Set(known.map(({ onu }) => onu));
  const fallen = [...lines.values()].filter(
    (line) =>
      (one.pon_port === null || line.pon_port === one.pon_port) &&
      !ids.has(line.id) &&
      line.down_since === now,
  );
  const members = known.map((member) => {
    const line = lines.get(member.onu ?? "");
    // One that is no ONU of this OLT any more is not waited for.
    const isBack = !line || line.status === "ONLINE";
    if (isBack === (member.back_at !== null)) return member;
    return { ...member, back_at: isBack ? now : null };
  });
  const moved = members.filter((member, at) => member !== known[at]);
  await Promise.all(
    updateRows(
      tx,
      "incident_onus",
      tenant.id,
      BACK,
      moved.map(({ id, back_at }) => ({ id, back_at })),
    ),
  );
  const all = [...members, ...(await addMembers(ctx, one, fallen))];
  const figures = figuresOf(all);
  const ended = isOver(all.length, all.length - figures.back_count);
  if (moved.length === 0 && fallen.length === 0 && !ended) return;
  const change = {
    ...(all.length > 0 ? figures : { back_count: one.onu_count }),
    ...(fallen.length > 0
      ? {
          kind: kindOf(
            all.map(({ cause }) => cause),
            one.pon_port,
          ),
        }
      : {}),
    ...(ended ? { status: "CLOSED", ended_at: now } : {}),
  };
  await tx`update incidents set ${tx(change)} where tenant_id = ${tenant.id} and id = ${one.id}`;
  tell(ctx);
}

/** What a reading of an OLT says of its outages, under the OLT's lock. */
export async function keepIncidents(
  ctx: OperationContext,
  olt: string,
  present: readonly PresentLine[],
): Promise<void> {
  const { tx, tenant } = ctx;
  const now = ctx.call.received_at.toISOString();
  const lines = new Map(present.map((line) => [line.id, line]));
  const known = await tx<Open[]>`
    select id, olt, pon_port, kind, onu_count, back_count, customer_count from incidents
    where tenant_id = ${tenant.id} and olt = ${olt} and status = 'OPEN'`;
  const members =
    known.length === 0
      ? []
      : await tx<Member[]>`select id, incident, onu, customer, cause, back_at from incident_onus
          where tenant_id = ${tenant.id} and incident in ${tx(known.map(({ id }) => id))}`;
  for (const one of known)
    await follow(
      ctx,
      one,
      members.filter((member) => member.incident === one.id),
      lines,
    );
  if (known.some(({ pon_port }) => pon_port === null)) return;
  const covered = new Set(known.flatMap(({ pon_port }) => pon_port ?? []));
  for (const outage of outagesOf(present, covered, now)) await open(ctx, olt, outage, lines);
}

/**
 * An OLT that has not answered for a while is one incident. Whom it concerns is not written down one by one: most often it
 * is the way to the OLT that is broken, and its ONUs are well.
 */
export async function keepSilence(ctx: OperationContext, olt: string): Promise<void> {
  const { tx, tenant } = ctx;
  const opened = await tx`
    insert into incidents (tenant_id, id, olt, kind, started_at, onu_count, customer_count)
    select o.tenant_id, ${ctx.newId()}, o.id, 'OLT_DOWN', o.offline_since, o.onu_online,
      (select count(*) from onus u where u.tenant_id = o.tenant_id and u.olt = o.id and u.status = 'ONLINE'
        and u.customer is not null)
    from olts o where o.tenant_id = ${tenant.id} and o.id = ${olt} and o.onu_online > 0
      and o.offline_since < now() - make_interval(secs => ${SILENT_SECONDS})
      and not exists (select from incidents i where i.tenant_id = o.tenant_id and i.olt = o.id and i.status = 'OPEN'
        and i.pon_port is null)`;
  if (opened.count > 0) tell(ctx);
}
