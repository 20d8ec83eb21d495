// What a reading of an OLT changes in what is known of its ONUs: only what a person would see. Pure.
import type { ObservedOnu, OnuStatus } from "./olt-wire.ts";

/** An ONU as it is kept, as far as readings change it. Times are RFC 3339. */
export interface OnuFacts {
  serial_number: string | null;
  pon_port: string;
  onu_index: number;
  description: string | null;
  /** As the OLT said it last; `description` may be a person's. */
  observed_description: string | null;
  model: string | null;
  status: OnuStatus;
  raw_status: string | null;
  rx_power_dbm: number | null;
  tx_power_dbm: number | null;
  olt_rx_power_dbm: number | null;
  distance_m: number | null;
  temperature_c: number | null;
  last_down_cause: ObservedOnu["last_down_cause"];
  last_down_at: string | null;
  last_up_at: string | null;
  /** When it was first seen to be down, by our clock; null while it is on-line, and where it was down from the first. */
  down_since: string | null;
  missing_since: string | null;
}

export interface KnownOnu extends OnuFacts {
  id: string;
}

/** A reading's ONU with the known one that it is; null: it is seen for the first time. */
export interface Match<K extends KnownOnu = KnownOnu> {
  known: K | null;
  seen: ObservedOnu;
}

export interface Matches<K extends KnownOnu = KnownOnu> {
  matched: Match<K>[];
  /** Known ones that the reading does not list. */
  unlisted: K[];
  /** Serial numbers that it lists at more than one place. */
  twice: string[];
}

const isUp = (status: OnuStatus) => status === "ONLINE";
/** UNKNOWN is neither: what could not be read is not lost. */
const isDown = (status: OnuStatus) => !isUp(status) && status !== "UNKNOWN";

const placeOf = ({ pon_port, onu_index }: Pick<OnuFacts, "pon_port" | "onu_index">) =>
  `${pon_port} ${onu_index}`;

/** Of two entries of one serial number the one that works: the other is what was left behind when the ONU moved. */
function withoutDoubles(seen: readonly ObservedOnu[]): { seen: ObservedOnu[]; twice: string[] } {
  const bySerial = new Map<string, ObservedOnu>();
  const byPlace = new Map<string, ObservedOnu>();
  const twice = new Set<string>();
  for (const onu of seen) {
    const { serial_number: serial } = onu;
    if (serial === null) {
      byPlace.set(placeOf(onu), onu);
      continue;
    }
    const other = bySerial.get(serial);
    if (other) twice.add(serial);
    if (!other || (isUp(onu.status) && !isUp(other.status))) bySerial.set(serial, onu);
  }
  return { seen: [...bySerial.values(), ...byPlace.values()], twice: [...twice] };
}

/**
 * Which known ONU is which of the reading's: by serial number wherever it is plugged in now; by place where the reading
 * or our record has no number. An ONU with another number at the same place is another ONU.
 */
export function matchOnus<K extends KnownOnu>(
  known: readonly K[],
  reading: readonly ObservedOnu[],
): Matches<K> {
  const { seen, twice } = withoutDoubles(reading);
  const bySerial = new Map(known.flatMap((onu) => (onu.serial_number ? [[onu.serial_number, onu]] : [])));
  const free = new Set(known);
  const atPlace = new Map<string, K[]>();
  for (const onu of known) atPlace.set(placeOf(onu), [...(atPlace.get(placeOf(onu)) ?? []), onu]);
  const take = (onu: K | undefined): K | null => (onu && free.delete(onu) ? onu : null);
  const matched = seen.map((onu): Match<K> => {
    const { serial_number: serial } = onu;
    if (serial !== null) {
      const same = take(bySerial.get(serial));
      if (same) return { known: same, seen: onu };
    }
    const here = (atPlace.get(placeOf(onu)) ?? [])
      .filter((one) => free.has(one) && (serial === null || one.serial_number === null))
      .sort((a, b) => Number(a.missing_since !== null) - Number(b.missing_since !== null));
    return { known: take(here[0]), seen: onu };
  });
  return { matched, unlisted: [...free], twice };
}

const CAUSE_OF: Partial<Record<OnuStatus, OnuFacts["last_down_cause"]>> = {
  LOS: "FIBRE",
  DYING_GASP: "POWER",
};

const WORDS_MAX = 200;
const DISTANCE_MAX_M = 200_000;
const HEAT_MAX_C = 200;

const cut = (text: string | null) => text?.slice(0, WORDS_MAX) ?? null;

/** A reading as it may be kept: what no ONU can be is not known, and words have an end. */
function plausible(seen: ObservedOnu): ObservedOnu {
  const { distance_m, temperature_c } = seen;
  return {
    ...seen,
    description: cut(seen.description),
    model: cut(seen.model),
    raw_status: cut(seen.raw_status),
    distance_m: distance_m !== null && distance_m > DISTANCE_MAX_M ? null : distance_m,
    temperature_c: temperature_c !== null && Math.abs(temperature_c) > HEAT_MAX_C ? null : temperature_c,
  };
}

/** What is to be kept of an ONU after a reading at `now`. */
export function factsOf(known: KnownOnu | null, reading: ObservedOnu, now: string): OnuFacts {
  const seen = plausible(reading);
  const wasUp = known !== null && isUp(known.status);
  const wasDown = known !== null && (isDown(known.status) || known.down_since !== null);
  const fell = wasUp && isDown(seen.status);
  const rose = wasDown && isUp(seen.status);
  const before = fell ? null : (known?.last_down_cause ?? null);
  const isNewWord = known === null || seen.description !== known.observed_description;
  const { serial_number, last_down_cause, ...rest } = seen;
  return {
    ...rest,
    serial_number: serial_number ?? known?.serial_number ?? null,
    description: isNewWord ? (seen.description ?? known?.description ?? null) : known.description,
    observed_description: seen.description,
    model: seen.model ?? known?.model ?? null,
    distance_m: seen.distance_m ?? known?.distance_m ?? null,
    last_down_cause: last_down_cause ?? CAUSE_OF[seen.status] ?? before,
    last_down_at: seen.last_down_at ?? (fell ? now : (known?.last_down_at ?? null)),
    last_up_at: seen.last_up_at ?? (rose ? now : (known?.last_up_at ?? null)),
    down_since: isUp(seen.status) ? null : fell ? now : (known?.down_since ?? null),
    missing_since: null,
  };
}

/** What is to be kept of an ONU that a complete reading at `now` does not list. */
export function factsOfUnlisted(known: KnownOnu, now: string): OnuFacts {
  const { id: _, ...facts } = known;
  if (known.missing_since !== null) return facts;
  const unread = { rx_power_dbm: null, tx_power_dbm: null, olt_rx_power_dbm: null, temperature_c: null };
  return {
    ...facts,
    ...unread,
    status: "UNKNOWN",
    raw_status: null,
    last_down_at: isUp(known.status) ? now : known.last_down_at,
    down_since: known.down_since ?? (isUp(known.status) ? now : null),
    missing_since: now,
  };
}

/** Less than this is the weather, or the device's own rounding. */
const SMALL = {
  rx_power_dbm: 0.5,
  tx_power_dbm: 0.5,
  olt_rx_power_dbm: 0.5,
  distance_m: 10,
  temperature_c: 5,
} as const;
/** The OLT's clock is set right by ours at each reading, never quite the same. */
const SAME_TIME_MS = 60_000;

/** Powers at which the signal becomes another one, by the tenant's limits; beside them, where there is none at all. */
const NO_SIGNAL_DBM = [0, -35];

const moved = (before: number | null, after: number | null, small: number) =>
  before === null || after === null ? before !== after : Math.abs(after - before) >= small;

function isOtherTime(before: string | null, after: string | null): boolean {
  if (before === null || after === null) return before !== after;
  return Math.abs(Date.parse(after) - Date.parse(before)) >= SAME_TIME_MS;
}

/** Whether a person would see the difference. `limits`: the tenant's, between one grade of the signal and the next. */
export function isNews(before: OnuFacts, after: OnuFacts, limits: readonly number[]): boolean {
  const [rx, was] = [after.rx_power_dbm, before.rx_power_dbm];
  const side = (power: number, limit: number) => Math.sign(power - limit);
  const isOtherGrade =
    rx !== null &&
    was !== null &&
    rx !== was &&
    [...limits, ...NO_SIGNAL_DBM].some((limit) => side(rx, limit) !== side(was, limit));
  return (
    isOtherGrade ||
    (Object.keys(SMALL) as (keyof typeof SMALL)[]).some((name) =>
      moved(before[name], after[name], SMALL[name]),
    ) ||
    isOtherTime(before.last_down_at, after.last_down_at) ||
    isOtherTime(before.last_up_at, after.last_up_at) ||
    PLAIN.some((name) => before[name] !== after[name])
  );
}

const PLAIN = [
  "serial_number",
  "pon_port",
  "onu_index",
  "description",
  "observed_description",
  "model",
  "status",
  "raw_status",
  "last_down_cause",
  "down_since",
  "missing_since",
] as const;

/** How long an ONU that the OLT lists no more is kept. */
const MISSING_KEPT_MS = 24 * 3_600_000;

export const isForgotten = ({ missing_since }: OnuFacts, now: string): boolean =>
  missing_since !== null && Date.parse(now) - Date.parse(missing_since) > MISSING_KEPT_MS;
