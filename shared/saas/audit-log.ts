// The platform's own audit log: what was done in no tenant. Tenants have theirs.
import { platformResource } from "../kernel/resource.ts";
import { auditLog } from "../platform/audit-log.ts";

export const platformAuditLog = platformResource({
  name: "platform_audit_log",
  path: "saas/audit-logs",
  collection: "saas_audit_logs",
  table: "platform_audit_logs",
  area: "saas",
  module: "saas",
  summary: "What somebody did on the platform",
  many: "the platform's audit log",
  fields: auditLog.fields,
  verbs: ["list", "read"],
  large: { filters: ["actor_username", "action", "module", "object_id", "timestamp"] },
  search: ["action", "actor_username", "object_type", "details"],
  order: ["-timestamp"],
  title: "action",
});
