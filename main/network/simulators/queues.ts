// The simulated router's simple queues, their types, and its address lists.
import { SimulatedTable, type Values } from "./tables.ts";
import { Trap } from "./trap.ts";

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
const isHost = (text: string): boolean =>
  IPV4.test(text) && text.split(".").every((part) => Number(part) <= 255);

/** `10M/2500k` as the router keeps it: bits, `10000000/2500000`. */
function bits(field: string, value: string): string {
  const side = (text: string): string => {
    const match = /^(\d+)([kMG]?)$/.exec(text);
    if (!match) throw new Trap(`invalid value for argument ${field}`, 1);
    return String(Number(match[1]) * ({ k: 1e3, M: 1e6, G: 1e9 }[match[2] ?? ""] ?? 1));
  };
  const [up = "", down = up] = value.split("/");
  return `${side(up)}/${side(down)}`;
}

function seconds(value: string): string {
  const [up = "", down = up] = value.split("/");
  for (const side of [up, down])
    if (!/^\d+s$/.test(side)) throw new Trap("invalid value for argument burst-time", 1);
  return `${up}/${down}`;
}

function target(value: string): string {
  const [host = "", mask = "32"] = value.split("/");
  if (!isHost(host) || !/^\d+$/.test(mask) || Number(mask) > 32)
    throw new Trap("input does not match any value of target", 1);
  return `${host}/${mask}`;
}

/** The types of queues that every router has. */
export const queueTypes = (): SimulatedTable =>
  new SimulatedTable({
    path: "/queue/type",
    fields: ["name", "kind", "pcq-rate", "pcq-classifier"],
    defaults: { kind: "pfifo" },
    own: {
      "*1": { name: "default", default: "true" },
      "*2": { name: "default-small", default: "true" },
      "*3": { name: "pcq-upload-default", kind: "pcq", default: "true" },
      "*4": { name: "pcq-download-default", kind: "pcq", default: "true" },
    },
    unique: ({ name = "" }) => name,
    duplicate: "failure: already have such name",
    keeps_own: "failure: can not remove default queue type",
  });

/** Refuses a pair of types that the router does not have. */
export function checkTypes(types: SimulatedTable, value: string, parameter: string): void {
  const names = new Set([...types.rows.values()].map(({ name }) => name));
  for (const name of value.split("/"))
    if (name !== "" && !names.has(name)) throw new Trap(`input does not match any value of ${parameter}`, 1);
}

export const simpleQueues = (types: SimulatedTable): SimulatedTable =>
  new SimulatedTable({
    path: "/queue/simple",
    fields: [
      "name",
      "target",
      "max-limit",
      "limit-at",
      "burst-limit",
      "burst-threshold",
      "burst-time",
      "priority",
      "queue",
      "parent",
      "comment",
      "disabled",
    ],
    defaults: {
      target: "",
      "max-limit": "0/0",
      "limit-at": "0/0",
      "burst-limit": "0/0",
      "burst-threshold": "0/0",
      "burst-time": "0s/0s",
      priority: "8/8",
      queue: "default-small/default-small",
      parent: "none",
      disabled: "false",
    },
    unique: ({ name = "" }) => name,
    duplicate: "failure: already have such name",
    take: (field, value) => {
      if (["max-limit", "limit-at", "burst-limit", "burst-threshold"].includes(field))
        return bits(field, value);
      if (field === "burst-time") return seconds(value);
      if (field === "target") return target(value);
      if (field === "queue") {
        checkTypes(types, value, "queue");
        return value.includes("/") ? value : `${value}/${value}`;
      }
      return value;
    },
    check: ({ name = "" }) => {
      if (name === "") throw new Trap("failure: name can not be empty", null);
    },
  });

/** Bits of a packet, for packet counters. */
const PACKET_BITS = 6_400;

/** A queue with what it lets through: a steady part of its limit, less of it up than down. */
export function measuredQueue(row: Values): Values {
  const [up = "0", down = "0"] = bits("max-limit", row["max-limit"] ?? "0/0").split("/");
  const part = (limit: string, share: number): number =>
    row["disabled"] === "true" ? 0 : Math.floor((Number(limit) || 20e6) * share);
  const rates = [part(up, 0.06), part(down, 0.22)];
  const packets = rates.map((rate) => Math.ceil(rate / PACKET_BITS));
  return { ...row, rate: rates.join("/"), "packet-rate": packets.join("/") };
}

export const addressLists = (): SimulatedTable =>
  new SimulatedTable({
    path: "/ip/firewall/address-list",
    fields: ["list", "address", "comment", "disabled", "timeout"],
    defaults: { disabled: "false" },
    unique: ({ list = "", address = "" }) => `${list} ${address}`,
    duplicate: "failure: already have such entry",
    take: (field, value) => (field === "address" ? value.replace(/\/32$/, "") : value),
    check: (row: Values) => {
      if (!row["list"]) throw new Trap("missing value(s) of argument(s) list", 1);
      if (!row["address"]) throw new Trap("missing value(s) of argument(s) address", 1);
      // One address, a network, or a range.
      if (!(row["address"] ?? "").split("-").every((end) => isHost(end.split("/")[0] ?? "")))
        throw new Trap(`failure: ${row["address"]} is not a valid dns name`, null);
    },
  });
