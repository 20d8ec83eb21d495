// What an outage's page begins with: what happened, in one sentence, and what helps.
import { Anchor, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconBinaryTree } from "@tabler/icons-react";
import { Link } from "react-router";
import {
  type Incident,
  incident as incidentResource,
  olt as oltResource,
} from "../../../../shared/network/index.ts";
import { useResourceWords, useWords } from "../../../kernel/i18n/index.ts";
import { durationText } from "../../../kernel/money-format.ts";
import { useRecord } from "../../../kernel/replica-hooks.ts";
import { useMayOpen } from "../../../kernel/resource/pages.ts";
import { Fact, StatusBadge } from "../../../kernel/screen/parts.tsx";
import { useFormat } from "../../../kernel/use-format.ts";
import { treeAddress } from "../tree/tree-address.ts";
import { incidentSaid } from "./said.ts";

function useFigures({
  status,
  onu_count,
  back_count,
  power_count,
  fibre_count,
  ...incident
}: Incident): string {
  const t = useWords();
  const format = useFormat();
  const values = { onus: format.number(onu_count), down: format.number(onu_count - back_count) };
  const is_guess = incident.pon_port === null && power_count + fibre_count === 0;
  const onus =
    status === "CLOSED"
      ? t("incident.were_down", values)
      : is_guess
        ? t("incident.may_be_down", values)
        : t(back_count === 0 ? "incident.all_down" : "incident.still_down", values);
  return `${onus} · ${t("incident.customers", { n: format.number(incident.customer_count) })}`;
}

export function IncidentHead({ record }: { record: Incident }) {
  const t = useWords();
  const words = useResourceWords(incidentResource);
  const format = useFormat();
  const olt = useRecord("olts", record.olt);
  const mayOpenOlt = useMayOpen(oltResource.path);
  const mayOpenTree = useMayOpen("fibre");
  const { kind, status, started_at, ended_at, pon_port } = record;
  const said = incidentSaid(record, olt?.name ?? "OLT", { t, format });
  const figures = useFigures(record);
  const until = ended_at === null ? Date.now() : Date.parse(ended_at);
  const lasted = Math.max(0, (until - Date.parse(started_at)) / 1000);
  return (
    <Paper p="md" component="section" aria-label={said}>
      <Stack gap="md">
        <div>
          <Group gap="sm">
            <Text fz="xl" fw={700} lh={1.25}>
              {said}
            </Text>
            <StatusBadge of={incidentResource} status={status} />
          </Group>
          <Text className="figures">{figures}</Text>
          {status === "OPEN" ? (
            <Text fz="sm" c="dimmed" mt={4} maw={760}>
              {t(`incident.next.${kind}`)} {t("incident.tell")}
            </Text>
          ) : null}
        </div>
        <Group gap="xl" align="flex-start">
          <Fact label={words.field("started_at")}>{format.instant(started_at)}</Fact>
          {ended_at === null ? null : <Fact label={words.field("ended_at")}>{format.instant(ended_at)}</Fact>}
          <Fact label={t(ended_at === null ? "incident.lasts" : "incident.lasted_for")}>
            {durationText(lasted, format.locale)}
          </Fact>
          <Fact label={words.field("olt")}>
            {mayOpenOlt ? (
              <Anchor component={Link} to={`/${oltResource.path}/${record.olt}`} inherit>
                {olt?.name ?? "—"}
              </Anchor>
            ) : (
              (olt?.name ?? "—")
            )}
          </Fact>
          {pon_port === null ? null : <Fact label={words.field("pon_port")}>{pon_port}</Fact>}
          {mayOpenTree ? (
            <Button
              component={Link}
              to={treeAddress(record)}
              variant="default"
              leftSection={<IconBinaryTree size={16} aria-hidden />}
            >
              {t(pon_port === null ? "incident.show_olt" : "incident.show_port")}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Paper>
  );
}
