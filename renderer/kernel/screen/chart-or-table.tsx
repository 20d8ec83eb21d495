// Figures as a chart or as a table, by the reader's choice; the table scrolls inside itself.
import { Group, ScrollArea, SegmentedControl, Stack, Table } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useWords } from "../i18n/index.ts";

type ShownAs = "chart" | "table";

interface ChartOrTableProps {
  /** What stands at the head, beside the choice. */
  readonly head: ReactNode;
  /** In place of both, while there is nothing to draw. */
  readonly instead?: ReactNode;
  readonly chart: () => ReactNode;
  readonly table: () => ReactNode;
}

export function ChartOrTable({ head, instead = null, chart, table }: ChartOrTableProps) {
  const t = useWords();
  const [as, setAs] = useState<ShownAs>("chart");
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        {head}
        <SegmentedControl<ShownAs>
          size="xs"
          aria-label={t("chart.shown_as")}
          data={[
            { value: "chart", label: t("chart.as_chart") },
            { value: "table", label: t("chart.as_table") },
          ]}
          value={as}
          onChange={setAs}
        />
      </Group>
      {instead ?? (as === "chart" ? chart() : table())}
    </Stack>
  );
}

interface FigureTableProps {
  readonly label: string;
  /** Of the moment or name at the left, then of each figure. */
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly texts: readonly string[] }[];
}

/** What a chart draws, in figures: the first column names the row, the others hold numbers. */
export function FigureTable({ label, heads, rows }: FigureTableProps) {
  const side = (at: number) => (at === 0 ? "left" : "right");
  return (
    <ScrollArea.Autosize mah={240} viewportProps={{ tabIndex: 0 }}>
      <Table aria-label={label} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head, at) => (
              <Table.Th key={head} ta={side(at)}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, texts }) => (
            <Table.Tr key={key}>
              {texts.map((text, at) => (
                <Table.Td key={heads[at]} ta={side(at)} className="figures">
                  {text}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
