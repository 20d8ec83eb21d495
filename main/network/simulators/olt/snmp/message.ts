// SNMP's protocol data units, read from and written to bytes (RFC 3416).
import { BerError, BerReader, encode, encodeInteger, TAG } from "./ber.ts";

export const PDU = {
  GET: 0xa0,
  GETNEXT: 0xa1,
  RESPONSE: 0xa2,
  SET: 0xa3,
  GETBULK: 0xa5,
  REPORT: 0xa8,
} as const;

export const ERROR = {
  NONE: 0,
  TOO_BIG: 1,
  GENERAL: 5,
  NO_ACCESS: 6,
  WRONG_TYPE: 7,
  WRONG_VALUE: 10,
  NOT_WRITABLE: 17,
} as const;

/** What a bind asks for or sets: the OID, and the value with its tag. */
export interface Bind {
  /** The OID's content, without its tag. */
  oid: Buffer;
  tag: number;
  content: Buffer;
}

export interface Pdu {
  type: number;
  request_id: number;
  /** GETBULK: how many binds are asked for once; otherwise the error's code. */
  first: number;
  /** GETBULK: how often the others are repeated; otherwise the error's place. */
  second: number;
  binds: Bind[];
}

/** @throws BerError when the bytes are no PDU. */
export function readPdu(bytes: Buffer): Pdu {
  const { tag, content } = new BerReader(bytes).next();
  const reader = new BerReader(content);
  const pdu: Pdu = {
    type: tag,
    request_id: reader.integer(),
    first: reader.integer(),
    second: reader.integer(),
    binds: [],
  };
  const list = new BerReader(reader.next(TAG.SEQUENCE).content);
  while (!list.done) {
    const bind = new BerReader(list.next(TAG.SEQUENCE).content);
    const oid = bind.next(TAG.OID).content;
    pdu.binds.push({ oid, ...bind.next() });
  }
  return pdu;
}

/** `binds`: each an OID with its tag and a value with its tag. */
export interface ReplyPdu {
  type?: number;
  request_id: number;
  error?: number;
  error_index?: number;
  binds: readonly (readonly [Buffer, Buffer])[];
}

export function writePdu({
  type = PDU.RESPONSE,
  request_id,
  error = 0,
  error_index = 0,
  binds,
}: ReplyPdu): Buffer {
  return encode(
    type,
    encodeInteger(request_id),
    encodeInteger(error),
    encodeInteger(error_index),
    encode(TAG.SEQUENCE, ...binds.map(([oid, value]) => encode(TAG.SEQUENCE, oid, value))),
  );
}

/** Version 2c: whose community it is and what it asks. */
export function readCommunityMessage(reader: BerReader): { community: string; pdu: Pdu } {
  const community = reader.octets().toString("latin1");
  const { whole } = reader.next();
  return { community, pdu: readPdu(whole) };
}

export function writeCommunityMessage(community: string, pdu: Buffer): Buffer {
  return encode(TAG.SEQUENCE, encodeInteger(1), encode(TAG.OCTETS, Buffer.from(community, "latin1")), pdu);
}

/** A datagram's version and what follows it. @throws BerError when it is no SNMP message. */
export function openMessage(datagram: Buffer): { version: number; rest: BerReader } {
  const rest = new BerReader(new BerReader(datagram).next(TAG.SEQUENCE).content);
  const version = rest.integer();
  if (version !== 1 && version !== 3) throw new BerError(`version ${version} is not spoken here`);
  return { version, rest };
}
