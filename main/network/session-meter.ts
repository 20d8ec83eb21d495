// Rates of live sessions from two readings of their byte counters.
import type { ObservedSession } from "../../shared/network/agent-wire.ts";
import type { LiveSession } from "./routeros/provisioning.ts";

interface Reading {
  at_ms: number;
  bytes_in: number;
  bytes_out: number;
  /** Rates of the last pair that was far enough apart. */
  rate_in_bps: number | null;
  rate_out_bps: number | null;
}

/** Closer readings than this give no believable rate. */
const INTERVAL_MIN_MS = 500;

/** Bits per second between two counters; null when the counter started anew. */
function rate(now: number, before: number, elapsed_ms: number): number | null {
  return now < before ? null : Math.round(((now - before) * 8000) / elapsed_ms);
}

/** Remembers the last reading of each session of one router. Times are monotonic milliseconds. */
export class SessionMeter {
  #last = new Map<string, Reading>();

  /** The sessions with their rates; null for those seen for the first time. */
  measure(sessions: readonly LiveSession[], now_ms: number): ObservedSession[] {
    const next = new Map<string, Reading>();
    const measured = sessions.map(({ session_id, ...session }): ObservedSession => {
      if (session.bytes_in === null || session.bytes_out === null) return session;
      // The id alone is used again by later sessions.
      const key = `${session.username}\n${session_id}\n${session.ros_id}`;
      const before = this.#last.get(key);
      const elapsed = before === undefined ? 0 : now_ms - before.at_ms;
      if (before !== undefined && elapsed < INTERVAL_MIN_MS) {
        next.set(key, before);
        return { ...session, rate_in_bps: before.rate_in_bps, rate_out_bps: before.rate_out_bps };
      }
      const { bytes_in, bytes_out } = session;
      const rates = {
        rate_in_bps: before === undefined ? null : rate(bytes_in, before.bytes_in, elapsed),
        rate_out_bps: before === undefined ? null : rate(bytes_out, before.bytes_out, elapsed),
      };
      next.set(key, { at_ms: now_ms, bytes_in, bytes_out, ...rates });
      return { ...session, ...rates };
    });
    this.#last = next;
    return measured;
  }
}
