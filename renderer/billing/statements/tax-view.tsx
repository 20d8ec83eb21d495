// Tax of the days that one asks for, by code; each code leads to the documents that it comes from.
import { Anchor, Button, Group, Paper, Stack, Table, Title } from "@mantine/core";
import { IconReceiptTax } from "@tabler/icons-react";
import { Link, useSearchParams } from "react-router";
import { ledgerEntry, type TaxDocuments, type TaxReport } from "../../../shared/billing/index.ts";
import { useReport } from "../../kernel/connection/use-report.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { NotHere } from "../../kernel/resource/not-here.tsx";
import { usePageOf } from "../../kernel/resource/pages.ts";
import { Money, Nothing } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { entriesPath } from "../accounts/entries-address.ts";
import { FigureLink } from "../accounts/figure-link.tsx";
import { documentPath } from "../accounts/use-books.ts";
import { DaysBar } from "./days-bar.tsx";
import { Download } from "./download.tsx";
import { useDays } from "./use-days.ts";

type TaxDocument = TaxDocuments["results"][number];

const PERCENT = { style: "percent", maximumFractionDigits: 4 } as const;

function useRate() {
  const { number } = useFormat();
  return (rate: number | null) => (rate === null ? "—" : number(rate / 100, PERCENT));
}

function Row({ row }: { row: TaxDocument }) {
  const format = useFormat();
  const words = useResourceWords(ledgerEntry);
  const page = usePageOf(documentPath(row.source_type) ?? "", row.source_id);
  const customer = usePageOf("customers", row.customer ?? "");
  const name = row.number ?? words.choice("source_type", row.source_type);
  return (
    <Table.Tr>
      <Table.Td>{format.day(row.entry_date)}</Table.Td>
      <Table.Td>
        {page ? (
          <Anchor component={Link} to={page} fz="sm">
            {name}
          </Anchor>
        ) : (
          name
        )}
      </Table.Td>
      <Table.Td>
        {customer && row.customer ? (
          <Anchor component={Link} to={customer} fz="sm">
            {row.customer_name}
          </Anchor>
        ) : (
          row.customer_name
        )}
      </Table.Td>
      <Table.Td ta="right">
        <Money value={row.net} />
      </Table.Td>
      <Table.Td ta="right">
        <Money value={row.tax} />
      </Table.Td>
    </Table.Tr>
  );
}

/** The documents of a code, a page of the server's at a time; a file has them all. */
function Documents({ code }: { code: string }) {
  const t = useWords();
  const { from, to } = useDays();
  const [params, setParams] = useSearchParams();
  const page = Number(params.get("page") ?? "1") || 1;
  const asked = new URLSearchParams({ from, to, code });
  const path = `/api/v1/reports/tax/invoices/?${asked}`;
  const { data, missing } = useReport<TaxDocuments>(`${path}&page=${page}`);
  const turn = (next: number) =>
    setParams((before) => {
      before.set("page", String(next));
      return before;
    });
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2}>{t("tax.documents", { code })}</Title>
        <Download
          path={`${path}&format=csv`}
          fileName={`tax-${code}-${from}-${to}`}
          type="csv"
          label={t("table.csv")}
          size="xs"
        />
      </Group>
      {data ? (
        <Paper style={{ overflowX: "auto" }}>
          <Table aria-label={t("tax.documents", { code })} verticalSpacing={5}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("tax.day")}</Table.Th>
                <Table.Th>{t("tax.document")}</Table.Th>
                <Table.Th>{t("tax.customer")}</Table.Th>
                <Table.Th ta="right">{t("tax.net")}</Table.Th>
                <Table.Th ta="right">{t("tax.tax")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.results.map((row) => (
                <Row key={`${row.source_id} ${row.entry_date}`} row={row} />
              ))}
            </Table.Tbody>
          </Table>
          {page > 1 || data.has_more ? (
            <Button.Group m="sm">
              <Button variant="default" size="xs" disabled={page === 1} onClick={() => turn(page - 1)}>
                {t("tax.earlier_page")}
              </Button>
              <Button variant="default" size="xs" disabled={!data.has_more} onClick={() => turn(page + 1)}>
                {t("tax.later_page")}
              </Button>
            </Button.Group>
          ) : null}
        </Paper>
      ) : (
        <NotHere {...missing} />
      )}
    </Stack>
  );
}

function Codes({ answer }: { answer: TaxReport }) {
  const t = useWords();
  const rate = useRate();
  const { from, to } = useDays();
  if (answer.codes.length === 0)
    return <Nothing icon={IconReceiptTax} title={t("tax.none")} hint={t("tax.none_hint")} />;
  const entries = entriesPath({ account: "TAX", from, to });
  // What was typed by hand has no code whose documents could be listed: the account has its entries.
  const linkOf = (code: string | null) =>
    code === null ? entries : `/books?${new URLSearchParams({ view: "tax", from, to, code })}`;
  return (
    <Paper style={{ overflowX: "auto" }} maw={900}>
      <Table aria-label={t("tax.title")} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("tax.code")}</Table.Th>
            <Table.Th ta="right">{t("tax.rate")}</Table.Th>
            <Table.Th ta="right">{t("tax.net")}</Table.Th>
            <Table.Th ta="right">{t("tax.tax")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {answer.codes.map(({ code, rate: percent, net, tax }) => (
            <Table.Tr key={`${code} ${percent}`}>
              <Table.Th scope="row" fw={600}>
                <Anchor component={Link} to={linkOf(code)} fz="sm" c="inherit" underline="hover">
                  {code ?? t("tax.by_hand")}
                </Anchor>
              </Table.Th>
              <Table.Td ta="right" className="figures">
                {rate(percent)}
              </Table.Td>
              <Table.Td ta="right">
                <FigureLink to={linkOf(code)}>
                  <Money value={net} />
                </FigureLink>
              </Table.Td>
              <Table.Td ta="right">
                <FigureLink to={linkOf(code)}>
                  <Money value={tax} />
                </FigureLink>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row" colSpan={2}>
              {t("books.total")}
            </Table.Th>
            <Table.Th ta="right">
              <Money value={answer.total_net} />
            </Table.Th>
            <Table.Th ta="right">
              <FigureLink to={entries}>
                <Money value={answer.total_tax} currency />
              </FigureLink>
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Paper>
  );
}

export function TaxView() {
  const t = useWords();
  const [params] = useSearchParams();
  const { from, to, ok } = useDays();
  const code = params.get("code");
  const path = ok ? `/api/v1/reports/tax/?${new URLSearchParams({ from, to })}` : null;
  const { data, missing } = useReport<TaxReport>(path);
  return (
    <Stack gap="md">
      <DaysBar>
        <Download
          path={path && `${path}&format=csv`}
          fileName={`tax-${from}-${to}`}
          type="csv"
          label={t("table.csv")}
        />
      </DaysBar>
      {data && ok ? <Codes answer={data} /> : ok ? <NotHere {...missing} /> : null}
      {code && ok ? <Documents key={`${code} ${from} ${to}`} code={code} /> : null}
    </Stack>
  );
}
