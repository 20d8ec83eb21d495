// One router as the agent sees it: its session (one, closed when idle), its job queue (one at a time), its state.
import type { ObservedInterface, ObservedSession, RouterAccess } from "../../shared/network/agent-wire.ts";
import { DriverError, type OpenOptions, type OpenRouter, type RouterSession } from "./driver.ts";
import { InterfaceMeter, SessionMeter } from "./meters.ts";
import { type DeviceFacts, readDevice, readInterfaces, readSessions } from "./routeros/provisioning.ts";

export interface DeviceOptions {
  open: OpenRouter;
  open_options: OpenOptions;
  idle_close_ms: number;
  /** Monotonic milliseconds. */
  clock: () => number;
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
  /** Looks in a row that failed. */
  failures = 0;
  /** Monotonic time of the next look. */
  next_look_ms = 0;
  looking = false;
  readonly #options: DeviceOptions;
  readonly #session_meter = new SessionMeter();
  readonly #interface_meter = new InterfaceMeter();
  #session: RouterSession | null = null;
  #opening: Promise<RouterSession> | null = null;
  #jobs: Promise<unknown> = Promise.resolve();
  #users = 0;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(access: RouterAccess, options: DeviceOptions) {
    this.access = access;
    this.#options = options;
  }

  /** New credentials or address: the session is opened anew at its next use. */
  async update(access: RouterAccess): Promise<void> {
    if (JSON.stringify(access) === JSON.stringify(this.access)) return;
    this.access = access;
    this.failures = 0;
    this.next_look_ms = 0;
    const session = this.#session;
    this.#session = null;
    await this.#jobs.catch(() => undefined);
    await session?.close();
  }

  /** Runs one job after the other, never two at the same time. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#jobs.then(work, work);
    this.#jobs = result.catch(() => undefined);
    return result;
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
    this.#opening ??= this.#options.open(this.access, this.#options.open_options).then(
      (session) => {
        this.#session = session;
        this.#opening = null;
        return session;
      },
      (error: unknown) => {
        this.#opening = null;
        throw error;
      },
    );
    return this.#opening;
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
    const read = async (session: RouterSession): Promise<Look> => {
      const [device, sessions, interfaces] = await Promise.all([
        readDevice(session),
        readSessions(session),
        readInterfaces(session),
      ]);
      const now = this.#options.clock();
      return {
        ...device,
        sessions: this.#session_meter.measure(sessions, now),
        interfaces: this.#interface_meter.measure(interfaces, now),
      };
    };
    const had_session = this.#session?.open ?? false;
    try {
      return await this.use(read);
    } catch (error) {
      const died = error instanceof DriverError && (error.code === "ECLOSED" || error.code === "EFATAL");
      if (!had_session || !died) throw error;
      return this.use(read);
    }
  }

  /** Waits for the job under way, then closes the session. */
  async close(): Promise<void> {
    await this.#jobs.catch(() => undefined);
    this.#closed = true;
    clearTimeout(this.#idle);
    await this.#opening?.catch(() => undefined);
    await this.#session?.close();
    this.#session = null;
  }
}
