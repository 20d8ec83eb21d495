// The load of a router's interface as it is kept while it is watched, and as it is answered.
import { z } from "zod";
import { answer, trafficSample } from "./question-wire.ts";

const sample = trafficSample.omit({ interface: true }).extend({ sampled_at: z.iso.datetime() });
export type DatedSample = z.infer<typeof sample>;

/** `GET /routers/{id}/traffic/`: without an interface the router's busiest own one. */
export const trafficQuery = z.strictObject({ interface: z.string().min(1).max(200).optional() });
/** The last sample, and those before it: at most 60, the last one last. */
export const trafficAnswer = sample.extend({ interface: z.string(), series: z.array(sample) });
export type TrafficAnswer = z.infer<typeof trafficAnswer>;

const trafficSeries = z.object({
  kind: z.literal("SERIES"),
  interface: z.string(),
  series: z.array(sample).min(1),
});
export type TrafficSeries = z.infer<typeof trafficSeries>;

/** What is kept of the answers to a question. */
export const keptAnswer = z.union([trafficSeries, answer]);
export type KeptAnswer = z.infer<typeof keptAnswer>;
