// The columns of the customers whose part of the monthly revenue changed.
import type { MrrReport } from "../../../shared/reports/index.ts";
import type { customer } from "../../../shared/subscribers/index.ts";
import type { ResourceWords, Translate } from "../../kernel/i18n/index.ts";
import { Money, StateBadge } from "../../kernel/screen/parts.tsx";
import type { Column } from "../../kernel/table/columns.ts";

type Moved = MrrReport["results"][number];

const AMOUNTS = ["before", "after", "change"] as const;

/** Together no wider than their frame on a screen of 1280 pixels: the change stands last, and is what is looked for. */
export function mrrColumns(t: Translate, words: ResourceWords<typeof customer>): Column<Moved>[] {
  return [
    {
      ...{ id: "customer", header: t("report.mrr.customer"), width: 220, grow: true, fixed: true },
      value: (row) => row.customer_name,
    },
    {
      ...{ id: "movement", header: t("report.mrr.movement"), width: 130 },
      value: (row) => t(`report.mrr.${row.movement}`),
    },
    {
      ...{ id: "status", header: words.field("status"), width: 120 },
      value: (row) => words.choice("status", row.status),
      cell: (row) => <StateBadge state={row.status} label={words.choice("status", row.status)} />,
    },
    { ...{ id: "package", header: words.field("package"), width: 130 }, value: (row) => row.package_name },
    ...AMOUNTS.map(
      (id): Column<Moved> => ({
        ...{ id, header: t(`report.mrr.${id}`), width: 110, align: "right" },
        value: (row) => Number(row[id]),
        text: (row) => row[id],
        cell: (row) => <Money value={row[id]} />,
      }),
    ),
  ];
}
