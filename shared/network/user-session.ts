// A live PPPoE or hotspot session as an agent saw it last. Desktops hear of sessions that come, go or change their address; the
// counters stand in one row per router and look (router_looks), and the view shows each session with its own.
import { z } from "zod";
import { count, instant, nullable, reference, text } from "../kernel/field.ts";
import { operation } from "../kernel/operation.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";

const MAX = Number.MAX_SAFE_INTEGER;

export const userSession = resource({
  name: "user_session",
  path: "user-sessions",
  area: "network",
  module: "network",
  summary: "A live PPPoE or hotspot session",
  many: "active sessions",
  view: "user_sessions_now",
  verbs: ["list", "read"],
  own: "customer",
  large: { filters: ["router", "customer"] },
  fields: {
    router: reference("router", { writable: "never" }),
    customer: nullable(reference("customer", { writable: "never" })),
    username: text({ writable: "never" }),
    ip_address: nullable(text({ writable: "never" })),
    mac_address: nullable(text({ writable: "never" })),
    uptime_seconds: count({ writable: "never", max: MAX }),
    started_at: nullable(instant({ writable: "never" })),
    /** What the customer received and sent in this session. */
    bytes_in: nullable(count({ writable: "never", max: MAX })),
    bytes_out: nullable(count({ writable: "never", max: MAX })),
    rate_in_bps: nullable(count({ writable: "never", max: MAX })),
    rate_out_bps: nullable(count({ writable: "never", max: MAX })),
    observed_at: instant({ writable: "never" }),
  },
  search: ["username", "ip_address", "mac_address"],
  order: ["username"],
  title: "username",
  display: {
    customer_name: { via: "customer", column: "name" },
    router_name: { via: "router", column: "name" },
  },
  replica: { indexes: [["customer"], ["username"], ["router"]] },
});

export type UserSession = RecordOf<typeof userSession>;

/** Answers the job: 200 when it finished within the wait, else 202. */
export const kickSession = operation({
  on: userSession,
  name: "kick",
  summary: "End a live session; an enabled customer's device dials in anew",
  allows: "Disconnect a session",
  permission: "network.session.kick",
  input: z.strictObject({}),
  output: null,
  status: 202,
  changes: ["network_sync_jobs"],
});
