// Restarts one ONU: once, checked by its serial number right before, and watched until it went and came back.
import type { LeasedOltJob, ObservedOnu } from "../../../shared/network/olt/olt-wire.ts";
import { pause } from "../loop.ts";
import type { SnmpSession, Write } from "../snmp/session.ts";
import { SnmpError } from "../snmp/snmp-error.ts";
import type { OltReader } from "./olt-reader.ts";
import type { ColumnName, OltProfile } from "./profile.ts";
import { isRebootOf, rebootWrites } from "./reboot-writes.ts";

/** Codes of a restart that was not ordered; the message says it in plain words. */
export type RebootRefusal =
  | "NOT_REPEATED"
  | "UNSUPPORTED"
  | "UNVERIFIED"
  | "NO_WRITE_ACCESS"
  | "NOT_FOUND"
  | "NOT_IDENTIFIED"
  | "SERIAL_MISMATCH"
  | "ONU_OFFLINE";

export class RebootError extends Error {
  readonly code: RebootRefusal;
  constructor(code: RebootRefusal, message: string) {
    super(message);
    this.name = "RebootError";
    this.code = code;
  }
}

export interface RebootTimings {
  /** How long the ONU may take to go, and to come back. */
  going_ms: number;
  back_ms: number;
  /** Between two looks at it. */
  look_ms: number;
}
export const REBOOT_TIMINGS: RebootTimings = { going_ms: 20_000, back_ms: 240_000, look_ms: 1_000 };

export interface RebootPort {
  reader: OltReader;
  session: SnmpSession;
  /** Reads everything, in turn with other readings. Throws SnmpError. */
  readAll: () => Promise<unknown>;
  /** A session that may write what `writable` allows and nothing else; null: the OLT has no credential for that. */
  openWriter:
    | ((writable: (writes: readonly Write[]) => boolean) => SnmpSession | Promise<SnmpSession>)
    | null;
  timings: RebootTimings;
  clock: () => number;
  /** Aborted when the lease is lost or the agent stops: nothing is written after that. */
  signal: AbortSignal;
}

const CLOCKS_DIFFER_MS = 20_000;
const WATCHED: readonly ColumnName[] = ["status", "cause", "up_at", "down_at"];

function checkProfile(profile: OltProfile | null, allow_unverified: boolean): OltProfile {
  if (profile === null)
    throw new RebootError("UNSUPPORTED", "It is not known what kind of OLT this is: it lists no ONUs.");
  const { reboot } = profile;
  if ("unsupported" in reboot) throw new RebootError("UNSUPPORTED", reboot.unsupported);
  if (!reboot.verified && !allow_unverified)
    throw new RebootError(
      "UNVERIFIED",
      `How ${profile.title} restarts an ONU over SNMP is not confirmed on a device (${reboot.source}). Allow unverified orders for this OLT to try it.`,
    );
  return profile;
}

/** The row of the job's ONU, proved by the serial number read just now. */
async function identify(
  { reader, session, readAll }: RebootPort,
  wanted: NonNullable<LeasedOltJob["onu"]>,
): Promise<{ index: string; before: ObservedOnu }> {
  const where = `${wanted.pon_port}, ONU ${wanted.onu_index}`;
  if (wanted.serial_number === null)
    throw new RebootError("NOT_IDENTIFIED", `The serial number of the ONU at ${where} is not known.`);
  const find = () => reader.indexAt(wanted.pon_port, wanted.onu_index);
  let index = find();
  if (index === null) {
    await readAll();
    index = find();
  }
  if (index === null) throw new RebootError("NOT_FOUND", `The OLT lists no ONU at ${where}.`);
  const before = await reader.readOnu(session, index, ["serial", ...WATCHED]);
  if (!before?.serial_number)
    throw new RebootError("NOT_IDENTIFIED", `The OLT does not tell which ONU is at ${where} now.`);
  if (before.serial_number !== wanted.serial_number)
    throw new RebootError(
      "SERIAL_MISMATCH",
      `At ${where} is ${before.serial_number} now, not ${wanted.serial_number}: nothing was restarted.`,
    );
  if (before.status !== "ONLINE" && before.status !== "UNKNOWN")
    throw new RebootError("ONU_OFFLINE", "The ONU is not on-line: there is nothing to restart.");
  return { index, before };
}

/** Waits until `seen`, looking at the ONU; a look that is not answered is not the last. False: not in time. */
async function watch(
  port: RebootPort,
  index: string,
  within_ms: number,
  seen: (onu: ObservedOnu) => boolean,
): Promise<boolean> {
  const { reader, session, clock, timings, signal } = port;
  for (const until = clock() + within_ms; clock() < until && !signal.aborted; ) {
    await pause(timings.look_ms, signal);
    try {
      const onu = await reader.readOnu(session, index, WATCHED);
      if (onu && seen(onu)) return true;
    } catch (error) {
      if (!(error instanceof SnmpError)) throw error;
      if (error.code === "ECLOSED") return false;
    }
  }
  return false;
}

export interface Rebooted {
  /** It was seen to go and to come back. */
  confirmed: boolean;
  warnings: string[];
}

/**
 * Carries out a REBOOT_ONU job. Null: the lease was lost before anything was written.
 * Throws RebootError where nothing was ordered, SnmpError where the OLT did not answer or refused.
 */
export async function rebootOnu(port: RebootPort, job: LeasedOltJob): Promise<Rebooted | null> {
  if (job.onu === null) throw new RebootError("NOT_FOUND", "The order does not say which ONU.");
  if (job.attempts > 0)
    throw new RebootError(
      "NOT_REPEATED",
      "The restart was ordered before, and whether the OLT carried it out is not known: it is not repeated.",
    );
  if (port.reader.profile === null) await port.readAll();
  const profile = checkProfile(port.reader.profile, job.allow_unverified);
  const { index, before } = await identify(port, job.onu);
  const writes = rebootWrites(profile, index);
  if (writes === null)
    throw new RebootError("UNSUPPORTED", "The ONU's row is not one that can be restarted.");
  const wanted = JSON.stringify(writes);
  if (port.openWriter === null)
    throw new RebootError("NO_WRITE_ACCESS", "The OLT has no write community: nothing can be restarted.");
  const writer = await port.openWriter(
    (sent) => isRebootOf(profile, sent) && JSON.stringify(sent) === wanted,
  );
  let unanswered: SnmpError | null = null;
  try {
    if (port.signal.aborted) return null;
    await writer.set(writes);
  } catch (error) {
    if (!(error instanceof SnmpError) || (error.code !== "ETIMEDOUT" && error.code !== "EPROTO")) throw error;
    unanswered = error;
  } finally {
    writer.close();
  }
  return confirm(port, index, before, unanswered);
}

async function confirm(
  port: RebootPort,
  index: string,
  before: ObservedOnu,
  unanswered: SnmpError | null,
): Promise<Rebooted> {
  const { going_ms, back_ms } = port.timings;
  const away = (onu: ObservedOnu) => onu.status !== "ONLINE" && onu.status !== before.status;
  /** Faster than the looks: the OLT's own times tell, which are corrected at each reading. */
  const up_at = (onu: ObservedOnu) => (onu.last_up_at === null ? Number.NaN : Date.parse(onu.last_up_at));
  const was_away = (onu: ObservedOnu) => up_at(onu) - up_at(before) > CLOCKS_DIFFER_MS;
  const went = await watch(port, index, going_ms, (onu) => away(onu) || was_away(onu));
  if (!went && unanswered)
    throw new SnmpError(
      unanswered.code,
      "The OLT did not answer the order to restart the ONU, which stayed on-line: check the write community. It is not repeated.",
    );
  const warnings = unanswered ? ["The OLT did not answer the order, but the ONU went off-line."] : [];
  if (port.signal.aborted)
    return {
      confirmed: false,
      warnings: ["The agent stopped before the ONU was seen to go and come back."],
    };
  if (!went)
    return { confirmed: false, warnings: ["The OLT took the order, but the ONU was not seen to go."] };
  const back = await watch(port, index, back_ms, (onu) => onu.status === "ONLINE");
  if (!back) warnings.push("The ONU went off-line and was not seen to come back in time.");
  return { confirmed: back, warnings };
}
