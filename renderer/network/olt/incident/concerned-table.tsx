// Whom an outage concerns: customers with their phones, to be told, and their ONUs with the light before and now.
import { Anchor, Box, Button, Group, Paper, SegmentedControl, Text, Title } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCopy } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { Link, useNavigate } from "react-router";
import {
  type Incident,
  incidentOnu,
  incident as incidentResource,
  onu as onuResource,
} from "../../../../shared/network/index.ts";
import { useResourceWords, useWords } from "../../../kernel/i18n/index.ts";
import { usePageActions } from "../../../kernel/page-actions/page-actions.ts";
import { useRows } from "../../../kernel/replica-hooks.ts";
import { RecordActs } from "../../../kernel/resource/operation/bulk-acts.tsx";
import { useMayOpen } from "../../../kernel/resource/pages.ts";
import { type Column, sorted } from "../../../kernel/table/columns.ts";
import { DataTable } from "../../../kernel/table/data-table.tsx";
import { TableTools } from "../../../kernel/table/table-tools.tsx";
import { useTableChoice } from "../../../kernel/table/use-table-choice.ts";
import { useFormat } from "../../../kernel/use-format.ts";
import { powerText, sinceText } from "../../diagnosis/verdict-text.ts";
import { conditionOf } from "../onu-condition.ts";
import { SignalMark } from "../signal-mark.tsx";
import { type Concerned, concernedBy, phonesOf, type Standing, standing } from "./concerned.ts";

const ROW = 40;
/** So many rows are seen at once before the table scrolls. */
const ROWS = 12;
/** So long a button says that it copied. */
const COPIED_MS = 1_000;
const NOBODY: readonly never[] = [];

function useConcerned(incident: Incident): readonly Concerned[] {
  const affected = useRows("incident_onus", { selector: { incident: incident.id } });
  const onus = useRows("onus", { selector: { olt: incident.olt } });
  const ids = useMemo(
    () => [
      ...new Set(
        [...(affected ?? []), ...(affected?.length === 0 ? (onus ?? []) : [])].flatMap(
          ({ customer }) => customer ?? [],
        ),
      ),
    ],
    [affected, onus],
  );
  const people = useRows("customers", ids.length > 0 ? { selector: { id: { $in: ids } } } : null);
  return useMemo(() => {
    const customers = new Map(people?.map((one) => [one.id, one]));
    return concernedBy({ incident, affected: affected ?? NOBODY, onus: onus ?? NOBODY, customers });
  }, [incident, affected, onus, people]);
}

function useColumns(): readonly Column<Concerned>[] {
  const t = useWords();
  const words = useResourceWords(incidentOnu);
  const format = useFormat();
  const mayOpen = useMayOpen("customers");
  return useMemo(() => {
    const when = (id: "down_at" | "back_at"): Column<Concerned> => ({
      ...{ id, header: words.field(id), width: 95, value: (row) => row[id] },
      text: (row) => (row[id] === null ? "" : format.instant(row[id])),
      cell: ({ [id]: at }) =>
        at === null ? (
          "—"
        ) : (
          <span className="figures" title={format.instant(at)}>
            {sinceText(at, { format, now: new Date() })}
          </span>
        ),
    });
    return [
      {
        ...{ id: "customer", header: words.field("customer"), width: 190, grow: true, fixed: true },
        value: ({ customer }) => customer?.name ?? null,
        cell: ({ customer, serial_number }) => (
          <Box lh={1.2}>
            {customer === null ? (
              <Text span fz="sm" c="dimmed">
                {t("tree.no_customer")}
              </Text>
            ) : mayOpen ? (
              <Anchor component={Link} to={`/customers/${customer.id}?tab=line`} fz="sm" fw={600}>
                {customer.name}
              </Anchor>
            ) : (
              customer.name
            )}
            <Text fz="xs" c="dimmed" lh={1.2} className="figures">
              {serial_number}
            </Text>
          </Box>
        ),
      },
      {
        ...{ id: "phone", header: t("incident.phone"), width: 150 },
        value: ({ customer }) => customer?.phone ?? null,
        cell: ({ customer }) => <span className="figures">{customer?.phone ?? "—"}</span>,
      },
      { id: "area", header: t("incident.area"), width: 115, value: ({ customer }) => customer?.area ?? null },
      {
        ...{ id: "serial_number", header: words.field("serial_number"), width: 140, hidden: true },
        value: ({ serial_number }) => serial_number,
      },
      {
        id: "pon_port",
        header: words.field("pon_port"),
        width: 80,
        value: ({ pon_port }) => pon_port,
        hidden: true,
      },
      {
        ...{ id: "light_before", header: t("incident.light_before"), width: 105, align: "right" },
        value: ({ light_before }) => light_before,
        text: ({ light_before }) => (light_before === null ? "" : String(light_before)),
        cell: ({ light_before }) => <span className="figures">{powerText(light_before, format.locale)}</span>,
      },
      {
        ...{ id: "light_now", header: t("incident.light_now"), width: 185 },
        value: ({ onu }) => onu && t(`onu.is.${conditionOf(onu)}`),
        cell: ({ onu }) => (onu === null ? "—" : <SignalMark onu={onu} />),
      },
      when("down_at"),
      when("back_at"),
    ];
  }, [t, words, format, mayOpen]);
}

/** All, those who are still down, those who are back. */
function StandingChoice({
  rows,
  as,
  onChoose,
}: {
  rows: readonly Concerned[];
  as: Standing;
  onChoose: (as: Standing) => void;
}) {
  const t = useWords();
  const format = useFormat();
  const data = (["all", "down", "back"] as const).map((value) => ({
    value,
    label: t(`incident.standing.${value}`, { n: format.number(standing(rows, value).length) }),
  }));
  return (
    <SegmentedControl<Standing>
      size="xs"
      aria-label={t("incident.standing")}
      data={data}
      value={as}
      onChange={onChoose}
    />
  );
}

export function ConcernedTable({ record }: { record: Incident }) {
  const t = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const mayOpen = useMayOpen("customers");
  const all = useConcerned(record);
  const columns = useColumns();
  const choice = useTableChoice(`${incidentResource.collection}.concerned`, columns);
  const [as, setAs] = useState<Standing>("all");
  const rows = useMemo(
    () => sorted(standing(all, as), columns, choice.sort, format.locale),
    [all, as, columns, choice.sort, format.locale],
  );
  const phones = phonesOf(rows);
  const clipboard = useClipboard({ timeout: COPIED_MS });
  const copyPhones = () => clipboard.copy(phones.join("\n"));
  const copyLabel = t("incident.copy_phones", { n: format.number(phones.length) });
  usePageActions(
    phones.length > 0
      ? [{ id: "copy-phones", label: copyLabel, icon: IconCopy, key: "C", run: copyPhones }]
      : [],
  );
  const open = ({ customer, onu }: Concerned) => {
    if (customer && mayOpen) void navigate(`/customers/${customer.id}?tab=line`);
    else if (onu) void navigate(`/${onuResource.path}/${onu.id}`);
  };
  return (
    <Paper p="md" component="section" aria-labelledby="incident-whom">
      <Group justify="space-between" gap="sm" mb="sm">
        <Group gap="md">
          <Title order={2} id="incident-whom">
            {t("incident.whom")}
          </Title>
          <StandingChoice rows={all} as={as} onChoose={setAs} />
        </Group>
        <Group gap="xs">
          <RecordActs resource={incidentResource} record={record} />
          {phones.length > 0 ? (
            <Button
              leftSection={<IconCopy size={16} aria-hidden />}
              onClick={copyPhones}
              aria-keyshortcuts="C"
            >
              {clipboard.copied ? t("record.copied") : copyLabel}
            </Button>
          ) : null}
          <TableTools
            columns={columns}
            choice={choice}
            rows={rows}
            fileName={`${incidentResource.path}-${record.started_at.slice(0, 10)}`}
          />
        </Group>
      </Group>
      <DataTable
        label={t("incident.whom")}
        rows={rows}
        columns={columns}
        choice={choice}
        rowKey={({ id }) => id}
        onOpen={open}
        height={ROW * Math.min(rows.length + 1, ROWS) + 2}
        empty={
          <Text fz="sm" c="dimmed" p="md">
            {t("incident.nobody")}
          </Text>
        }
      />
    </Paper>
  );
}
