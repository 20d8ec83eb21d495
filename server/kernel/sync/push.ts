// sync.push: a device's commands, in its order, each exactly once, through the same operations as REST.
import type { z } from "zod";
import { Failure, type Problem, toProblem } from "../../../shared/kernel/failure.ts";
import { effectiveOccurredAt } from "../../../shared/kernel/occurred.ts";
import {
  type Command,
  type CommandOutcome,
  command as commandSchema,
  type pushInput,
  type pushOutput,
} from "../../../shared/kernel/wire.ts";
import type { AreaModule } from "../area.ts";
import { writeAudit } from "../audit.ts";
import { type Call, OperationContext } from "../context.ts";
import { inTenant, isConnectionError, type Row, type Tx } from "../db.ts";
import { toFailure } from "../db-failure.ts";
import type { Principal, Tenant } from "../principal.ts";
import { announce, authorise, type Implementation, perform, validate } from "../run-operation.ts";
import type { Services } from "../services.ts";
import { storable } from "../storable.ts";
import { mergeFieldEdit } from "./field-edits.ts";
import { addReviewItem } from "./review.ts";

interface PushContext {
  services: Services;
  modules: readonly AreaModule[];
  principal: Principal;
  tenant: Tenant;
  call: Call;
}

interface Device {
  id: string;
  device_code: string;
}

const TRIES_WHEN_BUSY = 5;

/** The first outcome of a command, if it came before. Waits for a run of it that is under way. */
async function firstOutcome(tx: Tx, tenantId: string, commandId: string): Promise<CommandOutcome | null> {
  // One after the other in one round trip: what is read is what was there once the lock was held.
  const [, [row]] = await Promise.all([
    tx`select pg_advisory_xact_lock(hashtextextended(${`command:${tenantId}:${commandId}`}, 0))`,
    tx<{ result: unknown; problem: Problem | null }[]>`
      select result, problem from commands where tenant_id = ${tenantId} and id = ${commandId}`,
  ]);
  if (!row) return null;
  return {
    id: commandId,
    status: "DUPLICATE",
    ...(row.result === null ? {} : { result: row.result }),
    ...(row.problem === null ? {} : { problem: row.problem }),
  };
}

async function keepOutcome(
  tx: Tx,
  tenantId: string,
  author: string,
  device: Device,
  command: Command,
  outcome: CommandOutcome,
) {
  await tx`insert into commands ${tx({
    tenant_id: tenantId,
    id: command.id,
    device: device.id,
    device_seq: command.device_seq,
    kind: command.kind,
    payload: tx.json(command.payload as never),
    occurred_at: command.occurred_at,
    author,
    status: outcome.status,
    result: outcome.result === undefined ? null : tx.json(outcome.result as never),
    problem: outcome.problem === undefined ? null : tx.json(outcome.problem as never),
  })}`;
}

function implementationOf(modules: readonly AreaModule[], kind: string): Implementation {
  for (const module of modules) {
    const found = module.operations.find(({ operation }) => operation.name === kind && operation.command);
    if (found) return found;
  }
  throw new Failure("VALIDATION", `There is no command ${kind}`, {
    errors: [{ field: "kind", code: "UNKNOWN_KIND", message: "Unknown" }],
  });
}

/** Runs the command's operation in the open transaction. */
async function apply(
  ctx: PushContext,
  tx: Tx,
  device: Device,
  command: Command,
  call: Call,
  flagged: boolean,
) {
  const implementation = implementationOf(ctx.modules, command.kind);
  authorise(ctx.principal, implementation.operation.permission);
  const { id: target, ...rest } = command.payload;
  const hasTarget = implementation.operation.path.includes("{id}");
  if (hasTarget && typeof target !== "string") {
    throw new Failure("VALIDATION", "The payload names no id", {
      errors: [{ field: "id", code: "REQUIRED", message: "Required" }],
    });
  }
  let input: Row = hasTarget ? rest : command.payload;
  if (hasTarget && command.kind.endsWith(".update")) {
    input = await mergeFieldEdit(tx, ctx.tenant, call, {
      id: String(target),
      command: command.id,
      edit: rest,
    });
  }
  const outcomeOf = (result: unknown): CommandOutcome => ({
    id: command.id,
    status: "APPLIED",
    result: result ?? null,
  });
  const request = { input, id: hasTarget ? String(target) : null };
  const author = call.principal.username;
  const done = await perform(ctx.services, tx, implementation, call, request, ({ body }) =>
    keepOutcome(tx, ctx.tenant.id, author, device, command, outcomeOf(body)),
  );
  if (flagged) {
    await addReviewItem(done.context, {
      kind: "CLOCK",
      detail: `The device's clock said ${command.occurred_at}; the time of receipt was used`,
      payload: command.payload,
    });
  }
  return { outcome: outcomeOf(done.reply.body), context: done.context };
}

/** Writes down that a command was refused; money that it brought goes to SUSPENSE instead of being lost. */
async function refuse(
  ctx: PushContext,
  tx: Tx,
  device: Device,
  command: Command,
  call: Call,
  failure: Failure,
) {
  const context = new OperationContext(tx, ctx.tenant, call, ctx.services);
  const isMoney = ctx.modules.some((module) =>
    module.operations.some(({ operation }) => operation.name === command.kind && operation.money),
  );
  const takeToSuspense = ctx.modules.find((module) => module.suspense)?.suspense;
  const suspense =
    isMoney && takeToSuspense ? await takeToSuspense(context, command.kind, command.payload, failure) : null;
  const problem = toProblem(failure, call.request_id ?? undefined);
  const outcome: CommandOutcome = suspense
    ? { id: command.id, status: "APPLIED", result: { suspense: true, ...suspense }, problem }
    : { id: command.id, status: "REJECTED", problem };
  await writeAudit(tx, ctx.tenant.id, call, context.audits);
  await keepOutcome(tx, ctx.tenant.id, call.principal.username, device, command, outcome);
  return { outcome, context };
}

/** A defect must not block every later command of the device: it is logged, and the command is refused. */
function failureOf(ctx: PushContext, error: unknown, command: Command): Failure {
  const known = toFailure(error);
  if (known instanceof Failure) return known;
  if (isConnectionError(known)) throw known;
  ctx.services.log.error({ err: known, command: command.id, kind: command.kind }, "command failed");
  return new Failure("INTERNAL", "Something went wrong on our side");
}

async function applyOnce(ctx: PushContext, device: Device, command: Command): Promise<CommandOutcome> {
  const received_at = new Date();
  const { occurred_at, flagged } = effectiveOccurredAt(new Date(command.occurred_at), received_at);
  const call: Call = { ...ctx.call, occurred_at, received_at, device, command: command.id, if_match: null };
  const inOwnTransaction = (
    work: (tx: Tx) => Promise<{ outcome: CommandOutcome; context: OperationContext }>,
  ) =>
    inTenant(ctx.services.db, ctx.tenant.id, async (tx) => {
      const first = await firstOutcome(tx, ctx.tenant.id, command.id);
      return first ? { outcome: first, context: null } : work(tx);
    });
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { outcome, context } = await inOwnTransaction((tx) =>
        apply(ctx, tx, device, command, call, flagged),
      );
      if (context) announce(ctx.services, context);
      return outcome;
    } catch (error) {
      const failure = failureOf(ctx, error, command);
      if (failure.code === "UNAVAILABLE" && attempt < TRIES_WHEN_BUSY) continue;
      if (failure.code === "UNAVAILABLE") throw failure;
      const { outcome, context } = await inOwnTransaction((tx) =>
        refuse(ctx, tx, device, command, call, failure),
      );
      if (context) announce(ctx.services, context);
      return outcome;
    }
  }
}

/** The commands of a batch that can be read, and the answers to those that can't. */
function readCommands(given: z.infer<typeof pushInput>["commands"]): [Command[], CommandOutcome[]] {
  const commands: Command[] = [];
  const malformed: CommandOutcome[] = [];
  for (const one of storable(given)) {
    try {
      commands.push(validate(commandSchema, one));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      malformed.push({ id: one.id, status: "REJECTED", problem: toProblem(error) });
    }
  }
  return [commands, malformed];
}

/**
 * Applies commands in order of device_seq. Each is its own transaction that also holds its outcome: killed at any point,
 * the device sends the rest again and hears DUPLICATE for what was done.
 * @throws Failure NOT_FOUND when the device is not registered in this tenant.
 */
export async function push(
  ctx: PushContext,
  input: z.infer<typeof pushInput>,
): Promise<z.infer<typeof pushOutput>> {
  const { services, tenant } = ctx;
  const [commands, malformed] = readCommands(input.commands);
  const highest = Math.max(0, ...commands.map((command) => command.device_seq));
  const receipts = commands
    .map(({ payload }) => payload.receipt_number)
    .filter((number) => typeof number === "string");
  const device = await inTenant(services.db, tenant.id, async (tx) => {
    const [row] = await tx<
      (Device & Row)[]
    >`update devices set last_seen_at = now(), last_seq = greatest(last_seq, ${highest}),
        last_receipt = greatest(last_receipt, (
          select max(substr(number, length(device_code) + 2)::bigint) from unnest(${receipts}::text[]) number
          where number ~ ('^' || device_code || '-[0-9]{1,15}$')))
      where tenant_id = ${tenant.id} and id = ${input.device_id} returning id, device_code`;
    return row;
  });
  if (!device) throw new Failure("NOT_FOUND", "This device is not registered here");
  const results: CommandOutcome[] = [...malformed];
  for (const command of commands.sort((a, b) => a.device_seq - b.device_seq)) {
    results.push(await applyOnce(ctx, device, command));
  }
  return { results };
}
