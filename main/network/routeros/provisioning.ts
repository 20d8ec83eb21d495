// Reads and writes what the product keeps on a router: PPP secrets, profiles, sessions; and what it shows of the device.
import type { ObservedSession } from "../../../shared/network/agent-wire.ts";
import type { ActualProfile, ActualSecret, Fields } from "../../../shared/network/sync-plan.rules.ts";
import { parseDuration } from "../../../shared/network/units.rules.ts";
import { DriverError, isMissingItem, type RouterSession, type Row } from "../driver.ts";

const SECRET_COLUMNS = [
  ".id",
  "name",
  "profile",
  "service",
  "disabled",
  "comment",
  "caller-id",
  "remote-address",
];
const PROFILE_COLUMNS = [".id", "name", "rate-limit", "remote-address", "comment"];
const ACTIVE_COLUMNS = [".id", "name", "service", "caller-id", "address", "uptime", "session-id"];
const INTERFACE_COLUMNS = ["name", "rx-byte", "tx-byte"];
const ROS_ID = /^\*[0-9A-Fa-f]+$/;

/** `name=a name=b #|`: rows whose name is one of these. */
function anyName(names: readonly string[], spell: (name: string) => string = (name) => name): string[] {
  const queries = names.map((name) => `=name=${spell(name)}`);
  return names.length > 1 ? [...queries, `#${"|".repeat(names.length - 1)}`] : queries;
}

const text = (row: Row, column: string): string => row[column] ?? "";

/** Never by position, never with an empty id: RouterOS would take another row. */
function checkedId(ros_id: string): string {
  if (!ROS_ID.test(ros_id)) throw new DriverError("EPROTO", "The router gave a row without a usable id.");
  return ros_id;
}

/** All secrets, or those with one of the names. The password is not read: it needs the policy `sensitive`. */
export async function readSecrets(
  session: RouterSession,
  names?: readonly string[],
): Promise<ActualSecret[]> {
  const queries = names ? anyName(names) : [];
  const { rows } = await session.run("/ppp/secret/print", { proplist: SECRET_COLUMNS, queries });
  return rows.map((row) => ({
    ros_id: text(row, ".id"),
    name: text(row, "name"),
    profile: text(row, "profile"),
    service: text(row, "service"),
    disabled: row["disabled"] === "true" || row["disabled"] === "yes",
    comment: text(row, "comment"),
    caller_id: text(row, "caller-id"),
    remote_address: text(row, "remote-address"),
  }));
}

/** All profiles, or those with one of the names. */
export async function readProfiles(
  session: RouterSession,
  names?: readonly string[],
): Promise<ActualProfile[]> {
  if (names?.length === 0) return [];
  const queries = names ? anyName(names) : [];
  const { rows } = await session.run("/ppp/profile/print", { proplist: PROFILE_COLUMNS, queries });
  return rows.map((row) => ({
    ros_id: text(row, ".id"),
    name: text(row, "name"),
    rate_limit: text(row, "rate-limit"),
    remote_address: text(row, "remote-address"),
    comment: text(row, "comment"),
  }));
}

const PATH = { secret: "/ppp/secret", profile: "/ppp/profile" } as const;

export async function addRow(session: RouterSession, what: keyof typeof PATH, fields: Fields): Promise<void> {
  await session.run(`${PATH[what]}/add`, { attributes: fields });
}

export async function setRow(
  session: RouterSession,
  what: keyof typeof PATH,
  ros_id: string,
  fields: Fields,
): Promise<void> {
  await session.run(`${PATH[what]}/set`, { attributes: { ".id": checkedId(ros_id), ...fields } });
}

/** Removes a secret after reading it once more: only while id, name and comment marker are still those planned. */
export async function removeSecret(
  session: RouterSession,
  ros_id: string,
  still_right: (row: ActualSecret) => boolean,
  name: string,
): Promise<void> {
  const row = (await readSecrets(session, [name])).find((secret) => secret.ros_id === ros_id);
  if (!row || !still_right(row)) return;
  try {
    await session.run("/ppp/secret/remove", { attributes: { ".id": checkedId(ros_id) } });
  } catch (error) {
    if (!isMissingItem(error)) throw error;
  }
}

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

/**
 * Ends the running session of a user; true when there was one. Ids of sessions are used again, so the session is
 * looked up by name right before; `ros_id` given: only while the user's session still has it.
 */
export async function kick(
  session: RouterSession,
  username: string,
  ros_id: string | null = null,
): Promise<boolean> {
  const queries = anyName([username]);
  const { rows } = await session.run("/ppp/active/print", { proplist: [".id", "name"], queries });
  const row = rows.find(
    (candidate) => candidate["name"] === username && (ros_id ?? candidate[".id"]) === candidate[".id"],
  );
  if (!row) return false;
  try {
    await session.run("/ppp/active/remove", { attributes: { ".id": checkedId(text(row, ".id")) } });
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
