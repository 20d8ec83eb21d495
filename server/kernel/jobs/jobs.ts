// Schedules and background work on pg-boss, on the same PostgreSQL. What must survive is a row of its own (a background
// task, a network job); pg-boss decides which server process does it and when.
import { PgBoss } from "pg-boss";
import type { Services } from "../services.ts";

export interface JobDefinition {
  name: string;
  /** When it runs by itself, e.g. "* * * * *"; unset: only when woken. */
  cron?: string;
  /** Also runs right after the start of the server. */
  at_start?: boolean;
  /** However often it is woken, it waits once at most. */
  one_waiting?: boolean;
  run(services: Services, data: Record<string, unknown>): Promise<void>;
}

export class Jobs {
  readonly #boss: PgBoss;
  readonly #onError: (error: unknown, job: string) => void;
  /** What was woken before the jobs run, as requests are answered a moment earlier; null once they do. */
  #woken_early: Parameters<Jobs["wake"]>[] | null = [];
  #stopped = false;

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
    const { queues, crons } = await this.#known();
    for (const { name, cron, one_waiting, run } of definitions) {
      const policy = one_waiting ? "short" : "standard";
      if (!queues.has(name))
        await this.#boss.createQueue(name, { policy, retryLimit: 3, retryDelay: 1, notify: true });
      await this.#boss.work(name, { pollingIntervalSeconds: 2 }, async (jobs) => {
        for (const job of jobs) {
          try {
            await run(services, (job.data ?? {}) as Record<string, unknown>);
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

  /** Asks for a job to run soon. Called after a commit; a wake-up that is lost is made up for by the job's own schedule. */
  wake(name: string, data: Record<string, unknown> = {}): void {
    if (this.#stopped) return;
    if (this.#woken_early) this.#woken_early.push([name, data]);
    else this.#boss.send(name, data).catch((error: unknown) => this.#onError(error, name));
  }

  /** Finishes the work under way, then stops; what never started, or has stopped, has nothing to end. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#boss.stop({ graceful: true, timeout: 20_000 });
  }
}
