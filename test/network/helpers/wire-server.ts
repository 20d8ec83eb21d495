// A peer for the agent: a real tRPC server that speaks the agent wire and keeps its queue in memory.
import { EventEmitter, on } from "node:events";
import compress from "@fastify/compress";
import { initTRPC, TRPCError } from "@trpc/server";
import { type CreateFastifyContextOptions, fastifyTRPCPlugin } from "@trpc/server/adapters/fastify";
import fastify, { type FastifyInstance } from "fastify";
import { newId } from "../../../shared/kernel/id.ts";
import {
  helloInput,
  type LeasedJob,
  leaseInput,
  type ObserveInput,
  observeInput,
  type ReportInput,
  type RouterAccess,
  renewInput,
  reportInput,
  snapshotInput,
  type WakeEvent,
  wakeInput,
} from "../../../shared/network/agent-wire.ts";
import {
  type AnswerInput,
  type AskedQuestion,
  answerInput,
} from "../../../shared/network/live/question-wire.ts";

export const TOKEN = "wire-token";

export interface QueuedJob {
  job: LeasedJob;
  status: "QUEUED" | "LEASED" | "SUCCEEDED" | "FAILED";
  leased_at: number;
  report: ReportInput | null;
}

export class WireServer {
  routers: RouterAccess[] = [];
  watched_elsewhere: string[] = [];
  poll_seconds = 0.05;
  lease_seconds = 60;
  readonly queue: QueuedJob[] = [];
  readonly observations: ObserveInput[] = [];
  readonly hellos: { name: string; site?: string }[] = [];
  readonly reports: ReportInput[] = [];
  readonly snapshots: string[] = [];
  /** What agents answered to questions, and to none (checks). */
  readonly answers: AnswerInput[] = [];
  leases = 0;
  renewals = 0;
  port = 0;
  readonly #events = new EventEmitter().setMaxListeners(0);
  #app: FastifyInstance | null = null;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  enqueue(job: LeasedJob, wake = true): QueuedJob {
    const queued: QueuedJob = { job, status: "QUEUED", leased_at: 0, report: null };
    this.queue.push(queued);
    if (wake) this.#events.emit("wake", {});
    return queued;
  }

  /** Asks agents something about a router. */
  ask(...asks: AskedQuestion[]): void {
    this.#events.emit("wake", { asks });
  }

  /** Tells agents that routers, or how to reach them, changed. */
  tellRouters(): void {
    this.#events.emit("wake", { routers: true });
  }

  /** Tells agents that somebody waits for a router that did not answer. */
  tellUrgent(...urgent: string[]): void {
    this.#events.emit("wake", { urgent });
  }

  last(router: string): ObserveInput | undefined {
    return this.observations.findLast((observation) => observation.router === router);
  }

  #lease(reachable: readonly string[], kinds: readonly string[], max: number): LeasedJob[] {
    this.leases += 1;
    const now = performance.now();
    const free = this.queue.filter(
      ({ status, leased_at, job }) =>
        (status === "QUEUED" || (status === "LEASED" && now - leased_at > this.lease_seconds * 1000)) &&
        reachable.includes(job.router) &&
        kinds.includes(job.kind),
    );
    return free.slice(0, max).map((queued) => {
      queued.status = "LEASED";
      queued.leased_at = now;
      queued.job = { ...queued.job, lease_id: newId(), lease_seconds: this.lease_seconds };
      return queued.job;
    });
  }

  #report(report: ReportInput): boolean {
    this.reports.push(report);
    const queued = this.queue.find(({ job }) => job.id === report.job_id && job.lease_id === report.lease_id);
    if (!queued) return false;
    queued.report = report;
    queued.status = report.outcome === "RETRY" ? "QUEUED" : report.outcome;
    queued.job = { ...queued.job, attempts: queued.job.attempts + 1, lease_id: newId() };
    return true;
  }

  #router() {
    const t = initTRPC.context<{ authorized: boolean }>().create();
    const procedure = t.procedure.use(({ ctx, next }) => {
      if (!ctx.authorized) throw new TRPCError({ code: "UNAUTHORIZED" });
      return next();
    });
    const events = this.#events;
    return t.router({
      agent: t.router({
        hello: procedure.input(helloInput).mutation(({ input }) => {
          this.hellos.push(input);
          return {
            routers: this.routers,
            watched_elsewhere: this.watched_elsewhere,
            poll_seconds: this.poll_seconds,
          };
        }),
        lease: procedure.input(leaseInput).mutation(({ input }) => ({
          jobs: this.#lease(input.reachable_router_ids, input.kinds, input.max),
        })),
        renew: procedure.input(renewInput).mutation(({ input }) => {
          this.renewals += 1;
          return { accepted: this.queue.some(({ job }) => job.lease_id === input.lease_id) };
        }),
        report: procedure.input(reportInput).mutation(({ input }) => ({ accepted: this.#report(input) })),
        snapshot: procedure.input(snapshotInput).mutation(({ input }) => {
          this.snapshots.push(input.content);
          return { accepted: this.queue.some(({ job }) => job.lease_id === input.lease_id) };
        }),
        observe: procedure.input(observeInput).mutation(({ input }) => {
          this.observations.push(input);
          return { watch: !this.watched_elsewhere.includes(input.router) };
        }),
        answer: procedure.input(answerInput).mutation(({ input }) => {
          this.answers.push(input);
          return { wanted: true };
        }),
        wake: procedure.input(wakeInput).subscription(async function* ({ signal }) {
          for await (const [event] of on(events, "wake", signal ? { signal } : {})) yield event as WakeEvent;
        }),
      }),
    });
  }

  async start(port = 0): Promise<void> {
    this.#app = fastify({ forceCloseConnections: true });
    // Agents pack what is long.
    await this.#app.register(compress, { globalCompression: false });
    await this.#app.register(fastifyTRPCPlugin, {
      prefix: "/trpc",
      trpcOptions: {
        router: this.#router(),
        createContext: ({ req }: CreateFastifyContextOptions) => ({
          authorized: req.headers.authorization === `Bearer ${TOKEN}`,
        }),
      },
    });
    await this.#app.listen({ host: "127.0.0.1", port });
    const address = this.#app.server.address();
    if (address !== null && typeof address === "object") this.port = address.port;
  }

  async stop(): Promise<void> {
    await this.#app?.close();
    this.#app = null;
  }
}
