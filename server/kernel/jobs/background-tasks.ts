// Long work that can be watched and resumed: a row per task, done under a lock of the tenant, in chunks of its own commits.
import { Failure, toProblem } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { Row } from "../db/db.ts";
import { toFailure } from "../db/db-failure.ts";
import type { OperationContext } from "../operation/context.ts";
import type { Services } from "../services.ts";
import type { JobDefinition } from "./jobs.ts";

const JOB = "background-task";

export interface TaskRun {
  services: Services;
  task_id: string;
  tenant_id: string;
  input: Row;
  requested_by: string;
  /** Aborted when the task's lock is lost: another process may do it now. */
  held: AbortSignal;
  /** How much was done by runs before this one, which a stop or a crash interrupted. */
  done_before: number;
  /** Keeps the progress where people can see it. */
  progress(done: number, total: number): Promise<void>;
  /** The same in a transaction of the work: what it says is then true after a crash, too. */
  progressWith(ctx: OperationContext, done: number, total: number): Promise<void>;
}

export interface TaskDefinition {
  kind: string;
  /** Does the work, from wherever a run before it stopped; must be harmless to repeat. Answers the result. */
  run(task: TaskRun): Promise<Row>;
}

/** The tenant's task of this kind that has not ended, if any. */
export async function openTask(ctx: OperationContext, kind: string): Promise<{ id: string } | null> {
  const [task] = await ctx.tx<{ id: string }[]>`select id from background_tasks
    where tenant_id = ${ctx.tenant.id} and kind = ${kind} and status in ('QUEUED', 'RUNNING') order by created_at limit 1`;
  return task ?? null;
}

/** Queues a task with the transaction that causes it; a rollback leaves none. */
export async function queueTask(ctx: OperationContext, kind: string, input: Row): Promise<string> {
  const id = newId();
  await ctx.tx`insert into background_tasks (id, tenant_id, kind, input, requested_by)
    values (${id}, ${ctx.tenant.id}, ${kind}, ${ctx.tx.json(input)}, ${ctx.actor.username})`;
  ctx.markChanged("background_tasks");
  ctx.after_commit.push(() => ctx.services.jobs.wake(JOB, { task: id }));
  return id;
}

/** Answers false when another process holds the lock: it does the task, or has just died doing it. */
async function runTask(services: Services, definition: TaskDefinition, task: Row): Promise<boolean> {
  const { db, notices } = services;
  const [id, tenant] = [String(task.id), String(task.tenant_id)];
  const set = async (change: Row) => {
    await db.platform`update background_tasks set ${db.platform(change)} where tenant_id = ${tenant} and id = ${id}`;
    notices.committed(tenant, new Set(["background_tasks"]));
  };
  const done = await db.locks.run(tenant, definition.kind, async (held) => {
    const [current] = await db.platform<{ status: string; progress: { done: number } }[]>`
      select status, progress from background_tasks where tenant_id = ${tenant} and id = ${id}`;
    if (current?.status !== "QUEUED" && current?.status !== "RUNNING") return;
    await set({ status: "RUNNING", started_at: task.started_at ?? new Date() });
    try {
      const result = await definition.run({
        services,
        task_id: id,
        tenant_id: tenant,
        input: task.input as Row,
        requested_by: String(task.requested_by),
        held,
        done_before: current.progress.done,
        progressWith: async (ctx, done, total) => {
          await ctx.tx`update background_tasks set progress = ${ctx.tx.json({ done, total })}
            where tenant_id = ${tenant} and id = ${id}`;
          ctx.markChanged("background_tasks");
        },
        progress: (done, total) => set({ progress: db.platform.json({ done, total }) }),
      });
      await set({ status: "SUCCEEDED", result: db.platform.json(result), finished_at: new Date() });
    } catch (thrown) {
      const error = toFailure(thrown);
      // The database went away: the task stays open, and goes on at the next look.
      if (error instanceof Failure && error.code === "UNAVAILABLE") throw error;
      services.log.error({ error, task: id }, "background task failed");
      const failure =
        error instanceof Failure ? error : new Failure("INTERNAL", "The task failed; run it again to go on");
      await set({
        status: "FAILED",
        error: db.platform.json(toProblem(failure)),
        finished_at: new Date(),
      });
    }
  });
  return done !== null;
}

const LOOKS = 10;
const LOOK_AGAIN_MS = 500;

/** Does what is open; answers how many tasks another process holds. */
async function runOpenTasks(services: Services, definitions: readonly TaskDefinition[]): Promise<number> {
  const open = await services.db.platform<Row[]>`
    select /* every tenant */ tenant_id, id, kind, input, requested_by, started_at from background_tasks
    where status in ('QUEUED', 'RUNNING') order by created_at limit 100`;
  let held = 0;
  for (const task of open) {
    const definition = definitions.find(({ kind }) => kind === task.kind);
    if (definition && !(await runTask(services, definition, task))) held += 1;
  }
  return held;
}

/**
 * The job that does tasks: when woken, at the start, and each minute whatever is still open, which is how a task goes on whose server
 * was killed (its lock is free then).
 */
export function taskJob(definitions: readonly TaskDefinition[]): JobDefinition {
  return {
    name: JOB,
    cron: "* * * * *",
    at_start: true,
    async run(services) {
      // The database may take a moment to notice that a killed server's connection is gone, and with it the lock.
      for (let look = 1; (await runOpenTasks(services, definitions)) > 0 && look < LOOKS; look += 1) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      }
    },
  };
}
