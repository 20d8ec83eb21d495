// Whom an outage concerns, one row for each ONU with its customer: who is still down first. Pure.
import type { Incident, IncidentOnu, Onu } from "../../../../shared/network/index.ts";

/** What is needed of a customer to tell them. */
export interface Reached {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly area: string | null;
}

export interface Concerned {
  readonly id: string;
  /** Null: none, or a customer whom this role does not see. */
  readonly customer: Reached | null;
  /** Null: it is gone since. */
  readonly onu: Onu | null;
  readonly serial_number: string | null;
  readonly pon_port: string;
  /** Light that was measured last before, in dBm. */
  readonly light_before: number | null;
  /** Null where each ONU's own moment is not known: the OLT itself went silent. */
  readonly down_at: string | null;
  readonly back_at: string | null;
}

export type Standing = "all" | "down" | "back";

interface Known {
  readonly incident: Incident;
  readonly affected: readonly IncidentOnu[];
  /** Those of the OLT that the affected are among. */
  readonly onus: readonly Onu[];
  readonly customers: ReadonlyMap<string, Reached>;
}

/**
 * An OLT that went silent names no ONUs: then all that were on-line at last, with a customer, are concerned, for they may be
 * without a line as well.
 */
export function concernedBy({ incident, affected, onus, customers }: Known): readonly Concerned[] {
  const of = (id: string | null) => (id === null ? null : (customers.get(id) ?? null));
  if (affected.length === 0 && incident.pon_port === null)
    return onus
      .filter((onu) => onu.customer !== null && onu.status === "ONLINE")
      .map((onu) => ({
        ...{ id: onu.id, customer: of(onu.customer), onu, light_before: null },
        ...{ serial_number: onu.serial_number, pon_port: onu.pon_port },
        ...{ down_at: null, back_at: incident.ended_at },
      }));
  const byId = new Map(onus.map((onu) => [onu.id, onu]));
  return affected
    .map((member) => ({
      ...{ id: member.id, customer: of(member.customer), onu: byId.get(member.onu ?? "") ?? null },
      ...{ serial_number: member.serial_number, pon_port: member.pon_port },
      ...{ light_before: member.rx_power_dbm, down_at: member.down_at, back_at: member.back_at },
    }))
    .sort((a, b) => Number(a.back_at !== null) - Number(b.back_at !== null));
}

const STANDS: Readonly<Record<Standing, (row: Concerned) => boolean>> = {
  all: () => true,
  down: ({ back_at }) => back_at === null,
  back: ({ back_at }) => back_at !== null,
};

export const standing = (rows: readonly Concerned[], as: Standing) => rows.filter(STANDS[as]);

/** Each number once, one a line: as telephones, SMS gateways and spreadsheets take them. */
export const phonesOf = (rows: readonly Concerned[]): readonly string[] => [
  ...new Set(rows.flatMap(({ customer }) => customer?.phone.trim() || [])),
];
