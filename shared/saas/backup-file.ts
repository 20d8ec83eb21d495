// The lines of a backup's file that are no rows: what it is of, which table follows, and at the end what there should be.
import { z } from "zod";

export const BACKUP_FORMAT = "lastmile-backup";
/** Moves when a server of this version could not read what a later one writes. */
export const BACKUP_VERSION = 1;

export const backupMark = z.object({ format: z.literal(BACKUP_FORMAT), version: z.int() });

export const backupHeader = backupMark.extend({
  taken_at: z.iso.datetime({ offset: true }),
  /** Names of the migrations that its database had: which tables and columns there are. */
  migrations: z.array(z.string()),
  /** Which key sealed the secrets inside. */
  key_id: z.string(),
  tenant: z.object({
    id: z.uuid(),
    name: z.string(),
    subdomain: z.string(),
    tier: z.string(),
    sync_epoch: z.int(),
  }),
});

export const backupSection = z.object({ table: z.string(), columns: z.array(z.string()) });

const summary = z.object({ rows: z.int(), sha256: z.string() });
const balanceLine = z.object({ account: z.string(), debit: z.string(), credit: z.string() });

export const backupFooter = z.object({
  end: z.literal(true),
  tables: z.record(z.string(), summary),
  trial_balance: z.array(balanceLine),
  /** By which server's key; files from before there were signatures have none. */
  signature: z.object({ key_id: z.string().max(64), hmac: z.string().max(64) }).optional(),
});

export type BackupHeader = z.infer<typeof backupHeader>;
export type BackupSection = z.infer<typeof backupSection>;
export type BackupFooter = z.infer<typeof backupFooter>;
/** Of a table: how many rows, and the checksum of their lines. */
export type TableSummary = z.infer<typeof summary>;
