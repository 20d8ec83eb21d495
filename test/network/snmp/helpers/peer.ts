// A small scripted SNMP device over real UDP: rows, faults of every kind on demand, and a record of all that is written.
import { createSocket } from "node:dgram";
import { existsSync, readFileSync } from "node:fs";
import {
  integerBody,
  integerOf,
  type Message,
  oidBody,
  readMessage,
  type Varbind,
  writeMessage,
} from "./ber.ts";

export interface Row {
  tag: number;
  body: Buffer;
}
export type Rows = Map<string, Row>;

export const integer = (value: number | bigint): Row => ({ tag: 2, body: integerBody(value) });
export const octets = (value: string | Buffer): Row => ({ tag: 4, body: Buffer.from(value as string) });
const oid = (value: string): Row => ({ tag: 6, body: oidBody(value) });
const ticks = (value: number): Row => ({ tag: 67, body: integerBody(value) });

/** sysDescr, sysObjectID and sysUpTime. */
export function systemRows(object_id: string, up_seconds = 5_000): Rows {
  return new Map([
    ["1.3.6.1.2.1.1.1.0", octets("A device of a test")],
    ["1.3.6.1.2.1.1.2.0", oid(object_id)],
    ["1.3.6.1.2.1.1.3.0", ticks(up_seconds * 100)],
  ]);
}

const FOLDER = new URL("../../../../../shared/data/olt/", import.meta.url);
export const recordingsHere = existsSync(FOLDER);

/** A recorded walk (`oid|tag|value` a line); null: the folder of recordings is not here. */
export function recorded(name: string): Rows {
  const rows: Rows = new Map();
  for (const line of readFileSync(new URL(`${name}.snmprec`, FOLDER), "latin1").split("\n")) {
    const [key, kind, ...rest] = line.split("|");
    if (!key || !kind) continue;
    const value = rest.join("|");
    const tag = Number.parseInt(kind, 10);
    if (kind.endsWith("x")) rows.set(key, { tag, body: Buffer.from(value, "hex") });
    else if (tag === 4) rows.set(key, { tag, body: Buffer.from(value, "latin1") });
    else if (tag === 6) rows.set(key, oid(value.replace(/^\./, "")));
    else if (tag === 64) rows.set(key, { tag, body: Buffer.from(value.split(".").map(Number)) });
    else rows.set(key, { tag, body: integerBody(BigInt(value)) });
  }
  return rows;
}

function compare(a: string, b: string): number {
  const left = a.split(".").map(Number);
  const right = b.split(".").map(Number);
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

export interface Written {
  community: string;
  writes: { oid: string; value: number }[];
}

export interface PeerOptions {
  rows: Rows;
  community?: string;
  write_community?: string;
  /** What goes out in place of the answer; null: nothing. Undefined: the answer. */
  fault?: (request: Message, answer: Message) => Buffer[] | null | undefined;
  /** What a SET does to the rows. */
  onSet?: (write: { oid: string; value: number }, rows: Rows) => void;
  /** What the telling of a cell does to the rows. */
  onTold?: (cell: { oid: string; row: Row | undefined }, rows: Rows) => void;
}

export interface Peer {
  port: number;
  rows: Rows;
  /** Everything that came as SET, taken or not. */
  written: Written[];
  requests: Message[];
  /** After changing which rows there are. */
  changed(): void;
  fault: PeerOptions["fault"];
  close(): Promise<void>;
}

const END: Row = { tag: 0x82, body: Buffer.alloc(0) };
const NONE: Row = { tag: 0x80, body: Buffer.alloc(0) };

export async function startPeer(options: PeerOptions): Promise<Peer> {
  const { rows, community = "public", write_community = "private" } = options;
  let keys = [...rows.keys()].sort(compare);
  const socket = createSocket("udp4");

  const after = (from: string): number => {
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(keys[middle] ?? "", from) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const at = (index: number, asked: string): Varbind => {
    const key = keys[index];
    return key === undefined ? { oid: asked, ...END } : { oid: key, ...(rows.get(key) ?? END) };
  };

  function answer(request: Message): Message {
    const reply: Message = { ...request, pdu: 0xa2, first: 0, second: 0 };
    const [asked] = request.varbinds;
    if (request.pdu === 0xa0)
      reply.varbinds = request.varbinds.map(({ oid: name }) => ({ oid: name, ...(rows.get(name) ?? NONE) }));
    else if (request.pdu === 0xa1)
      reply.varbinds = request.varbinds.map(({ oid: name }) => at(after(name), name));
    else if (request.pdu === 0xa5 && asked) {
      const from = after(asked.oid);
      const many = Math.min(request.second, keys.length - from + 1);
      reply.varbinds = Array.from({ length: many }, (_, i) => at(from + i, keys.at(-1) ?? asked.oid));
    } else if (request.pdu === 0xa3) {
      const writes = request.varbinds.map(({ oid: name, body }) => ({ oid: name, value: integerOf(body) }));
      peer.written.push({ community: request.community, writes });
      if (request.community !== write_community) return { ...reply, first: 6, second: 1 };
      for (const write of writes) options.onSet?.(write, rows);
    }
    return reply;
  }

  const peer: Peer = {
    port: 0,
    rows,
    written: [],
    requests: [],
    fault: options.fault,
    changed: () => {
      keys = [...rows.keys()].sort(compare);
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };

  socket.on("message", (datagram, from) => {
    const request = readMessage(datagram);
    peer.requests.push(request);
    if (request.community !== community && request.community !== write_community) return;
    const reply = answer(request);
    const out = peer.fault?.(request, reply);
    for (const one of out === undefined ? [writeMessage(reply)] : (out ?? []))
      socket.send(one, from.port, from.address);
    for (const { oid: told } of reply.varbinds) options.onTold?.({ oid: told, row: rows.get(told) }, rows);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  peer.port = socket.address().port;
  return peer;
}
