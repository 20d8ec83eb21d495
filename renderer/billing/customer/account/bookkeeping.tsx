// The bookkeeping view of an account: every posting in its order with the standing after it; each opens what it is made of.
import { Paper, Table } from "@mantine/core";
import { useState } from "react";
import { ledgerEntry } from "../../../../shared/billing/ledger/ledger-entry.ts";
import { type Minor, negate } from "../../../../shared/kernel/money.ts";
import { commandWords, useResourceWords, useWords } from "../../../kernel/i18n/index.ts";
import { Money, PendingClock } from "../../../kernel/screen/parts.tsx";
import { ExpandingRow } from "../../../kernel/table/expanding-row.tsx";
import { useFormat } from "../../../kernel/use-format.ts";
import { FigureBreakdown } from "./figure-breakdown.tsx";
import { Standing } from "./standing.tsx";
import type { StatementRow } from "./statement.ts";

const figure = (amount: Minor) => (amount === 0n ? null : <Money value={amount} />);

const COLUMNS = 7;

function Row({ row, open, onToggle }: { row: StatementRow; open: boolean; onToggle: () => void }) {
  const t = useWords();
  const ledger = useResourceWords(ledgerEntry);
  const format = useFormat();
  const cells = (
    <>
      <Table.Td className="figures">{format.instant(row.at)}</Table.Td>
      <Table.Td>
        {row.pending ? commandWords(row.what, t.language) : ledger.choice("entry_type", row.what)}
      </Table.Td>
      <Table.Td c="dimmed">{row.pending ? t("statement.pending") : row.by}</Table.Td>
      <Table.Td ta="right">{figure(row.debit)}</Table.Td>
      <Table.Td ta="right">{figure(row.credit)}</Table.Td>
      <Table.Td ta="right" fw={600}>
        {row.balance === null ? "—" : <Standing owed={negate(row.balance)} />}
      </Table.Td>
    </>
  );
  if (row.source)
    return (
      <ExpandingRow
        open={open}
        onToggle={onToggle}
        label={t("statement.explain")}
        more={<FigureBreakdown type={row.source.type} id={row.source.id} />}
        columns={COLUMNS}
      >
        {cells}
      </ExpandingRow>
    );
  return (
    <Table.Tr fs={row.pending ? "italic" : undefined}>
      <Table.Td w={36} pr={0}>
        <PendingClock />
      </Table.Td>
      {cells}
    </Table.Tr>
  );
}

export function Bookkeeping({ rows }: { rows: readonly StatementRow[] }) {
  const t = useWords();
  const [open, setOpen] = useState<string | null>(null);
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
    </Paper>
  );
}
