// GET /audit-logs/verify/, and the job that seals the audit log's entries.
import { dayOf } from "../../shared/kernel/day.ts";
import { auditVerification, auditVerifyQuery } from "../../shared/platform/audit-log.ts";
import { route } from "../kernel/area.ts";
import { inTenantSnapshot } from "../kernel/db/db.ts";
import { forEachTenant } from "../kernel/jobs/for-each-tenant.ts";
import type { JobDefinition } from "../kernel/jobs/jobs.ts";
import { tenantOf } from "../kernel/operation/run-operation.ts";
import { sealEntries, verifyDay } from "./audit-chain.ts";

export const verifyRoute = route({
  method: "GET",
  path: "/audit-logs/verify/",
  summary: "Whether a day of the audit log is what was written then",
  area: "platform",
  permission: "platform.audit_log.view",
  query: auditVerifyQuery,
  output: auditVerification,
  long: true,
  async handler({ services, principal, query }) {
    const { id, settings } = tenantOf(principal as NonNullable<typeof principal>);
    const tenant = { id, timezone: settings.timezone };
    const day = query.date ?? dayOf(new Date(), settings.timezone);
    await sealEntries(services.db, tenant);
    return inTenantSnapshot(services.db, tenant, (tx) => verifyDay(tx, tenant, day));
  },
});

/**
 * The sooner an entry is sealed, the less time there is to change it unseen. Of each tenant only its newest entry and its last
 * link are read: asked whether some entry is new, PostgreSQL went through all of them.
 */
export const sealJob: JobDefinition = {
  name: "seal-audit",
  cron: "* * * * *",
  on_clock_jump: "WAITS",
  async run({ db }) {
    const tenants = await db.platform<{ id: string; timezone: string }[]>`
      select /* every tenant */ s.tenant_id as id, s.timezone from company_settings s
      left join lateral (
        select least(c.sealed_at, now()) - interval '1 hour' as since from audit_chain c
        where c.tenant_id = s.tenant_id order by c.number desc limit 1
      ) sealed on true
      where (select a.timestamp from audit_logs a where a.tenant_id = s.tenant_id order by a.timestamp desc limit 1)
        >= coalesce(sealed.since, '-infinity')`;
    await forEachTenant("tenants", tenants, (tenant) => sealEntries(db, tenant));
  },
};
