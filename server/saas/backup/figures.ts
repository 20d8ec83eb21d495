// How old backups and their proofs are, for monitoring.
import type { AreaFigures } from "../../kernel/area.ts";

export const backupFigures: AreaFigures = {
  help: {
    lastmile_backup_oldest_seconds: "Age of the newest backup of the tenant whose newest is the oldest",
    lastmile_backup_oldest_proof_seconds:
      "Time since the last proof of the tenant whose last proof is the oldest",
    lastmile_backup_failing_tenants: "Tenants whose last backup failed",
    lastmile_backup_unproven_tenants:
      "Tenants whose last proof found that the backup can't be restored to what it was",
  },
  async read({ db }) {
    const [row] = await db.platform<Record<string, string | null>[]>`
      select extract(epoch from max(now() - coalesce(b.newest, t.created_at))) as lastmile_backup_oldest_seconds,
        extract(epoch from max(now() - coalesce(b.proven, t.created_at))) as lastmile_backup_oldest_proof_seconds,
        count(*) filter (where b.last_status = 'FAILED') as lastmile_backup_failing_tenants,
        count(*) filter (where b.last_error is not null) as lastmile_backup_unproven_tenants
      from tenants t left join lateral (
        select max(taken_at) filter (where status = 'SUCCEEDED') as newest, max(last_proven_at) as proven,
          (array_agg(status order by created_at desc) filter (where status in ('SUCCEEDED', 'FAILED')))[1] as last_status,
          (array_agg(last_drill_error order by last_drill_at desc) filter (where last_drill_at is not null))[1] as last_error
        from database_backups where tenant = t.id) b on true
      where t.is_active`;
    return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value ?? 0)]));
  },
};
