// Long work that can be watched and resumed: a row per task, done under a lock of the tenant, in chunks that commit separately.
import { setTimeout as pause } from "node:timers/promises";
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
  /** How much was done by runs before this one: earlier turns, or what a stop or a crash interrupted. */
  done_before: number;
  /** What `progress` said there is to do in all; null: nothing yet. */
  total_before: number | null;
  /** Keeps the progress where people can see it. */
  progress(done: number, total: number): Promise<void>;
  /** The same with the end of a transaction of the work: what it says is then true after a crash, too. */
  progressWith(ctx: OperationContext, done: number, total: number): void;
}

export interface TaskDefinition {
  kind: string;
  /**
   * It mostly waits, for hours: it is done in turns of some seconds, beside all other tasks, and of several tenants at once.
   */
  in_turns?: true;
  /**
   * Does the work, from wherever a run before it stopped; must be harmless to repeat.
   * @returns the result; null: this turn is over, and there is more to do.
   */
  run(task: TaskRun): Promise<Row | null>;
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

/** HELD: another process has the lock; it does the task, or has just died doing it. MORE: its turn is over. */
type Outcome = "DONE" | "MORE" | "HELD";

async function runTask(services: Services, definition: TaskDefinition, task: Row): Promise<Outcome> {
  const { db, notices } = services;
  const [id, tenant] = [String(task.id), String(task.tenant_id)];
  const set = async (change: Row) => {
    await db.platform`update background_tasks set ${db.platform(change)} where tenant_id = ${tenant} and id = ${id}`;
    notices.committed(tenant, new Set(["background_tasks"]));
  };
  /** Unless it was ended in the meantime. */
  const end = async (change: Row) => {
    await db.platform`update background_tasks set ${db.platform({ ...change, finished_at: new Date() })}
      where tenant_id = ${tenant} and id = ${id} and status = 'RUNNING'`;
    notices.committed(tenant, new Set(["background_tasks"]));
  };
  const done = await db.locks.run(tenant, definition.kind, async (held): Promise<Outcome> => {
    const [current] = await db.platform<
      { status: string; progress: { done: number; total: number | null } }[]
    >`select status, progress from background_tasks where tenant_id = ${tenant} and id = ${id}`;
    if (current?.status !== "QUEUED" && current?.status !== "RUNNING") return "DONE";
    if (current.status === "QUEUED") await set({ status: "RUNNING", started_at: new Date() });
    try {
      const result = await definition.run({
        services,
        task_id: id,
        tenant_id: tenant,
        input: task.input as Row,
        requested_by: String(task.requested_by),
        held,
        done_before: current.progress.done,
        total_before: current.progress.total,
        progressWith: (ctx, done, total) => {
          ctx.atEnd(ctx.tx`update background_tasks set progress = ${ctx.tx.json({ done, total })}
            where tenant_id = ${tenant} and id = ${id}`);
          ctx.markChanged("background_tasks");
        },
        progress: (done, total) => set({ progress: db.platform.json({ done, total }) }),
      });
      if (result === null) return "MORE";
      await end({ status: "SUCCEEDED", result: db.platform.json(result) });
    } catch (thrown) {
      const error = toFailure(thrown);
      // The database went away: the task stays open, and goes on at the next look.
      if (error instanceof Failure && error.code === "UNAVAILABLE") throw error;
      services.log.error({ error, task: id }, "background task failed");
      const failure =
        error instanceof Failure ? error : new Failure("INTERNAL", "The task failed; run it again to go on");
      await end({ status: "FAILED", error: db.platform.json(toProblem(failure)) });
    }
    return "DONE";
  });
  return done?.result ?? "HELD";
}

const LOOKS = 10;
const LOOK_AGAIN_MS = 500;

function readOpenTasks({ db }: Services, definitions: readonly TaskDefinition[]): Promise<Row[]> {
  return db.platform<Row[]>`
    select /* every tenant */ tenant_id, id, kind, input, requested_by from background_tasks
    where status in ('QUEUED', 'RUNNING') and kind = any(${definitions.map(({ kind }) => kind)})
    order by created_at limit 100`;
}

/** Does what is open; answers what came of each. */
async function runOpenTasks(services: Services, definitions: readonly TaskDefinition[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const task of await readOpenTasks(services, definitions)) {
    const definition = definitions.find(({ kind }) => kind === task.kind);
    if (definition) outcomes.push(await runTask(services, definition, task));
  }
  return outcomes;
}

/** The queue of a kind of task that is done in turns. */
const turnsOf = ({ kind }: TaskDefinition) => `${JOB}-${kind}`;

/** Gives each open task of the kind a turn, all at once, and asks for the next ones. */
const turnsJob = (definition: TaskDefinition): JobDefinition => ({
  name: turnsOf(definition),
  cron: "* * * * *",
  on_clock_jump: "HARMLESS",
  at_start: true,
  one_waiting: true,
  async run(services) {
    const open = await readOpenTasks(services, [definition]);
    const outcomes = await Promise.all(open.map((task) => runTask(services, definition, task)));
    if (outcomes.some((outcome) => outcome !== "HELD")) services.jobs.wake(turnsOf(definition));
  },
});

/**
 * The jobs that do tasks: when woken, at the start, and each minute whatever is still open, which is how a task goes on whose server
 * was killed (its lock is free then).
 */
export function taskJobs(definitions: readonly TaskDefinition[]): JobDefinition[] {
  const in_turns = definitions.filter((definition) => definition.in_turns);
  const others = definitions.filter((definition) => !definition.in_turns);
  const job: JobDefinition = {
    name: JOB,
    cron: "* * * * *",
    on_clock_jump: "HARMLESS",
    at_start: true,
    async run(services) {
      for (const definition of in_turns) services.jobs.wake(turnsOf(definition));
      const look = () => runOpenTasks(services, others);
      let in_vain = 0;
      // Also after the last task: another process that was woken while it came to its end found it held.
      for (let outcomes = await look(); outcomes.length > 0; outcomes = await look()) {
        if (outcomes.some((outcome) => outcome !== "HELD")) continue;
        in_vain += 1;
        if (in_vain === LOOKS) return;
        // The database may take a moment to notice that a killed server's connection is gone, and with it the lock.
        await pause(LOOK_AGAIN_MS);
      }
    },
  };
  return [job, ...in_turns.map(turnsJob)];
}
