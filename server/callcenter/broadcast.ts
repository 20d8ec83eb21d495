// The task of a broadcast: call after call at the gateway's pace, in turns of some seconds, each call once.
import { setTimeout as sleep } from "node:timers/promises";
import {
  BROADCAST,
  callLog,
  retryAfter,
  skippedFor,
  type TemplateType,
} from "../../shared/callcenter/index.ts";
import { FAILURES, Failure } from "../../shared/kernel/failure.ts";
import { loadTenant } from "../identity/index.ts";
import type { Row } from "../kernel/db/db.ts";
import type { TaskDefinition, TaskRun } from "../kernel/jobs/background-tasks.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { systemPrincipal, type Tenant } from "../kernel/operation/principal.ts";
import { runAsSystem, systemCall } from "../kernel/operation/run-as-system.ts";
import { createRecord } from "../kernel/resource/write-record.ts";
import {
  countCalls,
  type DueCall,
  lastTry,
  listCustomers,
  nextTurn,
  settleCall,
  textFor,
} from "./broadcast-calls.ts";
import { type Placed, placeCall } from "./gateway.ts";
import { type ActiveGateway, activeGateway } from "./voice-setting.ts";

/** How long one turn lasts: a stop of the server waits for no longer than this and the gateway's last answer. */
const TURN_MS = 5_000;
/** Calls that wait for the gateway's answer at once. */
const UNDER_WAY = 10;
/** How often a broadcast whose calls all wait looks whether it was stopped. */
const LOOK_MS = 500;

interface Script {
  script_text: string;
  audio_file: string | null;
  template_type: TemplateType;
}

/** One turn of a broadcast. */
class Turn {
  readonly #task: TaskRun;
  readonly #tenant: Tenant;
  readonly #gateway: ActiveGateway;
  readonly #script: Script;
  readonly #total: number;
  readonly #under_way = new Map<string, Promise<void>>();
  /** One outcome after the other, so that the progress only grows. */
  #written: Promise<void> = Promise.resolve();
  #done: number;
  #trouble: unknown = null;

  constructor(task: TaskRun, tenant: Tenant, gateway: ActiveGateway, total: number) {
    this.#task = task;
    this.#tenant = tenant;
    this.#gateway = gateway;
    this.#script = task.input as Row & Script;
    this.#total = total;
    this.#done = task.total_before === null ? 0 : task.done_before;
  }

  #transaction<T>(work: (ctx: OperationContext) => Promise<T>): Promise<T> {
    const call = systemCall(this.#tenant, new Date(), systemPrincipal(this.#tenant, this.#task.requested_by));
    return runAsSystem(this.#task.services, this.#tenant, call, work);
  }

  /** Calls until the turn is over. @returns whether all are called. */
  async run(): Promise<boolean> {
    const end = Date.now() + TURN_MS;
    const pause = 60_000 / this.#gateway.calls_per_minute;
    let free_at = (await this.#transaction(lastTry)) + pause;
    try {
      while (Date.now() < end && !this.#task.held.aborted && this.#trouble === null) {
        if (this.#under_way.size >= UNDER_WAY) await Promise.race(this.#under_way.values());
        const asked = [...this.#under_way.keys()];
        const { call, next_at, ended } = await this.#next(asked);
        if (ended === "CANCELLED") return false;
        if (ended !== null) throw await this.#breakOff(ended);
        if (!call) {
          // A call that was under way when this was asked may have failed since, and wait for its next try.
          if (next_at === null && asked.length === 0) return true;
          const wait = sleep(Math.max(1, Math.min((next_at ?? end) - Date.now(), LOOK_MS)));
          await Promise.race([wait, ...this.#under_way.values()]);
        } else if (this.#isSkipped(call)) {
          await this.#settle(call, null);
        } else if (free_at > Date.now()) {
          // Until then they may pay.
          await sleep(Math.min(free_at - Date.now(), end - Date.now() + 1));
        } else {
          free_at = Date.now() + pause;
          this.#place(call);
        }
      }
    } finally {
      await Promise.all(this.#under_way.values());
    }
    if (this.#trouble !== null) throw this.#trouble;
    this.#task.held.throwIfAborted();
    return false;
  }

  /** Why it stops, with how far it came. */
  async #breakOff(code: "TENANT_INACTIVE" | "SUBSCRIPTION_ENDED"): Promise<Failure> {
    // What the gateway is asked for just now counts.
    await Promise.all(this.#under_way.values());
    const extra = await this.#transaction((ctx) => countCalls(ctx, this.#task.task_id));
    const why = FAILURES[code][1];
    return new Failure(code, `${why}: ${extra.not_called} were not called`, { extra });
  }

  #next(under_way: readonly string[]) {
    return this.#transaction((ctx) => nextTurn(ctx, this.#task.task_id, under_way));
  }

  #isSkipped(call: DueCall): boolean {
    return skippedFor(this.#script.template_type, call) !== null;
  }

  #text(call: DueCall): string {
    return textFor(this.#tenant, this.#script.script_text, call);
  }

  /** Asks the gateway; the turn goes on without waiting. */
  #place(call: DueCall): void {
    const at = new Date();
    const { caller_id, ivr_config } = this.#gateway;
    const { audio_file, template_type } = this.#script;
    const placed = placeCall(this.#gateway, call.id, {
      ...{ phone_number: call.phone, caller_id, text: this.#text(call), audio_file, template_type },
      ivr: ivr_config,
    })
      .then((outcome) => this.#settle(call, { outcome, at }))
      .catch((error: unknown) => {
        this.#trouble = error;
      })
      .finally(() => this.#under_way.delete(call.id));
    this.#under_way.set(call.id, placed);
  }

  /** Writes down what became of a call; null: there was no call. */
  #settle(call: DueCall, tried: { outcome: Placed; at: Date } | null): Promise<void> {
    const written = this.#written.then(() =>
      this.#transaction((ctx) => (tried ? this.#writeTry(ctx, call, tried) : this.#writeSkip(ctx, call))),
    );
    this.#written = written.catch(() => {});
    return written;
  }

  async #writeSkip(ctx: OperationContext, call: DueCall): Promise<void> {
    const status = skippedFor(this.#script.template_type, call) ?? "QUEUED";
    await settleCall(ctx, { task: this.#task.task_id, id: call.id, status }, null);
    this.#progress(ctx);
  }

  async #writeTry(
    ctx: OperationContext,
    call: DueCall,
    { outcome: placed, at }: { outcome: Placed; at: Date },
  ) {
    const task = this.#task.task_id;
    const wait = placed.outcome === "FAILED" ? retryAfter(call.tries + 1, placed.wait_ms) : null;
    const next_try_at = new Date(Date.now() + (wait ?? 0));
    const tried = { at, next_try_at };
    if (wait !== null) {
      await settleCall(ctx, { task, id: call.id, status: "QUEUED" }, tried);
      return;
    }
    const isTaken = placed.outcome === "TAKEN";
    const { disposition, duration_seconds } = isTaken
      ? placed.report
      : { disposition: null, duration_seconds: 0 };
    const status = isTaken ? "CALLED" : "FAILED";
    const customer = (await settleCall(ctx, { task, id: call.id, status }, tried)) ? call.customer : null;
    await createRecord(ctx, callLog, {
      ...{ id: call.id, customer, phone_number: call.phone, call_type: "OUTBOUND" },
      ...{ disposition, duration_seconds, started_at: at.toISOString(), broadcast: task },
      ...{ notes: this.#text(call), error: isTaken ? null : placed.error },
    });
    this.#progress(ctx);
  }

  #progress(ctx: OperationContext): void {
    this.#done += 1;
    this.#task.progressWith(ctx, this.#done, this.#total);
  }
}

export const broadcastTask: TaskDefinition = {
  kind: BROADCAST,
  in_turns: true,
  async run(task) {
    const { services, tenant_id, task_id } = task;
    const tenant = await loadTenant(services.db.platform, tenant_id);
    if (!tenant) throw new Failure("NOT_FOUND", "The tenant is gone");
    const total = task.total_before ?? (await listCustomers(task, tenant));
    const gateway = await runAsSystem(services, tenant, systemCall(tenant), activeGateway);
    if (!(await new Turn(task, tenant, gateway, total).run())) return null;
    return runAsSystem(services, tenant, systemCall(tenant), (ctx) => countCalls(ctx, task_id));
  },
};
