// The sessions of one router from look to look. Where there are thousands they are counted, and printed when the number
// is another one, and each minute.
import type { ObservedSession } from "../../../shared/network/agent-wire.ts";
import type { RouterSession } from "../driver.ts";
import { countSessions, readHotspotSessions, readSessions } from "../routeros/provisioning.ts";
import { SessionMeter } from "./meters.ts";

/** With more sessions than this they are counted, and not printed at every look. */
const MANY_SESSIONS = 1_000;
/** With many: they are printed with their byte counters when the last time is this long ago. */
const PRINT_MS = 60_000;

const PPPOE = (session: ObservedSession): boolean => session.connection === "PPPOE";

/** Times are monotonic milliseconds. */
export class SessionWatch {
  readonly #meter = new SessionMeter();
  /** As they were printed last. */
  #printed: readonly ObservedSession[] = [];
  #printed_ms = 0;
  #counted_ms = 0;
  #stale = true;

  get is_many(): boolean {
    return this.#printed.length > MANY_SESSIONS;
  }

  /** What is known may be wrong: the next look prints them all. */
  forget(): void {
    this.#stale = true;
  }

  /** All sessions of the router at this moment. Throws DriverError. */
  async look(session: RouterSession, clock: () => number): Promise<ObservedSession[]> {
    const with_counters = this.#stale || !this.is_many || clock() - this.#counted_ms >= PRINT_MS;
    if (!with_counters && (await this.#areAsMany(session))) return this.#olderBy(clock() - this.#printed_ms);
    this.#stale = false;
    try {
      const [dialled_in, guests] = await Promise.all([
        readSessions(session, { counters: with_counters }),
        readHotspotSessions(session),
      ]);
      this.#printed = [...dialled_in, ...guests];
    } catch (error) {
      this.#stale = true;
      throw error;
    }
    this.#printed_ms = clock();
    if (!with_counters) return this.#meter.remembered(this.#printed);
    this.#counted_ms = this.#printed_ms;
    return this.#meter.measure(this.#printed, this.#printed_ms);
  }

  async #areAsMany(session: RouterSession): Promise<boolean> {
    const [dialled_in, guests] = await Promise.all([
      countSessions(session, "PPPOE"),
      countSessions(session, "HOTSPOT"),
    ]);
    const known = this.#printed.filter(PPPOE).length;
    return dialled_in === known && guests === this.#printed.length - known;
  }

  #olderBy(elapsed_ms: number): ObservedSession[] {
    const seconds = Math.round(elapsed_ms / 1000);
    return this.#meter
      .remembered(this.#printed)
      .map((one) => ({ ...one, uptime_seconds: one.uptime_seconds + seconds }));
  }
}
