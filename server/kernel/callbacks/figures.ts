// How many calls come in, and how they are judged, for Prometheus.
import { Counter, Histogram } from "prom-client";
import type { Verdict } from "../../../shared/kernel/outgoing/inbound.ts";

const callbacks = new Counter({
  name: "lastmile_callbacks_total",
  help: "Calls of providers and channels, by how they were judged",
  labelNames: ["provider", "verdict"],
  registers: [],
});

const seconds = new Histogram({
  name: "lastmile_callback_seconds",
  help: "Time from a call to its answer",
  registers: [],
});

export const countCallback = (provider: string, verdict: Verdict): void =>
  callbacks.inc({ provider, verdict });
export const timeCallback = (ms: number): void => seconds.observe(ms / 1_000);

export const callbackCounters = [callbacks, seconds];
