// A device's half of SNMP over UDP, versions 2c and 3: who is heard, what they get, and the faults on the way.
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import type { OltFault, OltFaults } from "../faults.ts";
import { BerError, decodeOid, encode, encodeInteger, encodeOid, TAG } from "./ber.ts";
import {
  type Bind,
  ERROR,
  openMessage,
  PDU,
  type Pdu,
  readCommunityMessage,
  writeCommunityMessage,
  writePdu,
} from "./message.ts";
import { spoil } from "./spoil.ts";
import { keyOf, type Tree } from "./tree.ts";
import { type SnmpUser, Usm } from "./usm.ts";

export interface ResponderOptions {
  host: string;
  /** The community accepted in version 2c; null: none is. Anything else gets no answer, as on devices. */
  community: string | null;
  write_community: string | null;
  users: readonly SnmpUser[];
  faults: OltFaults;
  tree: () => Tree;
  /** Carries a write out, or answers the error that it meets. */
  write: (binds: readonly Bind[], may_write: boolean) => number;
  /** Answers are filled up to this size, as devices do that avoid fragments. */
  max_bytes: number;
}

type Binds = (readonly [Buffer, Buffer])[];

interface Reply {
  bytes: Buffer;
  faults: readonly OltFault[];
}

const KINDS: Record<number, string> = {
  [PDU.GET]: "GET",
  [PDU.GETNEXT]: "GETNEXT",
  [PDU.GETBULK]: "GETBULK",
  [PDU.SET]: "SET",
};
const OVERHEAD = 100;
const END = encode(TAG.END_OF_MIB_VIEW);

export class SnmpResponder {
  /** Requests by kind, and datagrams that were not for this device ("unheard"). */
  readonly counts = new Map<string, number>();
  port = 0;
  readonly #options: ResponderOptions;
  readonly #usm: Usm;
  readonly #late = new Set<NodeJS.Timeout>();
  #socket: Socket | null = null;

  constructor(options: ResponderOptions) {
    this.#options = options;
    const started = performance.now();
    this.#usm = new Usm(options.users, () => Math.floor((performance.now() - started) / 1000));
  }

  /** Listens; rejects when the port is taken. */
  async up(port: number): Promise<void> {
    const socket = createSocket({ type: "udp4", recvBufferSize: 1_048_576 });
    socket.on("message", (datagram, from) => this.#hear(socket, datagram, from));
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.bind(port, this.#options.host, resolve);
    });
    socket.removeAllListeners("error");
    // A listener that went away is none of a device's business.
    socket.on("error", () => undefined);
    this.port = socket.address().port;
    this.#socket = socket;
  }

  async down(): Promise<void> {
    for (const timer of this.#late) clearTimeout(timer);
    this.#late.clear();
    const socket = this.#socket;
    this.#socket = null;
    if (socket) await new Promise<void>((resolve) => socket.close(resolve));
  }

  #count(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  #hear(socket: Socket, datagram: Buffer, from: RemoteInfo): void {
    try {
      const reply = this.#open(datagram);
      if (reply) this.#send(socket, from, reply);
    } catch (error) {
      if (!(error instanceof BerError)) throw error;
      this.#count("unheard");
    }
  }

  #open(datagram: Buffer): Reply | null {
    const { version, rest } = openMessage(datagram);
    if (version === 3) {
      const opened = this.#usm.open(datagram, rest);
      this.#count(opened === null ? "unheard" : "report" in opened ? "reported" : "v3");
      if (opened === null) return null;
      if ("report" in opened) return { bytes: opened.report, faults: [] };
      const { pdu, user } = opened;
      const reply = this.#answer(pdu, user.may_write ?? false);
      return reply && { ...reply, bytes: opened.answer(reply.bytes) };
    }
    const { community, pdu } = readCommunityMessage(rest);
    const writer = community === this.#options.write_community;
    if (!writer && community !== this.#options.community) {
      this.#count("unheard");
      return null;
    }
    const reply = this.#answer(pdu, writer);
    return reply && { ...reply, bytes: writeCommunityMessage(community, reply.bytes) };
  }

  /** The PDU that answers, with the faults that strike it; null: no answer. */
  #answer(pdu: Pdu, may_write: boolean): Reply | null {
    this.#count(KINDS[pdu.type] ?? "other");
    const faults = this.#options.faults.take(decodeOid(pdu.binds[0]?.oid ?? Buffer.alloc(0)).join("."));
    const stalls = (fault: OltFault): boolean =>
      fault.kind === "silent" ||
      fault.kind === "loss" ||
      (fault.kind === "stall_bulk" && pdu.type === PDU.GETBULK && pdu.second > (fault.over ?? 0));
    if (faults.some(stalls)) return null;
    const asked: Binds = pdu.binds.map((bind) => [encode(TAG.OID, bind.oid), encode(bind.tag, bind.content)]);
    const refused = faults.find((fault) => fault.kind === "error");
    const request_id = pdu.request_id + (faults.some((fault) => fault.kind === "wrong_id") ? 1 : 0);
    const reply = (error: number, binds: Binds): Reply => ({
      bytes: writePdu({ request_id, error, error_index: error ? 1 : 0, binds }),
      faults,
    });
    if (refused) return reply(refused.code, asked);
    if (pdu.type === PDU.SET) return reply(this.#options.write(pdu.binds, may_write), asked);
    return reply(ERROR.NONE, spoil(this.#read(pdu, faults), faults));
  }

  #read(pdu: Pdu, faults: readonly OltFault[]): Binds {
    if (pdu.type === PDU.GET) return pdu.binds.map((bind) => this.#get(bind));
    const walkers = pdu.binds.map((bind) => walker(this.#options.tree(), bind, faults));
    if (pdu.type === PDU.GETNEXT) return walkers.map((walk) => walk());
    const binds: Binds = walkers.slice(0, pdu.first).map((walk) => walk());
    let left = this.#options.max_bytes - OVERHEAD;
    for (let row = 0; row < pdu.second; row++) {
      let ended = true;
      for (const walk of walkers.slice(pdu.first)) {
        const bind = walk();
        left -= bind[0].length + bind[1].length + 4;
        if (left < 0 && binds.length > 0) return binds;
        binds.push(bind);
        ended &&= bind[1] === END;
      }
      if (ended) break;
    }
    return binds;
  }

  #get({ oid }: Bind): Binds[number] {
    const found = this.#options.tree().get(keyOf(decodeOid(oid)));
    return [encode(TAG.OID, oid), found?.read() ?? encode(TAG.NO_SUCH_INSTANCE)];
  }

  #send(socket: Socket, to: RemoteInfo, { bytes: reply, faults }: Reply): void {
    const malformed = faults.find((fault) => fault.kind === "malformed");
    const bytes = malformed ? malform(reply, malformed.how) : reply;
    const copies = faults.some((fault) => fault.kind === "duplicate") ? 2 : 1;
    const post = (): void => {
      if (socket !== this.#socket) return;
      for (let copy = 0; copy < copies; copy++) socket.send(bytes, to.port, to.address);
    };
    const ms = faults.reduce((sum, fault) => sum + (fault.kind === "delay" ? fault.ms : 0), 0);
    if (ms === 0) {
      post();
      return;
    }
    const timer = setTimeout(() => {
      this.#late.delete(timer);
      post();
    }, ms);
    this.#late.add(timer);
  }
}

/** Steps through the instances behind an OID, one a call; the faults of a walk are in here. */
function walker(tree: Tree, bind: Bind, faults: readonly OltFault[]): () => Binds[number] {
  const asked = encode(TAG.OID, bind.oid);
  if (faults.some((fault) => fault.kind === "repeat")) return () => [asked, encodeInteger(1)];
  const endless = faults.find((fault) => fault.kind === "endless");
  if (endless) {
    const arcs = decodeOid(bind.oid);
    if (arcs.join(".") === endless.oid) arcs.push(0);
    return () => {
      arcs.push((arcs.pop() ?? 0) + 1);
      return [encodeOid(arcs), encodeInteger(arcs.at(-1) ?? 0)];
    };
  }
  const loop = faults.find((fault) => fault.kind === "loop");
  const start = loop?.oid === undefined ? "" : keyOf(loop.oid.split(".").map(Number));
  let last = asked;
  let position = tree.positionAfter(keyOf(decodeOid(bind.oid)));
  return () => {
    let found = tree.from(position);
    if (start && !found?.instance.key.startsWith(start)) found = tree.from(tree.positionAfter(start));
    if (!found) return [last, END];
    position = found.position + 1;
    last = found.instance.oid;
    return [last, found.value];
  };
}

function malform(reply: Buffer, how: "cut" | "noise" | "length" | "version" | "empty"): Buffer {
  if (how === "empty") return Buffer.alloc(0);
  if (how === "cut") return reply.subarray(0, Math.floor(reply.length * 0.6));
  const bytes = Buffer.from(reply);
  if (how === "noise") for (const at of bytes.keys()) bytes[at] = (at * 197 + 91) & 0xff;
  // The outermost length: 200 bytes more than there are.
  else if (how === "length")
    return Buffer.concat([Uint8Array.of(0x30, 0x82), uint16(reply.length + 200), reply.subarray(2)]);
  else bytes[bytes.indexOf(TAG.INTEGER) + 2] = 9;
  return bytes;
}

const uint16 = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 0xff);
