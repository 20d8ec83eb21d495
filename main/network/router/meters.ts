// Rates of live sessions and interfaces from two readings of their counters.
import type { ObservedInterface, ObservedSession } from "../../../shared/network/agent-wire.ts";
import type { InterfaceCounters } from "../routeros/provisioning.ts";

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

/** Bits per second between two counters; null when the counter restarted, or jumped further than one can count. */
function rate(now: number, before: number, elapsed_ms: number): number | null {
  const bps = Math.round(((now - before) * 8000) / elapsed_ms);
  return now >= before && Number.isSafeInteger(bps) ? bps : null;
}

/** The id alone is used again by later sessions. */
const keyOf = ({ username, session_id, ros_id }: ObservedSession): string =>
  `${username}\n${session_id}\n${ros_id}`;

/** Remembers the last reading of each session of one router. Times are monotonic milliseconds. */
export class SessionMeter {
  #last = new Map<string, Reading>();

  /** The sessions with their rates; null for those seen for the first time. */
  measure(sessions: readonly ObservedSession[], now_ms: number): ObservedSession[] {
    const next = new Map<string, Reading>();
    const measured = sessions.map((session): ObservedSession => {
      if (session.bytes_in === null || session.bytes_out === null) return session;
      const key = keyOf(session);
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

  /** The sessions with counters and rates of the last measurement, where they were not read this time. */
  remembered(sessions: readonly ObservedSession[]): ObservedSession[] {
    return sessions.map((session) => {
      const last = this.#last.get(keyOf(session));
      if (last === undefined) return session;
      const { bytes_in, bytes_out, rate_in_bps, rate_out_bps } = last;
      return { ...session, bytes_in, bytes_out, rate_in_bps, rate_out_bps };
    });
  }
}

/** Remembers the last counters of a router's interfaces. Times are monotonic milliseconds. */
export class InterfaceMeter {
  #last = new Map<string, InterfaceCounters>();
  #at_ms = 0;

  /** Load since the last call; new interfaces and those with restarted counters are left out. */
  measure(interfaces: readonly InterfaceCounters[], now_ms: number): ObservedInterface[] {
    const elapsed = now_ms - this.#at_ms;
    const before = this.#last;
    this.#last = new Map(interfaces.map((counters) => [counters.name, counters]));
    this.#at_ms = now_ms;
    return interfaces.flatMap((now): ObservedInterface[] => {
      const earlier = before.get(now.name);
      if (earlier === undefined || elapsed <= 0) return [];
      const rx_bps = rate(now.rx_bytes, earlier.rx_bytes, elapsed);
      const tx_bps = rate(now.tx_bytes, earlier.tx_bytes, elapsed);
      if (rx_bps === null || tx_bps === null) return [];
      const pps = (packets: number, packets_before: number): number =>
        Math.max(0, Math.round(((packets - packets_before) * 1000) / elapsed));
      return [
        {
          name: now.name,
          rx_bps,
          tx_bps,
          rx_pps: pps(now.rx_packets, earlier.rx_packets),
          tx_pps: pps(now.tx_packets, earlier.tx_packets),
        },
      ];
    });
  }
}
