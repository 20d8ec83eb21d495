// The review list: money that looks for its customer, wrong clocks, conflicts; open ones first.

import { Alert, Button, Group, SegmentedControl, Text } from "@mantine/core";
import { IconChecklist, IconCloudOff } from "@tabler/icons-react";
import { Suspense, useCallback, useMemo, useState } from "react";
import { Link } from "react-router";
import { type ReviewItem, reviewItem } from "../../../shared/platform/index.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { resourceWords, type Translate, useWords, valueNamed } from "../../kernel/i18n/index.ts";
import { useObservable, useReplica, useRows } from "../../kernel/replica-hooks.ts";
import { Money, Nothing, StatusBadge } from "../../kernel/screen/parts.tsx";
import { ReasonDialog } from "../../kernel/screen/reason-dialog.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { type Column, sorted } from "../../kernel/table/columns.ts";
import { DataTable } from "../../kernel/table/data-table.tsx";
import { TableTools } from "../../kernel/table/table-tools.tsx";
import { useTableChoice } from "../../kernel/table/use-table-choice.ts";
import { type Format, useFormat } from "../../kernel/use-format.ts";
import { type AssignSuspenseDialog, factsOf, type ItemFacts, openFirst } from "./review-rows.ts";

const REASONS = ["review.dismiss.checked", "review.dismiss.corrected", "review.dismiss.test"] as const;
const FILTERS = ["OPEN", "ALL"] as const;
type Filter = (typeof FILTERS)[number];

/** Whom money was meant for, how and where it was taken. */
function meantWords({ name, phone, method, till }: ItemFacts, t: Translate): string {
  const who = [name, phone].filter(Boolean).join(", ");
  return [
    who ? t("review.meant", { who }) : "",
    method ? valueNamed("method", method, t.language) : "",
    till ? t("review.till", { till }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

type FactsOf = (item: ReviewItem) => ItemFacts;

function reviewColumns(t: Translate, format: Format, facts: FactsOf): Column<ReviewItem>[] {
  return [
    {
      id: "kind",
      header: t("sync.review.kind"),
      width: 165,
      fixed: true,
      value: ({ kind }) => resourceWords(reviewItem, t.language).choice("kind", kind),
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
      text: (item) => [item.detail, meantWords(facts(item), t)].filter(Boolean).join(" · "),
      cell: (item) => {
        const { detail, customer } = item;
        const meant = meantWords(facts(item), t);
        return (
          <Text fz="sm" lh={1.2} lineClamp={2} title={`${meant} ${detail}`} style={{ whiteSpace: "normal" }}>
            {meant ? (
              <Text span inherit fw={600}>
                {meant}.{" "}
              </Text>
            ) : null}
            {customer ? (
              <Text
                span
                component={Link}
                to={`/customers/${customer}`}
                inherit
                c="var(--mantine-color-anchor)"
              >
                {detail}
              </Text>
            ) : (
              detail
            )}
          </Text>
        );
      },
    },
    {
      id: "receipt",
      header: t("sync.outbox.receipt"),
      width: 90,
      value: (item) => facts(item).receipt,
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
      cell: ({ status }) => <StatusBadge of={reviewItem} status={status} />,
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
  const [dismissing, setDismissing] = useState(false);
  const dismiss = async (note: string) => {
    await replica.client.rest("POST", `/api/v1/review-items/${item.id}/dismiss/`, { note });
    replica.syncNow();
  };
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
      <Button size="compact-sm" variant="default" disabled={!online} onClick={() => setDismissing(true)}>
        {t("sync.review.close")}
      </Button>
      {dismissing ? (
        <ReasonDialog
          title={t("review.dismiss_title")}
          reasons={REASONS.map((reason) => t(reason))}
          required
          confirm={t("review.dismiss")}
          onConfirm={dismiss}
          onClose={() => setDismissing(false)}
        >
          <Text fz="sm">{item.detail}</Text>
        </ReasonDialog>
      ) : null}
    </Group>
  );
}

const NONE: readonly ReviewItem[] = [];

export function ReviewTab({ AssignSuspense }: { AssignSuspense: AssignSuspenseDialog }) {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const items = useRows("review_items") ?? NONE;
  const [filter, setFilter] = useState<Filter>("OPEN");
  const [giving, setGiving] = useState<ReviewItem | null>(null);
  const [given, setGiven] = useState(false);
  const replica = useReplica();
  const { commands } = useObservable(replica.outbox$);
  const facts = useCallback((item: ReviewItem) => factsOf(item, commands), [commands]);
  const columns = useMemo(() => reviewColumns(t, format, facts), [t, format, facts]);
  const give = useCallback((item: ReviewItem) => {
    setGiven(true);
    setGiving(item);
  }, []);
  const shown = useMemo<Column<ReviewItem>[]>(() => {
    const cell = (item: ReviewItem) => <Actions item={item} onGive={give} />;
    const told = filter === "OPEN" ? columns.filter(({ id }) => id !== "status") : columns;
    return [
      ...told,
      { id: "actions", header: "", width: 190, align: "right", fixed: true, value: () => null, cell },
    ];
  }, [columns, filter, give]);
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
      {/* Loaded when it is first wanted, and kept then: a dialog that closes still moves. */}
      {given ? (
        <Suspense>
          <AssignSuspense item={giving} facts={giving && facts(giving)} onClose={() => setGiving(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
