// The first filling of this computer, collection by collection; work can begin before it ends. Cut off in the middle it
// waits for the line, also in an app that was restarted: until everything was here once, this says so. And whether the
// application itself is here: without it nothing opens again once the line is cut.
import { Box, Group, Progress, Text } from "@mantine/core";
import { useOnline } from "../connection/use-connection.ts";
import { useCollectionWords, useWords } from "../i18n/index.ts";
import { useOfflineShell } from "../offline-shell.ts";
import { useObservable, useReplica } from "../replica-hooks.ts";
import { useArriving } from "../screen/arriving.tsx";
import { useFormat } from "../use-format.ts";

/** Says that this computer can't open the application again without a line, as long as it can't. */
export function NotKept() {
  const t = useWords();
  const { state } = useOfflineShell();
  const online = useOnline();
  if (state === "kept" || (state === "never" && online)) return null;
  return (
    <Box px="lg" py={8} bg="var(--surface)" style={{ borderBottom: "1px solid var(--line)" }} role="status">
      <Text fz="sm" fw={600}>
        {t(online ? "shell.not_kept" : "shell.not_kept_offline")}
      </Text>
    </Box>
  );
}

export function FirstSync() {
  const t = useWords();
  const format = useFormat();
  const collectionName = useCollectionWords();
  const replica = useReplica();
  const { phase, done, total, current, documents } = useObservable(replica.progress$);
  const online = useOnline();
  const waits = useArriving() && !online && phase !== "hydrating";
  if (!waits && (phase === "ready" || (phase === "hydrating" && documents === 0))) return null;
  return (
    <Box px="lg" py={8} bg="var(--surface)" style={{ borderBottom: "1px solid var(--line)" }} role="status">
      <Group justify="space-between" mb={5} gap="md" wrap="nowrap">
        <Text fz="sm" fw={600}>
          {t(waits ? "first_sync.waits" : `first_sync.${phase === "pulling" ? "pulling" : "reading"}`, {
            done,
            total,
          })}
        </Text>
        <Text fz="sm" c="dimmed" className="figures">
          {current === null ? "" : collectionName(current)} ·{" "}
          {t("first_sync.records", { records: format.number(documents) })}
        </Text>
      </Group>
      {waits ? null : (
        <Progress
          value={total === 0 ? 0 : (done / total) * 100}
          size="sm"
          aria-label={t("first_sync.label")}
          animated={phase === "pulling"}
        />
      )}
    </Box>
  );
}
