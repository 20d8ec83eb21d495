// What the server knows of the fibre below a customer's line: the ONU, its OLT, the neighbours on the port, an open incident.
import {
  type IncidentFacts,
  type LineFacts,
  onuFacts,
} from "../../../shared/network/diagnosis/line-facts.ts";
import { olt, onu } from "../../../shared/network/index.ts";
import type { Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { readRecord } from "../../kernel/resource/record.ts";
import { plain } from "./plain.ts";

type Fibre = Pick<LineFacts, "onu" | "port" | "incident">;

/** Nothing is said of an ONU that the caller may not see. */
export async function readFibre(tx: Tx, tenant: Tenant, id: string | null): Promise<Fibre> {
  if (id === null) return { onu: null };
  const device = plain(await readRecord(tx, onu, tenant, id));
  const head = device && plain(await readRecord(tx, olt, tenant, device.olt));
  if (!device || !head) return {};
  const [[port], [incident]] = await Promise.all([
    tx<{ onus: number; down: number }[]>`
      select count(*)::int as onus, count(*) filter (where status in ('OFFLINE', 'LOS', 'DYING_GASP'))::int as down
      from onus where tenant_id = ${tenant.id} and olt = ${device.olt} and pon_port = ${device.pon_port}`,
    tx<Omit<IncidentFacts, "olt_name">[]>`
      select i.pon_port, i.kind, i.started_at, i.onu_count as onus
      from incident_onus a join incidents i on i.tenant_id = a.tenant_id and i.id = a.incident
      where a.tenant_id = ${tenant.id} and a.onu = ${id} and a.back_at is null and i.status = 'OPEN'
      order by i.started_at desc limit 1`,
  ]);
  const open = plain(incident);
  return {
    onu: onuFacts(device, head),
    // Who sees their own records alone sees too few of the port.
    ...(port && !tenant.rowScope ? { port: { onus: port.onus, down: port.down } } : {}),
    incident: open && { ...open, olt_name: head.name },
  };
}
