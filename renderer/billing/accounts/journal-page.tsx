// One journal: all of its lines, whose debits equal their credits, and the document that it was booked for.
import { Anchor, Button, Group, Paper, Table, Text } from "@mantine/core";
import { IconArrowLeft, IconBook2, IconFileInvoice } from "@tabler/icons-react";
import { Link, useNavigate, useParams } from "react-router";
import { ledgerEntry } from "../../../shared/billing/index.ts";
import { add } from "../../../shared/kernel/money.ts";
import { useReport } from "../../kernel/connection/use-report.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { NotHere } from "../../kernel/resource/not-here.tsx";
import { usePageOf } from "../../kernel/resource/pages.ts";
import { Fact, Money, Nothing, Page } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import type { ListedEntry } from "./entries-page.tsx";
import { documentPath, useBookWords, useSystemAccounts } from "./use-books.ts";
import { useFirstRow } from "./use-first-row.ts";

/** The document that a line was booked for, where this person may open it. */
function DocumentLink({ line }: { line: ListedEntry }) {
  const t = useWords();
  const words = useResourceWords(ledgerEntry);
  const page = usePageOf(documentPath(line.source_type) ?? "", line.source_id);
  const name = words.choice("source_type", line.source_type);
  if (!page) return <>{name}</>;
  return (
    <Anchor component={Link} to={page} fz="sm" title={t("books.document")} data-document>
      {name}
    </Anchor>
  );
}

function Line({ line, account }: { line: ListedEntry; account: string | null }) {
  const words = useResourceWords(ledgerEntry);
  const books = useBookWords();
  const { minor } = useFormat();
  const customer = usePageOf("customers", line.customer ?? "");
  const parts = [line.holder, line.source].flatMap((part) => (part ? [books.part(part)] : []));
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={600}>
        {account ? (
          books.account(account)
        ) : customer && line.customer ? (
          <Anchor component={Link} to={customer} fz="sm">
            {line.customer_name}
          </Anchor>
        ) : (
          line.customer_name
        )}
      </Table.Th>
      <Table.Td c="dimmed">{parts.join(" · ")}</Table.Td>
      <Table.Td>{words.choice("entry_type", line.entry_type)}</Table.Td>
      <Table.Td>
        <DocumentLink line={line} />
      </Table.Td>
      {(["debit", "credit"] as const).map((side) => (
        <Table.Td key={side} ta="right">
          {minor(line[side]) === 0n ? null : <Money value={line[side]} />}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function Lines({ lines }: { lines: readonly ListedEntry[] }) {
  const t = useWords();
  const words = useResourceWords(ledgerEntry);
  const { minor } = useFormat();
  const ids = useSystemAccounts();
  const codes = new Map([...(ids ?? [])].map(([code, id]) => [id, code]));
  const table = useFirstRow<HTMLTableElement>("journal", "[data-document]", ids !== null);
  const sum = (side: "debit" | "credit") => add(...lines.map((line) => minor(line[side])));
  return (
    <Paper style={{ overflowX: "auto" }}>
      <Table ref={table} aria-label={t("books.journal_lines")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("books.account")}</Table.Th>
            <Table.Th>{t("books.who")}</Table.Th>
            <Table.Th>{words.field("entry_type")}</Table.Th>
            <Table.Th>{t("books.comes_from")}</Table.Th>
            <Table.Th ta="right">{t("books.debit")}</Table.Th>
            <Table.Th ta="right">{t("books.credit")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Line key={line.id} line={line} account={codes.get(line.account) ?? null} />
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row" colSpan={4}>
              {t("books.total")}
            </Table.Th>
            <Table.Th ta="right">
              <Money value={sum("debit")} />
            </Table.Th>
            <Table.Th ta="right">
              <Money value={sum("credit")} />
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Paper>
  );
}

function Journal({ id }: { id: string }) {
  const t = useWords();
  const words = useResourceWords(ledgerEntry);
  const format = useFormat();
  const params = new URLSearchParams({ scope: "all", journal: id, ordering: "entry_no", page_size: "500" });
  const path = `/api/v1/ledger-entries/?${params}`;
  const { data, missing } = useReport<{ results: readonly ListedEntry[] }>(path);
  if (!data) return <NotHere {...missing} />;
  const [first] = data.results;
  if (!first) {
    return (
      <Nothing icon={IconFileInvoice} title={t("books.journal_none")} hint={t("books.journal_none_hint")} />
    );
  }
  return (
    <>
      <Paper p="md">
        <Group gap="xl">
          <Fact label={words.field("entry_date")}>{format.day(first.entry_date)}</Fact>
          <Fact label={words.field("occurred_at")}>{format.instant(first.occurred_at)}</Fact>
          <Fact label={words.field("posted_at")}>{format.instant(first.posted_at)}</Fact>
          <Fact label={words.field("posted_by")}>{first.posted_by}</Fact>
        </Group>
      </Paper>
      <Lines lines={data.results} />
      <Text fz="xs" c="dimmed">
        <IconBook2 size={13} aria-hidden /> {words.field("journal")} {id}
      </Text>
    </>
  );
}

export function JournalPage() {
  const t = useWords();
  const navigate = useNavigate();
  const { id = "" } = useParams();
  return (
    <Page
      title={t("books.journal")}
      actions={
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => void navigate(-1)}
        >
          {t("books.back")}
        </Button>
      }
    >
      <Journal id={id} />
    </Page>
  );
}
