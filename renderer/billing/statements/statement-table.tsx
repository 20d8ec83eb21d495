// Sections of accounts with their amounts and totals, as a balance sheet and a profit-and-loss statement have them.
import { Anchor, Paper, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { AccountKind } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Money } from "../../kernel/screen/parts.tsx";
import { useBookWords } from "../chart/use-books.ts";

interface StatementLine {
  readonly account: string;
  readonly source?: string | null;
  readonly amount: string;
}

interface StatementTableProps {
  label: string;
  sections: readonly { kind: AccountKind; accounts: readonly StatementLine[]; total: string }[];
  /** What a line is called and where its entries are, where the chart does not say: the result. */
  named?: (line: StatementLine) => { title: string; hint: string } | null;
  /** The entries of a line. */
  to: (line: StatementLine) => string;
  /** Below all sections. */
  foot?: ReactNode;
}

export function StatementTable({ label, sections, named, to, foot }: StatementTableProps) {
  const t = useWords();
  const words = useBookWords();
  return (
    <Paper style={{ overflowX: "auto" }} maw={900}>
      <Table aria-label={label} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("statements.account")}</Table.Th>
            <Table.Th ta="right">{t("statements.amount")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        {sections.map(({ kind, accounts, total }) => (
          <Table.Tbody key={kind}>
            <Table.Tr bg="var(--surface-quiet)">
              <Table.Th scope="rowgroup">{words.kind(kind)}</Table.Th>
              <Table.Th ta="right">
                <Money value={total} />
              </Table.Th>
            </Table.Tr>
            {accounts.map((line) => {
              const own = named?.(line) ?? null;
              const title = own?.title ?? words.account(line.account);
              return (
                <Table.Tr key={`${line.account} ${line.source ?? ""}`}>
                  <Table.Th scope="row" fw={400}>
                    {own ? (
                      title
                    ) : (
                      <Anchor component={Link} to={to(line)} fz="sm" c="inherit" underline="hover">
                        {line.source ? `${title} · ${words.part(line.source)}` : title}
                      </Anchor>
                    )}
                    {own ? (
                      <Text fz="xs" c="dimmed">
                        {own.hint}
                      </Text>
                    ) : null}
                  </Table.Th>
                  <Table.Td ta="right">
                    <Money value={line.amount} />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        ))}
        {foot ? <Table.Tfoot>{foot}</Table.Tfoot> : null}
      </Table>
    </Paper>
  );
}
