// Schedules and background work on pg-boss, on the same PostgreSQL. What must survive is a separate row (a background
// task, a network job); pg-boss decides which server process does it and when.
import { PgBoss } from "pg-boss";
import type { Services } from "../services.ts";

interface Job {
  name: string;
  /** Also runs right after the start of the server. */
  at_start?: boolean;
  /** However often it is woken, it waits once at most. */
  one_waiting?: boolean;
  run(services: Services, data: Record<string, unknown>): Promise<void>;
}

/** A scheduled job, and what a clock that jumped does to it. */
interface Scheduled extends Job {
  /** When, e.g. "* * * * *". */
  cron: string;
  /**
   * HARMLESS: what it does too early or too late corrects itself. WAITS: it ends or removes something for good, so it
   * does nothing while the clock is off (`ClockWatch`). GUARDS: it looks itself.
   */
  on_clock_jump: "HARMLESS" | "WAITS" | "GUARDS";
}

/** Only when woken. */
interface Woken extends Job {
  cron?: undefined;
}

export type JobDefinition = Scheduled | Woken;

/** Whether a job is left for when the clock is right again. */
async function hasToWait(services: Services, job: JobDefinition): Promise<boolean> {
  if (job.cron === undefined || job.on_clock_jump !== "WAITS") return false;
  const off = await services.clock.look();
  if (off)
    services.log.warn(
      { job: job.name, ...off },
      "the clock jumped: what can't be undone waits until it is right",
    );
  return off !== null;
}

/** A clock that was ahead has left moments in pg-boss's tables that are still to come; without them it goes on as it is now. */
const LEFT_BY_A_CLOCK = [
  `update pgboss.version set cron_on = least(cron_on, now()), bam_on = least(bam_on, now())
    where greatest(cron_on, bam_on) > now() + interval '5 minutes'`,
  `update pgboss.queue set monitor_on = null, monitor_claim_on = null, maintain_on = null
    where greatest(monitor_on, monitor_claim_on, maintain_on) > now() + interval '5 minutes'`,
  // Nothing is ever asked for so far ahead.
  `update pgboss.job set start_after = now()
    where state in ('created', 'retry') and start_after > now() + interval '1 hour'`,
  `update pgboss.job set started_on = now() where state = 'active' and started_on > now() + interval '1 hour'`,
];
const LOOK_FOR_THEM_MS = 60_000;

export class Jobs {
  readonly #boss: PgBoss;
  readonly #onError: (error: unknown, job: string) => void;
  /** What was woken before the jobs run, as requests are answered a moment earlier; null once they do. */
  #woken_early: Parameters<Jobs["wake"]>[] | null = [];
  #stopped = false;
  #looking: NodeJS.Timeout | null = null;

  /** @param in_cluster its tables are the coordinator's own: the nodes don't hear of them. */
  constructor(url: string, in_cluster: boolean, onError: (error: unknown, job: string) => void) {
    this.#boss = new PgBoss({
      connectionString: url,
      ...(in_cluster ? { options: "-c citus.enable_ddl_propagation=off" } : {}),
      application_name: "lastmile-jobs",
      max: 4,
      useListenNotify: true,
    });
    this.#boss.on("error", (error) => onError(error, "pg-boss"));
    this.#onError = onError;
  }

  /** What an earlier start has left: each thing that is written anew would wait for the disk. */
  async #known(): Promise<{ queues: Set<string>; crons: Map<string, string> }> {
    const [queues, schedules] = await Promise.all([this.#boss.getQueues(), this.#boss.getSchedules()]);
    return {
      queues: new Set(queues.map(({ name }) => name)),
      crons: new Map(schedules.map(({ name, cron }) => [name, cron])),
    };
  }

  async start(services: Services, definitions: readonly JobDefinition[]): Promise<void> {
    await this.#boss.start();
    await this.#catchUp();
    // Nothing scheduled would run that could look.
    const look = () => void this.#catchUp().catch((error: unknown) => this.#onError(error, "pg-boss"));
    this.#looking = setInterval(look, LOOK_FOR_THEM_MS).unref();
    const { queues, crons } = await this.#known();
    for (const definition of definitions) {
      const { name, cron, one_waiting } = definition;
      const policy = one_waiting ? "short" : "standard";
      if (!queues.has(name))
        await this.#boss.createQueue(name, { policy, retryLimit: 3, retryDelay: 1, notify: true });
      await this.#boss.work(name, { pollingIntervalSeconds: 2 }, async (jobs) => {
        for (const job of jobs) {
          try {
            if (await hasToWait(services, definition)) continue;
            await definition.run(services, (job.data ?? {}) as Record<string, unknown>);
          } catch (error) {
            this.#onError(error, name);
            throw error;
          }
        }
      });
      if (cron && crons.get(name) !== cron) await this.#boss.schedule(name, cron);
    }
    await Promise.all(
      definitions.filter(({ at_start }) => at_start).map(({ name }) => this.#boss.send(name, {})),
    );
    const early = this.#woken_early ?? [];
    this.#woken_early = null;
    for (const woken of early) this.wake(...woken);
  }

  async #catchUp(): Promise<void> {
    const db = this.#boss.getDb();
    for (const statement of LEFT_BY_A_CLOCK) await db.executeSql(statement);
  }

  /** Asks for a job to run soon. Called after a commit; a wake-up that is lost is made up for by the job's own schedule. */
  wake(name: string, data: Record<string, unknown> = {}): void {
    if (this.#stopped) return;
    if (this.#woken_early) this.#woken_early.push([name, data]);
    else this.#boss.send(name, data).catch((error: unknown) => this.#onError(error, name));
  }

  /** Finishes the work under way, then stops; what never started, or has stopped, has nothing to end. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#looking) clearInterval(this.#looking);
    await this.#boss.stop({ graceful: true, timeout: 20_000 });
  }
}
