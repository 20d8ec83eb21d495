// What the simulated router does for each command word after the login.
import { matches } from "./query.ts";
import { checkTypes, measuredQueue } from "./queues.ts";
import { DEVICE_READS } from "./router-device.ts";
import type { RouterState, Table } from "./router-state.ts";
import { type SimulatedTable, truth, type Values } from "./tables.ts";
import { Trap } from "./trap.ts";

export interface Request {
  command: string;
  attributes: Readonly<Record<string, string>>;
  queries: readonly string[];
}

/** Rows for `!re`, attributes of `!done`, and what happens to the connection afterwards. */
export interface Answer {
  rows?: Record<string, string>[];
  done?: Record<string, string>;
  reboot?: boolean;
}

type Handler = (state: RouterState, request: Request) => Answer;

/** Fields that are unset: no value says that there is none. */
const UNSET_ONLY = new Set(["remote-address", "local-address", "address", "mac-address", "queue-type"]);
const SECRET_FIELDS = new Set([
  "name",
  "password",
  "service",
  "profile",
  "comment",
  "disabled",
  "caller-id",
  "local-address",
  "remote-address",
  "limit-bytes-in",
  "limit-bytes-out",
  "routes",
  "remote-ipv6-prefix",
]);
const PROFILE_FIELDS = new Set([
  "name",
  "rate-limit",
  "comment",
  "local-address",
  "remote-address",
  "dns-server",
  "address-list",
  "only-one",
  "parent-queue",
  "queue-type",
  "session-timeout",
  "remote-ipv6-prefix-pool",
  "dhcpv6-pd-pool",
]);
/** Mean size of a packet, for packet counters. */
const PACKET_BYTES = 800;
const ID_LIST = /^\*[0-9A-Fa-f]+(,\*[0-9A-Fa-f]+)*$/;

function refuseEmpty(name: string, value: string): void {
  if (value === "" && UNSET_ONLY.has(name)) throw new Trap(`invalid value for argument ${name}`, 1);
}

/** The field that a command unsets. */
function unsetField(request: Request, allowed: Iterable<string>): string {
  const field = request.attributes["value-name"] ?? "";
  if (![...allowed].includes(field)) throw new Trap("input does not match any value of value-name", 1);
  return field;
}

function values(request: Request, allowed: ReadonlySet<string>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.attributes)) {
    if (name.startsWith(".") || name === "numbers") continue;
    if (!allowed.has(name)) throw new Trap(`unknown parameter ${name}`, 1);
    refuseEmpty(name, value);
    result[name] = name === "disabled" ? truth(value) : value;
  }
  return result;
}

function ids(request: Request, table: Table): string[] {
  const list = request.attributes[".id"] ?? request.attributes["numbers"] ?? "";
  if (!ID_LIST.test(list)) throw new Trap("no such item", 0);
  for (const id of list.split(",")) if (!table.has(id)) throw new Trap("no such item", 0);
  return list.split(",");
}

function print(rows: Iterable<Record<string, string>>, request: Request): Answer {
  const columns = request.attributes[".proplist"]?.split(",");
  const found = [...rows].filter((row) => matches(row, request.queries));
  if (request.attributes["count-only"] !== undefined) return { done: { ret: String(found.length) } };
  if (!columns) return { rows: found };
  return {
    rows: found.map((row) => {
      const shown: Record<string, string> = {};
      for (const column of columns) {
        const value = row[column];
        if (value !== undefined) shown[column] = value;
      }
      return shown;
    }),
  };
}

function duration(milliseconds: number): string {
  const total = Math.max(0, Math.floor(milliseconds / 1000));
  const parts: [number, string][] = [
    [Math.floor(total / 604_800), "w"],
    [Math.floor(total / 86_400) % 7, "d"],
    [Math.floor(total / 3600) % 24, "h"],
    [Math.floor(total / 60) % 60, "m"],
    [total % 60, "s"],
  ];
  return (
    parts
      .filter(([count]) => count > 0)
      .map((part) => part.join(""))
      .join("") || "0s"
  );
}

const activeRows = (state: RouterState): Record<string, string>[] =>
  state.sessions().map((session) => ({
    ".id": session.ros_id,
    name: session.name,
    service: "pppoe",
    "caller-id": session.caller_id,
    address: session.address,
    uptime: duration(state.options.now() - session.started_at),
    encoding: "",
    "session-id": session.session_id,
    radius: "false",
  }));

/** Whose each dynamic interface is. */
const serverRows = (state: RouterState): Record<string, string>[] =>
  state.sessions().map((session) => ({
    name: session.interface,
    user: session.name,
    "remote-address": session.caller_id,
    service: "service1",
  }));

function interfaceRows(state: RouterState): Record<string, string>[] {
  let up = 0;
  let down = 0;
  const dynamic = state.sessions().map((session) => {
    const { rx_bytes, tx_bytes } = state.counters(session);
    up += rx_bytes;
    down += tx_bytes;
    return {
      ".id": session.ros_id.replace("*8000", "*F"),
      name: session.interface,
      type: "pppoe-in",
      running: "true",
      disabled: "false",
      "rx-byte": String(rx_bytes),
      "tx-byte": String(tx_bytes),
    };
  });
  const fixed = (rx: number, tx: number): Record<string, string> => ({
    type: "ether",
    running: "true",
    disabled: "false",
    "rx-byte": String(rx),
    "tx-byte": String(tx),
    "rx-packet": String(Math.ceil(rx / PACKET_BYTES)),
    "tx-packet": String(Math.ceil(tx / PACKET_BYTES)),
  });
  return [
    { ".id": "*1", name: "ether1", ...fixed(down, up) },
    { ".id": "*2", name: "ether2", ...fixed(up, down) },
    ...dynamic,
  ];
}

function monitorTraffic(state: RouterState, request: Request): Answer {
  if (request.attributes["once"] === undefined) throw new Trap("only once is simulated", 1);
  const name = request.attributes["interface"] ?? "";
  const total = (at: number, direction: "rx_bytes" | "tx_bytes"): number =>
    state.sessions().reduce((sum, session) => {
      if (name !== "ether1" && name !== "ether2" && name !== session.interface) return sum;
      return sum + state.counters({ ...session, started_at: session.started_at + at })[direction];
    }, 0);
  if (!interfaceRows(state).some((row) => row["name"] === name))
    throw new Trap("input does not match any value of interface", 1);
  // The last second: counters now less the counters of sessions one second younger.
  const rx = (total(0, "rx_bytes") - total(1000, "rx_bytes")) * 8;
  const tx = (total(0, "tx_bytes") - total(1000, "tx_bytes")) * 8;
  const [in_bps, out_bps] = name === "ether1" ? [tx, rx] : [rx, tx];
  return {
    rows: [
      {
        name,
        "rx-bits-per-second": String(in_bps),
        "tx-bits-per-second": String(out_bps),
        "rx-packets-per-second": String(Math.ceil(in_bps / 8 / PACKET_BYTES)),
        "tx-packets-per-second": String(Math.ceil(out_bps / 8 / PACKET_BYTES)),
      },
    ],
  };
}

function resource(state: RouterState): Record<string, string> {
  const now = state.options.now();
  const sessions = state.sessions().length;
  return {
    uptime: duration(now - state.started_at),
    version: `${state.options.version} (stable)`,
    "cpu-load": String(Math.min(99, Math.floor(3 + sessions / 20 + 4 * Math.abs(Math.sin(now / 20_000))))),
    "cpu-count": "4",
    "free-memory": String(700_000_000 - sessions * 40_000),
    "total-memory": "1073741824",
    "free-hdd-space": "100000000",
    "board-name": state.options.board_name,
    "architecture-name": "arm64",
  };
}

function profileValues(state: RouterState, request: Request): Record<string, string> {
  const said = values(request, PROFILE_FIELDS);
  checkTypes(state.queue_types, said["queue-type"] ?? "", "queue-type");
  return said;
}

function profileRemove(state: RouterState, request: Request): Answer {
  for (const id of ids(request, state.profiles)) {
    const name = state.profiles.get(id)?.["name"];
    if (name === "default" || name === "default-encryption")
      throw new Trap("failure: can not remove default", null);
    state.profiles.delete(id);
  }
  return {};
}

function eachSecret(state: RouterState, request: Request, change: (id: string) => void): Answer {
  for (const id of ids(request, state.secrets)) change(id);
  return {};
}

/** The tables beside those of PPP, by their menu. */
export const TABLES: Readonly<Record<string, (state: RouterState) => SimulatedTable>> = {
  "/ip/hotspot/user": (state) => state.hotspot.users,
  "/ip/hotspot/user/profile": (state) => state.hotspot.profiles,
  "/queue/simple": (state) => state.queues,
  "/queue/type": (state) => state.queue_types,
  "/ip/firewall/address-list": (state) => state.address_lists,
};

/** What a command says beside which row it means. */
function said(request: Request): Values {
  const { ".id": _id, numbers: _numbers, ...values } = request.attributes;
  for (const [name, value] of Object.entries(values)) refuseEmpty(name, value);
  return values;
}

function tableCommands(path: string, of: (state: RouterState) => SimulatedTable): Record<string, Handler> {
  const change = (does: (table: SimulatedTable, id: string, request: Request) => void): Handler => {
    return (state, request) => {
      does(of(state), request.attributes[".id"] ?? request.attributes["numbers"] ?? "", request);
      return {};
    };
  };
  return {
    [`${path}/add`]: (state, request) => ({ done: { ret: of(state).add(said(request)) } }),
    [`${path}/set`]: change((table, id, request) => table.set(id, said(request))),
    [`${path}/unset`]: change((table, id, request) =>
      table.unset(id, unsetField(request, table.rules.fields)),
    ),
    [`${path}/enable`]: change((table, id) => table.set(id, { disabled: "no" })),
    [`${path}/disable`]: change((table, id) => table.set(id, { disabled: "yes" })),
    [`${path}/remove`]: change((table, id) => table.remove(id)),
  };
}

const TABLE_WRITES: Record<string, Handler> = Object.assign(
  {},
  ...Object.entries(TABLES).map(([path, of]) => tableCommands(path, of)),
);
const TABLE_READS: Record<string, Handler> = {
  ...Object.fromEntries(
    Object.entries(TABLES).map(([path, of]): [string, Handler] => [
      `${path}/print`,
      (state, request) => print(of(state).rows.values(), request),
    ]),
  ),
  "/ip/hotspot/user/print": (state, request) => print(state.hotspot.printedUsers(), request),
  "/queue/simple/print": (state, request) =>
    print([...state.queues.rows.values(), ...state.hotspot.queues()].map(measuredQueue), request),
};

/** Commands that need the policy `write` (or `reboot`); all others are reads. */
export const WRITES: Readonly<Record<string, Handler>> = {
  ...TABLE_WRITES,
  "/ip/hotspot/active/remove": (state, request) => {
    state.hotspot.kick(request.attributes[".id"] ?? "");
    return {};
  },
  "/ppp/secret/add": (state, request) => ({ done: { ret: state.addSecret(values(request, SECRET_FIELDS)) } }),
  "/ppp/secret/set": (state, request) =>
    eachSecret(state, request, (id) => state.setSecret(id, values(request, SECRET_FIELDS))),
  "/ppp/secret/unset": (state, request) =>
    eachSecret(state, request, (id) => state.setSecret(id, { [unsetField(request, SECRET_FIELDS)]: "" })),
  "/ppp/secret/enable": (state, request) =>
    eachSecret(state, request, (id) => state.setSecret(id, { disabled: "false" })),
  "/ppp/secret/disable": (state, request) =>
    eachSecret(state, request, (id) => state.setSecret(id, { disabled: "true" })),
  "/ppp/secret/remove": (state, request) => eachSecret(state, request, (id) => state.removeSecret(id)),
  "/ppp/profile/add": (state, request) => ({
    done: { ret: state.addProfile(profileValues(state, request)) },
  }),
  "/ppp/profile/set": (state, request) => {
    for (const id of ids(request, state.profiles))
      Object.assign(state.profiles.get(id) ?? {}, profileValues(state, request));
    return {};
  },
  "/ppp/profile/unset": (state, request) => {
    const field = unsetField(request, PROFILE_FIELDS);
    for (const id of ids(request, state.profiles))
      Object.assign(state.profiles.get(id) ?? {}, { [field]: "" });
    return {};
  },
  "/ppp/profile/remove": profileRemove,
  "/ppp/active/remove": (state, request) => {
    const list = request.attributes[".id"] ?? "";
    if (!ID_LIST.test(list)) throw new Trap("no such item", 0);
    for (const id of list.split(",")) state.kick(id);
    return {};
  },
  "/system/identity/set": (state, request) => {
    state.identity = request.attributes["name"] ?? state.identity;
    return {};
  },
  "/system/reboot": (state) => {
    state.reboot();
    return { reboot: true };
  },
};

export const READS: Readonly<Record<string, Handler>> = {
  ...TABLE_READS,
  "/ip/hotspot/active/print": (state, request) => print(state.hotspot.active(), request),
  ...DEVICE_READS,
  "/ppp/secret/print": (state, request) => print(state.secrets.values(), request),
  "/ppp/profile/print": (state, request) => print(state.profiles.values(), request),
  "/ppp/active/print": (state, request) => print(activeRows(state), request),
  "/interface/print": (state, request) => print(interfaceRows(state), request),
  "/interface/pppoe-server/print": (state, request) => print(serverRows(state), request),
  "/interface/monitor-traffic": monitorTraffic,
  "/system/identity/print": (state, request) => print([{ name: state.identity }], request),
  "/system/resource/print": (state, request) => print([resource(state)], request),
};
