// Offers the newer build of the app; forms keep what was typed over the reload.
import { Button, Group, Text } from "@mantine/core";
import { useWords } from "../../i18n/index.ts";
import { useNewerBuild } from "../../newer-build.ts";

export function NewerBuildBar() {
  const t = useWords();
  const here = useNewerBuild((state) => state.here);
  if (!here) return null;
  return (
    <Group
      px="md"
      py={6}
      gap="sm"
      bg="var(--surface)"
      style={{ borderBottom: "1px solid var(--line)" }}
      role="status"
    >
      <Text fz="sm" flex={1}>
        {t("build.newer")}
      </Text>
      <Button size="xs" variant="default" onClick={() => location.reload()}>
        {t("build.load")}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => useNewerBuild.setState({ here: false })}>
        {t("build.later")}
      </Button>
    </Group>
  );
}
