// What was owed at the end of a day, by age: the server's report, which knows how it stood then.
import { Table } from "@mantine/core";
import type { Ageing } from "../../../shared/billing/index.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Money } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { Trouble } from "../../kernel/trouble.tsx";
import { useFormat } from "../../kernel/use-format.ts";

export function AgedOn({ day }: { day: Day }) {
  const t = useWords();
  const format = useFormat();
  const may = useSession(({ can }) => can("reporting.report.view"));
  const { data, error } = useAsk<Ageing>(may ? `/api/v1/reports/ageing/?as_of=${day}` : null);
  if (error) return <Trouble error={error} />;
  if (!data) return null;
  return (
    // Where room is short the list below it gives way, not this.
    <Table.ScrollContainer minWidth={0} type="native" style={{ flexShrink: 0 }}>
      <Table aria-label={t("month.ageing.on", { day: format.day(day) })} captionSide="top">
        <Table.Caption ta="left" mb={4}>
          {t("month.ageing.on", { day: format.day(day) })}
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {data.buckets.map(({ bucket }) => (
              <Table.Th key={bucket} ta="right">
                {t(`month.ageing.${bucket}`)}
              </Table.Th>
            ))}
            <Table.Th ta="right">{t("month.ageing.total")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">{t("month.ageing.amount")}</Table.Th>
            {data.buckets.map(({ bucket, amount }) => (
              <Table.Td key={bucket} ta="right">
                <Money
                  value={amount}
                  tone={bucket === "CURRENT" || format.minor(amount) === 0n ? "plain" : "overdue"}
                />
              </Table.Td>
            ))}
            <Table.Td ta="right">
              <Money value={data.total} />
            </Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th scope="row">{t("month.ageing.customers")}</Table.Th>
            {data.buckets.map(({ bucket, customers }) => (
              <Table.Td key={bucket} ta="right" className="figures">
                {format.number(customers)}
              </Table.Td>
            ))}
            <Table.Td />
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
