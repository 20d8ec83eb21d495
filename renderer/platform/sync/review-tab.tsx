// The review list: money that looks for its customer, wrong clocks, conflicts; open ones first.
import { Alert, Button, Group, SegmentedControl, Text } from "@mantine/core";
import { IconChecklist, IconCloudOff } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { type Translate, useWords } from "../../kernel/i18n/index.ts";
import { useReplica, useRows } from "../../kernel/replica-hooks.ts";
import { Money, Nothing, StateBadge, Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session-store.ts";
import { type Column, sorted } from "../../kernel/table/columns.ts";
import { DataTable } from "../../kernel/table/data-table.tsx";
import { TableTools } from "../../kernel/table/table-tools.tsx";
import { useTableChoice } from "../../kernel/table/use-table-choice.ts";
import { type Format, useFormat } from "../../kernel/use-format.ts";
import { useCall, useOnline } from "../../kernel/use-line.ts";
import type { ReviewItem } from "../../records.ts";
import { GiveDialog } from "./give-dialog.tsx";
import { openFirst } from "./review-rows.ts";

const FILTERS = ["OPEN", "ALL"] as const;
type Filter = (typeof FILTERS)[number];

function reviewColumns(t: Translate, format: Format): Column<ReviewItem>[] {
  return [
    {
      id: "kind",
      header: t("sync.review.kind"),
      width: 165,
      fixed: true,
      value: ({ kind }) => t(`sync.review.kind.${kind}`),
    },
    {
      id: "amount",
      header: t("sync.review.amount"),
      width: 100,
      align: "right",
      value: ({ amount }) => (amount === null ? null : format.minor(amount)),
      text: ({ amount }) => amount ?? "",
      cell: ({ amount }) => (amount === null ? "—" : <Money value={amount} />),
    },
    {
      id: "detail",
      header: t("sync.review.detail"),
      width: 220,
      grow: true,
      value: ({ detail }) => detail,
      cell: ({ detail, customer }) => (
        <Text fz="sm" lh={1.2} lineClamp={2} title={detail} style={{ whiteSpace: "normal" }}>
          {customer ? (
            <Text span component={Link} to={`/customers/${customer}`} inherit c="var(--mantine-color-anchor)">
              {detail}
            </Text>
          ) : (
            detail
          )}
        </Text>
      ),
    },
    { id: "author", header: t("sync.review.author"), width: 110, value: ({ author }) => author },
    {
      id: "occurred",
      header: t("sync.review.occurred"),
      width: 160,
      value: ({ occurred_at, created_at }) => occurred_at ?? created_at,
      cell: ({ occurred_at, created_at }) => format.instant(occurred_at ?? created_at),
    },
    {
      id: "status",
      header: t("sync.outbox.state"),
      width: 105,
      value: ({ status }) => status,
      cell: ({ status }) => <StateBadge state={status} />,
    },
    {
      id: "resolution",
      header: t("sync.review.resolution"),
      width: 170,
      hidden: true,
      value: ({ resolution }) => resolution,
      text: ({ resolution, resolved_by }) => [resolution, resolved_by].filter(Boolean).join(" · "),
    },
  ];
}

interface ActionsProps {
  item: ReviewItem;
  onGive: (item: ReviewItem) => void;
}

function Actions({ item, onGive }: ActionsProps) {
  const t = useWords();
  const replica = useReplica();
  const online = useOnline();
  const can = useSession((session) => session.can);
  const closing = useCall(async () => {
    await replica.client.rest("POST", `/api/v1/review-items/${item.id}/dismiss/`, {});
    replica.syncNow();
  });
  if (item.status !== "OPEN") return null;
  if (item.kind === "SUSPENSE")
    return can("finance.review_item.resolve") ? (
      <Button size="compact-sm" variant="light" disabled={!online} onClick={() => onGive(item)}>
        {t("sync.review.give")}
      </Button>
    ) : null;
  if (!can("platform.review_item.dismiss")) return null;
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      <Trouble error={closing.error} />
      <Button
        size="compact-sm"
        variant="default"
        disabled={!online}
        loading={closing.busy}
        onClick={() => void closing.run()}
      >
        {t("sync.review.close")}
      </Button>
    </Group>
  );
}

const NONE: readonly ReviewItem[] = [];

export function ReviewTab() {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const items = useRows("review_items") ?? NONE;
  const [filter, setFilter] = useState<Filter>("OPEN");
  const [giving, setGiving] = useState<ReviewItem | null>(null);
  const columns = useMemo(() => reviewColumns(t, format), [t, format]);
  const shown = useMemo<Column<ReviewItem>[]>(() => {
    const cell = (item: ReviewItem) => <Actions item={item} onGive={setGiving} />;
    const told = filter === "OPEN" ? columns.filter(({ id }) => id !== "status") : columns;
    return [
      ...told,
      { id: "actions", header: "", width: 190, align: "right", fixed: true, value: () => null, cell },
    ];
  }, [columns, filter]);
  const choice = useTableChoice("review-items", columns);
  const rows = useMemo(() => {
    const wanted = filter === "ALL" ? items : items.filter(({ status }) => status === "OPEN");
    return sorted(openFirst(wanted), columns, choice.sort, format.locale);
  }, [items, filter, columns, choice.sort, format.locale]);
  return (
    <>
      {online ? null : (
        <Alert color="orange" icon={<IconCloudOff size={18} />} py={8}>
          {t("sync.review.offline")}
        </Alert>
      )}
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          size="xs"
          aria-label={t("sync.outbox.state")}
          value={filter}
          onChange={(value) => setFilter(value as Filter)}
          data={FILTERS.map((value) => ({ value, label: t(`sync.review.${value}`) }))}
        />
        <Group gap="xs">
          <TableTools columns={columns} choice={choice} rows={rows} fileName="review-list" />
        </Group>
      </Group>
      <DataTable
        label={t("sync.review")}
        rows={rows}
        columns={shown}
        choice={choice}
        rowKey={({ id }) => id}
        empty={
          <Nothing icon={IconChecklist} title={t("sync.review.none")} hint={t("sync.review.none_hint")} />
        }
      />
      <GiveDialog item={giving} onClose={() => setGiving(null)} />
    </>
  );
}
