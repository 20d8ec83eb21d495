// A company below its fields: what it subscribes to, what it paid, and its backups.
import { Stack } from "@mantine/core";
import { IconCalendarRepeat, IconCash, IconDatabaseExport } from "@tabler/icons-react";
import { databaseBackup, saasPayment, tenantSubscription } from "../../shared/saas/index.ts";
import { completed } from "../kernel/resource/completed.ts";
import { RelatedList } from "../kernel/resource/related/related-list.tsx";
import { FileSize, PaidBy, Proof } from "./console-cells.tsx";

const SUBSCRIPTIONS = completed(tenantSubscription, {
  icon: IconCalendarRepeat,
  columns: ["package_name", "start_date", "end_date", "status"],
  made_elsewhere: true,
});
const PAYMENTS = completed(saasPayment, {
  icon: IconCash,
  columns: ["trx_id", "amount", "payment_method", "paid_at", "paid_until"],
  made_elsewhere: true,
  cells: { payment_method: ({ payment_method }) => <PaidBy method={payment_method} /> },
});
const BACKUPS = completed(databaseBackup, {
  icon: IconDatabaseExport,
  columns: ["filename", "origin", "status", "taken_at", "file_size", "last_proven_at"],
  cells: {
    file_size: ({ file_size, rows_done }) => <FileSize bytes={file_size} rows={rows_done} />,
    last_proven_at: (backup) => <Proof at={backup.last_proven_at} error={backup.last_drill_error} />,
  },
  made_elsewhere: true,
});

export function TenantDetail({ record: { id } }: { record: { id: string } }) {
  return (
    <Stack gap="lg">
      <RelatedList resource={tenantSubscription} options={SUBSCRIPTIONS} via="tenant" id={id} heading />
      <RelatedList resource={saasPayment} options={PAYMENTS} via="tenant" id={id} heading />
      <RelatedList resource={databaseBackup} options={BACKUPS} via="tenant" id={id} heading />
    </Stack>
  );
}
