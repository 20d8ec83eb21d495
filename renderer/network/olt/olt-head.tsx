// What an OLT's page begins with: its state, how its ONUs are, what could not be read, and which devices wait to be set up.
import { Alert, Anchor, Button, Group, List, Paper, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconBinaryTree, IconPlugConnectedX } from "@tabler/icons-react";
import { Link } from "react-router";
import { type Olt, olt as oltResource, onu as onuResource } from "../../../shared/network/index.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { durationText } from "../../kernel/money-format.ts";
import { useMayOpen } from "../../kernel/resource/pages.ts";
import { Fact, StatusBadge } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { faultText } from "../fault-text.ts";
import { OpenIncidents } from "./incident/open-incidents.tsx";
import { treeAddress } from "./tree/tree-address.ts";

interface CountProps {
  label: string;
  count: number;
  /** The ONUs that are meant, as the list is asked for them. */
  to: string;
  color?: string | undefined;
}

/** A number of ONUs that leads to them. */
function Count({ label, count, to, color }: CountProps) {
  const format = useFormat();
  return (
    <Fact label={label}>
      <Anchor component={Link} to={to} inherit className="figures" c={count > 0 ? color : undefined}>
        {format.number(count)}
      </Anchor>
    </Fact>
  );
}

function Problems({ olt }: { olt: Olt }) {
  const t = useWords();
  const { status, is_active, warnings, last_polled_at } = olt;
  return (
    <>
      {is_active && status !== "ONLINE" ? (
        <Alert
          color={status === "OFFLINE" ? "red" : "orange"}
          icon={<IconPlugConnectedX size={18} />}
          title={faultText(olt, t, "olt") ?? undefined}
        >
          {status === "UNKNOWN"
            ? t("state.next.no_agent")
            : t(last_polled_at === null ? "olt.next.never" : "olt.next.lost")}
        </Alert>
      ) : null}
      {warnings.length > 0 ? (
        <Alert color="orange" icon={<IconAlertTriangle size={18} />} title={t("olt.not_read")}>
          <List fz="sm">
            {warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      ) : null}
    </>
  );
}

function Unconfigured({ olt }: { olt: Olt }) {
  const t = useWords();
  const { unconfigured } = olt;
  if (unconfigured.length === 0) return null;
  return (
    <Fact label={t("tree.unconfigured")}>
      {unconfigured.map(({ pon_port, serial_number }) => (
        <Text key={`${pon_port} ${serial_number}`} inherit className="figures">
          {serial_number}
          <Text span fz="sm" c="dimmed" ml={8}>
            {t("tree.port", { port: pon_port })}
          </Text>
        </Text>
      ))}
    </Fact>
  );
}

/** Lists of ONUs of this OLT; `more` narrows them down. */
const onusOf = ({ id }: Olt, more: Record<string, string> = {}) =>
  `/${onuResource.path}?${new URLSearchParams({ olt: id, ...more })}`;

export function OltHead({ record }: { record: Olt }) {
  const t = useWords();
  const words = useResourceWords(oltResource);
  const format = useFormat();
  const mayOpenTree = useMayOpen("fibre");
  const { status, last_polled_at, uptime_seconds, profile, sys_descr } = record;
  return (
    <Stack gap="md">
      <OpenIncidents olt={record.id} />
      <Paper p="md" component="section" aria-label={words.field("status")}>
        <Stack gap="md">
          <Problems olt={record} />
          <Group gap="xl" align="flex-start">
            <Fact label={words.field("status")}>
              <StatusBadge of={oltResource} status={status} />
              <Text fz="xs" c="dimmed" title={format.instant(last_polled_at)}>
                {last_polled_at === null
                  ? t("net.last_seen_never")
                  : t("olt.read", { ago: format.ago(last_polled_at) })}
              </Text>
            </Fact>
            <Count label={words.field("onu_count")} count={record.onu_count} to={onusOf(record)} />
            <Count
              label={words.field("onu_online")}
              count={record.onu_online}
              to={onusOf(record, { status: "ONLINE" })}
            />
            <Count
              label={words.field("onu_los")}
              count={record.onu_los}
              to={onusOf(record, { status: "LOS" })}
              color="var(--mantine-color-error)"
            />
            <Count
              label={words.field("onu_weak")}
              count={record.onu_weak}
              to={onusOf(record, { signal__in: "WEAK,CRITICAL" })}
              color="var(--signal-warn)"
            />
            <Fact label={words.field("uptime_seconds")}>
              {uptime_seconds === null ? "—" : durationText(uptime_seconds, format.locale)}
            </Fact>
            <Fact label={words.field("profile")}>
              {profile === null ? t("olt.no_profile") : profile.replaceAll("-", " ").toUpperCase()}
              <Text fz="xs" c="dimmed" maw={280}>
                {sys_descr}
              </Text>
            </Fact>
            <Unconfigured olt={record} />
            {mayOpenTree ? (
              <Button
                component={Link}
                to={treeAddress({ olt: record.id, pon_port: null })}
                variant="default"
                leftSection={<IconBinaryTree size={16} aria-hidden />}
              >
                {t("olt.show_tree")}
              </Button>
            ) : null}
          </Group>
        </Stack>
      </Paper>
    </Stack>
  );
}
