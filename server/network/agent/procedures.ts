// The procedures under `agent.` (shared/network/agent-wire.ts): what a network agent asks and tells.
import { Failure } from "../../../shared/kernel/failure.ts";
import {
  helloInput,
  helloOutput,
  leaseInput,
  leaseOutput,
  observeInput,
  observeOutput,
  renewInput,
  renewOutput,
  reportInput,
  reportOutput,
  snapshotInput,
  snapshotOutput,
  wakeInput,
} from "../../../shared/network/agent-wire.ts";
import { answerInput, answerOutput } from "../../../shared/network/live/question-wire.ts";
import { observeOltInput } from "../../../shared/network/olt/olt-wire.ts";
import { router, tenantProcedure } from "../../kernel/http/trpc/trpc.ts";
import type { Call, OperationContext } from "../../kernel/operation/context.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { runAsSystem } from "../../kernel/operation/run-as-system.ts";
import { authorise } from "../../kernel/operation/run-operation.ts";
import type { Services } from "../../kernel/services.ts";
import { giveUpLateRestarts } from "../late-restarts.ts";
import { takeAnswer } from "../live/questions.ts";
import { leaseOltJobs } from "../olt/lease-olt.ts";
import { observeOlt } from "../olt/observe-olt.ts";
import { hello, lease, renew } from "./lease.ts";
import { observe } from "./observe.ts";
import { report } from "./report.ts";
import { keepSnapshot } from "./snapshot.ts";
import { wakeUps } from "./wake.ts";

const PERMISSION = "network.agent.run";

/** Whoever runs an agent is told every router's credentials, so a person's session is refused: it takes an API token. */
const agentProcedure = tenantProcedure.use(({ ctx, next }) => {
  authorise(ctx.principal, PERMISSION);
  if (ctx.principal.kind !== "machine")
    throw new Failure(
      "PERMISSION_DENIED",
      "Network agents sign in with an API token, not with a person's session",
    );
  return next();
});

/** Text from routers may hold NUL, which PostgreSQL can't. */
function jsonbSafe<T>(input: T): T {
  const clean = (_key: string, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\u0000", "\uFFFD") : value;
  return JSON.parse(JSON.stringify(input, clean)) as T;
}

function work<T>(
  ctx: { services: Services; tenant: Tenant; call: Call },
  does: (context: OperationContext) => Promise<T>,
): Promise<T> {
  return runAsSystem(ctx.services, ctx.tenant, ctx.call, does);
}

export const agentProcedures = router({
  hello: agentProcedure
    .input(helloInput.strict())
    .output(helloOutput)
    .mutation(({ ctx, input }) => work(ctx, (context) => hello(context, input))),

  lease: agentProcedure
    .input(leaseInput.strict())
    .output(leaseOutput)
    .mutation(async ({ ctx, input }) => ({
      jobs: await work(ctx, async (context) => {
        await giveUpLateRestarts(context);
        return lease(context, input);
      }),
      olt_jobs:
        input.reachable_olt_ids.length > 0 ? await work(ctx, (context) => leaseOltJobs(context, input)) : [],
    })),

  renew: agentProcedure
    .input(renewInput.strict())
    .output(renewOutput)
    .mutation(async ({ ctx, input }) => ({ accepted: await work(ctx, (context) => renew(context, input)) })),

  report: agentProcedure
    .input(reportInput.strict())
    .output(reportOutput)
    .mutation(async ({ ctx, input }) => ({
      accepted: await work(ctx, (context) => report(context, jsonbSafe(input))),
    })),

  snapshot: agentProcedure
    .input(snapshotInput.strict())
    .output(snapshotOutput)
    .mutation(async ({ ctx, input }) => ({
      accepted: await work(ctx, (context) => keepSnapshot(context, jsonbSafe(input))),
    })),

  observe: agentProcedure
    .input(observeInput.strict())
    .output(observeOutput)
    .mutation(async ({ ctx, input }) => ({
      watch: await work(ctx, (context) => observe(context, jsonbSafe(input))),
    })),

  observeOlt: agentProcedure
    .input(observeOltInput.strict())
    .output(observeOutput)
    .mutation(async ({ ctx, input }) => ({ watch: await observeOlt(ctx, jsonbSafe(input)) })),
  answer: agentProcedure
    .input(answerInput.strict())
    .output(answerOutput)
    .mutation(async ({ ctx, input }) => ({
      wanted: await work(ctx, (context) => takeAnswer(context, jsonbSafe(input))),
    })),

  wake: agentProcedure.input(wakeInput.strict()).subscription(({ ctx, signal }) => wakeUps(ctx, signal)),
});
