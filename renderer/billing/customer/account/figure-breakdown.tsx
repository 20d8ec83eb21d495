// What a figure is made of: an invoice down to its lines, a payment down to the invoices that it settled.

import { Group, Stack, Table, Text } from "@mantine/core";
import { useMemo } from "react";
import type { Invoice, LedgerEntry, PaymentAllocation } from "../../../../shared/billing/index.ts";
import {
  adjustment,
  invoice as billResource,
  invoiceLine,
  transaction as payment,
  recharge as rechargeResource,
} from "../../../../shared/billing/index.ts";
import { customer } from "../../../../shared/subscribers/index.ts";
import { resourceWords, useResourceWords, useWords } from "../../../kernel/i18n/index.ts";
import { useRecord, useRows } from "../../../kernel/replica-hooks.ts";
import { Money, StatusBadge } from "../../../kernel/screen/parts.tsx";
import { useFormat } from "../../../kernel/use-format.ts";
import type { Reversible } from "../../reversal/reversal.ts";

const SUMS = ["previous_due", "discount", "paid_amount", "carried_amount", "due_amount"] as const;

export function InvoiceLines({ id }: { id: string }) {
  const bill = useResourceWords(billResource);
  const line = useResourceWords(invoiceLine);
  const format = useFormat();
  const invoice = useRecord("invoices", id);
  const lines = useRows("invoice_lines", { selector: { invoice: id } });
  if (!invoice) return null;
  const inOrder = [...(lines ?? [])].sort((a, b) => a.position - b.position);
  const sums = SUMS.map((name) => [name, invoice[name]] as const);
  return (
    <Stack gap={6} py={4}>
      <Table verticalSpacing={3} horizontalSpacing={6} aria-label={line.many}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{line.field("description")}</Table.Th>
            <Table.Th ta="right">{line.field("quantity")}</Table.Th>
            <Table.Th ta="right">{line.field("unit_price")}</Table.Th>
            <Table.Th ta="right">{line.field("discount")}</Table.Th>
            <Table.Th ta="right">{line.field("tax_amount")}</Table.Th>
            <Table.Th ta="right">{line.field("total")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {inOrder.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>{row.description}</Table.Td>
              <Table.Td ta="right" className="figures">
                {format.number(Number(row.quantity))}
              </Table.Td>
              <Table.Td ta="right">
                <Money value={row.unit_price} />
              </Table.Td>
              <Table.Td ta="right">
                <Money value={row.discount} />
              </Table.Td>
              <Table.Td ta="right">
                <Money value={row.tax_amount} />
              </Table.Td>
              <Table.Td ta="right" fw={600}>
                <Money value={row.total} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group gap="lg" justify="flex-end" fz="xs">
        {sums
          .filter(([key, value]) => key === "due_amount" || format.minor(value) !== 0n)
          .map(([key, value]) => (
            <Text key={key} span fz="xs" c="dimmed">
              {bill.field(key)} <Money value={value} />
            </Text>
          ))}
        <Text span fz="xs" fw={600}>
          {line.field("total")} <Money value={invoice.total_payable} />
        </Text>
      </Group>
    </Stack>
  );
}

/** The invoices of allocations, by id: only those, not all of the tenant's. */
function useAllocated(allocations: readonly PaymentAllocation[] | undefined): ReadonlyMap<string, Invoice> {
  const ids = (allocations ?? []).map(({ invoice }) => invoice);
  const rows = useRows("invoices", ids.length > 0 ? { selector: { id: { $in: ids } } } : null);
  return useMemo(() => new Map((rows ?? []).map((row) => [row.id, row])), [rows]);
}

function Settled({ id }: { id: string }) {
  const t = useWords();
  const customerWords = useResourceWords(customer);
  const rechargeWords = useResourceWords(rechargeResource);
  const transaction = useRecord("transactions", id);
  const allocations = useRows("payment_allocations", { selector: { payment_transaction: id } });
  const invoices = useAllocated(allocations);
  if (!transaction) return null;
  return (
    <Stack gap={4} py={4} fz="sm">
      <Group gap="sm">
        <Text span fz="sm">
          {rechargeWords.field("receipt_number")} {transaction.receipt_number ?? transaction.trx_id}
        </Text>
        <Text span fz="sm" c="dimmed">
          {resourceWords(payment, t.language).choice("method", transaction.method)} ·{" "}
          {transaction.received_by}
        </Text>
        <StatusBadge of={payment} status={transaction.status} size="xs" />
      </Group>
      {(allocations ?? []).map((allocation) => (
        <Text key={allocation.id} fz="sm" c="dimmed">
          {t("statement.settled")}: {invoices.get(allocation.invoice)?.invoice_number ?? "—"}{" "}
          <Money value={allocation.allocated_amount} />
        </Text>
      ))}
      <Text fz="sm" c="dimmed">
        {customerWords.field("advance_amount")} <Money value={transaction.unallocated_amount} />
      </Text>
    </Stack>
  );
}

/** The invoices that money settled, by the transaction or the recharge that it came with. */
export function PaidInvoices({ reversible: { kind, id } }: { reversible: Pick<Reversible, "kind" | "id"> }) {
  const column = kind === "recharge" ? "recharge" : "id";
  const rows = useRows("transactions", { selector: { [column]: id }, limit: 1 });
  const transaction = rows?.[0];
  return transaction ? <Settled id={transaction.id} /> : null;
}

export function FigureBreakdown({ type, id }: { type: LedgerEntry["source_type"]; id: string }) {
  const adjustments = useResourceWords(adjustment);
  switch (type) {
    case "invoice":
      return <InvoiceLines id={id} />;
    case "payment_transaction":
      return <Settled id={id} />;
    case "adjustment":
      return (
        <Text fz="sm" c="dimmed">
          {adjustments.one}
        </Text>
      );
  }
}
