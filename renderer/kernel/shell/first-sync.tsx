// The first filling of this computer, collection by collection; work can begin before it ends.
import { Box, Group, Progress, Text } from "@mantine/core";
import { useCollectionWords, useWords } from "../i18n/index.ts";
import { useObservable, useReplica } from "../replica-hooks.ts";
import { useFormat } from "../use-format.ts";

export function FirstSync() {
  const t = useWords();
  const format = useFormat();
  const collectionName = useCollectionWords();
  const replica = useReplica();
  const { phase, done, total, current, documents } = useObservable(replica.progress$);
  if (phase === "ready" || (phase === "hydrating" && documents === 0)) return null;
  return (
    <Box px="lg" py={8} bg="var(--surface)" style={{ borderBottom: "1px solid var(--line)" }} role="status">
      <Group justify="space-between" mb={5} gap="md" wrap="nowrap">
        <Text fz="sm" fw={600}>
          {t(phase === "pulling" ? "first_sync.pulling" : "first_sync.reading", { done, total })}
        </Text>
        <Text fz="sm" c="dimmed" className="figures">
          {current === null ? "" : collectionName(current)} ·{" "}
          {t("first_sync.records", { records: format.number(documents) })}
        </Text>
      </Group>
      <Progress
        value={total === 0 ? 0 : (done / total) * 100}
        size="sm"
        aria-label={t("first_sync.label")}
        animated={phase === "pulling"}
      />
    </Box>
  );
}
