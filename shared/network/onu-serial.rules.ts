// An ONU's serial number in one normal form, however a device, a label or a person writes it (contract §3). Pure.

const VENDOR_AND_NUMBER = /^[A-Z]{4}[0-9A-F]{8}$/;
/** Pairs of a MAC address; some leave the first 0 of a pair out. */
const MAC_PAIRS = /^([0-9A-F]{1,2}[:-]){5}[0-9A-F]{1,2}$/;
const MAC_DIGITS = /^[0-9A-F]{12}$/;
/** Vendor and number, both as hexadecimal digits: how some devices write `HWTC1234ABCD`. */
const HEX_DIGITS = /^[0-9A-F]{16}$/;
/** What stands before it on labels and in lists. */
const CALLED = /^(?:[GE]?PON\s*)?(?:S\/?N|SERIAL(?:\s*(?:NUMBER|NO\.?))?|MAC(?:\s*ADDRESS)?)\s*[:=#]\s*/;
/** Nobody's: what a device writes that knows none. */
const NO_MAC = /^(?:0{12}|F{12})$/;

const asMac = (digits: string): string | null =>
  NO_MAC.test(digits) ? null : (digits.match(/../g)?.join(":") ?? null);

/** One spelling, in capitals. */
function oneOf(written: string): string | null {
  if (MAC_PAIRS.test(written))
    return asMac(
      written
        .split(/[:-]/)
        .map((pair) => pair.padStart(2, "0"))
        .join(""),
    );
  const is_hex = written.startsWith("0X");
  const bare = (is_hex ? written.slice(2) : written).replace(/[\s:.,_-]/g, "");
  if (!is_hex && VENDOR_AND_NUMBER.test(bare)) return bare;
  if (MAC_DIGITS.test(bare)) return asMac(bare);
  if (!HEX_DIGITS.test(bare)) return null;
  const vendor = [0, 2, 4, 6].map((at) => String.fromCharCode(Number.parseInt(bare.slice(at, at + 2), 16)));
  const decoded = vendor.join("").toUpperCase() + bare.slice(8);
  return VENDOR_AND_NUMBER.test(decoded) ? decoded : null;
}

/**
 * GPON: four letters of the vendor and eight hexadecimal digits in capitals, `HWTC1234ABCD`. EPON: the MAC address,
 * `AA:BB:CC:DD:EE:FF`. Twelve digits without separators that could be either are GPON's; behind `0x` they are digits.
 * @example onuSerial("0xa25d0831d980") === "A2:5D:08:31:D9:80"
 * @returns null: no serial number of either.
 */
export function onuSerial(text: string): string | null {
  const written = text
    .normalize("NFKC")
    .trim()
    .toUpperCase()
    .replace(/^["']|["']$/g, "")
    .replace(CALLED, "")
    .trim();
  const whole = oneOf(written);
  if (whole !== null) return whole;
  // `48575443AABBCCDD (HWTC-AABBCCDD)`: the same one twice.
  const [, first = "", second = ""] = /^([^()]+)\(([^()]+)\)$/.exec(written) ?? [];
  return oneOf(first.trim()) ?? oneOf(second.trim());
}
