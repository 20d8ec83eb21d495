// The load of a router's interface, or of one session, second by second: two lines, two numbers, and the same as a table.
import { Alert, Stack, Text } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import type { DatedSample, TrafficAnswer } from "../../../shared/network/live/traffic.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { rateText } from "../../kernel/money-format.ts";
import { problemWords } from "../../kernel/problem-words.ts";
import { NotHere } from "../../kernel/resource/not-here.tsx";
import { ChartOrTable, FigureTable } from "../../kernel/screen/chart-or-table.tsx";
import { Lines } from "../../kernel/screen/charts.tsx";
import { useFormat } from "../../kernel/use-format.ts";

/** A sample a second; the chart need not jump more often than one can read it. */
const REFRESH_MS = 2000;
/** What the chart says that it shows, and a little for samples that came late. */
const SHOWN_MS = 65_000;

interface TrafficPanelProps {
  readonly router: string;
  /** Null: the router's busiest interface of its own. */
  readonly interface_name: string | null;
  /** A subscriber's interface is told from the subscriber's side: what the router sends is received. */
  readonly of_customer?: boolean;
}

interface Directions {
  readonly down: (sample: DatedSample) => number;
  readonly up: (sample: DatedSample) => number;
}

const ROUTERS: Directions = { down: ({ rx_bps }) => rx_bps, up: ({ tx_bps }) => tx_bps };
const CUSTOMERS: Directions = { down: ({ tx_bps }) => tx_bps, up: ({ rx_bps }) => rx_bps };

function SampleTable({ series, way }: { series: readonly DatedSample[]; way: Directions }) {
  const t = useWords();
  const format = useFormat();
  const clock = new Intl.DateTimeFormat(format.locale, {
    timeStyle: "medium",
    hourCycle: "h23",
    timeZone: format.timezone,
  });
  return (
    <FigureTable
      label={t("traffic.title")}
      heads={[t("traffic.at"), t("traffic.down"), t("traffic.up")]}
      rows={series.toReversed().map((sample) => ({
        key: sample.sampled_at,
        texts: [
          clock.format(new Date(sample.sampled_at)),
          rateText(way.down(sample), format.locale),
          rateText(way.up(sample), format.locale),
        ],
      }))}
    />
  );
}

function SampleChart({ series, way }: { series: readonly DatedSample[]; way: Directions }) {
  const t = useWords();
  const { locale } = useFormat();
  const last = Date.parse(series.at(-1)?.sampled_at ?? "");
  // Who looks again after a while is not shown the last look's load as if it went before.
  const recent = series.filter(({ sampled_at }) => last - Date.parse(sampled_at) <= SHOWN_MS);
  const points = recent.map((sample) => ({
    ago: t("traffic.seconds", { n: Math.round((Date.parse(sample.sampled_at) - last) / 1000) || 0 }),
    down: way.down(sample),
    up: way.up(sample),
  }));
  return (
    <Lines
      h={200}
      label={t("traffic.chart")}
      points={points}
      by="ago"
      series={[
        { name: "down", label: t("traffic.down"), color: "brand.5" },
        { name: "up", label: t("traffic.up"), color: "orange.6", dashed: true },
      ]}
      valueText={(value) => rateText(value, locale)}
      axisText={(value) => rateText(value, locale)}
      axis_width={86}
      domain={[0, "auto"]}
    />
  );
}

export function TrafficPanel({ router, interface_name, of_customer = false }: TrafficPanelProps) {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const asked = interface_name === null ? "" : `?${new URLSearchParams({ interface: interface_name })}`;
  const path = `/api/v1/routers/${router}/traffic/${asked}`;
  const { data, error, again } = useAsk<TrafficAnswer>(path, REFRESH_MS);
  if (data === null)
    return <NotHere state={error ? "failed" : online ? "loading" : "offline"} error={error} again={again} />;
  const way = of_customer ? CUSTOMERS : ROUTERS;
  return (
    <Stack gap="xs">
      {error || !online ? (
        <Alert color="orange" icon={<IconCloudOff size={18} />}>
          {error ? `${problemWords(error, t).text} ` : ""}
          {t("traffic.last", { ago: format.ago(data.sampled_at) })}
        </Alert>
      ) : null}
      <ChartOrTable
        head={
          <Text fz="sm">
            <Text span fw={600}>
              {data.interface}
            </Text>
            {" · "}
            <span className="figures">
              {t("traffic.now", {
                down: rateText(way.down(data), format.locale),
                up: rateText(way.up(data), format.locale),
              })}
            </span>
          </Text>
        }
        chart={() => <SampleChart series={data.series} way={way} />}
        table={() => <SampleTable series={data.series} way={way} />}
      />
    </Stack>
  );
}
