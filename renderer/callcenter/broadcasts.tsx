// The latest broadcasts, on the page of a voice template.
import { Paper, Stack, Text, Title } from "@mantine/core";
import { BROADCAST } from "../../shared/callcenter/index.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { useRows } from "../kernel/replica-hooks.ts";
import { BroadcastState } from "./broadcast-state.tsx";

const SHOWN = 5;

export function Broadcasts() {
  const t = useWords();
  const tasks = useRows("background_tasks", {
    selector: { kind: BROADCAST },
    sort: [{ created_at: "desc" }],
    limit: SHOWN,
  });
  return (
    <Paper p="md" component="section" aria-labelledby="broadcasts">
      <Stack gap="sm">
        <Title order={2} fz="md" id="broadcasts">
          {t("calls.latest")}
        </Title>
        {tasks?.length === 0 ? (
          <Text fz="sm" c="dimmed">
            {t("calls.none")}
          </Text>
        ) : null}
        {tasks?.map((task) => (
          <BroadcastState key={task.id} task={task} />
        ))}
      </Stack>
    </Paper>
  );
}
