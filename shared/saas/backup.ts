// Backups of tenants: taken by hand and each night, proven each week, restored into new tenants.
import { z } from "zod";
import { subdomainField } from "../identity/tenant.ts";
import { choice, count, flag, instant, json, nullable, reference, text } from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { platformResource, recordSchema } from "../kernel/resource.ts";

const never = { writable: "never" } as const;
const STATES = ["QUEUED", "RUNNING", "SUCCEEDED", "FAILED"] as const;

export const databaseBackup = platformResource({
  name: "database_backup",
  path: "saas/backups",
  collection: "database_backups",
  area: "saas",
  module: "saas",
  summary: "A backup of one tenant, as a file",
  many: "backups",
  fields: {
    /** Null: a file that was put into the folder, of a tenant that is not on this server. */
    tenant: nullable(reference("tenant", never)),
    /** As the tenant was called then. */
    company: text(never),
    filename: text(never),
    origin: choice(["MANUAL", "NIGHTLY", "FOUND"], never),
    status: choice(STATES, never),
    rows_done: count(never),
    /** In bytes. */
    file_size: nullable(count(never)),
    sha256: nullable(text(never)),
    error: nullable(text(never)),
    requested_by: text(never),
    /** Of which moment it is. */
    taken_at: nullable(instant(never)),
    finished_at: nullable(instant(never)),
    /** When it was last restored for proof, and every record was found equal. */
    last_proven_at: nullable(instant(never)),
    last_drill_at: nullable(instant(never)),
    last_drill_error: nullable(text(never)),
  },
  verbs: ["list", "read", "delete"],
  search: ["company", "filename"],
  title: "filename",
  display: { tenant_name: { via: "tenant", column: "name" } },
});

export const databaseBackupVerbs = plainOperations(databaseBackup, {
  delete: { failures: ["BACKUP_IN_PROGRESS"] },
});

export const takeBackup = operation({
  on: databaseBackup,
  name: "create",
  summary: "Take a backup of a tenant now: 201 when it is done while the caller waits, else 202",
  input: z.strictObject({ tenant: reference("tenant") }),
  status: 201,
  also: { 202: recordSchema(databaseBackup) },
  headers: ["Prefer"],
  failures: ["BACKUP_IN_PROGRESS"],
});

/** What became of a restore. */
export const tenantRestore = platformResource({
  name: "tenant_restore",
  path: "saas/restores",
  collection: "tenant_restores",
  area: "saas",
  module: "saas",
  summary: "A restore of a backup into a new tenant",
  many: "restores",
  fields: {
    backup: reference("database_backup", never),
    name: text(never),
    subdomain: text(never),
    status: choice(STATES, never),
    rows_done: count(never),
    /** The new tenant, once it is there. */
    tenant: nullable(reference("tenant", never)),
    /** Why it failed; nothing of the tenant is there then. */
    error: nullable(text(never)),
    /** People with a username that was taken on this server. */
    /** Whether it was to be restored although it carries no signature of this server's, and why. */
    accept_foreign: flag(never),
    reason: nullable(text({ ...never, max: 500 })),
    renamed_accounts: json(z.array(z.object({ from: z.string(), to: z.string() })), never),
    requested_by: text(never),
    finished_at: nullable(instant(never)),
  },
  verbs: ["list", "read"],
  search: ["name", "subdomain"],
  display: { filename: { via: "backup", column: "filename" } },
});

/** A backup with the restore that was asked for. */
const restoredBackup = recordSchema(databaseBackup).extend({ restore: recordSchema(tenantRestore) });

export const restoreBackup = operation({
  on: databaseBackup,
  name: "restore",
  summary: "Restore a backup into a new tenant: 200 when it is done while the caller waits, else 202",
  input: z.strictObject({
    name: text({ required: true }),
    subdomain: text({ ...subdomainField, required: true }),
    /** Restores a file, too, that carries no signature of this server's key: its writer may have written anything. */
    accept_foreign: flag().optional(),
    /** Why such a file is trusted. */
    reason: text({ max: 500 }).optional(),
  }),
  output: restoredBackup,
  also: { 202: restoredBackup },
  headers: ["Prefer"],
  failures: ["DUPLICATE", "NOT_OURS", "BACKUP_UNREADABLE", "BACKUP_IN_PROGRESS"],
  changes: ["tenant_restores", "tenants", "saas_tenants"],
});

export const proveBackup = operation({
  on: databaseBackup,
  name: "prove",
  summary: "Restore a backup into a database of its own, compare every record, and drop it again",
  input: z.strictObject({}),
  failures: ["BACKUP_UNREADABLE", "BACKUP_IN_PROGRESS"],
});
