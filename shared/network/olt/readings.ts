// What an ONU was measured at over time: GET /onus/{id}/readings/. Kept as they came for 48 hours, by the hour for 90 days,
// by the day for 2 years.
import { z } from "zod";
import { instant as moment } from "../../kernel/field.ts";
import { ONU_STATUSES } from "./olt-wire.ts";

export const RESOLUTIONS = ["raw", "hourly", "daily"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** How long readings of each resolution are kept, in hours. */
export const KEPT_HOURS: Readonly<Record<Resolution, number>> = {
  raw: 48,
  hourly: 90 * 24,
  daily: 2 * 365 * 24,
};

const instant = z.iso.datetime({ offset: true });
const dbm = z.number().nullable();

export const readingsQuery = z.strictObject({
  /** The last 24 hours unless it is said. */
  from: moment().optional(),
  to: moment().optional(),
  /** The finest that is still kept for the range, and that answers at most some hundreds of points, unless it is said. */
  resolution: z.enum(RESOLUTIONS).optional(),
});

export const onuReading = z.object({
  /** When it was measured; of an hour or a day, its beginning. */
  observed_at: instant,
  /** Null but for raw readings. */
  status: z.enum(ONU_STATUSES).nullable(),
  /** For how much of the time it was seen on-line, in percent. */
  online_percent: z.number().min(0).max(100).nullable(),
  /** Of an hour or a day the average, here and below; null: not measured. */
  rx_power_dbm: dbm,
  rx_power_min_dbm: dbm,
  rx_power_max_dbm: dbm,
  tx_power_dbm: dbm,
  olt_rx_power_dbm: dbm,
  temperature_c: z.number().nullable(),
});
export type OnuReading = z.infer<typeof onuReading>;

export const readingsAnswer = z.object({
  onu: z.uuid(),
  resolution: z.enum(RESOLUTIONS),
  from: instant,
  to: instant,
  results: z.array(onuReading),
});
