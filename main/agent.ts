// The network agent: watches the routers on its network, leases jobs from the server and carries them out. No Electron.
import {
  type HelloOutput,
  type LeasedJob,
  type ObserveOutput,
  ROUTER_JOB_KINDS,
} from "../shared/network/agent-wire.ts";
import {
  type AgentOptions,
  type AgentStatus,
  type AgentTimings,
  DEVICES_MAX,
  TIMINGS,
} from "./agent-settings.ts";
import { Device, type DeviceOptions } from "./network/device.ts";
import { DriverError } from "./network/driver.ts";
import { Loop, pause } from "./network/loop.ts";
import { openRouterOs } from "./network/routeros/session.ts";
import { type JobReport, reportFailure, runJob } from "./network/run-job.ts";
import { LinkError } from "./network/server-link.ts";

export interface Agent {
  start(): void;
  /** Finishes the jobs under way, reports them, leaves nothing open. */
  stop(): Promise<void>;
  status(): AgentStatus;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Codes of a server that understood a report and will not take it, however often it is sent. */
const REFUSED = new Set([
  "BAD_REQUEST",
  "NOT_FOUND",
  "UNPROCESSABLE_CONTENT",
  "PAYLOAD_TOO_LARGE",
  "FORBIDDEN",
]);

class NetworkAgent implements Agent {
  readonly #options: AgentOptions;
  readonly #timings: AgentTimings;
  readonly #clock: () => number;
  readonly #devices = new Map<string, Device>();
  readonly #jobs = new Set<Promise<void>>();
  readonly #looks = new Set<Promise<void>>();
  /** Routers that are this agent's no longer, until their last job has ended. */
  readonly #closing = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #hello = new Loop(() => this.#greet());
  readonly #lease = new Loop(() => this.#leaseJobs());
  readonly #look = new Loop(() => this.#lookAround());
  #look_ms = 5_000;
  #failures = 0;
  #server_error: string | null = null;
  #connected = false;
  #stopWake: (() => void) | null = null;
  #stopped: Promise<void> | null = null;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#timings = { ...TIMINGS, ...options.timings };
    this.#clock = options.now ?? (() => performance.now());
  }

  start(): void {
    if (this.#stopWake !== null) return;
    this.#hello.kick();
    this.#stopWake = this.#options.link.onWake(this.#options.agent_id, ({ routers }) => {
      // A hello ends in a lease of its own.
      if (routers || !this.#connected) this.#hello.kick();
      else this.#lease.kick();
    });
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#finish();
    return this.#stopped;
  }

  async #finish(): Promise<void> {
    this.#stopping.abort();
    this.#stopWake?.();
    const loops = [this.#hello.stop(), this.#lease.stop(), this.#look.stop()];
    await Promise.all([...this.#jobs]);
    // Only now: the jobs' reports had to leave. Other calls under way are given up.
    this.#options.link.close();
    await Promise.all(loops);
    await Promise.all([...[...this.#devices.values()].map((device) => device.close()), ...this.#closing]);
    await Promise.all([...this.#looks]);
    this.#options.log("info", "agent stopped");
  }

  status(): AgentStatus {
    return {
      connected: this.#connected,
      server_error: this.#server_error,
      jobs_running: this.#jobs.size,
      routers: [...this.#devices.values()].map((device) => ({
        id: device.access.id,
        name: device.access.name,
        status: device.status,
        last_error: device.last_error?.message ?? null,
      })),
    };
  }

  /** The pause after the server failed to answer: longer each time, with some chance so that agents do not march. */
  #serverFailed(error: unknown): number {
    const message = messageOf(error);
    if (this.#connected || this.#server_error !== message)
      this.#options.log("warn", "server not usable", { message });
    this.#connected = false;
    this.#server_error = message;
    const { retry_min_ms, retry_max_ms } = this.#timings;
    const pause_ms = Math.min(retry_min_ms * 2 ** this.#failures, retry_max_ms);
    this.#failures += 1;
    return pause_ms * (0.75 + Math.random() / 2);
  }

  #serverAnswered(): void {
    if (!this.#connected) this.#options.log("info", "connected to the server");
    this.#connected = true;
    this.#server_error = null;
    this.#failures = 0;
  }

  async #greet(): Promise<number> {
    const { link, agent_id, name, site } = this.#options;
    try {
      const answer = await link.hello({ agent_id, name, ...(site === undefined ? {} : { site }) });
      this.#serverAnswered();
      this.#look_ms = this.#timings.look_ms ?? answer.poll_seconds * 1000;
      this.#take(answer);
      this.#look.kick();
      this.#lease.kick();
      const { hello_ms, standby_hello_ms } = this.#timings;
      return answer.watched_elsewhere.length > 0 ? Math.min(hello_ms, standby_hello_ms) : hello_ms;
    } catch (error) {
      return this.#serverFailed(error);
    }
  }

  /** Takes over the list of routers as the server now has it. */
  #take({ routers, watched_elsewhere }: HelloOutput): void {
    const options: DeviceOptions = {
      open: this.#options.open ?? openRouterOs,
      open_options: {
        allow_loopback: this.#options.allowLoopback ?? false,
        ...this.#options.router_timeouts,
      },
      idle_close_ms: this.#timings.idle_close_ms,
      clock: this.#clock,
    };
    const ids = new Set(routers.map((router) => router.id));
    for (const [id, device] of this.#devices) {
      if (ids.has(id)) continue;
      this.#devices.delete(id);
      const closing: Promise<void> = device.close().finally(() => this.#closing.delete(closing));
      this.#closing.add(closing);
    }
    for (const access of routers) {
      const device = this.#devices.get(access.id) ?? new Device(access, options);
      this.#devices.set(access.id, device);
      device.update(access);
      this.#standBy(device, watched_elsewhere.includes(access.id));
    }
  }

  /** Leaves a router to the agent that watches it, or takes it up again. */
  #standBy(device: Device, standby: boolean): void {
    if (standby === device.standby) return;
    device.standby = standby;
    device.status = "UNKNOWN";
    device.next_look_ms = 0;
  }

  /** Starts a look at every router that is due, as far as the limit allows; answers the pause until the next is. */
  async #lookAround(): Promise<number> {
    const now = this.#clock();
    let next = now + this.#look_ms;
    for (const device of this.#devices.values()) {
      if (device.looking || device.standby) continue;
      if (device.next_look_ms > now) {
        next = Math.min(next, device.next_look_ms);
        continue;
      }
      if (this.#looks.size >= DEVICES_MAX) {
        next = now + 50;
        break;
      }
      device.looking = true;
      const look: Promise<void> = this.#lookAt(device).finally(() => {
        device.looking = false;
        this.#looks.delete(look);
        if (!this.#stopping.signal.aborted) this.#look.kick();
      });
      this.#looks.add(look);
    }
    return Math.max(10, next - now);
  }

  async #lookAt(device: Device): Promise<void> {
    const { link, agent_id } = this.#options;
    const router = device.access.id;
    const { way } = device;
    try {
      const facts = await device.look();
      if (way !== device.way) return;
      const was = device.status;
      device.status = "ONLINE";
      device.last_error = null;
      device.failures = 0;
      device.next_look_ms = this.#clock() + device.pauseAfterLook(this.#look_ms);
      if (was !== "ONLINE") {
        this.#options.log("info", "router on-line", { router: device.access.name });
        this.#lease.kick();
      }
      await this.#tell(device, () =>
        link.observe({ agent_id, router, status: "ONLINE", last_error: null, ...facts }),
      );
    } catch (error) {
      if (this.#stopping.signal.aborted || way !== device.way) return;
      const failure = error instanceof DriverError ? error : this.#unexpected(error);
      this.#routerFailed(device, failure);
      await this.#tell(device, () =>
        link.observe({ agent_id, router, status: "OFFLINE", last_error: failure.message }),
      );
    }
  }

  /** Not the router's doing but a fault of ours: said aloud, and it stops neither the agent nor other routers. */
  #unexpected(error: unknown): DriverError {
    this.#options.log("error", "unexpected failure", { message: messageOf(error) });
    return new DriverError("EPROTO", "The router's answers could not be understood.");
  }

  #routerFailed(device: Device, error: DriverError): void {
    if (device.status !== "OFFLINE" || device.last_error?.code !== error.code)
      this.#options.log("warn", "router off-line", {
        router: device.access.name,
        code: error.code,
        message: error.message,
      });
    device.status = "OFFLINE";
    device.last_error = error;
    device.failures += 1;
    const refused = error.code === "EAUTH" || error.code === "ETLSPIN" || error.code === "EADDRESS";
    const { refused_look_ms, offline_look_max_ms } = this.#timings;
    const pause_ms = Math.min(this.#look_ms * device.failures, offline_look_max_ms);
    device.next_look_ms = this.#clock() + (refused ? refused_look_ms : pause_ms);
  }

  /** An observation that does not arrive is replaced by the next one. */
  async #tell(device: Device, send: () => Promise<ObserveOutput>): Promise<void> {
    try {
      const { watch } = await send();
      this.#standBy(device, !watch);
    } catch (error) {
      if (!this.#stopping.signal.aborted)
        this.#options.log("warn", "observation not delivered", {
          message: messageOf(error),
        });
    }
  }

  async #leaseJobs(): Promise<number> {
    const reachable = [...this.#devices.values()].filter((device) => device.status === "ONLINE");
    const max = DEVICES_MAX - this.#jobs.size;
    if (reachable.length === 0 || max <= 0) return this.#timings.lease_busy_ms;
    try {
      const { jobs } = await this.#options.link.lease({
        agent_id: this.#options.agent_id,
        reachable_router_ids: reachable.map((device) => device.access.id),
        kinds: [...ROUTER_JOB_KINDS],
        max,
      });
      this.#serverAnswered();
      // Leased while stopping: the leases lapse and the jobs go to another agent or the next start.
      if (this.#stopping.signal.aborted) return 0;
      for (const job of jobs) this.#start(job);
      return jobs.length > 0 ? this.#timings.lease_busy_ms : this.#timings.lease_idle_ms;
    } catch (error) {
      return this.#serverFailed(error);
    }
  }

  #start(job: LeasedJob): void {
    const running = this.#carryOut(job).finally(() => {
      this.#jobs.delete(running);
      this.#lease.kick();
    });
    this.#jobs.add(running);
  }

  async #carryOut(job: LeasedJob): Promise<void> {
    const device = this.#devices.get(job.router);
    const lost = new AbortController();
    const renewal = setInterval(() => void this.#renew(job, lost), (job.lease_seconds * 1000) / 3);
    try {
      const report = device
        ? await device.exclusively(() => this.#runOn(device, job, lost.signal), job.urgent)
        : ({
            outcome: "RETRY",
            error: { code: "UNKNOWN_ROUTER", message: "The agent does not know this router yet." },
          } as const);
      if (report !== null) await this.#report(job, report);
    } finally {
      clearInterval(renewal);
    }
  }

  /** Null: the lease was lost, there is nobody to report to. */
  async #runOn(device: Device, job: LeasedJob, signal: AbortSignal): Promise<JobReport | null> {
    if (signal.aborted) return null;
    const { way, ros_version } = device;
    try {
      const report = await device.use((session) => runJob(session, job, { ros_version, signal }));
      // A router that broke off gets no jobs until it was seen to answer. What a job changed shows at the next look.
      if (report.outcome === "RETRY" && report.error?.code !== "ETRAP") {
        device.status = "UNKNOWN";
        device.next_look_ms = 0;
        this.#look.kick();
      }
      return report;
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof DriverError) {
        if (way === device.way) this.#routerFailed(device, error);
        this.#look.kick();
        return reportFailure(error, job.attempts);
      }
      this.#unexpected(error);
      return {
        outcome: "FAILED",
        error: { code: "INTERNAL", message: "The agent could not carry out the job." },
      };
    }
  }

  async #renew(job: LeasedJob, lost: AbortController): Promise<void> {
    try {
      const { accepted } = await this.#options.link.renew({ job_id: job.id, lease_id: job.lease_id });
      if (!accepted) lost.abort();
    } catch (error) {
      const message = messageOf(error);
      this.#options.log("warn", "lease not renewed", { job: job.id, message });
    }
  }

  /** Delivers the report, trying for as long as the agent runs; a report that never arrives lets the lease lapse. */
  async #report(job: LeasedJob, report: JobReport): Promise<void> {
    const { link, log } = this.#options;
    const fields = { job: job.id, kind: job.kind, outcome: report.outcome, code: report.error?.code ?? null };
    log(report.outcome === "SUCCEEDED" ? "info" : "warn", "job done", fields);
    let message: JobReport = report;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const { accepted } = await link.report({ job_id: job.id, lease_id: job.lease_id, ...message });
        if (!accepted) log("warn", "report came too late", fields);
        return;
      } catch (error) {
        const refused = error instanceof LinkError && REFUSED.has(error.code);
        if (refused) log("error", "report refused", { ...fields, message: error.message });
        // The outcome matters more than its details: without them it is offered once more.
        if ((refused && message.result === undefined) || (this.#stopping.signal.aborted && attempt >= 2))
          return;
        if (refused) message = { outcome: report.outcome, error: report.error };
        else await pause(this.#serverFailed(error), this.#stopping.signal);
      }
    }
  }
}

/** An agent that does nothing until started. */
export function createAgent(options: AgentOptions): Agent {
  return new NetworkAgent(options);
}
