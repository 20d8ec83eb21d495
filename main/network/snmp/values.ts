// Values as a device answers them, and the order of object identifiers.
import { isVarbindError, ObjectType, type Varbind } from "net-snmp";

/** Integers of 32 bits are numbers, of 64 bits bigint; octets stay octets, since serial numbers are raw bytes. */
export type SnmpValue = number | bigint | string | Buffer;

/** Null: no such object, the end of the device's tables, or a type that carries no value. */
export function snmpValue(varbind: Varbind): SnmpValue | null {
  if (isVarbindError(varbind)) return null;
  const { type, value } = varbind;
  if (Buffer.isBuffer(value)) {
    if (type !== ObjectType.Counter64) return value;
    return value.length > 0 && value.length <= 9 ? BigInt(`0x${value.toString("hex")}`) : null;
  }
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "string") return value;
  return null;
}

/**
 * Whether `next` comes after `previous` in the order of tables (arc by arc, as numbers).
 * @example comesAfter("1.3.10", "1.3.9") === true
 */
export function comesAfter(next: string, previous: string): boolean {
  let n = 0;
  let p = 0;
  while (n < next.length && p < previous.length) {
    let a = 0;
    let b = 0;
    for (; n < next.length && next.charCodeAt(n) !== 46; n += 1) a = a * 10 + next.charCodeAt(n) - 48;
    for (; p < previous.length && previous.charCodeAt(p) !== 46; p += 1)
      b = b * 10 + previous.charCodeAt(p) - 48;
    if (a !== b) return a > b;
    n += 1;
    p += 1;
  }
  return n < next.length && p >= previous.length;
}
