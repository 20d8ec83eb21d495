// Whether this browser keeps what is stored here, how much room there is, and how the app gets onto the home screen.
import { Button, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { IconDeviceMobilePlus, IconShieldCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useServerAnswers } from "../../kernel/connection/server-answers.ts";
import { desktopBridge } from "../../kernel/desktop-bridge.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { install, isByHand, isInstalled, useInstall } from "../../kernel/install.ts";
import { keepStorage, roomHere } from "../../kernel/storage.ts";
import { useFormat } from "../../kernel/use-format.ts";

const MB = 1024 * 1024;

function InstallOffer() {
  const t = useWords();
  const offer = useInstall((state) => state.offer);
  if (isInstalled()) return <Text fz="sm">{t("install.done")}</Text>;
  if (offer)
    return (
      <Button
        variant="default"
        leftSection={<IconDeviceMobilePlus size={16} aria-hidden />}
        onClick={() => void install()}
      >
        {t("install.action")}
      </Button>
    );
  return isByHand() ? <Text fz="sm">{t("install.by_hand")}</Text> : null;
}

export function RoomCard() {
  const t = useWords();
  const format = useFormat();
  const { data: room, refetch } = useQuery(
    { queryKey: ["room"], queryFn: roomHere, networkMode: "always" },
    useServerAnswers(),
  );
  const keep = async () => {
    await keepStorage();
    await refetch();
  };
  // The desktop's files are its own; they are not cleared.
  if (desktopBridge() || !room) return null;
  const { is_kept, used, quota } = room;
  const size = (bytes: number) => format.number(Math.round(bytes / MB));
  return (
    <Paper p="md" component="section" aria-label={t("room.title")}>
      <Stack gap="sm">
        <Title order={2}>{t("room.title")}</Title>
        <Text fz="sm" role="status">
          {t(is_kept ? "room.kept" : "room.not_kept")}
        </Text>
        {used !== null && quota ? (
          <>
            <Text fz="sm" c="dimmed">
              {t("room.used", { used: size(used), quota: size(quota) })}
            </Text>
            <Progress value={Math.min(100, (used / quota) * 100)} size="sm" aria-label={t("room.title")} />
          </>
        ) : null}
        <Group gap="xs">
          {is_kept === false ? (
            <Button
              variant="default"
              leftSection={<IconShieldCheck size={16} aria-hidden />}
              onClick={() => void keep()}
            >
              {t("room.keep")}
            </Button>
          ) : null}
          <InstallOffer />
        </Group>
      </Stack>
    </Paper>
  );
}
