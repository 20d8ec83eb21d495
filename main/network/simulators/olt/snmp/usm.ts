// SNMPv3's user-based security as a device does it (RFC 3414, 3826, 7860): discovery, the time window, signatures, AES.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { type BerReader, encode, encodeInteger, encodeOid, BerReader as Reader, TAG } from "./ber.ts";
import { PDU, type Pdu, readPdu, writePdu } from "./message.ts";

export interface SnmpUser {
  name: string;
  auth?: { protocol: "md5" | "sha" | "sha224" | "sha256" | "sha384" | "sha512"; password: string };
  priv?: { protocol: "aes" | "aes256b" | "aes256r"; password: string };
  /** May order a reboot. */
  may_write?: boolean;
}

/** Bytes of the signature that travel. */
const SIGNATURE = { md5: 12, sha: 12, sha224: 16, sha256: 24, sha384: 32, sha512: 48 } as const;
const HASH = {
  md5: "md5",
  sha: "sha1",
  sha224: "sha224",
  sha256: "sha256",
  sha384: "sha384",
  sha512: "sha512",
};
const AUTH = 1;
const PRIV = 2;
const REPORTABLE = 4;
const WINDOW_SECONDS = 150;
const MEGABYTE = 1_048_576;

type Hash = keyof typeof HASH;

/** The password repeated to a megabyte and hashed, bound to one device (RFC 3414 §2.6). */
function localKey(hash: Hash, password: Buffer, engine_id: Buffer): Buffer {
  const repeated = Buffer.alloc(MEGABYTE);
  for (let at = 0; at < MEGABYTE; at += password.length) password.copy(repeated, at);
  const key = createHash(HASH[hash]).update(repeated).digest();
  return createHash(HASH[hash]).update(key).update(engine_id).update(key).digest();
}

interface Keys {
  hash: Hash;
  auth: Buffer;
  priv: Buffer | null;
}

function keysOf(user: SnmpUser, engine_id: Buffer): Keys | null {
  if (!user.auth) return null;
  const hash = user.auth.protocol;
  const auth = localKey(hash, Buffer.from(user.auth.password), engine_id);
  if (!user.priv) return { hash, auth, priv: null };
  let key = localKey(hash, Buffer.from(user.priv.password), engine_id);
  const length = user.priv.protocol === "aes" ? 16 : 32;
  for (let last = key; key.length < length; key = Buffer.concat([key, last]))
    // Two ways of making a short key long: hashing all of it again, or taking the last part for a password.
    last =
      user.priv.protocol === "aes256b"
        ? createHash(HASH[hash]).update(key).digest()
        : localKey(hash, last, engine_id);
  return { hash, auth, priv: key.subarray(0, length) };
}

/** Who asked what, and how the answer is to be wrapped; or the report that is all they get; null: nothing at all. */
export type Opened = { user: SnmpUser; pdu: Pdu; answer(pdu: Buffer): Buffer } | { report: Buffer } | null;

interface Head {
  message_id: number;
  flags: number;
  user: string;
  boots: number;
  time: number;
}

export class Usm {
  readonly engine_id: Buffer;
  readonly #users: Map<string, { user: SnmpUser; keys: Keys | null }>;
  readonly #seconds: () => number;
  #problems = 0;

  /** `seconds` since the device's start. */
  constructor(users: readonly SnmpUser[], seconds: () => number) {
    this.engine_id = Buffer.concat([Buffer.from("80001f8805", "hex"), randomBytes(8)]);
    this.#users = new Map(users.map((user) => [user.name, { user, keys: keysOf(user, this.engine_id) }]));
    this.#seconds = seconds;
  }

  /** @throws BerError when the bytes are no message of version 3. */
  open(datagram: Buffer, rest: BerReader): Opened {
    const global = new Reader(rest.next(TAG.SEQUENCE).content);
    const message_id = global.integer();
    global.integer();
    const flags = global.octets()[0] ?? 0;
    const security = new Reader(new Reader(rest.octets()).next(TAG.SEQUENCE).content);
    const engine = security.octets();
    const boots = security.integer();
    const time = security.integer();
    const name = security.octets().toString("utf8");
    const signature = security.octets();
    const salt = security.octets();
    const body = rest.next();
    const head: Head = { message_id, flags, user: name, boots, time };
    if (!engine.equals(this.engine_id)) return this.#report(head, 4, plainRequestId(body.whole, flags));
    const known = this.#users.get(name);
    if (!known) return this.#report(head, 3, 0);
    const { user, keys } = known;
    if (Boolean(flags & AUTH) !== Boolean(user.auth) || Boolean(flags & PRIV) !== Boolean(user.priv))
      return this.#report(head, 1, 0);
    if (keys) {
      const unsigned = Buffer.from(datagram);
      unsigned.fill(
        0,
        signature.byteOffset - datagram.byteOffset,
        signature.byteOffset - datagram.byteOffset + signature.length,
      );
      const right = sign(keys, unsigned);
      if (signature.length !== right.length || !timingSafeEqual(signature, right))
        return this.#report(head, 5, 0);
      if (boots !== 1 || Math.abs(time - this.#seconds()) > WINDOW_SECONDS)
        return this.#report(head, 2, 0, keys);
    }
    let scoped = body.whole;
    if (keys?.priv) {
      const iv = Buffer.concat([uint32(boots), uint32(time), salt]);
      const cipher = createDecipheriv(keys.priv.length === 16 ? "aes-128-cfb" : "aes-256-cfb", keys.priv, iv);
      scoped = Buffer.concat([cipher.update(body.content), cipher.final()]);
    }
    const reader = new Reader(new Reader(scoped).next(TAG.SEQUENCE).content);
    reader.octets();
    const context = reader.octets();
    const pdu = readPdu(reader.next().whole);
    return { user, pdu, answer: (reply) => this.#wrap(head, keys, flags & (AUTH | PRIV), context, reply) };
  }

  /** One of the counters usmStats… (1 level, 2 window, 3 user, 4 engine, 5 digest), which tells what was wrong. */
  #report(head: Head, counter: number, request_id: number, keys: Keys | null = null): Opened {
    if (!(head.flags & REPORTABLE)) return null;
    this.#problems += 1;
    const oid = encodeOid([1, 3, 6, 1, 6, 3, 15, 1, 1, counter, 0]);
    const value = encodeInteger(this.#problems, TAG.COUNTER32);
    const pdu = writePdu({ type: PDU.REPORT, request_id, binds: [[oid, value]] });
    return { report: this.#wrap(head, keys, keys ? AUTH : 0, Buffer.alloc(0), pdu) };
  }

  #wrap(head: Head, keys: Keys | null, flags: number, context: Buffer, pdu: Buffer): Buffer {
    const time = this.#seconds();
    let body = encode(TAG.SEQUENCE, encode(TAG.OCTETS, this.engine_id), encode(TAG.OCTETS, context), pdu);
    let salt = Buffer.alloc(0);
    if (keys?.priv && flags & PRIV) {
      salt = randomBytes(8);
      const iv = Buffer.concat([uint32(1), uint32(time), salt]);
      const cipher = createCipheriv(keys.priv.length === 16 ? "aes-128-cfb" : "aes-256-cfb", keys.priv, iv);
      body = encode(TAG.OCTETS, cipher.update(body), cipher.final());
    }
    const build = (signature: Buffer): Buffer =>
      encode(
        TAG.SEQUENCE,
        encodeInteger(3),
        encode(
          TAG.SEQUENCE,
          encodeInteger(head.message_id),
          encodeInteger(65_507),
          encode(TAG.OCTETS, Uint8Array.of(flags)),
          encodeInteger(3),
        ),
        encode(
          TAG.OCTETS,
          encode(
            TAG.SEQUENCE,
            encode(TAG.OCTETS, this.engine_id),
            encodeInteger(1),
            encodeInteger(time),
            encode(TAG.OCTETS, Buffer.from(head.user)),
            encode(TAG.OCTETS, signature),
            encode(TAG.OCTETS, salt),
          ),
        ),
        body,
      );
    if (!keys || !(flags & AUTH)) return build(Buffer.alloc(0));
    return build(sign(keys, build(Buffer.alloc(SIGNATURE[keys.hash]))));
  }
}

function sign(keys: Keys, message: Buffer): Buffer {
  return createHmac(HASH[keys.hash], keys.auth).update(message).digest().subarray(0, SIGNATURE[keys.hash]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The id of a request whose body is readable, 0 otherwise: a report names it where it can. */
function plainRequestId(scoped: Buffer, flags: number): number {
  if (flags & PRIV) return 0;
  const reader = new Reader(new Reader(scoped).next(TAG.SEQUENCE).content);
  reader.octets();
  reader.octets();
  return readPdu(reader.next().whole).request_id;
}
