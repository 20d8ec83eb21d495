// What a job's page begins with: what was to be done, how far it is, what helps, and each row that was to be changed.
import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { type NetworkSyncJob, networkSyncJob, olt, router } from "../../../shared/network/index.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { usePageOf } from "../../kernel/resource/pages.ts";
import { Fact, StatusBadge } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { faultText } from "../fault-text.ts";
import { SyncDialog } from "../router/sync/sync-dialog.tsx";
import { SyncOutcome } from "../router/sync/sync-outcome.tsx";
import { PlanGroups } from "../router/sync/sync-plan-groups.tsx";
import { changesIn, groupsOf, reportOf } from "../router/sync/sync-plan-view.ts";
import { kindWords, nextStepOf } from "./job-view.ts";
import { SnapshotLink } from "./snapshot-link.tsx";

interface NamedProps {
  label: string;
  path: string;
  id: string;
  name: string | undefined;
}

/** A record that the job is about, with a link for people who may open it. */
function Named({ label, path, id, name }: NamedProps) {
  const page = usePageOf(path, id);
  return (
    <Fact label={label}>
      {page ? (
        <Anchor component={Link} to={page} inherit>
          {name ?? "—"}
        </Anchor>
      ) : (
        (name ?? "—")
      )}
    </Fact>
  );
}

/** Why it is not done, and what helps. */
function Problem({ job }: { job: NetworkSyncJob }) {
  const t = useWords();
  const online = useOnline();
  const maySync = useSession((session) => session.can("network.router.sync"));
  const device = useRecord("routers", job.router);
  const [comparing, setComparing] = useState(false);
  const { status, error_code } = job;
  const fault = faultText(job, t, job.olt ? "olt" : "router");
  const next = nextStepOf(job);
  if (status === "SUCCEEDED" || (fault === null && next === null)) return null;
  const confirms = error_code === "NEEDS_CONFIRMATION" && maySync && device?.is_active;
  return (
    <Alert
      color={status === "FAILED" ? "red" : "orange"}
      icon={<IconAlertTriangle size={18} />}
      title={fault ?? undefined}
    >
      {next ? <Text fz="sm">{t(next)}</Text> : null}
      {confirms ? (
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          disabled={!online}
          onClick={() => setComparing(true)}
        >
          {t("setup.compare")}
        </Button>
      ) : null}
      {comparing && device ? <SyncDialog record={{ ...device }} onClose={() => setComparing(false)} /> : null}
    </Alert>
  );
}

function Result({ job }: { job: NetworkSyncJob }) {
  const t = useWords();
  const words = useResourceWords(networkSyncJob);
  const format = useFormat();
  const report = reportOf(job);
  if (report === null) return null;
  const changes = changesIn(report);
  const is_applied = job.status === "SUCCEEDED" && job.payload.dry_run !== true && !report.trial;
  return (
    <>
      {is_applied ? <SyncOutcome report={report} /> : null}
      {groupsOf(report).length > 0 ? (
        <Paper p="md" component="section" aria-labelledby="job-plan">
          <Group gap="sm" mb="sm" align="baseline">
            <Title order={2} id="job-plan">
              {words.field("plan_id")}
            </Title>
            {is_applied ? null : (
              <Text fz="sm" c="dimmed">
                {changes > 0 ? t("net.plan.total", { n: format.number(changes) }) : t("net.plan.nothing")}
              </Text>
            )}
          </Group>
          <PlanGroups report={report} />
        </Paper>
      ) : job.kind === "SYNC_ROUTER" && job.status === "SUCCEEDED" ? (
        <Text fz="sm">{t("net.plan.nothing")}</Text>
      ) : null}
    </>
  );
}

export function JobHead({ record }: { record: NetworkSyncJob }) {
  const t = useWords();
  const words = useResourceWords(networkSyncJob);
  const format = useFormat();
  const { status, attempts, created_at, finished_at, next_attempt_at, requested_by, snapshot_at } = record;
  const waits = status === "QUEUED" && attempts > 0;
  const devices = { router: useRecord("routers", record.router), olt: useRecord("olts", record.olt) };
  const customer = useRecord("customers", record.customer);
  return (
    <Stack gap="md">
      <Paper p="md" component="section" aria-label={words.field("status")}>
        <Stack gap="md">
          <Problem job={record} />
          <Group gap="xl" align="flex-start">
            <Fact label={words.field("status")}>
              <StatusBadge of={networkSyncJob} status={status} />
            </Fact>
            {record.payload.dry_run === true ? (
              <Fact label={words.field("kind")}>{kindWords(record, t.language)}</Fact>
            ) : null}
            {record.router ? (
              <Named
                label={words.field("router")}
                path={router.path}
                id={record.router}
                name={devices.router?.name}
              />
            ) : null}
            {record.olt ? (
              <Named label={words.field("olt")} path={olt.path} id={record.olt} name={devices.olt?.name} />
            ) : null}
            {record.customer ? (
              <Named
                label={words.field("customer")}
                path="customers"
                id={record.customer}
                name={customer?.name}
              />
            ) : null}
            <Fact label={words.field("requested_by")}>{requested_by}</Fact>
            <Fact label={words.field("created_at")}>{format.instant(created_at)}</Fact>
            <Fact label={words.field("attempts")}>{format.number(attempts)}</Fact>
            {waits ? <Fact label={words.field("next_attempt_at")}>{format.ago(next_attempt_at)}</Fact> : null}
            {finished_at ? (
              <Fact label={words.field("finished_at")}>{format.instant(finished_at)}</Fact>
            ) : null}
            {snapshot_at ? (
              <Fact label={words.field("snapshot_at")}>
                <SnapshotLink job={record} />
              </Fact>
            ) : null}
          </Group>
        </Stack>
      </Paper>
      <Result job={record} />
    </Stack>
  );
}
