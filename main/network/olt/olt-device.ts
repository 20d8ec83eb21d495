// One OLT as the agent sees it: its session (one), its readings (one at a time), its state.
import type { LeasedOltJob, OltAccess } from "../../../shared/network/olt/olt-wire.ts";
import { resolveRouterAddress } from "../address-guard.ts";
import { DriverError } from "../driver.ts";
import type { DeviceStatus } from "../router/device.ts";
import { Repetitions } from "../snmp/repetitions.ts";
import { openSnmp, type SnmpSession, type Write } from "../snmp/session.ts";
import { SnmpError } from "../snmp/snmp-error.ts";
import { type OltLook, OltReader } from "./olt-reader.ts";
import { REBOOT_TIMINGS, type Rebooted, type RebootTimings, rebootOnu } from "./reboot-onu.ts";
import { readSystem } from "./system-group.ts";

export interface OltDeviceOptions {
  allow_loopback: boolean;
  /** Monotonic milliseconds. */
  clock: () => number;
  /** Between two readings of everything. */
  all_ms: number;
  timeout_ms?: number;
  slow_timeout_ms?: number;
  reboot?: Partial<RebootTimings>;
}

/** Whether the same session and what was learnt of the device serve both: its name is none of them. */
const sameWay = (a: OltAccess, b: OltAccess): boolean =>
  JSON.stringify({ ...a, name: "" }) === JSON.stringify({ ...b, name: "" });

/** Readings of everything begin up to this share earlier, so that many OLTs do not march. */
const SPREAD = 0.1;

export class OltDevice {
  access: OltAccess;
  status: DeviceStatus = "UNKNOWN";
  last_error: SnmpError | null = null;
  /** Looks in a row that failed. */
  failures = 0;
  /** Monotonic time of the next look. */
  next_look_ms = 0;
  looking = false;
  /** Another agent watches this OLT: no looks, no jobs. */
  standby = false;
  /** Counts the changes of the way to it: what was read on an earlier way says nothing of this one. */
  way = 0;
  readonly #options: OltDeviceOptions;
  #reader: OltReader;
  #pace = new Repetitions();
  #session: Promise<SnmpSession> | null = null;
  #next_all_ms = 0;
  /** Ends when the reading under way has. */
  #reading: Promise<unknown> = Promise.resolve();
  /** A reading of everything that has not begun yet. */
  #awaited: Promise<OltLook> | null = null;
  #closed = false;

  constructor(access: OltAccess, options: OltDeviceOptions) {
    this.access = access;
    this.#options = options;
    this.#reader = this.#newReader();
  }

  #newReader(): OltReader {
    const { clock, slow_timeout_ms } = this.#options;
    return new OltReader({
      vendor: this.access.vendor,
      clock,
      now: () => Date.now(),
      ...(slow_timeout_ms === undefined ? {} : { slow_timeout_ms }),
    });
  }

  /** New credentials, address or vendor: everything is asked again. */
  update(access: OltAccess): void {
    const same = sameWay(access, this.access);
    this.access = access;
    if (same) return;
    this.way += 1;
    this.failures = 0;
    this.next_look_ms = 0;
    this.#next_all_ms = 0;
    this.status = "UNKNOWN";
    this.#pace = new Repetitions();
    this.#reader = this.#newReader();
    this.closeSession();
  }

  async #open(
    role: "read" | "write",
    writable?: (writes: readonly Write[]) => boolean,
  ): Promise<SnmpSession> {
    if (this.#closed) throw new SnmpError("ECLOSED", "The agent is stopping.");
    const { allow_loopback, clock, timeout_ms } = this.#options;
    const { access } = this;
    return openSnmp(access, {
      address: await addressOf(access.host, allow_loopback),
      role,
      pace: this.#pace,
      clock,
      ...(timeout_ms === undefined ? {} : { timeout_ms }),
      ...(writable ? { writable } : {}),
    });
  }

  /** Throws SnmpError where the address is refused, not found, or a credential is missing. */
  #use(): Promise<SnmpSession> {
    if (this.#session === null) {
      const opening = this.#open("read");
      this.#session = opening;
      opening.catch(() => {
        if (this.#session === opening) this.#session = null;
      });
    }
    return this.#session;
  }

  /** Fails the questions under way; the next opens a new session, whose name is looked up again. */
  closeSession(): void {
    const session = this.#session;
    this.#session = null;
    session?.then(
      (open) => open.close(),
      () => undefined,
    );
  }

  /** Whether it answers at all, and what it says of itself. Throws SnmpError. */
  async present(): Promise<{ sys_descr: string | null; uptime_seconds: number | null }> {
    const { descr, uptime_seconds } = await readSystem(await this.#use());
    return { sys_descr: descr, uptime_seconds };
  }

  /** What changed, or everything when that is due. Throws SnmpError. */
  look(): Promise<OltLook> {
    return this.#inTurn(async () => {
      if (this.#options.clock() >= this.#next_all_ms) return this.#readAll();
      return (await this.#reader.readChanges(await this.#use())) ?? this.#readAll();
    });
  }

  /** Everything, read after this was asked; callers that ask before it began share it. Throws SnmpError. */
  readAllSoon(): Promise<OltLook> {
    this.#awaited ??= this.#inTurn(() => {
      this.#awaited = null;
      return this.#readAll();
    });
    return this.#awaited;
  }

  /** It speaks again: what it was silent about before it fell silent altogether is asked for as if for the first time. */
  forget(): void {
    this.#reader.forget();
  }

  async #readAll(): Promise<OltLook> {
    const { clock, all_ms } = this.#options;
    const session = await this.#use();
    let look: OltLook;
    try {
      look = await this.#reader.readAll(session);
    } catch (error) {
      // It answered, and then nothing any more: some agents stop for minutes over one large question, again each time.
      if (error instanceof SnmpError && error.code === "ETIMEDOUT" && this.#reader.began)
        this.#pace.broke(clock());
      throw error;
    }
    this.#next_all_ms = clock() + all_ms * (1 - SPREAD * Math.random());
    return look;
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#reading.then(work);
    // Who asked hears of a failure; the next in turn begins whatever became of this one.
    this.#reading = result.catch(() => undefined);
    return result;
  }

  /** Carries out a REBOOT_ONU job, beside readings. Throws RebootError and SnmpError. */
  async reboot(job: LeasedOltJob, signal: AbortSignal): Promise<Rebooted | null> {
    const { snmp_version, write_community } = this.access;
    const may_write = snmp_version === "3" || Boolean(write_community);
    return rebootOnu(
      {
        reader: this.#reader,
        session: await this.#use(),
        readAll: () => this.readAllSoon(),
        openWriter: may_write ? (writable) => this.#open("write", writable) : null,
        timings: { ...REBOOT_TIMINGS, ...this.#options.reboot },
        clock: this.#options.clock,
        signal,
      },
      job,
    );
  }

  /** Asks nothing more; what is under way fails. */
  shut(): void {
    this.#closed = true;
    this.closeSession();
  }

  async close(): Promise<void> {
    this.shut();
    await this.#reading;
  }
}

/** The address to speak to, resolved once, so that what was checked is what is spoken to. */
async function addressOf(host: string, allow_loopback: boolean): Promise<string> {
  try {
    return await resolveRouterAddress(host, allow_loopback);
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    throw error.code === "EADDRESS"
      ? new SnmpError("EADDRESS", "The OLT's address points at this machine or a reserved network: refused.")
      : new SnmpError("EUNREACHABLE", "The OLT's name is not known in this network.");
  }
}
