// Whether a router that was told to restart did: it is back, and has been up for less time than has passed since.
import { DriverError } from "../driver.ts";
import { pause } from "../loop.ts";
import { readDevice } from "../routeros/provisioning.ts";
import type { Device } from "./device.ts";

export interface RebootWait {
  /** Monotonic milliseconds. */
  clock: () => number;
  /** How long a router may take, and between two tries to reach it. */
  within_ms: number;
  every_ms: number;
  /** Aborted when the outcome is not needed any more. */
  signal: AbortSignal;
}

/** Seconds by which uptimes, which are cut to whole seconds, may seem to differ. */
const CUT = 2;

/** Tries the router until it answers with a fresh uptime; false when it does not in time. Writes nothing. */
export async function confirmReboot(
  device: Device,
  ordered_ms: number,
  uptime_before: number | null,
  { clock, within_ms, every_ms, signal }: RebootWait,
): Promise<boolean> {
  while (clock() - ordered_ms < within_ms && !signal.aborted) {
    await pause(every_ms, signal);
    try {
      const { uptime_seconds } = await device.use(readDevice);
      const passed = (clock() - ordered_ms) / 1000;
      const is_fresh = uptime_seconds !== null && uptime_seconds <= passed + CUT;
      // A router that was up for no longer than that before can't be told apart but by the difference.
      if (is_fresh && (uptime_before === null || uptime_seconds < uptime_before + passed - CUT)) return true;
    } catch (error) {
      // On its way down or up. What is refused for good will not pass either, but the time limit says so.
      if (!(error instanceof DriverError)) throw error;
    }
  }
  return false;
}
