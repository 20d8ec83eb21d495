// The routers of an agent: looks at each every few seconds, tells the server what it saw, carries out their jobs.
import {
  type HelloOutput,
  type LeasedJob,
  type LeaseInput,
  type LeaseOutput,
  type ObserveOutput,
  ROUTER_JOB_KINDS,
  type RouterAccess,
} from "../../../shared/network/agent-wire.ts";
import type { AskedQuestion } from "../../../shared/network/live/question-wire.ts";
import { DEVICES_MAX, messageOf, type WatchedStatus } from "../../agent-settings.ts";
import { DevicePool } from "../device-pool.ts";
import { DriverError } from "../driver.ts";
import type { Fleet, FleetContext, JobReport, Work } from "../fleet.ts";
import { Questions } from "../live/questions.ts";
import { Poller } from "../poller.ts";
import { type JobContext, LeaseLost } from "../provision/provision-job.ts";
import { readDevice } from "../routeros/provisioning.ts";
import { openRouterOs } from "../routeros/session.ts";
import { reportFailure, runJob } from "../run-job.ts";
import { LinkError } from "../server-link.ts";
import { confirmReboot } from "./confirm-reboot.ts";
import { Device, type DeviceOptions } from "./device.ts";

/** Between two checks of a router that answers: its sensors are not looked at more often. */
const CHECK_MS = 300_000;

/** Between two tries of a router that refused the login, for those who wait for it. */
const REFUSED_PROBE_MS = 15_000;

const NOT_KEPT: JobReport = {
  outcome: "RETRY",
  error: {
    code: "NOT_KEPT",
    message: "The server did not keep the copy of what the router held, so that nothing was written.",
  },
};

/** The router, or who it shows itself to be, will not have us: trying often makes it worse. */
const isRefused = ({ code }: DriverError): boolean =>
  code === "EAUTH" || code === "ETLSPIN" || code === "EADDRESS";

export class RouterFleet implements Fleet {
  readonly #context: FleetContext;
  readonly #devices = new DevicePool<RouterAccess, Device>();
  readonly #looks: Poller<Device>;
  readonly #questions: Questions;
  #look_ms = 5_000;
  stands_by = false;

  constructor(context: FleetContext) {
    this.#context = context;
    this.#looks = new Poller({
      devices: () => this.#devices.all(),
      look: (device) => this.#lookAt(device),
      pause_ms: () => this.#look_ms,
      at_once: DEVICES_MAX,
      clock: context.clock,
      stopping: context.stopping,
    });
    this.#questions = new Questions({
      device: (router) => this.#devices.get(router),
      send: (input) => context.options.link.answer({ agent_id: context.options.agent_id, ...input }),
      clock: context.clock,
      stopping: context.stopping,
      onReached: () => this.#looks.kick(),
      onFault: (error, device) => this.#notDelivered("answer", error, device),
    });
  }

  status(): WatchedStatus[] {
    return this.#devices.status();
  }

  take({ routers, watched_elsewhere, poll_seconds }: HelloOutput): void {
    const { options, timings, clock } = this.#context;
    this.#look_ms = timings.look_ms ?? poll_seconds * 1000;
    this.stands_by = watched_elsewhere.length > 0;
    const device_options: DeviceOptions = {
      open: options.open ?? openRouterOs,
      open_options: { allow_loopback: options.allowLoopback ?? false, ...options.router_timeouts },
      idle_close_ms: timings.idle_close_ms,
      clock,
    };
    this.#devices.take(routers, watched_elsewhere, (access) => new Device(access, device_options));
    this.#looks.kick();
  }

  ready(): Partial<LeaseInput> | null {
    const reachable = this.#devices.online();
    if (reachable.length === 0) return null;
    return {
      reachable_router_ids: reachable.map((device) => device.access.id),
      kinds: [...ROUTER_JOB_KINDS],
    };
  }

  ask(questions: readonly AskedQuestion[]): void {
    for (const question of questions) this.#questions.ask(question);
  }

  probe(routers: readonly string[]): void {
    const now_ms = this.#context.clock();
    for (const id of routers) {
      const device = this.#devices.get(id);
      if (!device || device.status === "ONLINE") continue;
      // A refusal, too, may be over by now; it is asked about less often, since some routers lock out who tries often.
      const refused = device.last_error !== null && isRefused(device.last_error);
      if (refused && now_ms - device.probed_ms < REFUSED_PROBE_MS) continue;
      device.probed_ms = now_ms;
      device.next_look_ms = 0;
    }
    this.#looks.kick();
  }

  work({ jobs }: LeaseOutput): Work[] {
    return jobs.map((job) => ({ ...job, run: (lost) => this.#carryOut(job, lost) }));
  }

  stop(): Promise<void> {
    return this.#looks.stop();
  }

  async close(): Promise<void> {
    await this.#devices.close();
    await Promise.all([this.#looks.ended(), this.#questions.ended()]);
  }

  async #lookAt(device: Device): Promise<void> {
    const { options, clock, stopping, askForJobs } = this.#context;
    const { link, agent_id } = options;
    const router = device.access.id;
    const { way } = device;
    try {
      const facts = await device.look();
      if (way !== device.way) return;
      const was = device.status;
      device.status = "ONLINE";
      device.last_error = null;
      device.breaker.close();
      device.next_look_ms = clock() + device.pauseAfterLook(this.#look_ms);
      if (was !== "ONLINE") {
        options.log("info", "router on-line", { router: device.access.name });
        askForJobs();
      }
      await this.#tell(device, () =>
        link.observe({ agent_id, router, status: "ONLINE", last_error: null, error_code: null, ...facts }),
      );
      await this.#check(device, way, null);
    } catch (error) {
      if (stopping.aborted || way !== device.way) return;
      const failure = error instanceof DriverError ? error : this.#unexpected(error);
      this.#routerFailed(device, failure);
      await this.#tell(device, () =>
        link.observe({
          agent_id,
          router,
          status: "OFFLINE",
          last_error: failure.message,
          error_code: failure.code,
        }),
      );
      await this.#check(device, way, failure);
    }
  }

  /** Not the router's doing but a fault of ours: said aloud, and it stops neither the agent nor other routers. */
  #unexpected(error: unknown): DriverError {
    this.#context.options.log("error", "unexpected failure", { message: messageOf(error) });
    return new DriverError("EPROTO", "The router's answers could not be understood.");
  }

  #routerFailed(device: Device, error: DriverError): void {
    const { options, timings, clock } = this.#context;
    if (device.status !== "OFFLINE" || device.last_error?.code !== error.code)
      options.log("warn", "router off-line", {
        router: device.access.name,
        code: error.code,
        message: error.message,
      });
    device.status = "OFFLINE";
    device.last_error = error;
    device.breaker.failed(clock(), this.#look_ms);
    const pause_ms = device.breaker.pause(this.#look_ms, timings.offline_probe_ms);
    device.next_look_ms = clock() + (isRefused(error) ? timings.refused_look_ms : pause_ms);
  }

  /** An observation that does not arrive is replaced by the next one. */
  async #tell(device: Device, send: () => Promise<ObserveOutput>): Promise<void> {
    try {
      const { watch } = await send();
      this.#devices.standBy(device, !watch);
      if (!watch) this.#context.standBy();
    } catch (error) {
      this.#notDelivered("observation", error, device);
    }
  }

  #notDelivered(what: string, error: unknown, device: Device): void {
    const { stopping, options } = this.#context;
    const fields = { router: device.access.name, message: messageOf(error) };
    if (!stopping.aborted) options.log("warn", `${what} not delivered`, fields);
  }

  /**
   * Once a way to a router, again when what it fails by is another thing, and every few minutes while it answers: what
   * registration shows, with its sensors.
   */
  async #check(device: Device, way: number, failure: DriverError | null): Promise<void> {
    const found = `${way} ${failure?.code ?? ""}`;
    const now_ms = this.#context.clock();
    const is_old = failure === null && now_ms - device.checked_ms >= CHECK_MS;
    if (way !== device.way || (device.checked === found && !is_old)) return;
    device.checked = found;
    device.checked_ms = now_ms;
    try {
      await this.#questions.tellCheck(device, failure);
    } catch (error) {
      device.checked = null;
      this.#notDelivered("check", error, device);
    }
  }

  async #carryOut(job: LeasedJob, lost: AbortSignal): Promise<JobReport | null> {
    const device = this.#devices.get(job.router);
    if (device) return device.exclusively(() => this.#runOn(device, job, lost), job);
    return {
      outcome: "RETRY",
      error: { code: "UNKNOWN_ROUTER", message: "The agent does not know this router yet." },
    };
  }

  /** Has the server keep what the router held, once: the jobs behind this one were leased before it was. */
  async #keep(device: Device, { id, lease_id }: LeasedJob, content: string): Promise<boolean> {
    const { link } = this.#context.options;
    const { accepted } = await link.snapshot({ job_id: id, lease_id, content });
    device.snapshot_kept ||= accepted;
    return accepted;
  }

  /** Succeeded only when the router was seen to have restarted; never ordered a second time. */
  async #reboot(device: Device, job: LeasedJob, context: JobContext): Promise<JobReport> {
    const { clock, timings } = this.#context;
    const { uptime_seconds } = await device.use(readDevice);
    const ordered_ms = clock();
    const report = await device.use((session) => runJob(session, job, context));
    if (report.outcome !== "SUCCEEDED" || job.dry_run) return report;
    const { reboot_ms, reboot_poll_ms } = timings;
    const signal = AbortSignal.any([context.signal, this.#context.stopping]);
    const wait = { clock, within_ms: reboot_ms, every_ms: reboot_poll_ms, signal };
    if (await confirmReboot(device, ordered_ms, uptime_seconds, wait)) {
      // Looks failed during it, and the next may be a while off.
      device.next_look_ms = 0;
      this.#looks.kick();
      return report;
    }
    return {
      ...report,
      outcome: "FAILED",
      error: {
        code: "NOT_CONFIRMED",
        message: "The router took the order but was not seen to restart. It is not ordered again by itself.",
      },
    };
  }

  /** Null: the lease was lost, so there is nothing to report. */
  async #runOn(device: Device, job: LeasedJob, signal: AbortSignal): Promise<JobReport | null> {
    if (signal.aborted) return null;
    const { way, ros_version, status, last_error } = device;
    // Each would wait for the same connection in vain: the next look tries it for all of them.
    if (status === "OFFLINE" && last_error && !job.urgent) return reportFailure(last_error, job.attempts);
    try {
      const needs_snapshot = job.needs_snapshot && !device.snapshot_kept;
      const context = {
        ros_version,
        signal,
        needs_snapshot,
        keep: (text: string) => this.#keep(device, job, text),
      };
      const report =
        job.kind === "REBOOT_ROUTER"
          ? await this.#reboot(device, job, context)
          : await device.use((session) => runJob(session, job, context));
      // Sessions were ended, and their users may be back on other ones by the next look.
      if (report.result?.users.some(({ kicked }) => kicked)) device.sessions.forget();
      // A router that broke off gets no jobs until it was seen to answer. What a job changed shows at the next look.
      if (report.outcome === "RETRY" && report.error?.code !== "ETRAP") {
        device.status = "UNKNOWN";
        device.next_look_ms = 0;
        this.#looks.kick();
      }
      return report;
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return null;
      if (error instanceof LinkError) return NOT_KEPT;
      if (error instanceof DriverError) {
        if (way === device.way) this.#routerFailed(device, error);
        this.#looks.kick();
        return reportFailure(error, job.attempts);
      }
      this.#unexpected(error);
      return {
        outcome: "FAILED",
        error: { code: "INTERNAL", message: "The agent could not carry out the job." },
      };
    }
  }
}
