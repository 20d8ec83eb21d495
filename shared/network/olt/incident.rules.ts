// When lost ONUs are one outage, and of what kind: a port or a whole OLT that lost most of its ONUs at once. Pure.
import type { IncidentKind } from "./incident.ts";
import type { DownCause, OnuStatus } from "./olt-wire.ts";

/** What an ONU's row says, as far as outages go. */
export interface Line {
  id: string;
  pon_port: string;
  status: OnuStatus;
  last_down_cause: DownCause | null;
  /** When it was first seen to be down; null: it is on-line, or was down from the first. RFC 3339. */
  down_since: string | null;
}

export interface Outage {
  /** Null: the whole OLT. */
  pon_port: string | null;
  kind: IncidentKind;
  lost: readonly Line[];
}

/** What goes down within so long of each other went down at once. */
export const AT_ONCE_MS = 5 * 60_000;
/** Fewer are single faults. */
const LOST_MIN = 3;

const within = (line: Line, now: string) =>
  line.down_since !== null && Date.parse(now) - Date.parse(line.down_since) <= AT_ONCE_MS;

/** Those of a port that were lost at once; none where that is less than half of those that were on-line. */
function lostAtOnce(lines: readonly Line[], now: string): Line[] {
  const lost = lines.filter((line) => within(line, now));
  const alive = lines.filter(({ status }) => status === "ONLINE").length + lost.length;
  return lost.length >= LOST_MIN && lost.length * 2 >= alive ? lost : [];
}

/**
 * Of which kind an outage is, by what its ONUs said last. No dying gasp comes through a cut fibre, and not every ONU lives
 * long enough to say its own: a third of them make it a power failure.
 */
export function kindOf(causes: readonly (DownCause | null)[], pon_port: string | null): IncidentKind {
  const said = (cause: DownCause) => causes.filter((one) => one === cause).length;
  if (said("POWER") * 3 >= causes.length) return "POWER";
  if (said("FIBRE") * 2 >= causes.length) return "FIBRE";
  return pon_port === null ? "OLT_DOWN" : "PORT_DOWN";
}

const byPort = (lines: readonly Line[]): Map<string, Line[]> => {
  const ports = new Map<string, Line[]>();
  for (const line of lines) ports.set(line.pon_port, [...(ports.get(line.pon_port) ?? []), line]);
  return ports;
};

/**
 * The outages that a reading shows. Ports whose outage is known already (`covered`) are left out; where every port of at
 * least two lost its ONUs, that is one outage of the whole OLT.
 */
export function outagesOf(lines: readonly Line[], covered: ReadonlySet<string>, now: string): Outage[] {
  const ports = [...byPort(lines)].filter(([pon_port]) => !covered.has(pon_port));
  const down = ports.flatMap(([pon_port, of]): Outage[] => {
    const lost = lostAtOnce(of, now);
    const causes = lost.map(({ last_down_cause }) => last_down_cause);
    return lost.length === 0 ? [] : [{ pon_port, kind: kindOf(causes, pon_port), lost }];
  });
  const isAnyAlive = lines.some(
    ({ pon_port, status }) => status === "ONLINE" && !down.some((one) => one.pon_port === pon_port),
  );
  if (down.length < 2 || covered.size > 0 || isAnyAlive) return down;
  const lost = down.flatMap((one) => one.lost);
  const causes = lost.map(({ last_down_cause }) => last_down_cause);
  return [{ pon_port: null, kind: kindOf(causes, null), lost }];
}

/** Whether so many are back that what is left are single faults. */
export const isOver = (taken_down: number, still_down: number): boolean =>
  still_down < Math.max(LOST_MIN, taken_down / 4);
