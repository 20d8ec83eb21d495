// The OLTs of an agent: looks at each about once a minute, tells the server what it saw, carries out their jobs.
import type { HelloOutput, LeaseInput, LeaseOutput } from "../../../shared/network/agent-wire.ts";
import {
  type LeasedOltJob,
  type ObserveOltInput,
  OLT_JOB_KINDS,
  type OltAccess,
  type OltJobResult,
} from "../../../shared/network/olt/olt-wire.ts";
import { messageOf, OLTS_MAX, type WatchedStatus } from "../../agent-settings.ts";
import { DevicePool } from "../device-pool.ts";
import type { Fleet, FleetContext, JobReport, Work } from "../fleet.ts";
import { Poller } from "../poller.ts";
import { SnmpError } from "../snmp/snmp-error.ts";
import { OltDevice, type OltDeviceOptions } from "./olt-device.ts";
import type { OltLook } from "./olt-reader.ts";
import { RebootError } from "./reboot-onu.ts";

/** First pause after a look that failed; doubled with each further one. */
const FAILED_MS = 5_000;

export class OltFleet implements Fleet {
  readonly #context: FleetContext;
  readonly #devices = new DevicePool<OltAccess, OltDevice>();
  readonly #looks: Poller<OltDevice>;
  #look_ms = 60_000;
  stands_by = false;

  constructor(context: FleetContext) {
    this.#context = context;
    this.#looks = new Poller({
      devices: () => this.#devices.all(),
      look: (device) => this.#lookAt(device),
      pause_ms: () => this.#look_ms,
      at_once: OLTS_MAX,
      clock: context.clock,
      stopping: context.stopping,
    });
  }

  status(): WatchedStatus[] {
    return this.#devices.status();
  }

  take({ olts, olts_watched_elsewhere, olt_poll_seconds }: HelloOutput): void {
    const { options, timings, clock } = this.#context;
    this.#look_ms = timings.olt_look_ms ?? olt_poll_seconds * 1000;
    this.stands_by = olts_watched_elsewhere.length > 0;
    const device_options: OltDeviceOptions = {
      allow_loopback: options.allowLoopback ?? false,
      clock,
      all_ms: timings.olt_all_ms,
      ...options.olt_timeouts,
    };
    this.#devices.take(olts, olts_watched_elsewhere, (access) => new OltDevice(access, device_options));
    this.#looks.kick();
  }

  ready(): Partial<LeaseInput> | null {
    const reachable = this.#devices.online();
    if (reachable.length === 0) return null;
    return {
      reachable_olt_ids: reachable.map((device) => device.access.id),
      olt_kinds: [...OLT_JOB_KINDS],
    };
  }

  probe(olts: readonly string[]): void {
    for (const id of olts) {
      const device = this.#devices.get(id);
      if (device && device.status !== "ONLINE") device.next_look_ms = 0;
    }
    this.#looks.kick();
  }

  work({ olt_jobs }: LeaseOutput): Work[] {
    return olt_jobs.map((job) => ({ ...job, run: (lost) => this.#carryOut(job, lost) }));
  }

  async stop(): Promise<void> {
    // A reading may take minutes: the stop does not wait for it. An order under way has been sent or will not be.
    for (const device of this.#devices.all()) device.shut();
    await this.#looks.stop();
  }

  async close(): Promise<void> {
    await this.#devices.close();
    await this.#looks.ended();
  }

  async #lookAt(device: OltDevice): Promise<void> {
    const { clock, stopping, timings } = this.#context;
    const { way } = device;
    // A large OLT is read for minutes, and who says nothing for long loses it to another agent.
    const still = setInterval(() => {
      if (device.status === "ONLINE" && way === device.way) void this.#tell(device, {});
    }, timings.olt_still_ms);
    try {
      if (device.status !== "ONLINE") {
        // A large OLT is read for a minute or more: that it answers is told first.
        const present = await device.present();
        if (way !== device.way) return;
        device.forget();
        this.#isOnline(device);
        await this.#tell(device, present);
        if (device.standby) return;
      }
      const look = await device.look();
      if (way !== device.way) return;
      this.#isOnline(device);
      // A little early by chance, so that many OLTs do not march.
      device.next_look_ms = clock() + this.#look_ms * (1 - Math.random() / 10);
      await this.#tell(device, toObserve(look));
    } catch (error) {
      if (stopping.aborted || way !== device.way) return;
      await this.#failed(device, error instanceof SnmpError ? error : this.#unexpected(error));
    } finally {
      clearInterval(still);
    }
  }

  #isOnline(device: OltDevice): void {
    const { options, askForJobs } = this.#context;
    const was = device.status;
    device.status = "ONLINE";
    device.last_error = null;
    device.failures = 0;
    if (was === "ONLINE") return;
    options.log("info", "OLT on-line", { olt: device.access.name });
    askForJobs();
  }

  async #failed(device: OltDevice, error: SnmpError): Promise<void> {
    const { options, timings, clock } = this.#context;
    const fields = { olt: device.access.name, code: error.code, message: error.message };
    if (device.status !== "OFFLINE" || device.last_error?.code !== error.code)
      options.log("warn", "OLT off-line", fields);
    device.status = "OFFLINE";
    device.last_error = error;
    const refused = error.code === "EAUTH" || error.code === "EADDRESS";
    const pause_ms = Math.min(FAILED_MS * 2 ** device.failures, timings.olt_offline_max_ms);
    device.failures += 1;
    device.next_look_ms =
      clock() + (refused ? timings.refused_look_ms : pause_ms * (0.75 + Math.random() / 4));
    // Its name may lead to another address by the next look.
    device.closeSession();
    await this.#tell(device, { status: "OFFLINE", last_error: error.message, error_code: error.code });
  }

  /** Not the OLT's doing but a fault of ours: said aloud, and it stops neither the agent nor other devices. */
  #unexpected(error: unknown): SnmpError {
    this.#context.options.log("error", "unexpected failure", { message: messageOf(error) });
    return new SnmpError("EPROTO", "The OLT's answers could not be understood.");
  }

  /** False: it did not arrive; the next observation replaces it. */
  async #tell(device: OltDevice, told: Partial<ObserveOltInput>): Promise<boolean> {
    const { options, stopping } = this.#context;
    const { link, agent_id } = options;
    try {
      const olt = device.access.id;
      const { watch } = await link.observeOlt({
        status: "ONLINE",
        last_error: null,
        error_code: null,
        ...told,
        agent_id,
        olt,
      });
      this.#devices.standBy(device, !watch);
      if (!watch) this.#context.standBy();
      return true;
    } catch (error) {
      const fields = { olt: device.access.name, message: messageOf(error) };
      if (!stopping.aborted) options.log("warn", "observation not delivered", fields);
      return false;
    }
  }

  async #carryOut(job: LeasedOltJob, lost: AbortSignal): Promise<JobReport | null> {
    const device = this.#devices.get(job.olt);
    // A restart is leased once: put back into the queue it would be refused as repeated.
    const outcome = job.kind === "POLL_OLT" ? "RETRY" : "FAILED";
    if (!device) return failure(outcome, "UNKNOWN_OLT", "The agent does not know this OLT yet.");
    try {
      return job.kind === "POLL_OLT" ? await this.#poll(device) : await this.#reboot(device, job, lost);
    } catch (error) {
      if (error instanceof RebootError) return failure("FAILED", error.code, error.message);
      if (error instanceof SnmpError) return failure("FAILED", error.code, error.message);
      this.#unexpected(error);
      return failure("FAILED", "INTERNAL", "The agent could not carry out the job.");
    }
  }

  async #poll(device: OltDevice): Promise<JobReport> {
    const { clock, stopping } = this.#context;
    const started = clock();
    const { way } = device;
    try {
      const look = await device.readAllSoon();
      const { onus = [], warnings = [] } = look.reading ?? {};
      if (way === device.way && !(await this.#tell(device, toObserve(look))))
        return failure("RETRY", "NOT_DELIVERED", "What was read did not reach the server.");
      return succeeded({ onus: onus.length, confirmed: null, warnings, duration_ms: clock() - started });
    } catch (error) {
      if (!(error instanceof SnmpError)) throw error;
      if (stopping.aborted || way !== device.way) return failure("RETRY", error.code, error.message);
      await this.#failed(device, error);
      return failure("FAILED", error.code, error.message);
    }
  }

  async #reboot(device: OltDevice, job: LeasedOltJob, lost: AbortSignal): Promise<JobReport | null> {
    const { clock, stopping } = this.#context;
    const started = clock();
    const rebooted = await device.reboot(job, AbortSignal.any([lost, stopping]));
    // What the ONU is like now shows at once, not a minute later.
    device.next_look_ms = 0;
    this.#looks.kick();
    if (rebooted === null) return null;
    return succeeded({ onus: null, ...rebooted, duration_ms: clock() - started });
  }
}

const failure = (outcome: JobReport["outcome"], code: string, message: string): JobReport => ({
  outcome,
  error: { code, message },
});

const succeeded = (result: OltJobResult): JobReport => ({
  outcome: "SUCCEEDED",
  olt_result: { ...result, duration_ms: Math.round(result.duration_ms) },
});

const toObserve = ({ reading, ...facts }: OltLook): Partial<ObserveOltInput> =>
  reading === null ? facts : { ...facts, reading };
