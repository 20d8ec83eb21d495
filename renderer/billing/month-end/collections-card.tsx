// The money of the last 30 days as a line and as a table.
import { Sparkline } from "@mantine/charts";
import { Box, Group, Paper, ScrollArea, Stack, Table, Title } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import { add, type Minor } from "../../../shared/kernel/money.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { NothingHere } from "../../kernel/screen/arriving.tsx";
import { Fact, Money } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { type DayTakings, drawn } from "./month-figures.ts";

export function CollectionsCard({ days }: { days: readonly DayTakings[] }) {
  const t = useWords();
  const format = useFormat();
  const total = add(...days.map(({ amount }) => amount));
  const average = (days.length === 0 ? 0n : total / BigInt(days.length)) as Minor;
  const today = days.at(-1)?.amount ?? (0n as Minor);
  return (
    <Paper p="md" component="section" aria-label={t("month.collections")}>
      <Stack gap="md">
        <Title order={2}>{t("month.collections")}</Title>
        {total === 0n ? (
          <NothingHere
            icon={IconCoins}
            title={t("month.collections.none")}
            hint={t("month.collections.none_hint")}
          />
        ) : (
          <>
            <Group gap="xl">
              <Fact label={t("month.collections.total")}>
                <Money value={total} currency />
              </Fact>
              <Fact label={t("month.collections.average")}>
                <Money value={average} />
              </Fact>
              <Fact label={t("month.collections.today")}>
                <Money value={today} />
              </Fact>
            </Group>
            <Box role="img" aria-label={t("month.collections.chart")}>
              <Sparkline
                h={70}
                data={days.map(({ amount }) => drawn(amount, format.digits))}
                color="brand.5"
                curveType="linear"
                fillOpacity={0.25}
                strokeWidth={2}
              />
            </Box>
            <ScrollArea.Autosize
              mah={230}
              type="auto"
              offsetScrollbars="y"
              viewportProps={{ tabIndex: 0, role: "region", "aria-label": t("month.collections") }}
            >
              <Table stickyHeader aria-label={t("month.collections")} verticalSpacing={4}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t("month.collections.day")}</Table.Th>
                    <Table.Th ta="right">{t("month.collections.count")}</Table.Th>
                    <Table.Th ta="right">{t("month.ageing.amount")}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {[...days].reverse().map(({ day, amount, payments }) => (
                    <Table.Tr key={day}>
                      <Table.Th scope="row" fw={400}>
                        {format.day(day)}
                      </Table.Th>
                      <Table.Td ta="right" className="figures">
                        {format.number(payments)}
                      </Table.Td>
                      <Table.Td ta="right">
                        <Money value={amount} tone={amount === 0n ? "quiet" : "plain"} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </ScrollArea.Autosize>
          </>
        )}
      </Stack>
    </Paper>
  );
}
