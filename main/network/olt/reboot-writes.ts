// The only things that the program ever writes to an OLT: per profile one message, that one ONU shall restart.
import type { Write } from "../snmp/session.ts";
import { fullOid } from "./choose-profile.ts";
import type { OltProfile } from "./profile.ts";

/** An index that is written behind a base: the port's and the ONU's number, or one number for both. */
const TWO = /^\.\d{1,10}\.\d{1,10}$/;
const ONE = /^\.\d{1,10}$/;

/**
 * The message that restarts the ONU of this row; null: the profile knows none.
 * @param index as read: `{port}.{onu}` where the message names both
 */
export function rebootWrites(profile: OltProfile, index: string): Write[] | null {
  if ("unsupported" in profile.reboot) return null;
  const [port, onu] = index.split(".").map(Number);
  const writes: Write[] = [];
  for (const { oid, index: arcs, value } of profile.reboot.writes) {
    const written = value === "port" ? port : value === "onu" ? onu : value;
    if (written === undefined || !Number.isSafeInteger(written)) return null;
    writes.push({ oid: fullOid(oid) + (arcs === "whole" ? `.${index}` : ""), value: written });
  }
  return writes;
}

/** Whether a message has the one form that the profile may write; checked once more right before it is sent. */
export function isRebootOf(profile: OltProfile, writes: readonly Write[]): boolean {
  const { reboot, place } = profile;
  const index = place.by === "port.onu" ? TWO : ONE;
  if ("unsupported" in reboot || writes.length !== reboot.writes.length) return false;
  return reboot.writes.every((allowed, at) => {
    const write = writes[at];
    const base = fullOid(allowed.oid);
    if (!write?.oid.startsWith(base)) return false;
    const rest = write.oid.slice(base.length);
    if (allowed.index === "whole" ? !index.test(rest) : rest !== "") return false;
    if (typeof allowed.value === "number") return write.value === allowed.value;
    return Number.isInteger(write.value) && write.value >= 0 && write.value <= 65_535;
  });
}
