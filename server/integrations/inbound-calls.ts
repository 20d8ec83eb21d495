// Calls of providers and channels: their address, what is done with them, and for how long they are kept.
import { applyInboundCallAgain, callbackAnswer, callbackQuery } from "../../shared/integrations/index.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import { because } from "../../shared/platform/index.ts";
import { loadTenant } from "../identity/index.ts";
import { type Route, route } from "../kernel/area.ts";
import { applyCalls, wakeCalls } from "../kernel/callbacks/apply.ts";
import { CALLBACK_BYTES, takeCallback } from "../kernel/callbacks/take.ts";
import type { JobDefinition } from "../kernel/jobs/jobs.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { deleteRows } from "../kernel/resource/deletions.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";

const KEPT_DAYS = 90;

const callbackRoute = (method: "GET" | "POST"): Route =>
  route({
    method,
    path: "/callbacks/{callback_key}/",
    summary:
      "Where a provider or channel calls in: kept as it came, judged, answered, and applied after that",
    area: "integrations",
    permission: "public",
    query: callbackQuery,
    output: callbackAnswer,
    takes_raw: CALLBACK_BYTES,
    failures: ["NOT_FOUND", "INVALID_SIGNATURE", "BODY_TOO_LARGE", "RATE_LIMITED", "UNAVAILABLE"],
    handler: (request) => takeCallback(request, method),
  });

export const callbackRoutes = [callbackRoute("POST"), callbackRoute("GET")];

export const inboundCallOperations = [
  implement(applyInboundCallAgain, (ctx, _input, id) =>
    changeRecord(ctx, applyInboundCallAgain, id, ({ status, verdict }) => {
      if (status === "APPLIED") return null;
      if (verdict === "BAD_SIGNATURE" || verdict === "STALE")
        throw new Failure("ILLEGAL_TRANSITION", "What nobody signed is never applied");
      ctx.after_commit.push(() => wakeCalls(ctx.services));
      const next_try_at = ctx.call.received_at.toISOString();
      // What could not be read then may be now: it is judged again.
      return {
        set: { status: "RECEIVED", next_try_at, ...(verdict === "UNREADABLE" ? { verdict: null } : {}) },
      };
    }),
  ),
];

export const applyJob = applyCalls({
  tenantOf: ({ db }, id) => loadTenant(db.platform, id),
  unreadable: (ctx, { id, receiver }) => {
    const said = because("CALLBACK_UNREADABLE", { provider: receiver }, { payload: { call: id } });
    ctx.review({ kind: "CALLBACK", ...said });
  },
});

export const forgetCalls: JobDefinition = {
  name: "forget-inbound-calls",
  cron: "47 3 * * *",
  on_clock_jump: "WAITS",
  async run({ db }) {
    const calls = { table: "inbound_calls", collection: "inbound_calls" };
    const old = await db.platform<
      { id: string }[]
    >`select /* every tenant */ distinct tenant_id as id from inbound_calls
      where received_at < now() - ${KEPT_DAYS} * interval '1 day'`;
    for (const { id } of old)
      await deleteRows(
        db.platform,
        calls,
        id,
        db.platform`t.received_at < now() - ${KEPT_DAYS} * interval '1 day'`,
      );
    await db.platform`delete /* every tenant */ from callback_keys where ends_at < now()`;
  },
};
