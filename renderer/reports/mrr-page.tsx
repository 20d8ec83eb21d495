// Whose part of the monthly revenue changed in a month: the customers behind the dashboard's movements.
import { Box, Button, Group, Text } from "@mantine/core";
import { IconTrendingUp } from "@tabler/icons-react";
import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { lastDayOf, monthOf } from "../../shared/kernel/day.ts";
import { add, formatMoney, parseMoney } from "../../shared/kernel/money.ts";
import { MRR_MOVEMENTS, MRR_PAGE, type MrrReport } from "../../shared/reports/index.ts";
import { customer } from "../../shared/subscribers/index.ts";
import { Download } from "../billing/index.ts";
import { CompareSelect } from "../kernel/compare/compare-select.tsx";
import { earlier } from "../kernel/compare/periods.ts";
import { useComparison } from "../kernel/compare/use-comparison.ts";
import { useReport } from "../kernel/connection/use-report.ts";
import { MonthField } from "../kernel/form/month-field.tsx";
import { Select } from "../kernel/form/select.tsx";
import { useResourceWords, useWords } from "../kernel/i18n/index.ts";
import { NotHere } from "../kernel/resource/not-here.tsx";
import { useMayOpen } from "../kernel/resource/pages.ts";
import { Nothing, Page } from "../kernel/screen/parts.tsx";
import { sorted } from "../kernel/table/columns.ts";
import { DataTable } from "../kernel/table/data-table.tsx";
import { TableTools } from "../kernel/table/table-tools.tsx";
import { useTableChoice } from "../kernel/table/use-table-choice.ts";
import { useNarrow } from "../kernel/theme/narrow.ts";
import { useFormat } from "../kernel/use-format.ts";
import { mrrColumns } from "./mrr-columns.tsx";
import { MrrSummary } from "./mrr-summary.tsx";

interface CustomersProps {
  answer: MrrReport;
  /** Everything that was asked for but the page. */
  query: string;
  onPage: (page: number) => void;
}

/** Leads through what is more than one page holds. */
function Pages({ answer, onPage }: Pick<CustomersProps, "answer" | "onPage">) {
  const t = useWords();
  const { page, has_more } = answer;
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t("report.mrr.previous")}
      </Button>
      <Button size="xs" variant="default" disabled={!has_more} onClick={() => onPage(page + 1)}>
        {t("report.mrr.next")}
      </Button>
    </Group>
  );
}

function Customers({ answer, query, onPage }: CustomersProps) {
  const t = useWords();
  const words = useResourceWords(customer);
  const format = useFormat();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const mayOpen = useMayOpen("customers");
  const columns = useMemo(() => mrrColumns(t, words), [t, words]);
  const choice = useTableChoice("mrr", columns);
  const rows = useMemo(
    () => sorted(answer.results, columns, choice.sort, format.locale),
    [answer, columns, choice.sort, format.locale],
  );
  const change = add(...answer.results.map((row) => parseMoney(row.change, format.digits)));
  const amount = format.currencyMoney(formatMoney(change, format.digits));
  const { page, has_more } = answer;
  const is_part = has_more || page > 1;
  const before = (page - 1) * MRR_PAGE;
  const part = { from: format.number(before + 1), to: format.number(before + rows.length) };
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text fz="sm" fw={600} role="status" className="figures">
          {is_part ? t("report.mrr.of_page", part) : t("report.mrr.sum", { n: rows.length, amount })}
        </Text>
        <Group gap="xs">
          {is_part ? (
            <>
              <Pages answer={answer} onPage={onPage} />
              <Download
                path={`/api/v1/reports/mrr/?${query}&format=csv`}
                fileName={`mrr-${answer.month}`}
                type="csv"
                label={t("report.mrr.all_csv")}
                size="xs"
              />
            </>
          ) : null}
          <TableTools columns={columns} choice={choice} rows={rows} fileName={`mrr-${answer.month}`} />
        </Group>
      </Group>
      <Box flex={1} mih={260} h={narrow ? 420 : undefined}>
        <DataTable
          label={t("report.mrr.title")}
          rows={rows}
          columns={columns}
          choice={choice}
          rowKey={(row) => row.customer}
          onOpen={(row) => {
            if (mayOpen) void navigate(`/customers/${row.customer}`);
          }}
          empty={
            <Nothing icon={IconTrendingUp} title={t("report.mrr.none")} hint={t("report.mrr.none_hint")} />
          }
        />
      </Box>
    </>
  );
}

export function MrrPage() {
  const t = useWords();
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const month = params.get("month") ?? monthOf(format.today());
  const movement = MRR_MOVEMENTS.find((one) => one === params.get("movement")) ?? null;
  const page = /^[1-9]\d{0,5}$/.exec(params.get("page") ?? "")?.[0] ?? "1";
  const [compared, compare] = useComparison();
  const ask = (next: { month?: string; movement?: string | null; page?: number }) => {
    // Another month or movement begins with its first page.
    const asked = { month, movement, page: 1, ...next };
    setParams(
      {
        month: asked.month,
        ...(asked.movement ? { movement: asked.movement } : {}),
        ...(asked.page > 1 ? { page: String(asked.page) } : {}),
        compare: compared,
      },
      { replace: true },
    );
  };
  const query = new URLSearchParams({ month, ...(movement ? { movement } : {}) });
  const isMonth = /^\d{4}-\d{2}$/.test(month);
  const { data, at, missing } = useReport<MrrReport>(
    isMonth ? `/api/v1/reports/mrr/?${query}&page=${page}` : null,
  );
  const before = isMonth ? earlier({ from: `${month}-01`, to: lastDayOf(month) }, compared) : null;
  const was = useReport<MrrReport>(
    before && `/api/v1/reports/mrr/?${new URLSearchParams({ month: monthOf(before.from) })}`,
  ).data;
  const narrow = useNarrow();
  return (
    <Page
      fill={!narrow}
      title={t("report.mrr.title")}
      subtitle={at ? t("report.as_of", { time: format.time(at) }) : null}
    >
      <Group gap="sm" align="flex-start">
        <MonthField
          label={t("report.month")}
          w={150}
          value={month}
          onChange={(given) => ask({ month: given })}
        />
        <Select
          label={t("report.mrr.movement")}
          w={240}
          value={movement ?? ""}
          onChange={(chosen) => ask({ movement: chosen || null })}
          allowDeselect={false}
          data={[
            { value: "", label: t("report.mrr.all") },
            ...MRR_MOVEMENTS.map((value) => ({ value, label: t(`report.mrr.${value}`) })),
          ]}
        />
        <CompareSelect compared={compared} onChoose={compare} />
      </Group>
      {data && page === "1" ? <MrrSummary answer={data} was={before && was} /> : null}
      {data ? (
        <Customers answer={data} query={String(query)} onPage={(next) => ask({ page: next })} />
      ) : (
        <NotHere {...missing} />
      )}
    </Page>
  );
}
