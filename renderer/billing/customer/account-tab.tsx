// The statement: every posting with the running balance; each figure opens what it is made of.
import { ActionIcon, Group, Paper, Table, Text } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconReceipt2 } from "@tabler/icons-react";
import { Fragment, useMemo, useState } from "react";
import type { Minor } from "../../../shared/kernel/money.ts";
import { type Key, useWords } from "../../kernel/i18n/index.ts";
import { usePending, useRows } from "../../kernel/replica-hooks.ts";
import { Money, Nothing, PendingClock } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import type { CustomerAccount } from "../use-customer-money.ts";
import { MadeOf } from "./made-of.tsx";
import { type StatementRow, statementOf } from "./statement.ts";

const figure = (amount: Minor) => (amount === 0n ? null : <Money value={amount} />);

function Row({ row, open, onToggle }: { row: StatementRow; open: boolean; onToggle: () => void }) {
  const t = useWords();
  const format = useFormat();
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <Fragment>
      <Table.Tr fs={row.pending ? "italic" : undefined}>
        <Table.Td w={36} pr={0}>
          {row.source ? (
            <ActionIcon size="sm" aria-label={t("statement.explain")} aria-expanded={open} onClick={onToggle}>
              <Chevron size={15} />
            </ActionIcon>
          ) : (
            <PendingClock />
          )}
        </Table.Td>
        <Table.Td className="figures">{format.instant(row.at)}</Table.Td>
        <Table.Td>{row.pending ? t(`command.${row.what}` as Key) : t(`entry.${row.what}` as Key)}</Table.Td>
        <Table.Td c="dimmed">{row.pending ? t("statement.pending") : row.by}</Table.Td>
        <Table.Td ta="right">{figure(row.debit)}</Table.Td>
        <Table.Td ta="right">{figure(row.credit)}</Table.Td>
        <Table.Td ta="right" fw={600}>
          {row.balance === null ? "—" : <Money value={row.balance} />}
        </Table.Td>
      </Table.Tr>
      {open && row.source ? (
        <Table.Tr>
          <Table.Td />
          <Table.Td colSpan={6} bg="var(--surface-quiet)">
            <MadeOf type={row.source.type} id={row.source.id} />
          </Table.Td>
        </Table.Tr>
      ) : null}
    </Fragment>
  );
}

export function AccountTab({ account }: { account: CustomerAccount }) {
  const t = useWords();
  const { digits } = useFormat();
  const { id } = account.customer;
  const entries = useRows("ledger_entries", { selector: { customer: id } });
  const commands = usePending("customers", id);
  const rows = useMemo(() => statementOf(entries ?? [], commands, digits), [entries, commands, digits]);
  const [open, setOpen] = useState<string | null>(null);
  if (rows.length === 0) {
    return (
      <Paper>
        <Nothing icon={IconReceipt2} title={t("statement.none")} hint={t("statement.none_hint")} />
      </Paper>
    );
  }
  return (
    <Paper>
      <Table aria-label={t("customer.tab_account")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <span className="visually-hidden">{t("statement.explain")}</span>
            </Table.Th>
            <Table.Th>{t("statement.date")}</Table.Th>
            <Table.Th>{t("statement.what")}</Table.Th>
            <Table.Th>{t("statement.who")}</Table.Th>
            <Table.Th ta="right">{t("statement.debit")}</Table.Th>
            <Table.Th ta="right">{t("statement.credit")}</Table.Th>
            <Table.Th ta="right">{t("statement.balance")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              open={open === row.id}
              onToggle={() => setOpen(open === row.id ? null : row.id)}
            />
          ))}
        </Table.Tbody>
      </Table>
      <Group p="xs" justify="flex-end">
        <Text fz="xs" c="dimmed">
          {t("customer.advance")} − {t("customer.due")} = {t("statement.balance")}
        </Text>
      </Group>
    </Paper>
  );
}
