// The columns of what came in by group, with those of the time that it is compared with.
import { useCallback, useMemo } from "react";
import { transaction } from "../../shared/billing/index.ts";
import { formatMoney, subtract } from "../../shared/kernel/money.ts";
import type { CollectionGroup } from "../../shared/reports/index.ts";
import { useResourceWords, useWords } from "../kernel/i18n/index.ts";
import { Money } from "../kernel/screen/parts.tsx";
import type { Column } from "../kernel/table/columns.ts";
import { useFormat } from "../kernel/use-format.ts";
import type { CollectedRow } from "./collected-rows.ts";

const SHARE = { style: "percent", maximumFractionDigits: 1 } as const;

/** What people call a group. */
export function useGroupName(group_by: CollectionGroup): (row: CollectedRow) => string {
  const t = useWords();
  const format = useFormat();
  const payments = useResourceWords(transaction);
  return useCallback(
    ({ group, name }) => {
      if (group === null) return t("report.no_package");
      if (group_by === "day") return format.day(group);
      if (group_by === "method") return payments.choice("method", group);
      return name ?? group;
    },
    [t, format, payments, group_by],
  );
}

/** @param was What the time is called that it is compared with; null: nothing is. */
export function useCollectedColumns(
  group_by: CollectionGroup,
  total: number,
  was: string | null,
): Column<CollectedRow>[] {
  const t = useWords();
  const format = useFormat();
  const named = useGroupName(group_by);
  return useMemo(() => {
    const share = ({ amount }: CollectedRow) => (total === 0 ? 0 : Number(amount) / total);
    const change = (row: CollectedRow) => subtract(format.minor(row.amount), format.minor(row.was));
    const comparedColumns: Column<CollectedRow>[] = [
      {
        ...{ id: "was", header: was ?? "", width: 150, align: "right" },
        value: (row) => Number(row.was),
        text: (row) => row.was ?? "",
        cell: (row) => <Money value={row.was ?? "0"} />,
      },
      {
        ...{ id: "change", header: t("compare.change"), width: 130, align: "right" },
        value: change,
        text: (row) => formatMoney(change(row), format.digits),
        cell: (row) => <Money value={change(row)} />,
      },
    ];
    return [
      {
        id: "group",
        header: t(`report.by.${group_by}`),
        width: 220,
        grow: true,
        fixed: true,
        value: (row) => (group_by === "day" ? row.group : named(row)),
        cell: named,
      },
      {
        id: "payments",
        header: t("report.payments"),
        width: 120,
        align: "right",
        value: (row) => row.payments,
        cell: (row) => format.number(row.payments),
      },
      {
        id: "amount",
        header: t("report.amount"),
        width: 160,
        align: "right",
        value: (row) => Number(row.amount),
        text: (row) => row.amount,
        cell: (row) => <Money value={row.amount} />,
      },
      {
        id: "share",
        header: t("report.share"),
        width: 110,
        align: "right",
        value: share,
        text: (row) => format.number(share(row), SHARE),
        cell: (row) => format.number(share(row), SHARE),
      },
      ...(was === null ? [] : comparedColumns),
    ];
  }, [t, format, named, group_by, total, was]);
}
