// An ONU's light over time, as a chart with the tenant's limits or as a table.
import { SegmentedControl, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import type { OnuReading } from "../../../shared/network/olt/readings.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { NotHere } from "../../kernel/resource/not-here.tsx";
import { ChartOrTable, FigureTable } from "../../kernel/screen/chart-or-table.tsx";
import { Lines } from "../../kernel/screen/charts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { powerText } from "../diagnosis/verdict-text.ts";
import { usePowerLimits } from "./power-scale.tsx";

const HOUR_MS = 3_600_000;
const RANGES = { day: 24, week: 7 * 24, quarter: 90 * 24, years: 2 * 365 * 24 } as const;
type Range = keyof typeof RANGES;
const RANGE_NAMES = Object.keys(RANGES) as Range[];
/** A reading comes with each poll of the OLT: once a minute at the most. */
const REFRESH_MS = 60_000;
const ROWS_SHOWN = 200;

/** The address is made when the range is chosen, so that it stays the same while it is shown. */
function usePath(onu: string, range: Range): string {
  return useMemo(() => {
    const from = new Date(Date.now() - RANGES[range] * HOUR_MS).toISOString();
    // Of a day each reading is shown; of more than that the server says what is fine enough.
    const params = new URLSearchParams(range === "day" ? { from, resolution: "raw" } : { from });
    return `/api/v1/onus/${onu}/readings/?${params}`;
  }, [onu, range]);
}

function Readings({ readings }: { readings: readonly OnuReading[] }) {
  const t = useWords();
  const format = useFormat();
  return (
    <FigureTable
      label={t("onu.trend")}
      heads={[t("onu.trend.at"), t("onu.trend.rx"), t("onu.trend.olt_rx")]}
      rows={readings
        .slice(-ROWS_SHOWN)
        .reverse()
        .map(({ observed_at, rx_power_dbm, olt_rx_power_dbm }) => ({
          key: observed_at,
          texts: [
            format.instant(observed_at),
            powerText(rx_power_dbm, format.locale),
            powerText(olt_rx_power_dbm, format.locale),
          ],
        }))}
    />
  );
}

function Chart({ readings, range }: { readings: readonly OnuReading[]; range: Range }) {
  const t = useWords();
  const format = useFormat();
  const { weak, critical } = usePowerLimits();
  const points = readings.map(({ observed_at, rx_power_dbm, olt_rx_power_dbm }) => ({
    at: range === "day" ? format.time(observed_at) : format.instant(observed_at),
    rx: rx_power_dbm,
    olt_rx: olt_rx_power_dbm,
  }));
  return (
    <Lines
      h={200}
      label={t("onu.trend.chart")}
      points={points}
      by="at"
      series={[
        { name: "rx", label: t("onu.trend.rx"), color: "brand.5" },
        { name: "olt_rx", label: t("onu.trend.olt_rx"), color: "violet.5", dashed: true },
      ]}
      valueText={(value) => `${powerText(value, format.locale)} dBm`}
      axisText={(value) => powerText(value, format.locale)}
      axis_width={52}
      domain={["auto", "auto"]}
      limits={[
        { y: weak, label: t("onu.is.WEAK"), color: "orange.6" },
        { y: critical, label: t("onu.is.CRITICAL"), color: "red.6" },
      ]}
    />
  );
}

export function PowerTrend({ onu }: { onu: string }) {
  const t = useWords();
  const online = useOnline();
  const [range, setRange] = useState<Range>("day");
  const { data, error, again } = useAsk<{ results: OnuReading[] }>(usePath(onu, range), REFRESH_MS);
  const readings = data?.results ?? [];
  // An ONU without light or power is read as well: there is nothing to draw of that.
  const is_measured = readings.some(
    ({ rx_power_dbm, olt_rx_power_dbm }) => (rx_power_dbm ?? olt_rx_power_dbm) !== null,
  );
  return (
    <ChartOrTable
      head={
        <SegmentedControl
          size="xs"
          aria-label={t("onu.trend.range")}
          data={RANGE_NAMES.map((name) => ({ value: name, label: t(`onu.trend.${name}`) }))}
          value={range}
          onChange={setRange}
        />
      }
      instead={
        data === null ? (
          <NotHere state={error ? "failed" : online ? "loading" : "offline"} error={error} again={again} />
        ) : !is_measured ? (
          <Text fz="sm" c="dimmed">
            {t("onu.trend.none")}
          </Text>
        ) : null
      }
      chart={() => <Chart readings={readings} range={range} />}
      table={() => <Readings readings={readings} />}
    />
  );
}
