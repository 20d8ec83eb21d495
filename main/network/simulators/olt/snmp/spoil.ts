// Values that a faulty device gives in place of the right ones.
import type { OltFault } from "../faults.ts";
import { encode, encodeInteger, TAG } from "./ber.ts";

type Bind = readonly [Buffer, Buffer];

/** The answer as the faults in force leave it. */
export function spoil(binds: Bind[], faults: readonly OltFault[]): Bind[] {
  let spoilt = binds;
  for (const fault of faults) {
    if (fault.kind === "wrong_type") spoilt = spoilt.map(([oid, value]) => [oid, otherType(value)]);
    // One value fills a datagram.
    if (fault.kind === "huge")
      spoilt = spoilt
        .slice(0, 1)
        .map(([oid]) => [oid, encode(TAG.OCTETS, Buffer.alloc(Math.min(fault.bytes, 60_000), "x"))]);
  }
  return spoilt;
}

function otherType(value: Buffer): Buffer {
  const tag = value[0];
  if (tag === TAG.INTEGER) return encode(TAG.OCTETS, Buffer.from("not a number"));
  if (tag === TAG.OCTETS) return encodeInteger(-7);
  return value;
}
