// Reads what the product shows of a router and its sessions, and ends sessions.
import type { ObservedSession } from "../../../shared/network/agent-wire.ts";
import { parseDuration } from "../../../shared/network/units.rules.ts";
import { DriverError, isMissingItem, isNoSuchCommand, type RouterSession, type Row } from "../driver.ts";
import { anyOf, checkedId } from "./rows.ts";

const ACTIVE_COLUMNS = [".id", "name", "service", "caller-id", "address", "uptime", "session-id"];
const HOTSPOT_COLUMNS = [
  ".id",
  "user",
  "address",
  "mac-address",
  "uptime",
  "session-id",
  "bytes-in",
  "bytes-out",
];
const INTERFACE_COLUMNS = ["name", "rx-byte", "tx-byte"];

/** Rows whose name is one of these. */
const anyName = (names: readonly string[], spell: (name: string) => string = (name) => name): string[] =>
  anyOf(names.map((name) => `=name=${spell(name)}`));

const text = (row: Row, column: string): string => row[column] ?? "";

/** A live session, with what tells it from a later one that got the same id. */
export interface LiveSession extends ObservedSession {
  session_id: string;
}

const count = (value: string | undefined): number | null =>
  value !== undefined && /^\d+$/.test(value) ? Number(value) : null;

/**
 * Live PPPoE sessions, all or of the given users; without `counters` their bytes are null, and half as many rows are
 * printed. Rates are null: they need two readings (SessionMeter).
 */
export async function readSessions(
  session: RouterSession,
  { names, counters = true }: { names?: readonly string[]; counters?: boolean } = {},
): Promise<LiveSession[]> {
  if (names?.length === 0) return [];
  const active = names ? anyName(names) : [];
  const dynamic = names ? anyName(names, (name) => `<pppoe-${name}>`) : ["type=pppoe-in"];
  const [{ rows }, interfaces] = await Promise.all([
    session.run("/ppp/active/print", { proplist: ACTIVE_COLUMNS, queries: active }),
    counters ? session.run("/interface/print", { proplist: INTERFACE_COLUMNS, queries: dynamic }) : null,
  ]);
  const counted = new Map((interfaces?.rows ?? []).map((row) => [text(row, "name"), row]));
  return rows.map((row) => {
    const username = text(row, "name");
    const counter = counted.get(`<pppoe-${username}>`);
    return {
      ros_id: text(row, ".id"),
      session_id: text(row, "session-id"),
      username,
      ip_address: text(row, "address") || null,
      mac_address: text(row, "caller-id") || null,
      uptime_seconds: parseDuration(text(row, "uptime")) ?? 0,
      // The router's tx on the customer's interface is what the customer receives.
      bytes_in: count(counter?.["tx-byte"]),
      bytes_out: count(counter?.["rx-byte"]),
      rate_in_bps: null,
      rate_out_bps: null,
    };
  });
}

/** Live hotspot sessions, all or of the given users; none where the router has no hotspot. */
export async function readHotspotSessions(
  session: RouterSession,
  names?: readonly string[],
): Promise<LiveSession[]> {
  if (names?.length === 0) return [];
  const queries = anyOf((names ?? []).map((name) => `=user=${name}`));
  const { rows } = await session
    .run("/ip/hotspot/active/print", { proplist: HOTSPOT_COLUMNS, queries })
    .catch((error: unknown) => {
      if (isNoSuchCommand(error)) return { rows: [] };
      throw error;
    });
  return rows.map((row) => ({
    ros_id: text(row, ".id"),
    session_id: text(row, "session-id"),
    username: text(row, "user"),
    ip_address: text(row, "address") || null,
    mac_address: text(row, "mac-address") || null,
    uptime_seconds: parseDuration(text(row, "uptime")) ?? 0,
    // Here, too, the router speaks from its own side: in is what the customer sent.
    bytes_in: count(row["bytes-out"]),
    bytes_out: count(row["bytes-in"]),
    rate_in_bps: null,
    rate_out_bps: null,
  }));
}

/** Counters of one interface since the router started. */
export interface InterfaceCounters {
  name: string;
  rx_bytes: number;
  tx_bytes: number;
  rx_packets: number;
  tx_packets: number;
}

/** The router's own interfaces, without the dynamic ones of subscribers. */
export async function readInterfaces(session: RouterSession): Promise<InterfaceCounters[]> {
  const { rows } = await session.run("/interface/print", {
    proplist: ["name", "rx-byte", "tx-byte", "rx-packet", "tx-packet"],
    queries: ["type=pppoe-in", "#!"],
  });
  return rows.map((row) => ({
    name: text(row, "name"),
    rx_bytes: count(row["rx-byte"]) ?? 0,
    tx_bytes: count(row["tx-byte"]) ?? 0,
    rx_packets: count(row["rx-packet"]) ?? 0,
    tx_packets: count(row["tx-packet"]) ?? 0,
  }));
}

/** Where sessions are, and the column that names their user. */
const SESSIONS = {
  ppp: { path: "/ppp/active", user: "name" },
  hotspot: { path: "/ip/hotspot/active", user: "user" },
} as const;
export type SessionKind = keyof typeof SESSIONS;

/**
 * Ends the running session of a user; true when there was one. Ids of sessions are used again, so the session is
 * looked up by name right before; `ros_id` given: only while the user's session still has it.
 */
export async function kick(
  session: RouterSession,
  username: string,
  { kind = "ppp", ros_id = null }: { kind?: SessionKind; ros_id?: string | null } = {},
): Promise<boolean> {
  const { path, user } = SESSIONS[kind];
  const { rows } = await session.run(`${path}/print`, {
    proplist: [".id", user],
    queries: [`=${user}=${username}`],
  });
  const row = rows.find(
    (candidate) => candidate[user] === username && (ros_id ?? candidate[".id"]) === candidate[".id"],
  );
  if (!row) return false;
  try {
    await session.run(`${path}/remove`, { attributes: { ".id": checkedId(text(row, ".id")) } });
    return true;
  } catch (error) {
    if (isMissingItem(error)) return false;
    throw error;
  }
}

export interface DeviceFacts {
  identity: string | null;
  ros_version: string | null;
  board_name: string | null;
  uptime_seconds: number | null;
  cpu_load: number | null;
}

/** What the router calls itself; null when it does not say. */
export async function readIdentity(session: RouterSession): Promise<string | null> {
  const { rows } = await session.run("/system/identity/print", { proplist: ["name"] });
  return rows[0]?.["name"] ?? null;
}

export async function readDevice(session: RouterSession): Promise<DeviceFacts> {
  const [identity, resource] = await Promise.all([
    readIdentity(session),
    session.run("/system/resource/print", { proplist: ["uptime", "version", "cpu-load", "board-name"] }),
  ]);
  const row = resource.rows[0] ?? {};
  return {
    identity,
    ros_version: row["version"]?.split(" ")[0] ?? null,
    board_name: row["board-name"] ?? null,
    uptime_seconds: parseDuration(row["uptime"] ?? ""),
    cpu_load: count(row["cpu-load"]),
  };
}

/** Reboots; resolves when the router acknowledged or cut the connection, which it often does without a word. */
export async function reboot(session: RouterSession): Promise<void> {
  try {
    await session.run("/system/reboot");
  } catch (error) {
    if (!(error instanceof DriverError) || (error.code !== "ECLOSED" && error.code !== "EFATAL")) throw error;
  }
}
