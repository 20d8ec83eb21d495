// Webhook endpoints: who may make them, their secrets, tests, and what is sent again.

import {
  enableWebhookEndpoint,
  MAX_ENDPOINTS,
  REPLAY,
  replayToEndpoint,
  replayWebhookEvent,
  rotateWebhookSecret,
  TEST_TYPE,
  testWebhookEndpoint,
  webhookEndpoint,
  webhookEndpointVerbs,
  webhookEvent,
} from "../../shared/integrations/index.ts";
import { Failure, invalid } from "../../shared/kernel/failure.ts";
import { newId } from "../../shared/kernel/id.ts";
import { requireRoleHeld } from "../identity/index.ts";
import { queueTask } from "../kernel/jobs/background-tasks.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { requireUrl } from "../kernel/outgoing/call.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Draft } from "../kernel/resource/draft.ts";
import { requireRecord } from "../kernel/resource/record.ts";
import { changeRecord, createRecord } from "../kernel/resource/write-record.ts";
import { bodyOf } from "./bodies.ts";
import { addReplays, requireNames, requireRange } from "./replay.ts";
import { addSecret } from "./signing.ts";

type Endpoint = typeof webhookEndpoint;

/** It is told what its role may see: only callers who hold all of that may make it, move it, or be given its secret. */
const requireHeld = (ctx: OperationContext, role: string) => requireRoleHeld(ctx, role, "This endpoint");

/** @throws Failure VALIDATION, ADDRESS_NOT_ALLOWED. */
function checked(ctx: OperationContext, { url, events }: Draft<Endpoint>): Draft<Endpoint> {
  if (url !== undefined) requireUrl(ctx.services.outgoing, "url", url);
  if (events === undefined) return {};
  requireNames(events, "events");
  return { events: [...new Set(events)] };
}

/** What being switched on or off by hand amounts to. */
function stateOf(is_active: boolean | undefined): Draft<Endpoint> {
  if (is_active === undefined) return {};
  return is_active
    ? { state: "ACTIVE", disabled_reason: null, failing_since: null }
    : { state: "DISABLED", disabled_reason: "BY_HAND" };
}

/** @throws Failure BUSINESS_RULE. */
async function requireRoom({ tx, tenant }: OperationContext): Promise<void> {
  // Those who make one at the same time wait for each other.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`webhook endpoints ${tenant.id}`}, 0))`;
  const [row] = await tx<{ count: number }[]>`
    select count(*) as count from webhook_endpoints where tenant_id = ${tenant.id}`;
  if (Number(row?.count) >= MAX_ENDPOINTS)
    throw new Failure("BUSINESS_RULE", `A company has ${MAX_ENDPOINTS} webhook endpoints at most`);
}

async function forgetFailures({ tx, tenant }: OperationContext, id: string): Promise<void> {
  await tx`update webhook_endpoints set failures = 0, is_slow = false where tenant_id = ${tenant.id} and id = ${id}`;
}

export const endpointOperations = [
  implement(webhookEndpointVerbs.create, async (ctx, input) => {
    await requireRoom(ctx);
    const record = await createRecord(ctx, webhookEndpoint, input, {
      before: (_ctx, draft) => ({ ...draft, ...checked(ctx, draft), ...stateOf(draft.is_active ?? true) }),
      after: (_ctx, { role }) => requireHeld(ctx, role),
    });
    return { ...record, secret: await addSecret(ctx, record.id) };
  }),
  ...crudOperations(
    { update: webhookEndpointVerbs.update, delete: webhookEndpointVerbs.delete },
    {
      update: {
        before: (ctx, draft, { is_active }) => ({
          ...draft,
          ...checked(ctx, draft),
          ...(draft.is_active === is_active ? {} : stateOf(draft.is_active)),
        }),
        async after(ctx, { id, role, is_active }, before) {
          for (const one of new Set([before.role, role])) await requireHeld(ctx, one);
          if (is_active && !before.is_active) await forgetFailures(ctx, id);
        },
      },
      delete: { before: (ctx, { role }) => requireHeld(ctx, role) },
    },
  ),

  implement(rotateWebhookSecret, async (ctx, { old_valid_hours }, id) => {
    const { tx, tenant, call } = ctx;
    const ends = new Date(call.received_at.getTime() + old_valid_hours * 3_600_000);
    const old_secret_until = old_valid_hours > 0 ? ends.toISOString() : null;
    let secret = "";
    const record = await changeRecord(ctx, rotateWebhookSecret, id, async ({ role }) => {
      await requireHeld(ctx, role);
      await tx`update webhook_secrets set ends_at = least(coalesce(ends_at, 'infinity'), ${ends})
        where tenant_id = ${tenant.id} and endpoint = ${id}`;
      secret = await addSecret(ctx, id);
      return { set: { old_secret_until } };
    });
    return { ...record, secret };
  }),

  implement(enableWebhookEndpoint, (ctx, _input, id) =>
    changeRecord(ctx, enableWebhookEndpoint, id, ({ is_active }) =>
      is_active ? null : { set: { is_active: true, ...stateOf(true) }, after: () => forgetFailures(ctx, id) },
    ),
  ),

  implement(testWebhookEndpoint, async (ctx, _input, id) => {
    const { tx, tenant } = ctx;
    const { is_active } = await requireRecord(ctx, webhookEndpoint, id);
    if (!is_active) throw new Failure("ILLEGAL_TRANSITION", "The endpoint is switched off");
    const [event, delivery] = [newId(), newId()];
    const body = bodyOf(TEST_TYPE, ctx.call.received_at.toISOString(), { id, version: 1 });
    const row = { tenant_id: tenant.id, id: event, type: TEST_TYPE, record: id, body };
    await tx`insert into webhook_events ${tx(row)}`;
    await tx`insert into webhook_deliveries
      ${tx({ tenant_id: tenant.id, id: delivery, event, endpoint: id, type: TEST_TYPE })}`;
    ctx.markChanged("webhook_events", "webhook_deliveries");
    ctx.audit(testWebhookEndpoint, { id });
    return { event, delivery };
  }),

  implement(replayToEndpoint, async (ctx, { from, to, types, only_failed }, id) => {
    requireRange({ from, to, types });
    await requireRecord(ctx, webhookEndpoint, id);
    const task_id = await queueTask(ctx, REPLAY, { endpoint: id, from, to, types, only_failed });
    ctx.audit(replayToEndpoint, { id, note: `${from} – ${to}` });
    return { task_id, status: "QUEUED" };
  }),

  implement(replayWebhookEvent, async (ctx, { endpoint }, id) => {
    const event = await requireRecord(ctx, webhookEvent, id);
    if (endpoint) await requireRecord(ctx, webhookEndpoint, endpoint).catch(refuseUnknown);
    await addReplays(ctx, event, endpoint ?? null);
    ctx.markChanged("webhook_deliveries");
    ctx.audit(replayWebhookEvent, { id });
    return event;
  }),
];

function refuseUnknown(error: unknown): never {
  if (error instanceof Failure && error.code === "NOT_FOUND")
    throw invalid("endpoint", "There is no such endpoint", "DOES_NOT_EXIST");
  throw error;
}
