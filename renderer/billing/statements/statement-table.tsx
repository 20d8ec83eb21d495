// Sections of accounts with their amounts and totals, as a balance sheet and a profit-and-loss statement have them.
import { Anchor, Paper, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { AccountKind } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { subtract } from "../../../shared/kernel/money.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Money } from "../../kernel/screen/parts.tsx";
import { FigureLink } from "../accounts/figure-link.tsx";
import { useBookWords } from "../accounts/use-books.ts";
import { useFormat } from "../../kernel/use-format.ts";

interface StatementLine {
  readonly account: string;
  readonly source?: string | null;
  readonly amount: string;
  /** Of the time that it is compared with. */
  readonly was?: string;
}

interface StatementTableProps {
  label: string;
  sections: readonly {
    kind: AccountKind;
    accounts: readonly StatementLine[];
    total: string;
    was?: string;
  }[];
  /** The time that it is compared with; left out: nothing is. */
  was?: string | undefined;
  /** What a line is called and what it is made of, where the chart does not say: the result. */
  named?: (line: StatementLine) => { title: string; hint: string; to: string } | null;
  /** The entries of a line. */
  to: (line: StatementLine) => string;
  /** The entries of a section; null: they are shown nowhere together. */
  whole: (kind: AccountKind) => string | null;
  /** Below all sections. */
  foot?: ReactNode;
}

/** What it was, and what came in addition. */
export function Compared({ now, was = "0" }: { now: string; was?: string | undefined }) {
  const { minor } = useFormat();
  return (
    <>
      <Table.Td ta="right">
        <Money value={was} />
      </Table.Td>
      <Table.Td ta="right">
        <Money value={subtract(minor(now), minor(was))} />
      </Table.Td>
    </>
  );
}

export function StatementTable({ label, sections, was, named, to, whole, foot }: StatementTableProps) {
  const t = useWords();
  const words = useBookWords();
  return (
    <Paper style={{ overflowX: "auto" }} maw={900}>
      <Table aria-label={label} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("statements.account")}</Table.Th>
            <Table.Th ta="right">{t("statements.amount")}</Table.Th>
            {was ? (
              <>
                <Table.Th ta="right">{was}</Table.Th>
                <Table.Th ta="right">{t("compare.change")}</Table.Th>
              </>
            ) : null}
          </Table.Tr>
        </Table.Thead>
        {sections.map(({ kind, accounts, total, was: before }) => (
          <Table.Tbody key={kind}>
            <Table.Tr bg="var(--surface-quiet)">
              <Table.Th scope="rowgroup">{words.kind(kind)}</Table.Th>
              <Table.Th ta="right">
                <FigureLink to={whole(kind)}>
                  <Money value={total} />
                </FigureLink>
              </Table.Th>
              {was ? <Compared now={total} was={before} /> : null}
            </Table.Tr>
            {accounts.map((line) => {
              const own = named?.(line) ?? null;
              const title = own?.title ?? words.account(line.account);
              const path = own?.to ?? to(line);
              return (
                <Table.Tr key={`${line.account} ${line.source ?? ""}`}>
                  <Table.Th scope="row" fw={400}>
                    <Anchor component={Link} to={path} fz="sm" c="inherit" underline="hover">
                      {line.source && line.source !== line.account
                        ? `${title} · ${words.part(line.source)}`
                        : title}
                    </Anchor>
                    {own ? (
                      <Text fz="xs" c="dimmed">
                        {own.hint}
                      </Text>
                    ) : null}
                  </Table.Th>
                  <Table.Td ta="right">
                    <FigureLink to={path}>
                      <Money value={line.amount} />
                    </FigureLink>
                  </Table.Td>
                  {was ? <Compared now={line.amount} was={line.was} /> : null}
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
