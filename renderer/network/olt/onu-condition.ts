// How an ONU is, in one word: what took it down, else how good its light is. Pure.
import type { Onu } from "../../../shared/network/index.ts";

export type OnuCondition =
  | "GOOD"
  | "WEAK"
  | "CRITICAL"
  | "TOO_STRONG"
  /** On-line, and its light is not measured. */
  | "UP"
  | "LOS"
  | "DYING_GASP"
  | "OFFLINE"
  | "UNKNOWN";

type Seen = Pick<Onu, "status" | "signal">;

export function conditionOf({ status, signal }: Seen): OnuCondition {
  if (status !== "ONLINE") return status;
  return signal === "NONE" ? "UP" : signal;
}

const WELL: readonly OnuCondition[] = ["GOOD", "UP"];

/** Whether it needs attention. */
export const isTrouble = (onu: Seen): boolean => !WELL.includes(conditionOf(onu));

export const isDown = ({ status }: Seen): boolean =>
  status === "OFFLINE" || status === "LOS" || status === "DYING_GASP";
