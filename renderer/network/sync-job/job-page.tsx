// Below a job's fields: what was to be changed on the router, row by row.
import { Paper, Title } from "@mantine/core";
import { type NetworkSyncJob, networkSyncJob } from "../../../shared/network/index.ts";
import { useResourceWords } from "../../kernel/i18n/index.ts";
import { PlanGroups } from "../router/sync/sync-plan-groups.tsx";
import { groupsOf, reportOf } from "../router/sync/sync-plan-view.ts";

export function JobPage({ record }: { record: NetworkSyncJob }) {
  const words = useResourceWords(networkSyncJob);
  const report = reportOf(record);
  if (report === null || groupsOf(report).length === 0) return null;
  return (
    <Paper p="md" component="section" aria-labelledby="job-plan">
      <Title order={2} id="job-plan" mb="sm">
        {words.field("plan_id")}
      </Title>
      <PlanGroups report={report} />
    </Paper>
  );
}
