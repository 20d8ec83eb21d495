// This computer's store does not open: what that means, and what to do. Never an empty page.
import { Button, Center, Paper, Stack, Text, Title } from "@mantine/core";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { startSession, useSession } from "../../kernel/session/session-store.ts";
import { Trouble } from "../../kernel/trouble.tsx";

export function StoreTrouble() {
  const t = useWords();
  const trouble = useSession((session) => session.trouble);
  const again = useCall(() => startSession());
  return (
    <Center component="main" mih="100vh" p="xl">
      <Paper p="xl" shadow="xs" maw={560}>
        <Stack gap="md">
          <Title order={1}>{t("app.store_broken")}</Title>
          <Text fz="sm">{t("app.store_broken_hint")}</Text>
          <Trouble error={trouble} />
          <Button onClick={() => void again.run()} loading={again.busy}>
            {t("action.again")}
          </Button>
        </Stack>
      </Paper>
    </Center>
  );
}
