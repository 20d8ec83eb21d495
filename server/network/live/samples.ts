// The last samples of one interface, as they are kept.
import type { TrafficSample } from "../../../shared/network/live/question-wire.ts";
import type { DatedSample, KeptAnswer, TrafficSeries } from "../../../shared/network/live/traffic.ts";

const SAMPLES_MAX = 60;
/** Older ones are of an earlier watch. */
const SAMPLES_MS = 10 * 60_000;

/** What is kept, with one more sample. */
export function addSample(
  kept: KeptAnswer | null,
  { interface: name, ...values }: TrafficSample,
  at: string,
): TrafficSeries {
  const now = Date.parse(at);
  const earlier: DatedSample[] = kept?.kind === "SERIES" && kept.interface === name ? kept.series : [];
  const series = earlier.filter(({ sampled_at }) => now - Date.parse(sampled_at) < SAMPLES_MS);
  series.push({ ...values, sampled_at: new Date(now).toISOString() });
  return { kind: "SERIES", interface: name, series: series.slice(-SAMPLES_MAX) };
}
