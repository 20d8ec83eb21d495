// A customer's line from the account to the fibre: its diagnosis, and writing it to the router once more.
import { dayOf } from "../../shared/kernel/day.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import { isId } from "../../shared/kernel/id.ts";
import { diagnose, lineSteps } from "../../shared/network/index.ts";
import {
  customer,
  type Diagnosis,
  diagnosisAnswer,
  lineAccount,
  reconnect,
} from "../../shared/subscribers/index.ts";
import { route } from "../kernel/area.ts";
import { inTenant } from "../kernel/db/db.ts";
import { implement, tenantOf } from "../kernel/operation/run-operation.ts";
import { readRecord, requireRecord } from "../kernel/resource/record.ts";
import { enqueueJob, freshenLine, jobRoute, readLine } from "../network/index.ts";

export const diagnosisRoute = route({
  method: "GET",
  path: "/customers/{id}/diagnosis/",
  operation_id: "diagnoseCustomer",
  summary: "Why a customer's line is as it is: one verdict, and each step from the account to the fibre",
  area: "subscribers",
  permission: "network.user_session.view",
  output: diagnosisAnswer,
  failures: ["NOT_FOUND"],
  async handler({ services, call, params }): Promise<Diagnosis> {
    const tenant = tenantOf(call.principal);
    const id = params.id ?? "";
    if (!isId(id)) throw new Failure("NOT_FOUND");
    const record = await inTenant(services.db, tenant, (tx) => readRecord(tx, customer, tenant, id));
    if (!record) throw new Failure("NOT_FOUND");
    const [known] = await Promise.all([
      readLine(services, tenant, record),
      freshenLine(services, call, tenant, record),
    ]);
    const now = new Date();
    const { timezone, auto_suspend } = tenant.settings;
    const account = lineAccount(record, auto_suspend);
    const facts = { now: now.toISOString(), today: dayOf(now, timezone), account, ...known };
    return { customer: id, asked_at: facts.now, verdict: diagnose(facts), steps: lineSteps(facts) };
  },
});

const queueReconnect = implement(reconnect, async (ctx, _input, id) => {
  const { router } = await requireRecord(ctx, customer, id);
  if (router === null) throw new Failure("BUSINESS_RULE", "The customer is on no router");
  const job = await enqueueJob(ctx, { kind: "UPSERT_USER", router, customer: id, urgent: true });
  ctx.audit(reconnect, { id });
  return { id: job };
});

export const reconnectRoute = jobRoute(reconnect, queueReconnect);
