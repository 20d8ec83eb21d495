// Reads what the product shows of a router and its sessions, and ends sessions.
import type { ObservedSession, SessionToEnd } from "../../../shared/network/agent-wire.ts";
import type { RouterMarks } from "../../../shared/network/plan/guard.rules.ts";
import { parseCount, parseDuration } from "../../../shared/network/units.rules.ts";
import { DriverError, isMissingItem, isNoSuchCommand, type RouterSession, type Row } from "../driver.ts";
import { anyOf, checkedId } from "./rows.ts";
import {
  doubtful,
  type InterfaceOwner,
  interfacesOf,
  numberedOf,
  pppoeInterface,
} from "./session-interfaces.rules.ts";

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

/** Further sessions of one login that are looked for where not all interfaces are printed. */
const FURTHER_SESSIONS = [1, 2, 3];

/** More logins than this are not named one by one: the menu is printed as a whole. */
const DOUBTS_NAMED_MAX = 50;

/** The router's own word of whose a dynamic interface is; none where it has no such menu. */
async function readOwners(session: RouterSession, logins: readonly string[]): Promise<InterfaceOwner[]> {
  const named = logins.length > DOUBTS_NAMED_MAX ? [] : logins.map((name) => `=user=${name}`);
  const { rows } = await session
    .run("/interface/pppoe-server/print", {
      proplist: ["name", "user", "remote-address"],
      queries: anyOf(named),
    })
    .catch((error: unknown) => {
      if (error instanceof DriverError && error.code === "ETRAP") return { rows: [] };
      throw error;
    });
  return rows.map((row) => ({
    name: text(row, "name"),
    username: text(row, "user"),
    mac_address: text(row, "remote-address") || null,
  }));
}

/**
 * The rows of the interfaces' counters, of each session its own; undefined: it is not known which that is.
 * @param is_all false: of the interfaces only those of the logins' own names were printed
 */
async function countersOf(
  session: RouterSession,
  live: readonly ObservedSession[],
  printed: readonly Row[],
  is_all: boolean,
): Promise<(Row | undefined)[]> {
  const counted = new Map(printed.map((row) => [text(row, "name"), row]));
  const doubts = doubtful(live, new Set(counted.keys()));
  const owners = doubts.length === 0 ? [] : await readOwners(session, doubts);
  if (doubts.length > 0 && !is_all) {
    const further = doubts.flatMap((login) => FURTHER_SESSIONS.map((number) => `${login}-${number}`));
    const wanted = new Set([...owners.map(({ name }) => name), ...further.map(pppoeInterface)]);
    const { rows } = await session.run("/interface/print", {
      proplist: INTERFACE_COLUMNS,
      queries: anyName([...wanted]),
    });
    for (const row of rows) counted.set(text(row, "name"), row);
  }
  const own = interfacesOf(live, new Set(counted.keys()), owners);
  return own.map((name) => (name === null ? undefined : counted.get(name)));
}

/**
 * Live PPPoE sessions, all or of the given users; without `counters` their bytes are null, and half as many rows are
 * printed. Rates are null: they need two readings (SessionMeter).
 */
export async function readSessions(
  session: RouterSession,
  { names, counters = true }: { names?: readonly string[]; counters?: boolean } = {},
): Promise<ObservedSession[]> {
  if (names?.length === 0) return [];
  // Beside `anika-1` also `anika`, whose second session's interface would be called alike.
  const asked = names && [
    ...new Set(names.flatMap((name) => [name, ...(numberedOf(name) ? [numberedOf(name)] : [])])),
  ];
  const logins = asked?.filter((name) => name !== null) ?? null;
  const active = session.run("/ppp/active/print", {
    proplist: ACTIVE_COLUMNS,
    queries: logins ? anyName(logins) : [],
  });
  const print = counters
    ? session.run("/interface/print", {
        proplist: INTERFACE_COLUMNS,
        queries: logins ? anyName(logins, pppoeInterface) : ["type=pppoe-in"],
      })
    : null;
  const [{ rows }, interfaces] = await Promise.all([active, print]);
  // Other tunnels' interfaces are of another type.
  const dialled = rows.filter((row) => ["", "pppoe"].includes(text(row, "service")));
  const others = rows.filter((row) => !dialled.includes(row));
  const live = [...dialled, ...others].map(
    (row): ObservedSession => ({
      ros_id: text(row, ".id"),
      session_id: text(row, "session-id"),
      connection: "PPPOE",
      username: text(row, "name"),
      ip_address: text(row, "address") || null,
      mac_address: text(row, "caller-id") || null,
      uptime_seconds: parseDuration(text(row, "uptime")) ?? 0,
      bytes_in: null,
      bytes_out: null,
      rate_in_bps: null,
      rate_out_bps: null,
    }),
  );
  const own =
    interfaces === null
      ? []
      : await countersOf(session, live.slice(0, dialled.length), interfaces.rows, logins === null);
  return live.flatMap((one, at) => {
    if (names && !names.includes(one.username)) return [];
    // The router's tx on the customer's interface is what the customer receives.
    const bytes_in = parseCount(own[at]?.["tx-byte"]);
    return [{ ...one, bytes_in, bytes_out: parseCount(own[at]?.["rx-byte"]) }];
  });
}

/** Live hotspot sessions, all or of the given users; none where the router has no hotspot. */
export async function readHotspotSessions(
  session: RouterSession,
  names?: readonly string[],
): Promise<ObservedSession[]> {
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
    connection: "HOTSPOT",
    username: text(row, "user"),
    ip_address: text(row, "address") || null,
    mac_address: text(row, "mac-address") || null,
    uptime_seconds: parseDuration(text(row, "uptime")) ?? 0,
    // Here, too, the router speaks from its own side: in is what the customer sent.
    bytes_in: parseCount(row["bytes-out"]),
    bytes_out: parseCount(row["bytes-in"]),
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

/** The router's own interfaces, without the dynamic ones of subscribers and those whose counters say nothing. */
export async function readInterfaces(session: RouterSession): Promise<InterfaceCounters[]> {
  const { rows } = await session.run("/interface/print", {
    proplist: ["name", "rx-byte", "tx-byte", "rx-packet", "tx-packet"],
    queries: ["type=pppoe-in", "#!"],
  });
  return rows.flatMap((row) => {
    const [rx_bytes, tx_bytes] = [parseCount(row["rx-byte"]), parseCount(row["tx-byte"])];
    if (rx_bytes === null || tx_bytes === null) return [];
    const [rx_packets, tx_packets] = [parseCount(row["rx-packet"]) ?? 0, parseCount(row["tx-packet"]) ?? 0];
    return [{ name: text(row, "name"), rx_bytes, tx_bytes, rx_packets, tx_packets }];
  });
}

/** Where sessions are, and the column that names their user. */
const SESSIONS = {
  PPPOE: { path: "/ppp/active", user: "name" },
  HOTSPOT: { path: "/ip/hotspot/active", user: "user" },
} as const;
export type SessionKind = keyof typeof SESSIONS;

/** A session cut to whole seconds, seen by one clock and read by another: less than this is the same one. */
const UPTIME_SLACK_SECONDS = 15;

/** Whether the row is the very session that was seen: its id alone is used again by the next one. */
function isMeant(row: Row, { ros_id, session_id, uptime_seconds }: SessionToEnd): boolean {
  if (ros_id !== null && row[".id"] !== ros_id) return false;
  if (session_id) return row["session-id"] === session_id;
  const uptime = parseDuration(text(row, "uptime")) ?? 0;
  return uptime_seconds === null || uptime + UPTIME_SLACK_SECONDS >= uptime_seconds;
}

/** How many live sessions there are, without a row printed; null: the router does not say. */
export async function countSessions(session: RouterSession, kind: SessionKind): Promise<number | null> {
  try {
    const { done } = await session.run(`${SESSIONS[kind].path}/print`, { attributes: { "count-only": "" } });
    return parseCount(done["ret"]);
  } catch (error) {
    if (isNoSuchCommand(error)) return 0;
    throw error;
  }
}

/**
 * Ends the running session of a user; true when there was one. Ids of sessions are used again, so the session is
 * looked up by name right before, and ended only where it is the one that is meant.
 * @param signal aborted: the session was found and is left alone. Throws its reason.
 */
export async function kick(
  session: RouterSession,
  meant: Pick<SessionToEnd, "username" | "connection"> & Partial<SessionToEnd>,
  signal?: AbortSignal,
): Promise<boolean> {
  const { path, user } = SESSIONS[meant.connection];
  const { rows } = await session.run(`${path}/print`, {
    proplist: [".id", user, "session-id", "uptime"],
    queries: [`=${user}=${meant.username}`],
  });
  const wanted = { ros_id: null, session_id: null, uptime_seconds: null, ...meant };
  const row = rows.find((candidate) => candidate[user] === meant.username && isMeant(candidate, wanted));
  if (!row) return false;
  signal?.throwIfAborted();
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
async function readIdentity(session: RouterSession): Promise<string | null> {
  const { rows } = await session.run("/system/identity/print", { proplist: ["name"] });
  return rows[0]?.["name"] ?? null;
}

/** By connection: the box at its other end does not become another one. What it merely refused just now is not kept. */
const serials = new WeakMap<RouterSession, string | null>();

/** The serial number of the board; null where there is none, as on virtual routers. Asked once a connection. */
async function readSerial(session: RouterSession): Promise<string | null> {
  const known = serials.get(session);
  if (known !== undefined) return known;
  let serial: string | null = null;
  try {
    const { rows } = await session.run("/system/routerboard/print", { proplist: ["serial-number"] });
    serial = rows[0]?.["serial-number"] || null;
  } catch (error) {
    if (!(error instanceof DriverError) || error.code !== "ETRAP") throw error;
    if (!isNoSuchCommand(error)) return null;
  }
  serials.set(session, serial);
  return serial;
}

/** What tells the router from another one behind its address. Throws DriverError. */
export async function readMarks(session: RouterSession): Promise<RouterMarks> {
  const [identity, serial_number] = await Promise.all([readIdentity(session), readSerial(session)]);
  return { identity, serial_number };
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
    cpu_load: parseCount(row["cpu-load"], 100),
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
