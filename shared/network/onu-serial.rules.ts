// An ONU's serial number in one normal form, however a device, a label or a person writes it (contract §3). Pure.

const VENDOR_AND_NUMBER = /^[A-Z]{4}[0-9A-F]{8}$/;
const MAC_PAIRS = /^([0-9A-F]{2}[:-]){5}[0-9A-F]{2}$/;
const MAC_DIGITS = /^[0-9A-F]{12}$/;
/** Vendor and number, both as hexadecimal digits: how some devices write `HWTC1234ABCD`. */
const HEX_DIGITS = /^[0-9A-F]{16}$/;

const inPairs = (digits: string) => digits.match(/../g)?.join(":") ?? digits;

/**
 * GPON: four letters of the vendor and eight hexadecimal digits in capitals, `HWTC1234ABCD`. EPON: the MAC address,
 * `AA:BB:CC:DD:EE:FF`. Twelve digits without separators that could be either are GPON's.
 * @returns null: no serial number of either.
 */
export function onuSerial(text: string): string | null {
  const written = text.trim().toUpperCase();
  if (MAC_PAIRS.test(written)) return inPairs(written.replace(/[:-]/g, ""));
  const bare = written.replace(/[\s:.-]/g, "");
  if (VENDOR_AND_NUMBER.test(bare)) return bare;
  if (MAC_DIGITS.test(bare)) return inPairs(bare);
  if (!HEX_DIGITS.test(bare)) return null;
  const vendor = [0, 2, 4, 6].map((at) => String.fromCharCode(Number.parseInt(bare.slice(at, at + 2), 16)));
  const decoded = vendor.join("") + bare.slice(8);
  return VENDOR_AND_NUMBER.test(decoded) ? decoded : null;
}
