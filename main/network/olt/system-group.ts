// What every device tells of itself.

import { type SnmpSession, SYS_UP_TIME } from "../snmp/session.ts";
import { dateOf, numberOf, textOf } from "./decode.ts";

const SYS_DESCR = "1.3.6.1.2.1.1.1.0";
const SYS_OBJECT_ID = "1.3.6.1.2.1.1.2.0";
/** hrSystemDate; few OLTs have it. */
const SYSTEM_DATE = "1.3.6.1.2.1.25.1.2.0";

export interface SystemGroup {
  descr: string | null;
  object_id: string;
  uptime_seconds: number | null;
}

/** Throws SnmpError when the device does not answer. */
export async function readSystem(session: SnmpSession): Promise<SystemGroup> {
  const [descr, object_id, up_time] = await session.get([SYS_DESCR, SYS_OBJECT_ID, SYS_UP_TIME]);
  const ticks = numberOf(up_time ?? undefined);
  return {
    descr: textOf(descr ?? undefined),
    object_id: typeof object_id === "string" ? object_id.replace(/^\./, "") : "",
    uptime_seconds: ticks === null || ticks < 0 ? null : Math.floor(ticks / 100),
  };
}

/** The device's date in milliseconds; null: it has none. Throws SnmpError. */
export async function readDate(session: SnmpSession): Promise<number | null> {
  const [date] = await session.get([SYSTEM_DATE], { retries: 0 });
  return dateOf(date ?? undefined);
}
