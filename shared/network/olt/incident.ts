// An outage that is not one line's: a port or a whole OLT lost most of its ONUs at once. Single faults make none.
import { choice, count, decimal, instant, nullable, reference, text } from "../../kernel/field.ts";
import { type RecordOf, resource } from "../../kernel/resource.ts";
import { DOWN_CAUSES } from "./olt-wire.ts";

/**
 * POWER: the ONUs said that their power went (dying gasp). FIBRE: they were lost without a word. PORT_DOWN: the OLT does not
 * say which. OLT_DOWN: the OLT itself does not answer, or lost all its ports.
 */
export const INCIDENT_KINDS = ["POWER", "FIBRE", "PORT_DOWN", "OLT_DOWN"] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

const seen = { writable: "never" } as const;

export const incident = resource({
  name: "incident",
  path: "incidents",
  area: "network",
  module: "network",
  summary: "An outage of a port or of a whole OLT, with whom it concerns",
  verbs: ["list", "read"],
  large: { filters: ["olt", "status", "kind", "started_at"] },
  fields: {
    olt: reference("olt", seen),
    /** Null: the whole OLT. */
    pon_port: nullable(text(seen)),
    kind: choice(INCIDENT_KINDS, seen),
    status: choice(["OPEN", "CLOSED"], seen),
    started_at: instant(seen),
    ended_at: nullable(instant(seen)),
    /** How many ONUs it took down, and how many of them are back. */
    onu_count: count(seen),
    back_count: count(seen),
    /** What the lost ONUs said: their power went, or nothing, or the OLT does not say. */
    power_count: count(seen),
    fibre_count: count(seen),
    /** How many of the ONUs belong to customers. */
    customer_count: count(seen),
  },
  order: ["-started_at"],
  title: "kind",
  display: { olt_name: { via: "olt", column: "name" } },
  // Without indexes: the Inbox watches them all day, and RxDB has places for few collections at once.
  replica: true,
});

export type Incident = RecordOf<typeof incident>;

export const incidentOnu = resource({
  name: "incident_onu",
  path: "incident-onus",
  area: "network",
  module: "network",
  summary: "An ONU that an incident took down, and its customer",
  many: "ONUs of incidents",
  verbs: ["list", "read"],
  parent: { via: "incident", as: "affected" },
  large: { filters: ["incident", "onu", "customer"] },
  fields: {
    incident: reference("incident", seen),
    onu: nullable(reference("onu", { ...seen, outlived: true })),
    customer: nullable(reference("customer", { ...seen, outlived: true })),
    serial_number: nullable(text(seen)),
    pon_port: text(seen),
    cause: nullable(choice(DOWN_CAUSES, seen)),
    /** The light that was measured last before it went down, in dBm: who was weak before may stay so. */
    rx_power_dbm: nullable(decimal({ ...seen, signed: true, digits: 2 })),
    down_at: instant(seen),
    /** Null: still down. */
    back_at: nullable(instant(seen)),
  },
  order: ["down_at"],
  title: "serial_number",
  display: { customer_name: { via: "customer", column: "name" } },
  replica: { indexes: [["incident"], ["customer"]] },
});

export type IncidentOnu = RecordOf<typeof incidentOnu>;
