// What an agent is given, how long it waits for what, and what it says of itself.

import type { OpenRouter } from "./network/driver.ts";
import type { OltDeviceOptions } from "./network/olt/olt-device.ts";
import type { Device } from "./network/router/device.ts";
import type { ServerLink } from "./network/server-link.ts";

/** One line of the agent's log; fields never hold credentials. */
export type AgentLog = (
  level: "info" | "warn" | "error",
  message: string,
  fields?: Readonly<Record<string, string | number | boolean | null>>,
) => void;

export interface AgentTimings {
  /** Asking for jobs while some wait, and while none did the last time. */
  lease_busy_ms: number;
  lease_idle_ms: number;
  /** Asking again which routers there are. */
  hello_ms: number;
  /** The same while another agent watches some of them, so that its end is noticed. */
  standby_hello_ms: number;
  /** First and longest pause after the server did not answer. */
  retry_min_ms: number;
  retry_max_ms: number;
  /** Between two tries of a router that has failed several times in a row; longest pause before that. */
  offline_probe_ms: number;
  /** Pause after a refused login or certificate: routers lock out who tries too often. */
  refused_look_ms: number;
  /** Overrides the server's poll_seconds. */
  look_ms: number | null;
  /** Overrides the server's olt_poll_seconds. */
  olt_look_ms: number | null;
  /** Between two readings of everything of an OLT; in between only what changed is read. */
  olt_all_ms: number;
  /** While a reading lasts the server is told this often that the OLT is still answering. */
  olt_still_ms: number;
  /** Longest pause between two tries of an OLT that does not answer. */
  olt_offline_max_ms: number;
  idle_close_ms: number;
  /** How long a router may take to restart, and the pause between two tries to reach it. */
  reboot_ms: number;
  reboot_poll_ms: number;
}

export const TIMINGS: AgentTimings = {
  lease_busy_ms: 2_000,
  lease_idle_ms: 10_000,
  hello_ms: 30_000,
  standby_hello_ms: 10_000,
  retry_min_ms: 500,
  retry_max_ms: 30_000,
  offline_probe_ms: 60_000,
  refused_look_ms: 60_000,
  look_ms: null,
  olt_look_ms: null,
  olt_all_ms: 300_000,
  olt_still_ms: 45_000,
  olt_offline_max_ms: 60_000,
  idle_close_ms: 60_000,
  reboot_ms: 240_000,
  reboot_poll_ms: 1_000,
};

/** Routers worked on at the same time. */
export const DEVICES_MAX = 20;
/** OLTs read at the same time: one waits for datagrams nearly all the time. */
export const OLTS_MAX = 100;

export interface AgentOptions {
  link: ServerLink;
  agent_id: string;
  name: string;
  site?: string;
  /** Monotonic milliseconds. */
  now?: () => number;
  log: AgentLog;
  /** Routers at loopback addresses: only for tests and the demo. */
  allowLoopback?: boolean;
  open?: OpenRouter;
  timings?: Partial<AgentTimings>;
  /** Timeouts of router connections and commands. */
  router_timeouts?: { connect_timeout_ms?: number; login_timeout_ms?: number; command_timeout_ms?: number };
  /** Timeouts of questions to OLTs, and how long a restarted ONU is waited for. */
  olt_timeouts?: Pick<OltDeviceOptions, "timeout_ms" | "slow_timeout_ms" | "reboot">;
}

/** A router or an OLT. */
export interface WatchedStatus {
  id: string;
  name: string;
  status: Device["status"];
  last_error: string | null;
  error_code: string | null;
}

export interface AgentStatus {
  connected: boolean;
  server_error: string | null;
  jobs_running: number;
  routers: WatchedStatus[];
  olts: WatchedStatus[];
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
