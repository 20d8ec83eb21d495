// A customer's invoices with their lines, and the form of a new one.

import { Alert, Button, Group, Paper, Stack, Table } from "@mantine/core";
import { IconClock, IconFileInvoice, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { type Invoice, invoice as invoiceResource } from "../../../shared/billing/index.ts";
import { customer as customerResource } from "../../../shared/subscribers/index.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { usePending } from "../../kernel/replica-hooks.ts";
import { NothingHere } from "../../kernel/screen/arriving.tsx";
import { Money } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { ExpandingRow } from "../../kernel/table/expanding-row.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { BillUndo } from "../corrections/invoice-corrections.tsx";
import { InvoiceStatus } from "../invoice/invoice-status.tsx";
import { NewInvoice } from "../invoice/new-invoice.tsx";
import type { CustomerAccount } from "../use-customer-money.ts";
import { InvoiceLines } from "./account/figure-breakdown.tsx";

function InvoiceRow({ invoice, open, onToggle }: { invoice: Invoice; open: boolean; onToggle: () => void }) {
  const t = useWords();
  const format = useFormat();
  const due = format.minor(invoice.due_amount);
  return (
    <ExpandingRow
      open={open}
      onToggle={onToggle}
      label={`${t("invoice.lines")} ${invoice.invoice_number}`}
      more={
        <>
          <InvoiceLines id={invoice.id} />
          <BillUndo invoice={invoice} />
        </>
      }
      columns={9}
    >
      <Table.Td fw={600} className="figures">
        {invoice.invoice_number}
      </Table.Td>
      <Table.Td>{invoice.billing_month ? format.month(invoice.billing_month) : "—"}</Table.Td>
      <Table.Td className="figures">{format.day(invoice.issue_date)}</Table.Td>
      <Table.Td className="figures">{format.day(invoice.due_date)}</Table.Td>
      <Table.Td ta="right">
        <Money value={invoice.total_payable} />
      </Table.Td>
      <Table.Td ta="right">
        <Money value={invoice.paid_amount} tone="quiet" />
      </Table.Td>
      <Table.Td ta="right" fw={600}>
        <Money value={due} tone={invoice.status === "OVERDUE" ? "overdue" : due > 0n ? "plain" : "quiet"} />
      </Table.Td>
      <Table.Td w={110} ta="right">
        <InvoiceStatus invoice={invoice} />
      </Table.Td>
    </ExpandingRow>
  );
}

export function InvoicesTab({ account }: { account: CustomerAccount }) {
  const t = useWords();
  const billWords = useResourceWords(invoiceResource);
  const customerWords = useResourceWords(customerResource);
  const can = useSession((session) => session.can);
  const [open, setOpen] = useState<string | null>(null);
  const [making, setMaking] = useState(false);
  const { customer, invoices } = account;
  const waiting = usePending("customers", customer.id).some(
    ({ kind, status }) => kind === "invoice.create" && status !== "REJECTED",
  );
  const mayMake = can("billing.invoice.create");
  return (
    <Stack gap="sm">
      {mayMake ? (
        <Group justify="flex-end">
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
            {t("invoice.new")}
          </Button>
        </Group>
      ) : null}
      {waiting ? (
        <Alert color="blue" icon={<IconClock size={18} />}>
          {t("invoice.waiting")}
        </Alert>
      ) : null}
      <Paper pos="relative" style={{ overflowX: "auto" }}>
        {invoices.length === 0 ? (
          <NothingHere
            icon={IconFileInvoice}
            title={t("invoice.none")}
            hint={mayMake ? t("invoice.none_hint") : ""}
          />
        ) : (
          <Table aria-label={t("customer.tab_invoices")}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>
                  <span className="visually-hidden">{t("invoice.lines")}</span>
                </Table.Th>
                <Table.Th>{billWords.field("invoice_number")}</Table.Th>
                <Table.Th>{billWords.field("billing_month")}</Table.Th>
                <Table.Th>{billWords.field("issue_date")}</Table.Th>
                <Table.Th>{billWords.field("due_date")}</Table.Th>
                <Table.Th ta="right">{billWords.field("total_payable")}</Table.Th>
                <Table.Th ta="right">{billWords.field("paid_amount")}</Table.Th>
                <Table.Th ta="right">{customerWords.field("due_amount")}</Table.Th>
                <Table.Th ta="right">{customerWords.field("status")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {invoices.map((invoice) => (
                <InvoiceRow
                  key={invoice.id}
                  invoice={invoice}
                  open={open === invoice.id}
                  onToggle={() => setOpen(open === invoice.id ? null : invoice.id)}
                />
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Paper>
      {making ? <NewInvoice customer={customer} onClose={() => setMaking(false)} /> : null}
    </Stack>
  );
}
