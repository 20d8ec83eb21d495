// Where one is signed in, and ending it there.
import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";

const PATH = "/api/v1/auth/sessions/";

interface OpenSession {
  readonly id: string;
  readonly is_current: boolean;
  readonly created_at: string;
  readonly address: string | null;
  readonly device: string | null;
}

export function Sessions() {
  const t = useWords();
  const format = useFormat();
  const { client } = useReplica();
  const sessions = useAsk<{ results: readonly OpenSession[] }>(PATH);
  const ending = useCall(async (id: string | null) => {
    await client.rest("DELETE", id === null ? PATH : `${PATH}${id}/`);
    sessions.again();
  });
  const results = sessions.data?.results ?? [];
  return (
    <Stack gap="sm" maw={560}>
      <Title order={2}>{t("security.sessions")}</Title>
      <Trouble error={sessions.error ?? ending.error} />
      {results.map(({ id, is_current, created_at, address, device }) => (
        <Paper key={id} p="sm" withBorder>
          <Group justify="space-between" wrap="nowrap">
            <Stack gap={2} miw={0}>
              <Text fz="sm" fw={600} className="cut">
                {device ?? t("security.unknown_device")}
              </Text>
              <Text fz="xs" c="dimmed">
                {t("security.sign_out_other", {
                  since: format.instant(created_at),
                  address: address ?? "",
                })}
              </Text>
            </Stack>
            {is_current ? (
              <Badge flex="none">{t("security.this_session")}</Badge>
            ) : (
              <Button flex="none" variant="default" size="xs" onClick={() => void ending.run(id)}>
                {t("security.end")}
              </Button>
            )}
          </Group>
        </Paper>
      ))}
      {results.length > 1 ? (
        <Group>
          <Button variant="default" loading={ending.busy} onClick={() => void ending.run(null)}>
            {t("security.end_others")}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}
