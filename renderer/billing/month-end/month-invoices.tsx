// The invoices of one month, as they are on this computer.
import { Group, Text } from "@mantine/core";
import { IconFileInvoice } from "@tabler/icons-react";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import type { Invoice } from "../../../shared/billing/index.ts";
import { add } from "../../../shared/kernel/money.ts";
import { type Translate, useWords } from "../../kernel/i18n/index.ts";
import { useById } from "../../kernel/replica-hooks.ts";
import { Known, NothingHere } from "../../kernel/screen/arriving.tsx";
import { Money } from "../../kernel/screen/parts.tsx";
import { type Column, sorted } from "../../kernel/table/columns.ts";
import { DataTable } from "../../kernel/table/data-table.tsx";
import { TableTools } from "../../kernel/table/table-tools.tsx";
import { useTableChoice } from "../../kernel/table/use-table-choice.ts";
import { type Format, useFormat } from "../../kernel/use-format.ts";
import { InvoiceStatus } from "../invoice/invoice-status.tsx";

type Names = ReadonlyMap<string, { readonly name: string }>;

function invoiceColumns(t: Translate, format: Format, customers: Names): Column<Invoice>[] {
  const nameOf = ({ customer }: Invoice) => customers.get(customer)?.name ?? null;
  return [
    {
      id: "number",
      header: t("month.invoices.number"),
      width: 180,
      fixed: true,
      value: (row) => row.invoice_number,
    },
    { id: "customer", header: t("month.invoices.customer"), width: 200, grow: true, value: nameOf },
    { id: "package", header: t("month.invoices.package"), width: 150, value: (row) => row.package_name },
    {
      id: "state",
      header: t("month.invoices.state"),
      width: 110,
      value: (row) => row.status,
      cell: (row) => <InvoiceStatus invoice={row} />,
    },
    {
      id: "issued",
      header: t("month.invoices.issued"),
      width: 130,
      hidden: true,
      value: (row) => row.issue_date,
      cell: (row) => format.day(row.issue_date),
    },
    {
      id: "due_date",
      header: t("month.invoices.due_date"),
      width: 130,
      value: (row) => row.due_date,
      cell: (row) => format.day(row.due_date),
    },
    {
      id: "total",
      header: t("month.invoices.total"),
      width: 130,
      align: "right",
      value: (row) => format.minor(row.total_payable),
      text: (row) => row.total_payable,
      cell: (row) => <Money value={row.total_payable} />,
    },
    {
      id: "due",
      header: t("month.invoices.due"),
      width: 130,
      align: "right",
      value: (row) => format.minor(row.due_amount),
      text: (row) => row.due_amount,
      cell: (row) => <Money value={row.due_amount} tone={row.status === "OVERDUE" ? "overdue" : "plain"} />,
    },
  ];
}

export function MonthInvoices({ month, invoices }: { month: string; invoices: readonly Invoice[] }) {
  const t = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const customers = useById("customers");
  const columns = useMemo(() => invoiceColumns(t, format, customers), [t, format, customers]);
  const choice = useTableChoice("month-invoices", columns, { id: "number", desc: false });
  const rows = useMemo(
    () => sorted(invoices, columns, choice.sort, format.locale),
    [invoices, columns, choice.sort, format.locale],
  );
  const sums = useMemo(
    () => ({
      n: format.number(invoices.length),
      total: format.currencyMoney(add(...invoices.map(({ total_payable }) => format.minor(total_payable)))),
      due: format.currencyMoney(add(...invoices.map(({ due_amount }) => format.minor(due_amount)))),
    }),
    [invoices, format],
  );
  return (
    <>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text fz="sm" c="dimmed" className="cut" role="status">
          <Known width={160}>{t("month.invoices.sum", sums)}</Known>
        </Text>
        <Group gap="xs" wrap="nowrap">
          <TableTools columns={columns} choice={choice} rows={rows} fileName={`invoices-${month}`} />
        </Group>
      </Group>
      <DataTable
        label={t("month.invoices")}
        rows={rows}
        columns={columns}
        choice={choice}
        rowKey={({ id }) => id}
        onOpen={({ customer }) => void navigate(`/customers/${customer}`)}
        empty={
          <NothingHere
            icon={IconFileInvoice}
            title={t("month.invoices.none", { month: format.month(month) })}
            hint={t("month.invoices.none_hint")}
          />
        }
      />
    </>
  );
}
