// Where a super administrator arrives: the first company to make; where there are companies, the console opens.
import { Anchor, Button, Loader, Paper, Stack, Text, Title } from "@mantine/core";
import { useEffect, useState } from "react";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Trouble } from "../../kernel/trouble.tsx";
import { CompanyForm } from "./company-form.tsx";
import { openConsole } from "./open-console.ts";
import { hasCompanies, leavePlatform, type Platform } from "./platform.ts";

export function PlatformHome({ platform, onLeave }: { platform: Platform; onLeave: () => void }) {
  const t = useWords();
  const [none, setNone] = useState(false);
  const asking = useCall(async () => {
    if (await hasCompanies(platform)) await openConsole(platform);
    else setNone(true);
  });
  const leaving = useCall(async () => {
    await leavePlatform(platform);
    onLeave();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for this session; "Try again" asks again
  useEffect(() => {
    void asking.run();
  }, [platform]);
  if (!none && !asking.error) return <Loader />;
  return (
    <Stack w={620} maw="100%" gap="md">
      <Paper p="xl" shadow="xs">
        <Title order={1}>{t("first.title")}</Title>
        <Text c="dimmed" fz="sm" mb="md">
          {t("first.welcome")}
        </Text>
        <Trouble
          error={asking.error}
          action={
            <Button size="xs" mt="xs" variant="default" onClick={() => void asking.run()}>
              {t("action.again")}
            </Button>
          }
        />
        {none ? <CompanyForm platform={platform} onCancel={null} /> : null}
        <Trouble error={leaving.error} />
      </Paper>
      <Anchor component="button" type="button" fz="sm" ta="center" onClick={() => void leaving.run()}>
        {t("first.leave")}
      </Anchor>
    </Stack>
  );
}
