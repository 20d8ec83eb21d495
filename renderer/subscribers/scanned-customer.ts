// Whose code was scanned: the customer's own code or login, a phone number, or the serial number of their ONU.
import { onuSerial } from "../../shared/network/index.ts";
import { customer } from "../../shared/subscribers/index.ts";
import { useReplica } from "../kernel/replica-hooks.ts";

/** Shorter ones may be anything: part of a serial number, a price. */
const PHONE_DIGITS = 10;

type Known = Readonly<Record<string, unknown>>;

const same = (value: unknown, text: string) =>
  typeof value === "string" && value.toUpperCase() === text.toUpperCase();

/** A phone number with or without its country's code. */
function samePhone(value: unknown, digits: string): boolean {
  if (typeof value !== "string" || digits.length < PHONE_DIGITS) return false;
  return value.replace(/\D/g, "").slice(-PHONE_DIGITS) === digits.slice(-PHONE_DIGITS);
}

/** Whether a customer is exactly whom the scanned text means. */
function isScanned(record: Known, text: string): boolean {
  const bare = text.replace(/^tel:/i, "").trim();
  const serial = onuSerial(bare);
  const digits = /^[+\d][\d\s().-]*$/.test(bare) ? bare.replace(/\D/g, "") : "";
  return (
    same(record.customer_code, bare) ||
    same(record.username, bare) ||
    (serial !== null && record.onu_serial === serial) ||
    samePhone(record.phone, digits)
  );
}

/** Answers the id of the one customer that a scanned or pasted text means; null where it is nobody or more than one. */
export function useScannedId(): (text: string) => string | null {
  const { records } = useReplica();
  return (text) => {
    const found = records.some(customer.collection, (row) => isScanned(row, text), 2);
    return found.length === 1 ? (found[0]?.id ?? null) : null;
  };
}

/** The same as an address. */
export function useScannedCustomer(): (text: string) => string | null {
  const scanned = useScannedId();
  return (text) => {
    const id = scanned(text);
    return id === null ? null : `/customers/${id}`;
  };
}
