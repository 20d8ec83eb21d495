// The program's charts: bars that open what they are made of, and lines over time, in one look. What they draw stands
// beside them as a table or is one click away.
import "@mantine/charts/styles.css";
import { BarChart, LineChart } from "@mantine/charts";
import { Box } from "@mantine/core";
import { useFormat } from "../use-format.ts";

/** Charts know no exact money and read nothing aloud: they are pictures with a name. */
const BASE = { gridAxis: "x", tickLine: "none" } as const;

interface BarsProps {
  /** What the picture shows, for who does not see it. */
  readonly label: string;
  readonly h: number;
  readonly bars: readonly { readonly name: string; readonly value: number }[];
  /** What a value is. */
  readonly value_label: string;
  readonly valueText: (value: number) => string;
  readonly axis_width: number;
  readonly max_bar?: number;
  /** Told which bar was pressed; without it nothing opens. */
  readonly onOpen?: (at: number) => void;
}

export function Bars({ label, h, bars, value_label, valueText, axis_width, max_bar, onOpen }: BarsProps) {
  const format = useFormat();
  return (
    <Box role="img" aria-label={label}>
      <BarChart
        {...BASE}
        h={h}
        data={[...bars]}
        dataKey="name"
        series={[{ name: "value", label: value_label, color: "brand.5" }]}
        valueFormatter={valueText}
        xAxisProps={{ interval: "preserveStartEnd", minTickGap: 24 }}
        yAxisProps={{ width: axis_width, tickFormatter: (value: number) => format.number(value) }}
        barProps={{
          ...{ isAnimationActive: false, radius: 2, cursor: onOpen ? "pointer" : "default" },
          ...(max_bar === undefined ? {} : { maxBarSize: max_bar }),
          onClick: (_bar: unknown, at: number) => onOpen?.(at),
        }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </Box>
  );
}

export interface LineSeries {
  /** The member of a point that it draws. */
  readonly name: string;
  readonly label: string;
  readonly color: string;
  /** Told apart by its dashes as well as by its colour. */
  readonly dashed?: boolean;
}

interface LinesProps {
  readonly label: string;
  readonly h: number;
  /** Oldest first. Null: not measured, the line is broken there. */
  readonly points: readonly Readonly<Record<string, string | number | null>>[];
  /** The member that names a point on the axis. */
  readonly by: string;
  readonly series: readonly LineSeries[];
  readonly valueText: (value: number) => string;
  readonly axisText: (value: number) => string;
  readonly axis_width: number;
  readonly domain?: readonly [number | "auto", number | "auto"];
  /** Lines across, with their names. */
  readonly limits?: readonly { readonly y: number; readonly label: string; readonly color: string }[];
}

export function Lines(props: LinesProps) {
  const { label, h, points, by, series, valueText, axisText, axis_width, domain, limits = [] } = props;
  return (
    <Box role="img" aria-label={label}>
      <LineChart
        {...BASE}
        h={h}
        data={[...points]}
        dataKey={by}
        series={series.map(({ dashed, ...one }) => ({
          ...one,
          ...(dashed ? { strokeDasharray: "5 4" } : {}),
        }))}
        withLegend={series.length > 1}
        withDots={false}
        curveType="linear"
        connectNulls={false}
        valueFormatter={valueText}
        xAxisProps={{ interval: "preserveStartEnd", minTickGap: 40 }}
        yAxisProps={{
          ...{ width: axis_width, tickFormatter: axisText },
          ...(domain ? { domain: [...domain], allowDataOverflow: false } : {}),
        }}
        referenceLines={limits.map((limit) => ({ ...limit, labelPosition: "insideBottomRight" as const }))}
        lineProps={{ isAnimationActive: false, strokeWidth: 2 }}
        lineChartProps={{ accessibilityLayer: false }}
      />
    </Box>
  );
}
