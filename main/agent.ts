// The network agent: looks after the devices on its network, leases jobs from the server and reports on them. No Electron.
// What is a router's stands in network/router/router-fleet.ts; another kind of devices is another Fleet beside it.
import type { LeaseInput } from "../shared/network/agent-wire.ts";
import {
  type AgentOptions,
  type AgentStatus,
  type AgentTimings,
  DEVICES_MAX,
  messageOf,
  TIMINGS,
} from "./agent-settings.ts";
import type { Fleet, FleetContext, JobReport, Work } from "./network/fleet.ts";
import { HeldLease } from "./network/held-lease.ts";
import { Loop, pause } from "./network/loop.ts";
import { OltFleet } from "./network/olt/olt-fleet.ts";
import { RouterFleet } from "./network/router/router-fleet.ts";
import { LinkError } from "./network/server-link.ts";

export interface Agent {
  start(): void;
  /** Finishes the jobs under way, reports them, leaves nothing open. */
  stop(): Promise<void>;
  status(): AgentStatus;
}

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
  /** Monotonic milliseconds. */
  readonly #clock: () => number;
  readonly #routers: RouterFleet;
  readonly #olts: OltFleet;
  /** All kinds of devices. */
  readonly #fleets: readonly Fleet[];
  readonly #jobs = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #hello = new Loop(() => this.#greet());
  readonly #lease = new Loop(() => this.#leaseJobs());
  #failures = 0;
  #server_error: string | null = null;
  #connected = false;
  #stopWake: (() => void) | null = null;
  #stopped: Promise<void> | null = null;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#timings = { ...TIMINGS, ...options.timings };
    this.#clock = options.now ?? (() => performance.now());
    const context: FleetContext = {
      options,
      timings: this.#timings,
      clock: this.#clock,
      stopping: this.#stopping.signal,
      askForJobs: () => this.#lease.kick(),
      standBy: () => this.#hello.within(this.#timings.standby_hello_ms),
    };
    this.#routers = new RouterFleet(context);
    this.#olts = new OltFleet(context);
    this.#fleets = [this.#routers, this.#olts];
  }

  start(): void {
    if (this.#stopWake !== null) return;
    this.#hello.kick();
    this.#stopWake = this.#options.link.onWake(this.#options.agent_id, ({ routers, asks, urgent }) => {
      if (asks) for (const fleet of this.#fleets) fleet.ask?.(asks);
      if (urgent) for (const fleet of this.#fleets) fleet.probe(urgent);
      // A hello ends in a lease.
      if (routers || !this.#connected) this.#hello.kick();
      else if (!asks) this.#lease.kick();
    });
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#finish();
    return this.#stopped;
  }

  async #finish(): Promise<void> {
    this.#stopping.abort();
    this.#stopWake?.();
    const loops = [this.#hello.stop(), this.#lease.stop(), ...this.#fleets.map((fleet) => fleet.stop())];
    await Promise.all([...this.#jobs]);
    // Only now: the jobs' reports had to leave. Other calls under way are given up.
    this.#options.link.close();
    await Promise.all(loops);
    await Promise.all(this.#fleets.map((fleet) => fleet.close()));
    this.#options.log("info", "agent stopped");
  }

  status(): AgentStatus {
    return {
      connected: this.#connected,
      server_error: this.#server_error,
      jobs_running: this.#jobs.size,
      routers: this.#routers.status(),
      olts: this.#olts.status(),
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
      for (const fleet of this.#fleets) fleet.take(answer);
      this.#lease.kick();
      const { hello_ms, standby_hello_ms } = this.#timings;
      const stands_by = this.#fleets.some((fleet) => fleet.stands_by);
      return stands_by ? Math.min(hello_ms, standby_hello_ms) : hello_ms;
    } catch (error) {
      return this.#serverFailed(error);
    }
  }

  async #leaseJobs(): Promise<number> {
    const ready = this.#fleets.flatMap((fleet) => fleet.ready() ?? []);
    const max = DEVICES_MAX - this.#jobs.size;
    if (ready.length === 0 || max <= 0) return this.#timings.lease_busy_ms;
    try {
      const { agent_id, link } = this.#options;
      const question: LeaseInput = { agent_id, reachable_router_ids: [], kinds: [], max };
      for (const part of ready) Object.assign(question, part);
      const asked_ms = this.#clock();
      const answer = await link.lease(question);
      this.#serverAnswered();
      // Leased while stopping: the leases lapse and the jobs go to another agent or the next start.
      if (this.#stopping.signal.aborted) return 0;
      const work = this.#fleets.flatMap((fleet) => fleet.work(answer));
      for (const job of work) this.#start(job, asked_ms);
      return work.length > 0 ? this.#timings.lease_busy_ms : this.#timings.lease_idle_ms;
    } catch (error) {
      return this.#serverFailed(error);
    }
  }

  #start(work: Work, asked_ms: number): void {
    const running = this.#carryOut(work, asked_ms).finally(() => {
      this.#jobs.delete(running);
      this.#lease.kick();
    });
    this.#jobs.add(running);
  }

  async #carryOut(work: Work, asked_ms: number): Promise<void> {
    const { link, log } = this.#options;
    const { id: job_id, lease_id, lease_seconds: seconds } = work;
    const lease = new HeldLease({
      seconds,
      asked_ms,
      clock: this.#clock,
      renew: async () => (await link.renew({ job_id, lease_id })).accepted,
      onNotRenewed: (error) => log("warn", "lease not renewed", { job: job_id, message: messageOf(error) }),
    });
    try {
      const report = await work.run(lease.lost);
      if (report !== null) await this.#report(work, report);
    } finally {
      lease.release();
    }
  }

  /** Delivers the report, trying for as long as the agent runs; a report that never arrives lets the lease lapse. */
  async #report(work: Work, report: JobReport): Promise<void> {
    const { link, log } = this.#options;
    const fields = {
      job: work.id,
      kind: work.kind,
      outcome: report.outcome,
      code: report.error?.code ?? null,
    };
    log(report.outcome === "SUCCEEDED" ? "info" : "warn", "job done", fields);
    let message: JobReport = report;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const { accepted } = await link.report({ job_id: work.id, lease_id: work.lease_id, ...message });
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
