// Who owes since when: the customers behind the bars of dues by age, each a way to their account.
import { Group, SegmentedControl, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import { useNavigate } from "react-router";
import { AGE_BUCKETS, type AgeBucket, type AgedDue } from "../../../shared/billing/ledger/ageing.rules.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { add, formatMoney } from "../../../shared/kernel/money.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { type Translate, useWords } from "../../kernel/i18n/index.ts";
import { useById } from "../../kernel/replica-hooks.ts";
import { Known, NothingHere } from "../../kernel/screen/arriving.tsx";
import { Money } from "../../kernel/screen/parts.tsx";
import { type Column, sorted } from "../../kernel/table/columns.ts";
import { DataTable } from "../../kernel/table/data-table.tsx";
import { useSelection } from "../../kernel/table/selection.ts";
import { TableTools } from "../../kernel/table/table-tools.tsx";
import { useTableChoice } from "../../kernel/table/use-table-choice.ts";
import { type Format, useFormat } from "../../kernel/use-format.ts";
import { type Debtor, debtorsOf } from "./month-figures.ts";

const ALL = "ALL";

function debtorColumns(
  t: Translate,
  format: Format,
  customers: ReadonlyMap<string, Customer>,
): Column<Debtor>[] {
  const of = ({ customer }: Debtor) => customers.get(customer);
  return [
    {
      id: "name",
      header: t("month.debtors.customer"),
      width: 200,
      grow: true,
      fixed: true,
      value: (row) => of(row)?.name ?? null,
    },
    {
      id: "code",
      header: t("month.debtors.code"),
      width: 110,
      value: (row) => of(row)?.customer_code ?? null,
    },
    { id: "phone", header: t("month.debtors.phone"), width: 150, value: (row) => of(row)?.phone ?? null },
    { id: "area", header: t("month.debtors.area"), width: 140, value: (row) => of(row)?.area ?? null },
    {
      id: "oldest",
      header: t("month.debtors.oldest"),
      width: 140,
      value: (row) => row.oldest,
      cell: (row) => format.day(row.oldest),
    },
    {
      id: "invoices",
      header: t("month.ageing.invoices"),
      width: 90,
      align: "right",
      value: (row) => row.invoices,
    },
    {
      id: "amount",
      header: t("month.invoices.due"),
      width: 140,
      align: "right",
      value: (row) => row.amount,
      text: (row) => formatMoney(row.amount, format.digits),
      cell: (row) => <Money value={row.amount} />,
    },
  ];
}

export function Debtors({
  dues,
  day,
  bucket,
  onBucket,
  actions,
}: {
  dues: readonly AgedDue[];
  /** Of which day the ages are; today by default. */
  day?: Day;
  /** Null: of every age. */
  bucket: AgeBucket | null;
  onBucket: (bucket: AgeBucket | null) => void;
  /** What is done to the customers that are chosen; they can be chosen where it is given. */
  actions?: (chosen: readonly string[]) => ReactNode;
}) {
  const t = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const customers = useById("customers");
  const today = day ?? format.today();
  const columns = useMemo(() => debtorColumns(t, format, customers), [t, format, customers]);
  const choice = useTableChoice("debtors", columns);
  const debtors = useMemo(() => debtorsOf(dues, bucket, today), [dues, bucket, today]);
  const rows = useMemo(
    () => sorted(debtors, columns, choice.sort, format.locale),
    [debtors, columns, choice.sort, format.locale],
  );
  const ids = useMemo(() => rows.map(({ customer }) => customer), [rows]);
  const selection = useSelection(ids);
  const sums = {
    n: format.number(rows.length),
    due: format.currencyMoney(add(...rows.map(({ amount }) => amount))),
  };
  return (
    <>
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          size="xs"
          aria-label={t("month.ageing.bucket")}
          value={bucket ?? ALL}
          onChange={(value) => onBucket(AGE_BUCKETS.find((one) => one === value) ?? null)}
          data={[
            { value: ALL, label: t("month.debtors.all") },
            ...AGE_BUCKETS.map((value) => ({ value, label: t(`month.ageing.${value}`) })),
          ]}
        />
        <Group gap="sm" wrap="nowrap">
          {actions?.([...selection.ids])}
          <Text fz="sm" c="dimmed" className="cut" role="status">
            <Known width={160}>{t("month.debtors.sum", sums)}</Known>
          </Text>
          <TableTools
            columns={columns}
            choice={choice}
            rows={rows}
            fileName={`dues-${bucket ?? "all"}-${today}`}
          />
        </Group>
      </Group>
      <DataTable
        label={t("month.debtors")}
        rows={rows}
        columns={columns}
        choice={choice}
        rowKey={({ customer }) => customer}
        {...(actions ? { selection } : {})}
        onOpen={({ customer }) => void navigate(`/customers/${customer}`)}
        empty={
          <NothingHere
            icon={IconCircleCheck}
            title={t("month.ageing.none")}
            hint={t("month.debtors.none_hint")}
          />
        }
      />
    </>
  );
}
