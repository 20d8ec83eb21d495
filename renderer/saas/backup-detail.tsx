// A backup below its fields: how far it is, whether it was proven, its file, and what was made of it.
import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconDatabaseImport, IconDownload, IconShieldCheck, IconShieldX } from "@tabler/icons-react";
import type { RecordOf } from "../../shared/kernel/resource.ts";
import { type databaseBackup, tenantRestore } from "../../shared/saas/index.ts";
import { useAsk } from "../kernel/connection/server-answers.ts";
import { useCall } from "../kernel/connection/use-connection.ts";
import { saveFile } from "../kernel/desktop-bridge.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { useReplica } from "../kernel/replica-hooks.ts";
import { completed } from "../kernel/resource/completed.ts";
import { RelatedList } from "../kernel/resource/related/related-list.tsx";
import { Trouble } from "../kernel/trouble.tsx";
import { useFormat } from "../kernel/use-format.ts";

type Backup = RecordOf<typeof databaseBackup>;

const LOOK_MS = 2000;
const RESTORES = completed(tenantRestore, {
  icon: IconDatabaseImport,
  columns: ["name", "subdomain", "status", "rows_done", "finished_at", "error"],
});

const isOpen = ({ status }: Backup) => status === "QUEUED" || status === "RUNNING";

function Proof({ last_proven_at, last_drill_error, last_drill_at }: Backup) {
  const t = useWords();
  const format = useFormat();
  if (last_drill_error) {
    return (
      <Alert color="red" icon={<IconShieldX size={18} />} title={t("console.proof_failed")}>
        {last_drill_at ? `${format.instant(last_drill_at)}: ` : null}
        {last_drill_error}
      </Alert>
    );
  }
  return (
    <Alert color={last_proven_at ? "green" : "gray"} icon={<IconShieldCheck size={18} />}>
      {last_proven_at
        ? t("console.proven", { at: format.instant(last_proven_at) })
        : t("console.not_proven_hint")}
    </Alert>
  );
}

export function BackupDetail({ record }: { record: Backup }) {
  const t = useWords();
  const format = useFormat();
  const { client } = useReplica();
  const open = isOpen(record);
  // The page's own record, asked for again until it is done.
  useAsk(open ? `/api/v1/saas/backups/${record.id}/` : null, LOOK_MS);
  const saving = useCall(async () => {
    const file = await client.file(`/api/v1/saas/backups/${record.id}/download/`);
    await saveFile(record.filename, file, "application/gzip");
  });
  return (
    <Stack gap="md">
      {open ? (
        <div role="status">
          <Text fz="sm" mb={6}>
            {t(record.status === "QUEUED" ? "console.backup_waits" : "console.backup_runs", {
              n: format.number(record.rows_done),
            })}
          </Text>
          <Progress value={100} animated aria-label={t("console.backup_progress")} />
        </div>
      ) : null}
      {record.status === "SUCCEEDED" ? (
        <>
          <Proof {...record} />
          <Group>
            <Button
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={saving.busy}
              onClick={() => void saving.run()}
            >
              {t("console.download")}
            </Button>
          </Group>
        </>
      ) : null}
      <Trouble error={saving.error} />
      <RelatedList resource={tenantRestore} options={RESTORES} via="backup" id={record.id} heading />
    </Stack>
  );
}
