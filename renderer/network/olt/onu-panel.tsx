// A customer's ONU: light now on its scale and over time, why it was down last, and its neighbours on the port.
import { Anchor, Button, Group, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { IconPower } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { type Onu, onu as onuResource, rebootOnu } from "../../../shared/network/index.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useRecord, useRows } from "../../kernel/replica-hooks.ts";
import { OperationButtons } from "../../kernel/resource/operation/operation-buttons.tsx";
import { useMayOpen } from "../../kernel/resource/pages.ts";
import { lazily, Opening } from "../../kernel/screen/lazily.tsx";
import { Fact } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { powerText } from "../diagnosis/verdict-text.ts";
import { OnuRebootWarning } from "../line-warnings.tsx";
import { isDown } from "./onu-condition.ts";
import { PowerScale } from "./power-scale.tsx";
import { SignalMark } from "./signal-mark.tsx";

const PowerTrend = lazily(() => import("./power-trend.tsx"), "PowerTrend");

const REBOOT = [{ operation: rebootOnu, icon: IconPower, danger: true, preview: OnuRebootWarning }] as const;

/** Restarts the ONU, for whom the role may. */
export function OnuRebootButton({ onu }: { onu: string }) {
  const record = useRecord("onus", onu);
  if (!record) return null;
  return <OperationButtons resource={onuResource} actions={REBOOT} records={[{ ...record }]} compact />;
}

function Neighbours({ onu }: { onu: Onu }) {
  const t = useWords();
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  const mayOpen = useMayOpen("customers");
  const onOlt = useRows("onus", { selector: { olt: onu.olt } }) ?? [];
  const onPort = onOlt
    .filter(({ pon_port }) => pon_port === onu.pon_port)
    .sort((a, b) => a.onu_index - b.onu_index);
  const down = onPort.filter(isDown).length;
  const ids = onPort.flatMap(({ customer }) => (customer === null ? [] : [customer]));
  const customers = useRows(
    "customers",
    opened && ids.length > 0 ? { selector: { id: { $in: ids } } } : null,
  );
  const nameOf = new Map(customers?.map(({ id, name }) => [id, name]));
  const figures = { port: onu.pon_port, down: format.number(down), total: format.number(onPort.length) };
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Text fz="sm" fw={600}>
          {t(down === 0 ? "onu.neighbours_up" : "onu.neighbours_down", figures)}
        </Text>
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={opened}
          onClick={() => setOpened((before) => !before)}
        >
          {t(opened ? "onu.neighbours_hide" : "onu.neighbours_show")}
        </Button>
      </Group>
      {opened ? (
        <Table aria-label={t("onu.neighbours")}>
          <Table.Tbody>
            {onPort.map((other) => (
              <Table.Tr key={other.id} data-own={other.id === onu.id || undefined}>
                <Table.Td w={48} ta="right" className="figures">
                  {format.number(other.onu_index)}
                </Table.Td>
                <Table.Th scope="row" fw={other.id === onu.id ? 700 : 400}>
                  {other.customer && mayOpen ? (
                    <Anchor component={Link} to={`/customers/${other.customer}`} fz="sm">
                      {nameOf.get(other.customer) ?? other.serial_number}
                    </Anchor>
                  ) : (
                    (nameOf.get(other.customer ?? "") ?? other.serial_number ?? "—")
                  )}
                </Table.Th>
                <Table.Td>
                  <SignalMark onu={other} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </Stack>
  );
}

function Facts({ onu, children }: { onu: Onu; children?: ReactNode }) {
  const t = useWords();
  const words = useResourceWords(onuResource);
  const format = useFormat();
  const olt = useRecord("olts", onu.olt);
  return (
    <Group gap="xl" align="flex-start">
      {children}
      <Fact label={words.field("status")}>
        <SignalMark onu={onu} />
      </Fact>
      <Fact label={words.field("olt_rx_power_dbm")}>{powerText(onu.olt_rx_power_dbm, format.locale)}</Fact>
      <Fact label={words.field("distance_m")}>
        {onu.distance_m === null ? "—" : format.number(onu.distance_m)}
      </Fact>
      <Fact label={words.field("temperature_c")}>
        {onu.temperature_c === null ? "—" : format.number(onu.temperature_c)}
      </Fact>
      <Fact label={words.field("pon_port")}>
        {onu.pon_port} · {format.number(onu.onu_index)}
        {olt ? (
          <Text fz="xs" c="dimmed">
            {olt.name}
          </Text>
        ) : null}
      </Fact>
      <Fact label={words.field("last_down_at")}>
        {onu.last_down_at === null ? t("onu.never_down") : format.instant(onu.last_down_at)}
        {onu.last_down_cause ? (
          <Text fz="xs" c="dimmed">
            {words.choice("last_down_cause", onu.last_down_cause)}
          </Text>
        ) : null}
      </Fact>
    </Group>
  );
}

/** Its light now and over time, what is known of it, and its port. */
export function OnuBody({ onu, facts }: { onu: Onu; facts?: ReactNode }) {
  return (
    <>
      <PowerScale dbm={onu.status === "ONLINE" ? onu.rx_power_dbm : null} />
      <Facts onu={onu}>{facts}</Facts>
      <Opening>
        <PowerTrend onu={onu.id} />
      </Opening>
      <Neighbours onu={onu} />
    </>
  );
}

/** Shown where the ONU is known here. */
export function OnuPanel({ id }: { id: string }) {
  const t = useWords();
  const onu = useRecord("onus", id);
  if (!onu) return null;
  return (
    <Paper p="md" component="section" aria-labelledby="line-onu">
      <Stack gap="md">
        <Title order={2} id="line-onu">
          {t("onu.panel", { serial: onu.serial_number ?? "—" })}
        </Title>
        <OnuBody onu={onu} />
      </Stack>
    </Paper>
  );
}
