// The connection in words, what is on this computer and how old, and this computer itself.
import { Alert, Button, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { IconAlertTriangle, IconDatabase, IconLogout, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useConnection } from "../../kernel/connection/connection.ts";
import { deviceName } from "../../kernel/desktop-bridge.ts";
import { useCollectionWords, useWords } from "../../kernel/i18n/index.ts";
import { syncProblemWords } from "../../kernel/problem-words.ts";
import { useObservable, useReplica } from "../../kernel/replica-hooks.ts";
import { Details, Fact, Nothing } from "../../kernel/screen/parts.tsx";
import classes from "../../kernel/screen/tabbed-page.module.css";
import { useSession } from "../../kernel/session/session-store.ts";
import { isPhone, sayWhatStays, waitingWords } from "../../kernel/shell/phone/waiting-words.ts";
import { WipeDialog } from "../../kernel/shell/wipe-dialog.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { countsOf } from "./collection-rows.ts";
import { RoomCard } from "./room-card.tsx";

function ConnectionCard() {
  const t = useWords();
  const format = useFormat();
  const replica = useReplica();
  const connection = useConnection();
  const { state, since, last_in_sync_at, waiting, photos, need_you, problem, late } = connection;
  const waits = waitingWords(connection, t, isPhone());
  const wrong = problem && syncProblemWords(problem, t);
  return (
    <Paper p="md" component="section" aria-label={t("sync.connection")}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2}>{t("sync.connection")}</Title>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={15} aria-hidden />}
            onClick={replica.reconnect}
          >
            {t("sync.connection.now")}
          </Button>
        </Group>
        {problem && state === "online" ? null : (
          <Text fz="sm" role="status">
            {t(`sync.connection.${state === "online" && late ? "late" : state}`, {
              time: format.time(since),
            })}
          </Text>
        )}
        {waits ? (
          <Text fw={600} role="status">
            {waits}
          </Text>
        ) : null}
        {wrong ? (
          <Alert color="orange" icon={<IconAlertTriangle size={18} />}>
            <Text fz="sm">
              {problem?.code.startsWith("BETWEEN") ? null : t("sync.connection.problem")} {wrong.text}
            </Text>
            <Details text={wrong.details} />
          </Alert>
        ) : null}
        <SimpleGrid cols={3} spacing="sm">
          <Fact label={t("sync.connection.last")}>
            <span title={format.instant(last_in_sync_at)}>
              {last_in_sync_at ? format.ago(last_in_sync_at) : t("sync.connection.last_never")}
            </span>
          </Fact>
          <Fact label={t("sync.connection.waiting")}>{format.number(waiting + photos)}</Fact>
          <Fact label={t("sync.connection.need_you")}>{format.number(need_you)}</Fact>
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}

function DeviceCard() {
  const t = useWords();
  const replica = useReplica();
  const user = useSession((session) => session.identity?.user);
  const signOut = useSession((session) => session.signOut);
  const [code, setCode] = useState<string | null>(null);
  const [wiping, setWiping] = useState(false);
  const { state } = useConnection();
  // The code arrives with the first sign-in on-line: asked again when the line changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: state is what it may change with
  useEffect(() => {
    let left = false;
    void replica.profile.get("device").then((device) => {
      if (!left) setCode(device?.device_code ?? null);
    });
    return () => {
      left = true;
    };
  }, [replica, state]);
  return (
    <Paper p="md" component="section" aria-label={t("sync.device")}>
      <Stack gap="md">
        <Title order={2}>{t("sync.device")}</Title>
        <SimpleGrid cols={3} spacing="sm">
          <Fact label={t("sync.device.name")}>{deviceName()}</Fact>
          <Fact label={t("sync.device.code")}>{code ?? t("sync.device.unknown")}</Fact>
          <Fact label={t("sync.device.user")}>{user?.full_name || user?.username}</Fact>
        </SimpleGrid>
        <Text fz="sm" c="dimmed">
          {t("sync.device.code_hint")}
        </Text>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconLogout size={16} aria-hidden />}
            onClick={() => {
              sayWhatStays(t);
              void signOut();
            }}
          >
            {t("account.sign_out")}
          </Button>
          <Button
            variant="light"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setWiping(true)}
          >
            {t("sync.device.wipe")}
          </Button>
        </Group>
      </Stack>
      <WipeDialog opened={wiping} onClose={() => setWiping(false)} />
    </Paper>
  );
}

/** Counts are not announced: looking is cheap. */
const LOOK_MS = 2000;

function CollectionsCard() {
  const t = useWords();
  const format = useFormat();
  const collectionName = useCollectionWords();
  const replica = useReplica();
  const last = useConnection((connection) => connection.last_in_sync_at);
  useObservable(replica.progress$);
  const [, look] = useState(0);
  useInterval(() => look((turn) => turn + 1), LOOK_MS, { autoInvoke: true });
  const rows = countsOf(replica.count);
  return (
    <Paper p="md" component="section" aria-label={t("sync.collections")}>
      <Stack gap="md">
        <Title order={2}>{t("sync.collections")}</Title>
        {rows.length === 0 ? (
          <Nothing
            icon={IconDatabase}
            title={t("sync.collections.none")}
            hint={t("sync.collections.none_hint")}
          />
        ) : (
          <Table aria-label={t("sync.collections")} verticalSpacing={5}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("sync.collections.name")}</Table.Th>
                <Table.Th ta="right">{t("sync.collections.records")}</Table.Th>
                <Table.Th ta="right">{t("sync.collections.as_of")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ name, records }) => {
                return (
                  <Table.Tr key={name}>
                    <Table.Th scope="row" fw={400}>
                      {collectionName(name)}
                    </Table.Th>
                    <Table.Td ta="right" className="figures">
                      {format.number(records)}
                    </Table.Td>
                    <Table.Td ta="right" c="dimmed">
                      {last ? format.ago(last) : "—"}
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </Paper>
  );
}

export function OverviewTab() {
  return (
    <div className={classes.scroll}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" className={classes.columns}>
        <Stack gap="md">
          <ConnectionCard />
          <DeviceCard />
          <RoomCard />
        </Stack>
        <CollectionsCard />
      </SimpleGrid>
    </div>
  );
}
