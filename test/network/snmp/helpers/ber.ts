// The little of BER that a scripted SNMP peer needs; written apart from the library that the agent uses.

export interface Varbind {
  oid: string;
  tag: number;
  /** The value's octets. */
  body: Buffer;
}

export interface Message {
  community: string;
  /** 0xA0 get, 0xA1 next, 0xA3 set, 0xA5 bulk, 0xA2 answer. */
  pdu: number;
  id: number;
  /** Bulk: how many rows; answers: the error. */
  first: number;
  second: number;
  varbinds: Varbind[];
}

function lengthOf(length: number): Buffer {
  if (length < 128) return Buffer.from([length]);
  return length < 256 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 255]);
}

const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
};

export function integerBody(value: number | bigint): Buffer {
  const octets: number[] = [];
  let rest = BigInt(value);
  do {
    octets.unshift(Number(rest & 255n));
    rest >>= 8n;
  } while (!((rest === 0n && (octets[0] ?? 0) < 128) || (rest === -1n && (octets[0] ?? 0) > 127)));
  return Buffer.from(octets);
}

export function oidBody(oid: string): Buffer {
  const [first = 1, second = 3, ...arcs] = oid.split(".").map(Number);
  const octets = [first * 40 + second];
  for (const arc of arcs) {
    const groups = [arc % 128];
    for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128))
      groups.unshift((rest % 128) + 128);
    octets.push(...groups);
  }
  return Buffer.from(octets);
}

class Reader {
  readonly #buffer: Buffer;
  at: number;
  constructor(buffer: Buffer, at = 0) {
    this.#buffer = buffer;
    this.at = at;
  }
  get done(): boolean {
    return this.at >= this.#buffer.length;
  }
  next(): { tag: number; body: Buffer } {
    const tag = this.#buffer.readUInt8(this.at);
    let length = this.#buffer.readUInt8(this.at + 1);
    this.at += 2;
    if (length > 127) {
      const octets = length - 128;
      length = this.#buffer.readUIntBE(this.at, octets);
      this.at += octets;
    }
    const body = this.#buffer.subarray(this.at, this.at + length);
    this.at += length;
    return { tag, body };
  }
}

export function integerOf(body: Buffer): number {
  return Number(BigInt.asIntN(body.length * 8, BigInt(`0x${body.toString("hex") || "0"}`)));
}

function oidOf(body: Buffer): string {
  const [first = 43, ...rest] = body;
  const arcs = [Math.floor(first / 40), first % 40];
  let arc = 0;
  for (const octet of rest) {
    arc = arc * 128 + (octet % 128);
    if (octet < 128) {
      arcs.push(arc);
      arc = 0;
    }
  }
  return arcs.join(".");
}

export function readMessage(datagram: Buffer): Message {
  const message = new Reader(new Reader(datagram).next().body);
  message.next();
  const community = message.next().body.toString("latin1");
  const { tag: pdu, body } = message.next();
  const parts = new Reader(body);
  const [id = 0, first = 0, second = 0] = [parts.next(), parts.next(), parts.next()].map((part) =>
    integerOf(part.body),
  );
  const list = new Reader(parts.next().body);
  const varbinds: Varbind[] = [];
  while (!list.done) {
    const pair = new Reader(list.next().body);
    const oid = oidOf(pair.next().body);
    varbinds.push({ oid, ...pair.next() });
  }
  return { community, pdu, id, first, second, varbinds };
}

export function writeMessage({ community, pdu, id, first, second, varbinds }: Message): Buffer {
  const pairs = varbinds.map(({ oid, tag, body }) => tlv(0x30, tlv(6, oidBody(oid)), tlv(tag, body)));
  return tlv(
    0x30,
    tlv(2, integerBody(1)),
    tlv(4, Buffer.from(community, "latin1")),
    tlv(
      pdu,
      tlv(2, integerBody(id)),
      tlv(2, integerBody(first)),
      tlv(2, integerBody(second)),
      tlv(0x30, ...pairs),
    ),
  );
}
