// One router as the agent sees it: its session (one, closed when idle), its job queue (one at a time), its state.
import type {
  LeasedJob,
  ObservedInterface,
  ObservedSession,
  RouterAccess,
} from "../../../shared/network/agent-wire.ts";
import { DriverError, type OpenOptions, type OpenRouter, type RouterSession } from "../driver.ts";
import { type DeviceFacts, readDevice, readInterfaces } from "../routeros/provisioning.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { InterfaceMeter } from "./meters.ts";
import { wouldUndo } from "./overtaking.rules.ts";
import { SessionWatch } from "./session-watch.ts";

export interface DeviceOptions {
  open: OpenRouter;
  open_options: OpenOptions;
  idle_close_ms: number;
  /** Monotonic milliseconds. */
  clock: () => number;
}

/** With many sessions, how much longer the pause between two looks is: the server is told each time of all of them. */
const LONGER_PAUSE = 1.6;

/** Whether the same connection serves both: what does not concern the way to the router is left out. */
function sameWay(a: RouterAccess, b: RouterAccess): boolean {
  const way = ({
    host,
    api_port,
    use_tls,
    tls_fingerprint,
    username,
    password,
    legacy_login,
  }: RouterAccess) =>
    JSON.stringify([host, api_port, use_tls, tls_fingerprint, username, password, legacy_login]);
  return way(a) === way(b);
}

type Turn = Pick<LeasedJob, "urgent" | "desired">;

interface Waiting extends Turn {
  run: () => Promise<void>;
}

export type DeviceStatus = "UNKNOWN" | "ONLINE" | "OFFLINE";

export interface Look extends DeviceFacts {
  sessions: ObservedSession[];
  interfaces: ObservedInterface[];
}

export class Device {
  access: RouterAccess;
  status: DeviceStatus = "UNKNOWN";
  last_error: DriverError | null = null;
  readonly breaker = new CircuitBreaker();
  /** Monotonic time of the next look. */
  next_look_ms = 0;
  looking = false;
  /** Monotonic time of the last try made because a person waits. */
  probed_ms = Number.NEGATIVE_INFINITY;
  /** Another agent watches this router: no looks, no jobs. */
  standby = false;
  /** Counts the changes of the way to it: what failed on an earlier way says nothing of this one. */
  way = 0;
  /** The server keeps a copy of what it held, since this agent knows it. */
  snapshot_kept = false;
  /** What the last check was of: the way, and the failure by its code; null: none was delivered. */
  checked: string | null = null;
  /** Monotonic time of that check. */
  checked_ms = 0;
  /** As the last look found it. */
  ros_version: string | null = null;
  readonly #options: DeviceOptions;
  readonly sessions = new SessionWatch();
  readonly #interface_meter = new InterfaceMeter();
  #session: RouterSession | null = null;
  #opening: Promise<RouterSession> | null = null;
  readonly #waiting: Waiting[] = [];
  #working: Promise<void> | null = null;
  #users = 0;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(access: RouterAccess, options: DeviceOptions) {
    this.access = access;
    this.#options = options;
  }

  /** New credentials or address: the session is opened again at its next use; a job under way keeps the old one. */
  update(access: RouterAccess): void {
    const same = sameWay(access, this.access);
    this.access = access;
    if (same) return;
    this.way += 1;
    this.breaker.close();
    this.next_look_ms = 0;
    this.ros_version = null;
    this.snapshot_kept = false;
    this.sessions.forget();
    const session = this.#session;
    this.#session = null;
    // Who asks from now on is not answered with what becomes of the earlier way.
    this.#opening = null;
    if (session) void (this.#working ?? Promise.resolve()).then(() => session.close());
  }

  /**
   * Runs one job after the other, never two at the same time; jobs that a person waits for go before the rest, but for
   * what would then write an older state over its own.
   */
  exclusively<Result>(work: () => Promise<Result>, { urgent, desired }: Turn): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const run = () => work().then(resolve, reject);
      const calm = urgent ? this.#waiting.findIndex((other) => !other.urgent) : -1;
      const first = calm < 0 ? this.#waiting.length : calm;
      const older = this.#waiting.findLastIndex((other) => wouldUndo(other.desired, desired));
      this.#waiting.splice(Math.max(first, older + 1), 0, { urgent, desired, run });
      this.#working ??= this.#workOff();
    });
  }

  async #workOff(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next.run();
    this.#working = null;
  }

  /** Gives the open session to `work`, opening one if need be. Throws DriverError. */
  async use<Result>(work: (session: RouterSession) => Promise<Result>): Promise<Result> {
    clearTimeout(this.#idle);
    this.#users += 1;
    try {
      return await work(await this.#open());
    } finally {
      this.#users -= 1;
      if (this.#users === 0) this.#closeWhenIdle();
    }
  }

  #open(): Promise<RouterSession> {
    if (this.#closed) return Promise.reject(new DriverError("ECLOSED", "The agent is stopping."));
    if (this.#session?.open) return Promise.resolve(this.#session);
    this.#opening ??= this.#openWay();
    return this.#opening;
  }

  /** Opens a session; where the address or credentials changed during it, those who wait get one by the new ones. */
  async #openWay(): Promise<RouterSession> {
    const { access, way } = this;
    const known = { ...access, ros_version: this.ros_version ?? access.ros_version };
    try {
      const session = await this.#options.open(known, this.#options.open_options);
      if (way === this.way) {
        this.#session = session;
        return session;
      }
      await session.close();
    } catch (error) {
      if (way === this.way) throw error;
    } finally {
      if (way === this.way) this.#opening = null;
    }
    return this.#open();
  }

  #closeWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      const session = this.#session;
      this.#session = null;
      if (session) void session.close();
    }, this.#options.idle_close_ms);
    this.#idle.unref();
  }

  /** Reads device and sessions; a session that died since its last use is replaced once. Throws DriverError. */
  async look(): Promise<Look> {
    const had_session = this.#session?.open ?? false;
    try {
      return await this.use((session) => this.#read(session));
    } catch (error) {
      // It may have restarted since.
      this.sessions.forget();
      const died = error instanceof DriverError && (error.code === "ECLOSED" || error.code === "EFATAL");
      if (!had_session || !died) throw error;
      return this.use((session) => this.#read(session));
    }
  }

  async #read(session: RouterSession): Promise<Look> {
    const { clock } = this.#options;
    const [device, sessions, interfaces] = await Promise.all([
      readDevice(session),
      this.sessions.look(session, clock),
      readInterfaces(session),
    ]);
    this.ros_version = device.ros_version;
    return { ...device, sessions, interfaces: this.#interface_meter.measure(interfaces, clock()) };
  }

  /** Milliseconds until the next look: longer where a look tells of thousands of sessions, never so long that sessions are old. */
  pauseAfterLook(usual_ms: number): number {
    return this.sessions.is_many ? usual_ms * LONGER_PAUSE : usual_ms;
  }

  /** Waits for the job under way, then closes the session. */
  async close(): Promise<void> {
    await this.#working;
    this.#closed = true;
    clearTimeout(this.#idle);
    await this.#opening?.catch(() => undefined);
    await this.#session?.close();
    this.#session = null;
  }
}
