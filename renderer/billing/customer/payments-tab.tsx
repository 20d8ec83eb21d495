// A customer's money in, all kinds in one list: receipt, reversal and invoices at each.

import { ActionIcon, Group, Loader, Menu, Paper, Table, Text } from "@mantine/core";
import {
  IconArrowBackUp,
  IconCash,
  IconDotsVertical,
  IconFileInvoice,
  IconReceipt,
} from "@tabler/icons-react";
import { Fragment, useMemo, useState } from "react";
import { recharge as rechargeResource, transaction } from "../../../shared/billing/index.ts";
import { customer as customerResource } from "../../../shared/subscribers/index.ts";
import { resourceWords, useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { usePending, useRows } from "../../kernel/replica-hooks.ts";
import { NothingHere } from "../../kernel/screen/arriving.tsx";
import { Money, PendingClock, StateBadge, StatusBadge } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { ReceiptCopy } from "../receipt/receipt-copy.tsx";
import { ReverseDialog } from "../reversal/reverse-dialog.tsx";
import { useAskedFor, useMayReverse } from "../reversal/use-way.ts";
import type { CustomerAccount } from "../use-customer-money.ts";
import { PaidInvoices } from "./account/figure-breakdown.tsx";
import { type ListedPayment, listedPayments } from "./payment-list.ts";

type Deed = "receipt" | "reverse" | "invoices";

interface RowProps {
  payment: ListedPayment;
  open: boolean;
  /** Somebody asks for its reversal. */
  is_asked: boolean;
  onDo: (deed: Deed) => void;
}

function RowMenu({ payment, open, onDo }: Omit<RowProps, "is_asked">) {
  const t = useWords();
  const mayReverse = useMayReverse();
  const { number, state, pending, receipt, reversible } = payment;
  // A reversal is handed in behind what it reverses: also one that still waits can be taken back.
  const reverse = state === "COMPLETED" && mayReverse(reversible.kind);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={t("payments.menu", { number })}>
          <IconDotsVertical size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {receipt ? (
          <Menu.Item leftSection={<IconReceipt size={16} />} onClick={() => onDo("receipt")}>
            {t("recharge.reprint")}
          </Menu.Item>
        ) : null}
        {pending ? null : (
          <Menu.Item leftSection={<IconFileInvoice size={16} />} onClick={() => onDo("invoices")}>
            {t(open ? "payments.hide_invoices" : "payments.invoices")}
          </Menu.Item>
        )}
        {reverse ? (
          <Menu.Item
            c="var(--money-overdue)"
            leftSection={<IconArrowBackUp size={16} />}
            onClick={() => onDo("reverse")}
          >
            {t("reverse.action")}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function PaymentState({ state }: { state: ListedPayment["state"] }) {
  const t = useWords();
  if (state === "REVERSED") return <StateBadge state={state} label={t("payments.reversed")} />;
  return <StatusBadge of={transaction} status={state} />;
}

function PaymentRow(props: RowProps) {
  const t = useWords();
  const format = useFormat();
  const { payment, open } = props;
  const { state, pending, receipt, reversed } = payment;
  const struck = state === "REVERSED" ? "line-through" : undefined;
  const moved = receipt !== null && receipt.expiry_before !== receipt.expiry_after;
  return (
    <Fragment>
      <Table.Tr fs={pending ? "italic" : undefined}>
        <Table.Td className="figures">{format.instant(payment.at)}</Table.Td>
        <Table.Td className="figures" fw={600}>
          <Group gap={6} wrap="nowrap">
            {payment.number}
            {pending ? <PendingClock /> : null}
          </Group>
        </Table.Td>
        <Table.Td>{t(`payment.kind.${payment.what}`)}</Table.Td>
        <Table.Td>{resourceWords(transaction, t.language).choice("method", payment.method)}</Table.Td>
        <Table.Td ta="right" fw={600} td={struck}>
          <Money value={payment.amount} />
        </Table.Td>
        <Table.Td className="figures" c={moved ? undefined : "dimmed"} td={struck}>
          {moved ? `${format.day(receipt.expiry_before)} → ${format.day(receipt.expiry_after)}` : "—"}
        </Table.Td>
        <Table.Td c="dimmed">{payment.by}</Table.Td>
        <Table.Td>
          <PaymentState state={pending && state === "COMPLETED" ? "PENDING" : state} />
          {props.is_asked ? <StateBadge state="CONFLICT" label={t("reverse.asked_for")} /> : null}
          {reversed ? (
            <Text fz="xs" c="dimmed">
              {reversed.by} · {format.instant(reversed.at)}
            </Text>
          ) : null}
        </Table.Td>
        <Table.Td w={44} ta="right">
          <RowMenu {...props} />
        </Table.Td>
      </Table.Tr>
      {open ? (
        <Table.Tr>
          <Table.Td colSpan={9} bg="var(--surface-quiet)">
            <PaidInvoices reversible={payment.reversible} />
          </Table.Td>
        </Table.Tr>
      ) : null}
    </Fragment>
  );
}

export function PaymentsTab({ account }: { account: CustomerAccount }) {
  const t = useWords();
  const customerWords = useResourceWords(customerResource);
  const rechargeWords = useResourceWords(rechargeResource);
  const { digits } = useFormat();
  const { customer } = account;
  const transactions = useRows("transactions", { selector: { customer: customer.id } });
  const recharges = useRows("recharges", { selector: { customer: customer.id } });
  const commands = usePending("customers", customer.id);
  const rows = useMemo(
    () => transactions && listedPayments(transactions, recharges ?? [], commands, digits),
    [transactions, recharges, commands, digits],
  );
  const asked = useAskedFor(customer.id);
  const [open, setOpen] = useState<string | null>(null);
  const [dialog, setDialog] = useState<{ deed: Deed; payment: ListedPayment } | null>(null);
  const close = () => setDialog(null);
  if (rows === undefined) return <Loader m="xl" />;
  const onDo = (payment: ListedPayment) => (deed: Deed) =>
    deed === "invoices"
      ? setOpen(open === payment.number ? null : payment.number)
      : setDialog({ deed, payment });
  const receipt = dialog?.payment.receipt;
  return (
    <Paper pos="relative" style={{ overflowX: "auto" }}>
      {rows.length === 0 ? (
        <NothingHere icon={IconCash} title={t("payments.none")} hint={t("payments.none_hint")} />
      ) : (
        <Table aria-label={t("customer.tab_payments")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("statement.date")}</Table.Th>
              <Table.Th>{rechargeWords.field("receipt_number")}</Table.Th>
              <Table.Th>{t("statement.what")}</Table.Th>
              <Table.Th>{t("payment.method")}</Table.Th>
              <Table.Th ta="right">{rechargeWords.field("amount")}</Table.Th>
              <Table.Th>{customerWords.field("expiry_date")}</Table.Th>
              <Table.Th>{rechargeWords.field("recharged_by")}</Table.Th>
              <Table.Th>{customerWords.field("status")}</Table.Th>
              <Table.Th>
                <span className="visually-hidden">{t("payments.actions")}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((payment) => (
              <PaymentRow
                key={payment.number}
                payment={payment}
                open={open === payment.number}
                is_asked={payment.state === "COMPLETED" && asked.has(payment.reversible.id)}
                onDo={onDo(payment)}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {dialog?.deed === "reverse" ? (
        <ReverseDialog account={account} target={dialog.payment.reversible} onClose={close} />
      ) : null}
      {dialog?.deed === "receipt" && receipt ? (
        <ReceiptCopy customer={customer} payment={{ ...dialog.payment, receipt }} onClose={close} />
      ) : null}
    </Paper>
  );
}
