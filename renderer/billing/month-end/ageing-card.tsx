// Dues by age as bars and as a table; each opens the list of those who owe them.
import { Anchor, Paper, Stack, Table, Title } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useMemo } from "react";
import { type AgeBucket, type AgedDue, byAge } from "../../../shared/billing/ledger/ageing.rules.ts";
import { add } from "../../../shared/kernel/money.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { NothingHere } from "../../kernel/screen/arriving.tsx";
import { Bars } from "../../kernel/screen/charts.tsx";
import { Money } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { drawn } from "./month-figures.ts";

export function AgeingCard({
  dues,
  onOpen,
}: {
  dues: readonly AgedDue[];
  onOpen: (bucket: AgeBucket) => void;
}) {
  const t = useWords();
  const format = useFormat();
  const today = format.today();
  const rows = useMemo(() => byAge(dues, today), [dues, today]);
  const total = add(...rows.map(({ amount }) => amount));
  const invoices = rows.reduce((sum, row) => sum + row.invoices, 0);
  const bars = rows.map(({ bucket, amount }) => ({
    name: t(`month.ageing.${bucket}`),
    value: drawn(amount, format.digits),
  }));
  return (
    <Paper p="md" component="section" aria-label={t("month.ageing")}>
      <Stack gap="md">
        <Title order={2}>{t("month.ageing")}</Title>
        {invoices === 0 ? (
          <NothingHere
            icon={IconCircleCheck}
            title={t("month.ageing.none")}
            hint={t("month.ageing.none_hint")}
          />
        ) : (
          <>
            <Bars
              h={190}
              label={t("month.ageing.chart")}
              bars={bars}
              value_label={t("month.ageing.amount")}
              valueText={(value) => format.money(value.toFixed(format.digits))}
              axis_width={76}
              max_bar={64}
              onOpen={(at) => rows[at] && onOpen(rows[at].bucket)}
            />
            <Table aria-label={t("month.ageing")}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t("month.ageing.bucket")}</Table.Th>
                  <Table.Th ta="right">{t("month.ageing.customers")}</Table.Th>
                  <Table.Th ta="right">{t("month.ageing.invoices")}</Table.Th>
                  <Table.Th ta="right">{t("month.ageing.amount")}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(({ bucket, amount, invoices: n, customers }) => (
                  <Table.Tr key={bucket}>
                    <Table.Th scope="row" fw={400}>
                      {customers === 0 ? (
                        t(`month.ageing.${bucket}`)
                      ) : (
                        <Anchor component="button" type="button" fz="sm" onClick={() => onOpen(bucket)}>
                          {t(`month.ageing.${bucket}`)}
                        </Anchor>
                      )}
                    </Table.Th>
                    <Table.Td ta="right" className="figures">
                      {format.number(customers)}
                    </Table.Td>
                    <Table.Td ta="right" className="figures">
                      {format.number(n)}
                    </Table.Td>
                    <Table.Td ta="right">
                      <Money
                        value={amount}
                        tone={bucket === "CURRENT" || amount === 0n ? "plain" : "overdue"}
                      />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
              <Table.Tfoot>
                <Table.Tr>
                  <Table.Th scope="row">{t("month.ageing.total")}</Table.Th>
                  <Table.Td />
                  <Table.Th ta="right" className="figures">
                    {format.number(invoices)}
                  </Table.Th>
                  <Table.Th ta="right">
                    <Money value={total} currency />
                  </Table.Th>
                </Table.Tr>
              </Table.Tfoot>
            </Table>
          </>
        )}
      </Stack>
    </Paper>
  );
}
