// What a deed will book: the accounts that it moves, debits and credits, before it is done.
import { Box, Table, Text } from "@mantine/core";
import type { JournalChange } from "../../../shared/billing/payment/preview.rules.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Money } from "../../kernel/screen/parts.tsx";
import { useBookWords } from "../accounts/use-books.ts";

export function JournalLines({ lines }: { lines: readonly JournalChange[] }) {
  const t = useWords();
  const books = useBookWords();
  if (lines.length === 0) {
    return (
      <Text fz="sm" c="dimmed">
        {t("undo.books_nothing")}
      </Text>
    );
  }
  return (
    <Box p="md" style={{ borderRadius: 8, border: "1px solid var(--line)" }}>
      <Table
        aria-label={t("undo.books")}
        data-testid="journal-preview"
        verticalSpacing={4}
        horizontalSpacing={0}
        fz="sm"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("undo.books")}</Table.Th>
            <Table.Th ta="right">{t("books.debit")}</Table.Th>
            <Table.Th ta="right" pl="md">
              {t("books.credit")}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ account, holder, source, debit, credit }) => (
            <Table.Tr key={`${account} ${holder} ${source}`}>
              <Table.Td>
                {[
                  // The bank holds what lies at the bank: said once.
                  ...new Set([
                    books.account(account),
                    ...[holder, source].flatMap((one) => (one ? [books.part(one)] : [])),
                  ]),
                ].join(" · ")}
              </Table.Td>
              <Table.Td ta="right">{debit === 0n ? null : <Money value={debit} />}</Table.Td>
              <Table.Td ta="right" pl="md">
                {credit === 0n ? null : <Money value={credit} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
