// An ONU: the optical device at a subscriber's, as its OLT tells of it. The row changes when something did that a person
// sees; each poll's figures are readings (readings.ts).
import { z } from "zod";
import { choice, count, decimal, instant, nullable, reference, text } from "../../kernel/field.ts";
import { operation, plainOperations } from "../../kernel/operation.ts";
import { type RecordOf, resource } from "../../kernel/resource.ts";
import { DOWN_CAUSES, ONU_STATUSES } from "./olt-wire.ts";

/** How good the light is that reaches it, by the tenant's limits (settings); NONE: it was not measured, or could not be. */
const SIGNALS = ["TOO_STRONG", "GOOD", "WEAK", "CRITICAL", "NONE"] as const;

const seen = { writable: "never" } as const;
const power = { ...seen, signed: true, digits: 2 } as const;

export const onu = resource({
  name: "onu",
  path: "onus",
  area: "network",
  module: "network",
  summary: "An ONU with its state and optical power",
  many: "ONUs",
  verbs: ["list", "read", "update"],
  own: "customer",
  large: { filters: ["olt", "status", "signal", "customer", "serial_number"] },
  fields: {
    olt: reference("olt", seen),
    /** In one normal form (onu-serial.rules.ts), unique on its OLT; null: the OLT does not say. */
    serial_number: nullable(text({ ...seen, normal: "serial" })),
    /** As the OLT writes it, e.g. "0/1/3"; with the index the ONU's place. */
    pon_port: text(seen),
    onu_index: count(seen),
    /** Whose it is; found by the customer's onu_serial, or set by hand. */
    customer: nullable(reference("customer", { outlived: true })),
    description: nullable(text({ max: 200 })),
    model: nullable(text(seen)),
    status: choice(ONU_STATUSES, seen),
    /** The vendor's own word for the status. */
    raw_status: nullable(text(seen)),
    rx_power_dbm: nullable(decimal(power)),
    tx_power_dbm: nullable(decimal(power)),
    olt_rx_power_dbm: nullable(decimal(power)),
    distance_m: nullable(count(seen)),
    temperature_c: nullable(decimal(power)),
    signal: choice(SIGNALS, seen),
    /** Since when the signal is what it is. */
    signal_since: instant(seen),
    /** Null: it was not seen to go down. */
    last_down_cause: nullable(choice(DOWN_CAUSES, seen)),
    last_down_at: nullable(instant(seen)),
    last_up_at: nullable(instant(seen)),
    /** Since when the OLT's complete readings do not list it; it is forgotten after a day. */
    missing_since: nullable(instant(seen)),
  },
  search: ["serial_number", "description", "pon_port"],
  order: ["pon_port", "onu_index"],
  title: "serial_number",
  display: {
    olt_name: { via: "olt", column: "name" },
    customer_name: { via: "customer", column: "name" },
    // Each reading of the OLT is one of all its ONUs.
    last_polled_at: { via: "olt", column: "last_polled_at" },
  },
  replica: { indexes: [["customer"], ["olt"], ["serial_number"]] },
});

export type Onu = RecordOf<typeof onu>;

export const onuVerbs = plainOperations(onu, {
  // Whose ONU it is stands with the customer, too.
  update: { changes: ["customers"] },
});

/** Answers the job: 200 when it finished within the wait, else 202. */
export const rebootOnu = operation({
  on: onu,
  name: "reboot",
  summary: "Restart an ONU through its OLT; it is not repeated by itself",
  allows: "Restart an ONU",
  input: z.strictObject({}),
  output: null,
  status: 202,
  failures: ["BUSINESS_RULE", "COOL_DOWN"],
  changes: ["network_sync_jobs"],
});
